"""What a person changed stays, whatever the next run makes."""

from __future__ import annotations

from msgspec.structs import replace

from honeyguide.model import Thresholds, Topic
from honeyguide.topics.ontology.edits import edited_ontology, edited_topic
from honeyguide.topics.ontology.ontology import Ontology, Relation, from_relations, tree

MADE = from_relations(
    "bird",
    [
        Relation("related-to", "nest", "bird"),
        Relation("is-a", "finch", "bird"),
        Relation("related-to", "known", "bird"),
    ],
    {"nest": 0.5, "finch": 0.9},
)
NEW = from_relations(
    "bird",
    [*MADE.relations, Relation("related-to", "egg", "nest"), Relation("related-to", "song", "known")],
    {"nest": 0.6, "finch": 0.8, "egg": 0.7},
)


def as_edited(*relations: Relation) -> Ontology:
    return Ontology(
        MADE.root, dict(from_relations("bird", relations, {"nest": 0.5, "finch": 0.9}).concepts), relations
    )


def test_relations_and_concepts_that_were_removed_or_added_stay_so() -> None:
    edited = as_edited(
        Relation("attribute-of", "nest", "finch"),
        Relation("is-a", "finch", "bird"),
        Relation("is-a", "robin", "bird"),
    )
    result = edited_ontology(MADE, edited, NEW)
    assert set(result.relations) == {
        Relation("attribute-of", "nest", "finch"),
        Relation("is-a", "finch", "bird"),
        Relation("is-a", "robin", "bird"),
        Relation("related-to", "egg", "nest"),
        Relation("related-to", "song", "bird"),  # what it hung below is gone
    }
    assert "known" not in result.concepts
    assert result.concepts["nest"].weight == 0.6
    tree(result)


def test_a_changed_weight_of_a_concept_stays() -> None:
    concepts = {**MADE.concepts, "nest": replace(MADE.concepts["nest"], weight=0.1)}
    result = edited_ontology(MADE, replace(MADE, concepts=concepts), NEW)
    assert result.concepts["nest"].weight == 0.1
    assert result.concepts["finch"].weight == 0.8


def test_nothing_that_was_added_closes_a_circle() -> None:
    edited = replace(MADE, relations=(*MADE.relations, Relation("is-a", "nest", "egg")), concepts=NEW.concepts)
    tree(edited_ontology(MADE, edited, NEW))


def test_weights_words_and_settings_of_a_topic_stay() -> None:
    made = Topic("bird", {"nest": 0.5, "finch": 0.9, "known": 0.2}, thresholds=Thresholds(0.3))
    edited = replace(made, keywords={"nest": 0.1, "finch": 0.9, "robin": 1.0}, description="Birds.")
    new = Topic("bird", {"nest": 0.6, "finch": 0.8, "known": 0.3, "egg": 0.7}, thresholds=Thresholds(0.4))
    result = edited_topic(made, edited, new)
    assert result.keywords == {"nest": 0.1, "finch": 0.8, "egg": 0.7, "robin": 1.0}
    assert result.description == "Birds."
    assert result.thresholds == Thresholds(0.4)
