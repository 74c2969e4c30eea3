"""How near two concepts of an ontology are, and the topic that follows from it (WSE 4, eq. 1–3).

The paper takes four of the five factors from a reference that is not at hand: their definitions are ours [ours].
With depth 1 at the root, D the largest depth, LCA the lowest common ancestor, and anc(c) the ancestors of c with c:

    Dis = 1 − edges on the shortest path / (2(D − 1))
    Den = mean over both of: children of its parent / the largest number of children anywhere
    Dep = 2 depth(LCA) / (depth(a) + depth(b))
    Coi = |anc(a) ∩ anc(b)| / |anc(a) ∪ anc(b)|
    Rel = mean value of the edges on the shortest path (WSE eq. 1)

The root has no parent: its Den with a concept is that of the concept alone. Den at the LCA would be the same for all
words, since the LCA with the topic word is the topic word. Dep is the measure of Wu and Palmer (Verbs semantics and
lexical selection, ACL 1994); it falls with the distance from the topic word. It is at most 1: of several parents one
may lie deeper than its child. The shortest path may use all five relations, in both directions; of several the one
with the highest Rel counts.
With itself a concept has Dis = Dep = Coi = 1 by the formulas. Den is set to 1, as WSE eq. 1 does for Rel, so that
Sem of a concept with itself is 1 [ours].
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.errors import BadSetting, BadTopic
from honeyguide.model import Thresholds, Topic
from honeyguide.topics.ontology.ontology import Ontology, Tree, near, tree
from honeyguide.topics.terms import fold

SIXTHS = {"synonym": 6, "induce": 3, "is-a": 2, "part-of": 2, "attribute-of": 2, "related-to": 2}
"""WSE eq. 1: 1, 1/2, 1/3, 1/3, 1/3, and as much for `related-to` [ours].

