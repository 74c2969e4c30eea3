"""Which term lies under which: as the concept lattice orders them (WSE 3), or by confidence.

In the lattice, term a lies under term b when every document with a holds b too: the order of their attribute
concepts. Real corpora are noisy, and then few terms lie under others. By confidence [ours] most documents are enough:
P(b|a) ≥ 0.8, as Sanderson and Croft use it (Deriving concept hierarchies from text, SIGIR 1999).

Both give the parents of every term, the one with most documents first; terms without any other lie under the root.
The root may be a term of the context or not; it is no key of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from honeyguide.errors import BadSetting
from honeyguide.topics.ontology.lattice import Context
from honeyguide.topics.terms import fold

Parents = dict[str, tuple[str, ...]]


def by_lattice(context: Context, root: str) -> Parents:
    """The order of the attribute concepts, whichever part of the lattice is drawn (WSE definition 3).

    Terms of one concept, which the same documents hold, stand side by side [ours].
    """
    holders = _holders(context, root)

    def is_wider(term: str, other: str) -> bool:
        return holders[term] != holders[other] and not holders[term] & ~holders[other]

    return _reduced(holders, root, is_wider)


def by_confidence(context: Context, root: str, confidence: float = 0.8) -> Parents:
    """Of two terms that include each other, the one that more documents hold, or else the first by alphabet, is the
    parent [ours]."""
    if not 0 < confidence <= 1:
        raise BadSetting(f"the confidence of a hierarchy must lie above 0 and not above 1, not be {confidence}")
    holders = _holders(context, root)

    def is_wider(term: str, other: str) -> bool:
        needed = confidence * holders[term].bit_count() - 1e-9
        return (holders[term] & holders[other]).bit_count() >= needed

    return _reduced(holders, root, is_wider)


def _holders(context: Context, root: str) -> dict[str, int]:
    """The documents of each term, as bits."""
    columns = zip(context.terms, context.columns(), strict=True)
    return {term: column for term, column in columns if fold(term) != fold(root)}


def _reduced(holders: Mapping[str, int], root: str, is_wider: Callable[[str, str], bool]) -> Parents:
    """Without what follows from other relations. A parent comes before its children, so there are no cycles."""
    order: Sequence[str] = sorted(holders, key=lambda term: (-holders[term].bit_count(), term))
    above: dict[str, set[str]] = {}
    parents: Parents = {}
    for place, term in enumerate(order):
        wider = [other for other in order[:place] if is_wider(term, other)] if holders[term] else []
        reached = set().union(*(above[other] for other in wider))
        above[term] = reached.union(wider)
        parents[term] = tuple(other for other in wider if other not in reached) or (root,)
    return parents
