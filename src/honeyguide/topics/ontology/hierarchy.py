"""Which term lies under which: term a under term b when most documents with a hold b too (ALGORITHMS T2).

Inclusion of the documents, as in the lattice, with room for noise: P(b|a) ≥ 0.8 [ours], as Sanderson and Croft use it
(Deriving concept hierarchies from text, SIGIR 1999).
"""

from __future__ import annotations

from honeyguide.errors import BadSetting
from honeyguide.topics.ontology.lattice import Context
from honeyguide.topics.terms import fold


def hierarchy(context: Context, root: str, confidence: float = 0.8) -> dict[str, tuple[str, ...]]:
    """The parents of every term, the one with most documents first; terms without any other lie under the root.

    The root may be a term of the context or not; it is no key of the result.
    """
    if not 0 < confidence <= 1:
        raise BadSetting(f"the confidence of a hierarchy must lie above 0 and not above 1, not be {confidence}")
    holders = {
        term: column
        for term, column in zip(context.terms, context.columns(), strict=True)
        if fold(term) != fold(root)
    }
    # A parent comes before its children in this order, so there are no cycles; of two terms that include each other,
    # the one that more documents hold, or else the first by alphabet, is the parent [ours].
    order = sorted(holders, key=lambda term: (-holders[term].bit_count(), term))
    above: dict[str, set[str]] = {}
    parents: dict[str, tuple[str, ...]] = {}
    for place, term in enumerate(order):
        documents = holders[term]
        needed = confidence * documents.bit_count() - 1e-9
        wider = (
            [other for other in order[:place] if (documents & holders[other]).bit_count() >= needed]
            if documents
            else []
        )
        reached = set().union(*(above[other] for other in wider))
        direct = tuple(other for other in wider if other not in reached)
        above[term] = reached.union(wider)
        parents[term] = direct or (root,)
    return parents