Whole numbers, so that both directions of a path give the same sum."""
DIGITS = 4
PAGE, LINK = 0.62, 0.12
"""IELP r1 and r2, for a topic of five words."""
ENOUGH_WORDS = 5


class Weights(Struct, frozen=True):
    """Shares of the five factors (WSE eq. 2: α, β, γ, δ, ε): none below 0, together 1; alike by default [ours]."""

    dis: float = 0.2
    den: float = 0.2
    dep: float = 0.2
    coi: float = 0.2
    rel: float = 0.2

    def __post_init__(self) -> None:
        shares = (self.dis, self.den, self.dep, self.coi, self.rel)
        for name, share in zip(self.__struct_fields__, shares, strict=True):
            if not 0 <= share <= 1:
                raise BadSetting(f"the weight of the factor '{name}' is {share:g}; give a number from 0 to 1")
        if abs(math.fsum(shares) - 1) > 1e-6:
            raise BadSetting(
                f"the weights of the five factors add up to {math.fsum(shares):g}; make them add up to 1"
            )


class Factors(Struct, frozen=True):
    dis: float
    den: float
    dep: float
    coi: float
    rel: float
    sem: float
    """Their weighted sum: the semantic similarity."""


class Similarity:
    def __init__(self, ontology: Ontology, weights: Weights | None = None) -> None:
        self.ontology = ontology
        self.weights = weights or Weights()
        self._walked: tuple[str, dict[str, tuple[int, int]]] = ("", {})

    @cached_property
    def tree(self) -> Tree:
        return tree(self.ontology)

    def factors(self, one: str, other: str) -> Factors:
        for name in (one, other):
            if name not in self.ontology.concepts:
                raise BadTopic(f"'{name}' is no concept of the ontology{near(name, self.ontology.concepts)}")
        if one == other:
            return self._weighted(1.0, 1.0, 1.0, 1.0, 1.0)
        depth = self.tree.depth
        above, also = self.tree.ancestors[one], self.tree.ancestors[other]
        edges, sixths = self._path(one, other)
        return self._weighted(
            dis=1 - edges / (2 * (self._deepest - 1)),
            den=self._density(one, other),
            dep=min(1.0, 2 * max(depth[name] for name in above & also) / (depth[one] + depth[other])),
            coi=len(above & also) / len(above | also),
            rel=sixths / (6 * edges),  # WSE eq. 1
        )

    def weights_of_words(self) -> dict[str, Factors]:
        """Every feature word with its similarity to the topic word, the nearest first (WSE eq. 3)."""
        found = {name: self.factors(self.ontology.root, name) for name in self.ontology.concepts}
        return dict(sorted(found.items(), key=lambda item: (-item[1].sem, item[0])))

    def _weighted(self, dis: float, den: float, dep: float, coi: float, rel: float) -> Factors:
        share = self.weights
        parts = share.dis * dis, share.den * den, share.dep * dep, share.coi * coi, share.rel * rel
        return Factors(dis, den, dep, coi, rel, min(1.0, math.fsum(parts)))  # WSE eq. 2

    @cached_property
    def _deepest(self) -> int:
        return max(self.tree.depth.values())

    @cached_property
    def _most_children(self) -> int:
        return max(map(len, self.tree.children.values()))

    def _density(self, *names: str) -> float:
        """Of several parents the one with the most children counts [ours]."""
        children, parents = self.tree.children, self.tree.parents
        beside = [max(len(children[parent]) for parent in parents[name]) for name in names if parents[name]]
        return math.fsum(beside) / (len(beside) * self._most_children)

    @cached_property
    def _edges(self) -> Mapping[str, Mapping[str, int]]:
        """Neighbours of each concept by any relation; of several relations the one with the highest value."""
        edges: dict[str, dict[str, int]] = {name: {} for name in self.ontology.concepts}
        for each in self.ontology.relations:
            for one, other in ((each.source, each.target), (each.target, each.source)):
                edges[one][other] = max(SIXTHS[each.kind], edges[one].get(other, 0))
        return edges

    def _path(self, one: str, other: str) -> tuple[int, int]:
        start, end = min(one, other), max(one, other)
        if self.ontology.root in (one, other):
            start, end = self.ontology.root, one if other == self.ontology.root else other
        if self._walked[0] != start:
            self._walked = (start, dict(self._walk(start)))
        return self._walked[1][end]

    def _walk(self, start: str) -> Iterator[tuple[str, tuple[int, int]]]:
        """Every concept with the edges on the shortest path to it, and the highest sum of their values."""
        layer, steps, seen = {start: 0}, 0, {start}
        while layer:
            yield from ((name, (steps, value)) for name, value in layer.items())
            further: dict[str, int] = {}
            for name, value in layer.items():
                for other, worth in self._edges[name].items():
                    if other not in seen:
                        further[other] = max(further.get(other, 0), value + worth)
            seen.update(further)
            layer, steps = further, steps + 1


def to_topic(ontology: Ontology, weights: Weights | None = None, *, name: str = "", description: str = "") -> Topic:
    """The topic whose keywords are the feature words with their semantic weights (WSE eq. 3).

    Other labels and synonyms of a concept, in any language, are the keyword's synonyms. A word that belongs to
    several concepts stays with the one that is nearest to the topic word. The cosine with many words is small also
    for a good page: the thresholds are what a page scores that holds five of them alike [ours],
    by `tag-vsm`.
    """
    keywords: dict[str, float] = {}
    synonyms: dict[str, tuple[str, ...]] = {}
    nearest_first = Similarity(ontology, weights).weights_of_words()
    taken: set[str] = set()
    for word, factors in nearest_first.items():
        given = ontology.concepts[word].weight
        weight = round(factors.sem if given is None else given, DIGITS)
        if weight <= 0 or not _claim(word, taken):
            continue
        keywords[word] = weight
    for word in keywords:
        if forms := tuple(form for form in ontology.concepts[word].forms if _claim(form, taken)):
            synonyms[word] = forms
    return Topic(
        name=name or ontology.root,
        keywords=keywords,
        synonyms=synonyms,
        description=description,
        relevance="tag-vsm",
        thresholds=thresholds_for(list(keywords.values())),
    )


def flat(topic: Topic) -> Topic:
    """The same words, all of one weight: what is left of an ontology without its semantic weights."""
    weights = dict.fromkeys(topic.keywords, 1.0)
    return replace(topic, keywords=weights, thresholds=thresholds_for(list(weights.values())))


def thresholds_for(weights: Sequence[float]) -> Thresholds:
    """R(p) = √k · mean weight / length of the topic vector for k words alike; the link's share of it as in IELP."""
    length = math.hypot(*weights)
    page = min(PAGE, math.sqrt(ENOUGH_WORDS) * math.fsum(weights) / len(weights) / length)
    return Thresholds(round(page, 2), round(page * LINK / PAGE, 2))


def _claim(form: str, taken: set[str]) -> bool:
    folded = fold(form)
    if not any(map(str.isalnum, folded)) or folded in taken:
        return False
    taken.add(folded)
    return True
