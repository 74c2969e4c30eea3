"""Concept lattice of a formal context, documents × terms, by bitsets (WSE 3, definitions 1–3 and Fig. 1).

Concepts are found depth first, each from the columns that the one above leaves to it; covers by the count of Nourine
and Raynal (A fast algorithm for building lattices, Information Processing Letters 71, 1999); icebergs as defined by
Stumme et al. (Computing iceberg concept lattices with TITANIC, Data and Knowledge Engineering 42, 2002).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.model import Document, Topic
from honeyguide.topics.ontology.candidates import require_corpus
from honeyguide.topics.ontology.plurals import irregular
from honeyguide.topics.terms import Terms

MOST_CONCEPTS = 250_000
"""A lattice with more is of no use to anybody, and fills the memory."""
NAMED = 5
"""Names in a message."""


class Context(Struct, frozen=True):
    """Which document holds which term (WSE definition 1)."""

    documents: tuple[str, ...]
    terms: tuple[str, ...]
    rows: tuple[int, ...]
    """For each document the set of its terms: bit i stands for the i-th term."""

    @classmethod
    def of(cls, documents: Sequence[Document], terms: Sequence[str]) -> Context:
        """Terms are matched as a crawl matches keywords: whole words, plurals too; Chinese anywhere."""
        require_corpus(len(documents))
        if not terms:
            raise BadInput("there is no term to look for in the corpus; a hierarchy needs one or more")
        counter = Terms(Topic("", dict.fromkeys(terms, 1.0), {term: irregular(term) for term in terms}))
        rows = tuple(sum(1 << number for number in counter.count(document.text)) for document in documents)
        context = cls(tuple(document.name for document in documents), counter.names, rows)
        columns = context.columns()
        if missing := [f"'{term}'" for term, holders in zip(context.terms, columns, strict=True) if not holders]:
            more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
            raise BadInput(
                f"no document of the corpus holds {', '.join(missing[:NAMED])}{more}; strike out such terms"
            )
        return context

    def columns(self) -> tuple[int, ...]:
        """For each term the set of its documents: bit i stands for the i-th document."""
        columns = [0] * len(self.terms)
        for number, row in enumerate(self.rows):
            for term in members(row):
                columns[term] |= 1 << number
        return tuple(columns)


class Concept(Struct, frozen=True, gc=False):
    """Documents and terms such that each document holds each term, and no more of either could be added."""

    extent: int
    """Its documents, as bits."""
    intent: int
    """Its terms, as bits."""
    upper: tuple[int, ...]
    """Numbers of the concepts right above it: more documents, fewer terms."""
    lower: tuple[int, ...]
    """Numbers of the concepts right below it."""


class Lattice(Struct, frozen=True):
    context: Context
    concepts: tuple[Concept, ...]
    """Those with the most documents first: number 0 is the top."""
    minimum: int = 0
    """An iceberg: concepts with fewer documents are left out."""

    def documents(self, number: int) -> tuple[str, ...]:
        return tuple(self.context.documents[place] for place in members(self.concepts[number].extent))

    def terms(self, number: int) -> tuple[str, ...]:
        return tuple(self.context.terms[place] for place in members(self.concepts[number].intent))

    def own_documents(self, number: int) -> tuple[str, ...]:
        """Reduced labelling: the documents that no concept below holds."""
        own = self.concepts[number].extent
        for below in self.concepts[number].lower:
            own &= ~self.concepts[below].extent
        return tuple(self.context.documents[place] for place in members(own))

    def own_terms(self, number: int) -> tuple[str, ...]:
        """Reduced labelling: the terms that no concept above has."""
        own = self.concepts[number].intent
        for above in self.concepts[number].upper:
            own &= ~self.concepts[above].intent
        return tuple(self.context.terms[place] for place in members(own))


def lattice(context: Context, minimum: int = 0) -> Lattice:
    """All concepts with `minimum` documents or more, and what covers what.

    With 0 that is the whole lattice, down to the bottom, which may hold no document. An iceberg has no bottom unless
    that holds enough documents itself; its top and its covers are those of the whole lattice.
    """
    if minimum > len(context.documents):
        raise BadInput(
            f"no concept can have {minimum:,} documents: the corpus holds {len(context.documents):,}; "
            "ask for a smaller minimum"
        )
    top = (1 << len(context.documents)) - 1
    columns: dict[int, int] = {}
    # The most frequent terms first: concepts are then found from narrower ones, in half the time or less.
    for column, number in sorted(((column, n) for n, column in enumerate(context.columns())), key=_widest_first):
        if column.bit_count() >= minimum:
            columns[column] = columns.get(column, 0) | 1 << number
    extents, intents = [top], [columns.pop(top, 0)]
    lower: list[tuple[int, ...]] = [()]
    numbers = {top: 0}
    waiting = [(0, columns)]
    while waiting:
        number, columns = waiting.pop()
        intent = intents[number]
        covered = []
        for extent, terms in columns.items():
            below = numbers.get(extent)
            if below is None:
                below = numbers[extent] = len(extents)
                left = _columns_within(extent, columns, minimum)
                extents.append(extent)
                intents.append(intent | left.pop(extent))
                lower.append(())
                waiting.append((below, left))
            # Nourine and Raynal: it is covered when each of its further terms leads to it.
            if intents[below] == intent | terms:
                covered.append(below)
        lower[number] = tuple(covered)
        if len(extents) > MOST_CONCEPTS:
            raise BadInput(
                f"the lattice has more than {MOST_CONCEPTS:,} concepts; ask for a minimum of more than {minimum:,} "
                "documents a concept, or strike out terms"
            )
    return _ordered(context, extents, intents, lower, minimum)


def _widest_first(column: tuple[int, int]) -> int:
    return -column[0].bit_count()


def _columns_within(extent: int, columns: dict[int, int], minimum: int) -> dict[int, int]:
    """What is left of each column inside an extent, and which terms leave that."""
    left: dict[int, int] = {}
    known = left.get
    for column, terms in columns.items():
        part = extent & column
        if not minimum or part.bit_count() >= minimum:
            left[part] = known(part, 0) | terms
    return left


def _ordered(
    context: Context, extents: list[int], intents: list[int], lower: list[tuple[int, ...]], minimum: int
) -> Lattice:
    order = sorted(range(len(extents)), key=[-extent.bit_count() for extent in extents].__getitem__)
    place_of = [0] * len(order)
    for place, old in enumerate(order):
        place_of[old] = place
    below = [tuple(sorted([place_of[each] for each in lower[old]])) for old in order]
    above: list[list[int]] = [[] for _ in order]
    for place, covered in enumerate(below):
        for each in covered:
            above[each].append(place)
    concepts = tuple(
        [
            Concept(extents[old], intents[old], tuple(upper), covered)
            for old, upper, covered in zip(order, above, below, strict=True)
        ]
    )
    return Lattice(context, concepts, minimum)


def members(bits: int) -> list[int]:
    """The places of the bits that are set."""
    places = []
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return places
