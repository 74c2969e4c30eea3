"""A lexicon opened: the concepts of a word, the words of a concept, and how concepts hang together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.lexicons.compiled import RELATIONS, LexiconFile, Rows, array_of, concept_count
from honeyguide.lexicons.wordnet import base_forms, parts_of

_NEAR = 64
_FEWEST_LOST = 20
_SOME = 300
_MOST_FOUND = 0.9


class Concepts:
    """The concepts of one lexicon: `similarity.Hierarchy`, and their relations."""

    def __init__(self, file: LexiconFile) -> None:
        self.keys = array_of(file.keys, "<u8")
        self._count = concept_count(file)
        self._above = _Table(file.above)
        self._relations = _Table(file.relations)
        self._sememes = _Table(file.sememes)
        self._below: list[int] = array_of(file.below).tolist()
        self._nodes = int((np.diff(self._sememes.starts) == 0).sum())
        self.composed = self._nodes < self._count

    def __len__(self) -> int:
        """Nodes of the hierarchy."""
        return self._nodes

    def above(self, concept: int) -> Sequence[int]:
        return self._above.row(concept)

    def steps_up(self, concept: int, most: int) -> Iterator[tuple[int, ...]]:
        """What a concept is, step by step; a concept stands on the first step that leads to it."""
        step: tuple[int, ...] = (concept,)
        seen = {concept}
        for _ in range(most):
            step = tuple(dict.fromkeys(upper for each in step for upper in self.above(each) if upper not in seen))
            if not step:
                return
            seen.update(step)
            yield step

    def below(self, concept: int) -> int:
        return self._below[concept] if concept < self._count else 0

    def sememes(self, concept: int) -> Sequence[int]:
        return self._sememes.row(concept) or (concept,)

    def relations(self, concept: int) -> Iterator[tuple[str, int]]:
        """What the concept is, and is to others."""
        if made_of := self._sememes.row(concept):
            yield "is-a", made_of[0]
        for upper in self.above(concept):
            yield "is-a", upper
        for packed in self._relations.row(concept):
            yield RELATIONS[packed % 8], packed // 8


class Vocabulary:
    """The words of one language for the concepts of a lexicon.

    `numbers` says which of its concepts is which of theirs, where the words come from a file of their own.
    """

    def __init__(self, file: LexiconFile, numbers: NDArray[np.int64] | None = None) -> None:
        self.language = file.language
        self._words = file.words
        self._number = {word: number for number, word in enumerate(file.words)}
        self._senses = _Table(file.senses, numbers)
        self._names = _Table(file.names)
        self._forms = file.forms
        own = concept_count(file)
        self._row = None if numbers is None else dict(zip(numbers.tolist(), range(own), strict=True))
        self._parts: list[int] = parts_of(array_of(file.keys, "<u8")).tolist() if numbers is None else []

    def senses(self, word: str) -> tuple[int, ...]:
        """All concepts that a word, or what it is a form of, can mean; none when it is not known."""
        found = dict.fromkeys(self._of(word))
        if self.language == "en":
            for base in self._forms.get(word, ()):
                found.update(dict.fromkeys(self._of(base)))
            if word not in self._forms:
                for part, base in base_forms(word):
                    found.update(dict.fromkeys(each for each in self._of(base) if self._is(each, part)))
        return tuple(found)

    def names(self, concept: int) -> list[str]:
        row = concept if self._row is None else self._row.get(concept, -1)
        return [self._words[number] for number in self._names.row(row)]

    def _of(self, word: str) -> Sequence[int]:
        number = self._number.get(word)
        return () if number is None else self._senses.row(number)

    def _is(self, concept: int, part: int) -> bool:
        return not self._parts or self._parts[concept] == part


class _Table:
    def __init__(self, rows: Rows, numbers: NDArray[np.int64] | None = None) -> None:
        self.starts = array_of(rows.starts)
        values = array_of(rows.numbers)
        self._values = values if numbers is None else numbers[values]

    def row(self, number: int) -> list[int]:
        if not 0 <= number < len(self.starts) - 1:
            return []
        row: list[int] = self._values[self.starts[number] : self.starts[number + 1]].tolist()
        return row


def align(theirs: NDArray[np.int64], ours: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of the concept of ours that each of their WordNet keys means, or −1.

    A key is a place in a file. Debian mended a few entries of WordNet 3.0, which moved all that stand behind them by
    a few bytes: where one small distance finds (nearly) all lost keys of a part of speech, it is that [ours].
    """
    order = np.argsort(ours)
    ordered = ours[order]

    def find(keys: NDArray[np.int64]) -> NDArray[np.int64]:
        places = np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)
        return np.where(ordered[places] == keys, order[places], -1)

    if not len(ours):
        return np.full(len(theirs), -1)
    found = find(theirs)
    for part in range(1, 5):
        lost = np.flatnonzero((found < 0) & (parts_of(theirs) == part))
        if len(lost) < _FEWEST_LOST:
            continue
        some = theirs[lost[:: max(1, len(lost) // _SOME)]]
        distance = max(range(-_NEAR, _NEAR + 1), key=lambda distance: int((find(some + distance) >= 0).sum()))
        moved = find(theirs[lost] + distance)
        if (moved >= 0).mean() >= _MOST_FOUND:
            found[lost] = moved
    return found
