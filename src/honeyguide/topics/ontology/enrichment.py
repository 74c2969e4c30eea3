"""What a lexicon knows about the concepts of an ontology: relations among them, other words, and a few neighbours.

A lexicon knows nothing of the topic, and a word has several meanings in it: of these the one is taken whose words the
other concepts share most, and none when they share nothing [ours]. Believed of it are relations between two concepts
of the ontology; the first synonyms, when the word has no other meaning or this one names another concept; and, where
they are asked for, new concepts that several of the ontology's own point to. Nothing is added that closes a circle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from honeyguide.protocols import WordSense, WordSenses
from honeyguide.topics.ontology.ontology import (
    LONGEST_NAME,
    MOST_CONCEPTS,
    UP,
    Concept,
    Ontology,
    Relation,
    concept,
    leads_up,
    tree,
)
from honeyguide.topics.terms import fold

MOST_SENSES = 20
SHORTEST = 3


class Meaning(NamedTuple):
    sense: WordSense
    sure: bool
    """The only one that the word has, or it names another concept of the ontology."""


class Enriched(NamedTuple):
    ontology: Ontology
    relations: tuple[Relation, ...]
    """New, between concepts that were there."""
    words: dict[str, tuple[str, ...]]
    """New synonyms of concepts that were there."""
    neighbours: tuple[str, ...]
    """New concepts."""


def enrich(
    ontology: Ontology,
    lexicon: WordSenses,
    *,
    reach: int = 3,
    words: int = 2,
    neighbours: int = 0,
    support: int = 2,
) -> Enriched:
    """The ontology with what the lexicon adds.

    `reach`: steps of is-a from a word up to one of the ontology; `words`: new synonyms of a concept at most;
    `neighbours`: new concepts at most, each named by `support` concepts of the ontology or more.
    """
    work = _Enrichment(ontology)
    meant = meanings(ontology, lexicon, reach)
    for name, by_label in meant.items():
        for each in by_label:
            work.relate(name, each.sense)
    new_words = {name: found for name in meant if (found := tuple(work.synonyms(name, meant[name], words)))}
    new = tuple(work.neighbours(neighbours, support))
    return Enriched(work.result(new_words), tuple(work.added), new_words, new)


def meanings(ontology: Ontology, lexicon: WordSenses, reach: int) -> dict[str, list[Meaning]]:
    """What each concept means, by each of its labels: the sense whose words the other concepts share most.

    A word that n of N concepts may mean something by counts log(N / n), one that names a concept twice as much as the
    rarest can. What only one concept uses tells nothing.
    """
    possible = {
        name: [lexicon.senses(label, reach)[:MOST_SENSES] for label in each.labels.values()]
        for name, each in ontology.concepts.items()
    }
    own = {fold(form): name for name, each in ontology.concepts.items() for form in each.forms}
    shared: Counter[str] = Counter()
    for by_label in possible.values():
        shared.update({word for senses in by_label for sense in senses for word in _vocabulary(sense)})
    most = math.log(max(2, len(possible)))

    def named(name: str, sense: WordSense) -> int:
        return sum(own.get(word, name) != name for word in _vocabulary(sense))

    def evidence(name: str, sense: WordSense) -> float:
        common = [shared[word] for word in _vocabulary(sense) if shared[word] > 1]
        return named(name, sense) * 2 * most + sum(most - math.log(count) for count in common)

    found: dict[str, list[Meaning]] = {name: [] for name in possible}
    for name, by_label in possible.items():
        for senses in by_label:
            best = max(senses, key=lambda sense: evidence(name, sense), default=None)
            if best is not None and (len(senses) == 1 or evidence(name, best) > 0):
                found[name].append(Meaning(best, len(senses) == 1 or named(name, best) > 0))
    return found


def _vocabulary(sense: WordSense) -> set[str]:
    related = (word for _, words in sense.related for word in words)
    above = (word for step in sense.broader for word in step)
    return {fold(word) for word in (*sense.words, *related, *above)}


class _Enrichment:
    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self._tree = tree(ontology)
        self._parents = {name: list(above) for name, above in self._tree.parents.items()}
        self._relations = dict.fromkeys(ontology.relations)
        self._concepts = dict(ontology.concepts)
        self._settled = {each.source for each in ontology.relations if each.kind in UP}
        self._linked = {frozenset((each.source, each.target)) for each in ontology.relations}
        self._owner = {fold(form): name for name, each in ontology.concepts.items() for form in each.forms}
        self._pointing: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
        self.added: list[Relation] = []

    def relate(self, name: str, sense: WordSense) -> None:
        """Relate a concept to others of the ontology, and remember what else the lexicon relates it to."""
        for word in sense.words:
            self._add("synonym", name, self._owner.get(fold(word), name))
        for kind, words in sense.related:
            owners = {self._owner[fold(word)] for word in words if fold(word) in self._owner}
            for owner in sorted(owners):
                self._add(kind, name, owner)
            if not owners:
                self._pointing.setdefault((kind, words), {})[name] = None
        for step in sense.broader:
            if above := {self._owner[fold(word)] for word in step if fold(word) in self._owner} - {name}:
                for owner in sorted(above):
                    self._add("is-a", name, owner)
                return

    def synonyms(self, name: str, meant: list[Meaning], most: int) -> Iterator[str]:
        for word in dict.fromkeys(word for each in meant if each.sure for word in each.sense.words):
            if most and _is_name(word) and fold(word) not in self._owner:
                self._owner[fold(word)] = name
                most -= 1
                yield word

    def neighbours(self, most: int, support: int) -> Iterator[str]:
        """What most concepts point to comes first."""
        order = sorted(self._pointing.items(), key=lambda item: (-len(item[1]), item[0]))
        for (kind, words), pointing in order:
            pointing.pop(self._ontology.root, None)
            other = words[0]
            known = any(fold(word) in self._owner for word in words)
            if not most or len(self._concepts) >= MOST_CONCEPTS or known or not _is_name(other):
                continue
            if len(pointing) < support or (kind in UP and not self._settled.issuperset(pointing)):
                continue
            self._owner |= {fold(word): other for word in words}
            named = concept(other)
            self._concepts[other] = Concept(named.labels, tuple(filter(_is_name, words[1:3])))
            self._parents[other] = []
            if kind in UP:
                self._settled.add(other)
                common = frozenset.intersection(*(self._tree.ancestors[name] for name in pointing))
                lowest = max(common - pointing.keys(), key=lambda name: (self._tree.depth[name], name))
                self._insert(Relation("is-a", other, lowest))
            else:
                self._parents[other] = list(pointing)
            for name in pointing:
                self._insert(Relation(kind, name, other))
            most -= 1
            yield other

    def result(self, words: dict[str, tuple[str, ...]]) -> Ontology:
        concepts = {
            name: Concept(each.labels, (*each.synonyms, *words.get(name, ())), each.weight)
            for name, each in self._concepts.items()
        }
        return Ontology(self._ontology.root, concepts, tuple(self._relations))

    def _add(self, kind: str, source: str, target: str) -> None:
        """Unless the two are related already, or it would close a circle or lift the topic word."""
        if source == target or frozenset((source, target)) in self._linked:
            return
        if kind in UP and (source not in self._settled or leads_up(self._parents, target, source)):
            return
        relation = Relation(kind, source, target)
        self._insert(relation)
        self.added.append(relation)

    def _insert(self, relation: Relation) -> None:
        self._relations[relation] = None
        self._linked.add(frozenset((relation.source, relation.target)))
        if relation.kind not in UP:
            return
        above = self._parents[relation.source]
        above.append(relation.target)
        # What a corpus knew no better place for hangs below the topic word: now it has one.
        for kind in ("is-a", "related-to"):
            default = Relation(kind, relation.source, self._ontology.root)
            if default in self._relations and relation != default and len(above) > 1:
                del self._relations[default]
                above.remove(self._ontology.root)


def _is_name(word: str) -> bool:
    """Of a length that can be one, and not two letters, which are mostly a short form of something else."""
    folded = fold(word)
    short = folded.isascii() and len(folded) < SHORTEST
    return word.isprintable() and len(word) <= LONGEST_NAME and not short and any(map(str.isalpha, folded))
