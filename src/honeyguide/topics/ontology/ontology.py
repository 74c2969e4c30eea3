"""A domain ontology: concepts, the five relations between them, and one topic word on top (WSE 3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple, NoReturn

from msgspec import Struct

from honeyguide.chinese import ANY_HAN
from honeyguide.errors import BadTopic, nearest

UP = ("is-a", "part-of", "attribute-of", "related-to")
"""The relations that make the hierarchy: from the lower concept to the higher one.

`related-to` is ours: the two belong together, and nothing says how."""
KINDS = (*UP, "synonym", "induce")
MOST_CONCEPTS = 5_000
LONGEST_NAME = 100


class Concept(Struct, frozen=True):
    labels: dict[str, str]
    """Its name in each language, by two-letter code."""
    synonyms: tuple[str, ...] = ()
    """Other words for it, in any language: no concepts of their own."""
    weight: float | None = None
    """How much it tells of the topic, where a corpus or a person says so; else its similarity to the topic word."""

    @property
    def forms(self) -> tuple[str, ...]:
        """All that it is called, each once."""
        return tuple(dict.fromkeys((*self.labels.values(), *self.synonyms)))


class Relation(Struct, frozen=True, order=True):
    """`source` is a, is part of, is an attribute of, is related to, is a synonym of, or induces `target`."""

    kind: str
    source: str
    target: str

    def __str__(self) -> str:
        return f"{self.source} {self.kind} {self.target}"


class Ontology(Struct, frozen=True):
    root: str
    """The topic word."""
    concepts: dict[str, Concept]
    relations: tuple[Relation, ...] = ()


class Tree(NamedTuple):
    """Who stands below whom: several parents are allowed, circles are not, and all leads up to the root."""

    parents: dict[str, tuple[str, ...]]
    """Parents come before their children."""
    children: dict[str, tuple[str, ...]]
    depth: dict[str, int]
    """1 at the root; by the shortest way up."""
    ancestors: dict[str, frozenset[str]]
    """With the concept itself and the root."""


def concept(name: str) -> Concept:
    """A concept of which only the name is known."""
    return Concept({language_of(name): name})


def language_of(word: str) -> str:
    return "zh" if ANY_HAN.search(word) else "en"


def from_hierarchy(root: str, parents: Mapping[str, Sequence[str]]) -> Ontology:
    """Terms with their broader terms, as the corpus gave them: every one is-a its parents."""
    names = dict.fromkeys((root, *parents, *(parent for above in parents.values() for parent in above)))
    relations = [Relation("is-a", term, parent) for term, above in parents.items() for parent in above]
    return Ontology(root, {name: concept(name) for name in names}, tuple(relations))


def from_relations(
    root: str,
    relations: Sequence[Relation],
    weights: Mapping[str, float],
    synonyms: Mapping[str, tuple[str, ...]] | None = None,
) -> Ontology:
    """Concepts by their relations, with what each weighs and is called besides."""
    names = dict.fromkeys((root, *(end for each in relations for end in (each.source, each.target))))
    also = synonyms or {}
    concepts = {name: Concept(concept(name).labels, also.get(name, ()), weights.get(name)) for name in names}
    return Ontology(root, concepts, tuple(relations))


def tree(ontology: Ontology, where: str = "the ontology") -> Tree:
    """The hierarchy of a sound ontology; a circle, or a concept that does not lead up to the root, is refused."""
    _check(ontology, where)
    parents = _parents(ontology)
    try:
        order = list(TopologicalSorter(parents).static_order())
    except CycleError as error:
        _refuse_circle(ontology, error.args[1], where)
    children: dict[str, list[str]] = {name: [] for name in order}
    for name, above in parents.items():
        for parent in above:
            children[parent].append(name)
    root = ontology.root
    if above := parents[root]:
        raise BadTopic(f"{where}: the topic word '{root}' stands below '{above[0]}'; nothing may stand above it")
    depth, ancestors = {root: 1}, {root: frozenset((root,))}
    for name in order:
        reached = [parent for parent in parents[name] if parent in depth]
        if reached:
            depth[name] = 1 + min(depth[parent] for parent in reached)
            ancestors[name] = frozenset((name,)).union(*(ancestors[parent] for parent in reached))
    tops = [name for name in order if name not in depth and not parents[name]]
    if tops:
        more = f" (and {len(tops) - 1} more)" if len(tops) > 1 else ""
        raise BadTopic(
            f"{where}: '{tops[0]}'{more} does not lead up to the topic word '{root}'; give it a parent below"
        )
    return Tree(
        {name: tuple(parents[name]) for name in order},
        {name: tuple(below) for name, below in children.items()},
        depth,
        ancestors,
    )


def _check(ontology: Ontology, where: str) -> None:
    names = ontology.concepts
    if ontology.root not in names:
        raise BadTopic(f"{where}: the topic word '{ontology.root}' is no concept{near(ontology.root, names)}")
    if len(names) > MOST_CONCEPTS:
        raise BadTopic(f"{where}: has {len(names):,} concepts where {MOST_CONCEPTS:,} are allowed; leave some out")
    for name, each in names.items():
        for form in (name, *each.forms):
            if not form.strip() or len(form) > LONGEST_NAME or not form.isprintable():
                wanted = f"1 to {LONGEST_NAME} printable characters"
                raise BadTopic(f"{where}: {form[:60]!r} cannot be the name of a concept; give {wanted}")
    for relation in ontology.relations:
        if relation.kind not in KINDS:
            raise BadTopic(f"{where}: '{relation.kind}' is no relation{nearest(relation.kind, KINDS)}")
        for end in (relation.source, relation.target):
            if end not in names:
                raise BadTopic(f"{where}: '{relation}' names '{end}', which is no concept{near(end, names)}")
        if relation.source == relation.target and relation.kind in UP:
            raise BadTopic(f"{where}: '{relation.source}' stands below itself; take '{relation}' out")


def near(name: str, names: Iterable[str]) -> str:
    """The nearest name, when there is one."""
    hint = nearest(name[:LONGEST_NAME], names)
    return hint if "did you mean" in hint else ""


def _parents(ontology: Ontology) -> dict[str, list[str]]:
    """The parents of each concept by the relations that make the hierarchy.

    WSE eq. 1 knows edges of all five kinds between a concept and its parent. A synonym or an effect that has no
    parent of these kinds hangs below the first synonym or cause that a walk down from the root meets [ours].
    """
    parents: dict[str, list[str]] = {name: [] for name in ontology.concepts}
    below: dict[str, list[str]] = {name: [] for name in ontology.concepts}
    beside: dict[str, list[str]] = {name: [] for name in ontology.concepts}
    for each in sorted(ontology.relations):
        kind, source, target = each.kind, each.source, each.target
        if kind in UP:
            if target not in parents[source]:
                parents[source].append(target)
                below[target].append(source)
        else:
            beside[source].append(target)
            if kind == "synonym":
                beside[target].append(source)
    seen, walk = {ontology.root}, deque((ontology.root,))
    while walk:
        name = walk.popleft()
        hung = [other for other in dict.fromkeys(beside[name]) if not parents[other] and other not in seen]
        hung = [other for other in hung if not leads_up(parents, name, other)]
        for other in hung:
            parents[other].append(name)
        fresh = [other for other in dict.fromkeys((*below[name], *hung)) if other not in seen]
        seen.update(fresh)
        walk.extend(fresh)
    return parents


def leads_up(parents: Mapping[str, Sequence[str]], name: str, goal: str) -> bool:
    """Whether one concept stands anywhere below another, or is it."""
    seen, waiting = {name}, [name]
    while waiting:
        if (at := waiting.pop()) == goal:
            return True
        further = [parent for parent in parents[at] if parent not in seen]
        seen.update(further)
        waiting.extend(further)
    return False


def _refuse_circle(ontology: Ontology, circle: Sequence[str], where: str) -> NoReturn:
    """`circle` names each concept after its child; the first is the last."""
    steps = list(zip(circle[::-1], circle[-2::-1], strict=False))
    kinds = {(each.source, each.target): each.kind for each in reversed(ontology.relations)}
    kinds |= {(each.target, each.source): each.kind for each in ontology.relations if each.kind not in UP}
    said = [f"'{low}' {kinds.get((low, high), 'below')} '{high}'" for low, high in steps]
    more = f" and {len(said) - 5} more" if len(said) > 5 else ""
    raise BadTopic(f"{where}: leads in a circle: {', '.join(said[:5])}{more}; take one of these relations out")
