"""What a reader of some format gathers about words and concepts, until it is compiled."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import FORMAT, RELATIONS, LexiconFile, Rows, numbers
from honeyguide.lexicons.texts import fold

MOST = 3_000_000
"""Words, or concepts, of one lexicon."""


class Draft:
    """Concepts are made when they are first named; a key is whatever the format calls them by."""

    def __init__(self, language: str, kind: str, source: str) -> None:
        self.language = language
        self.kind = kind
        self.source = source
        self.forms: dict[str, tuple[str, ...]] = {}
        self._numbers: dict[Hashable, int] = {}
        self._words: dict[str, int] = {}
        self._senses: list[dict[int, None]] = []
        self._names: list[dict[int, None]] = []
        self._above: list[dict[int, None]] = []
        self._relations: list[dict[int, None]] = []
        self._sememes: list[Sequence[int]] = []

    def concept(self, key: Hashable) -> int:
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self._names):
            for rows in (self._names, self._above, self._relations):
                rows.append({})
            self._sememes.append(())
            self._bound(number)
        return number

    def __contains__(self, key: Hashable) -> bool:
        return key in self._numbers

    def sense(self, word: str, concept: int) -> None:
        """The word can mean the concept."""
        if number := self._word(word):
            self._senses[number - 1][concept] = None

    def name(self, concept: int, word: str) -> None:
        """The concept is called by this word."""
        if number := self._word(word):
            self._names[concept][number - 1] = None

    def above(self, concept: int, parent: int) -> None:
        if parent != concept:
            self._above[concept][parent] = None

    def relate(self, kind: str, concept: int, other: int) -> None:
        self._relations[concept][other * 8 + RELATIONS.index(kind)] = None

    def made_of(self, concept: int, sememes: Iterable[int]) -> None:
        self._sememes[concept] = tuple(dict.fromkeys(sememes))

    def compiled(self, keys: bytes = b"") -> LexiconFile:
        if not self._words:
            raise BadInput(f"{self.source}: holds no words")
        above = [list(row) for row in self._above]
        return LexiconFile(
            format=FORMAT,
            language=self.language,
            kind=self.kind,
            source=self.source,
            words=tuple(self._words),
            senses=Rows.of([list(row) for row in self._senses]),
            names=Rows.of([list(row) for row in self._names]),
            above=Rows.of(above),
            relations=Rows.of([list(row) for row in self._relations]),
            sememes=Rows.of(self._sememes),
            below=numbers(_count_below(above)),
            keys=keys,
            forms=self.forms,
            has_hierarchy=any(above),
        )

    def _word(self, written: str) -> int:
        """Number of the word plus one; 0 when nothing is written."""
        word = fold(written)
        if not word:
            return 0
        number = self._words.setdefault(word, len(self._words))
        if number == len(self._senses):
            self._senses.append({})
            self._bound(number)
        return number + 1

    def _bound(self, number: int) -> None:
        if number >= MOST:
            raise BadInput(f"{self.source}: holds more than {MOST:,} words or concepts; that is no lexicon")


def _count_below(above: Sequence[Sequence[int]]) -> list[int]:
    """How many distinct concepts lie below each; a concept that several lie above counts once for each of them."""
    below = [0] * len(above)
    for concept, parents in enumerate(above):
        reached = {concept}
        waiting = list(parents)
        while waiting:
            parent = waiting.pop()
            if parent not in reached:
                reached.add(parent)
                below[parent] += 1
                waiting.extend(above[parent])
    return below
