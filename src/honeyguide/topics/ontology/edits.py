"""What a person changed in an ontology or a topic since it was made, and the same changes made to a new one.

A folder keeps what was made beside what a person edits. The difference of the two is what the person wants, whichever
words and weights the next run finds: it is taken over, as far as what it speaks of is still there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from honeyguide.model import Topic
from honeyguide.topics.ontology.ontology import UP, Concept, Ontology, Relation, leads_up


def edited_topic(made: Topic, edited: Topic, new: Topic) -> Topic:
    """The new topic with the weights, words and settings that the edited one has otherwise than the made one."""
    keywords = _edited(made.keywords, edited.keywords, new.keywords)
    synonyms = _edited(made.synonyms, edited.synonyms, new.synonyms)
    others = {
        name: getattr(edited, name)
        for name in ("name", "description", "languages", "relevance", "anchors", "thresholds", "examples")
        if getattr(edited, name) != getattr(made, name)
    }
    return replace(
        new,
        keywords=keywords,
        synonyms={word: forms for word, forms in synonyms.items() if word in keywords},
        **others,
    )


def edited_ontology(made: Ontology, edited: Ontology, new: Ontology) -> Ontology:
    """The new ontology with the concepts and relations that the edited one has otherwise than the made one.

    A concept that thereby has no place hangs below the topic word. What would close a circle is left out.
    """
    concepts: dict[str, Concept] = _edited(made.concepts, edited.concepts, new.concepts)
    concepts.setdefault(new.root, new.concepts[new.root])
    gone = set(made.relations) - set(edited.relations)
    added = [each for each in edited.relations if each not in made.relations]
    moved = {each.source for each in added if each.kind in UP}
    kept = [
        each
        for each in new.relations
        if each not in gone and not (each.source in moved and _is_default(each, new.root))
    ]
    parents: dict[str, list[str]] = {name: [] for name in concepts}
    relations: dict[Relation, None] = {}
    for each in (*added, *kept):
        if each.source not in concepts or each.target not in concepts:
            continue
        if each.kind in UP:
            if each.source == new.root or leads_up(parents, each.target, each.source):
                continue
            parents[each.source].append(each.target)
        relations[each] = None
    beside = {end for each in relations if each.kind not in UP for end in (each.source, each.target)}
    for name, above in parents.items():
        if not above and name != new.root and name not in beside:
            relations[Relation("related-to", name, new.root)] = None
    return Ontology(new.root, concepts, tuple(relations))


def _is_default(relation: Relation, root: str) -> bool:
    return relation.kind in ("is-a", "related-to") and relation.target == root


def _edited(made: Mapping[str, Any], edited: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """What was removed stays away, what was added or changed is as it was edited."""
    removed = made.keys() - edited.keys()
    changed = {key: value for key, value in edited.items() if key not in made or made[key] != value}
    return {**{key: value for key, value in new.items() if key not in removed}, **changed}
