"""Terms that tell a corpus from a background: the words and phrases of its documents that others do not hold [ours].

WSE 3 takes the most frequent terms, and a person strikes out what is no term: `known`, the name of the site. Here
clearly more documents of the corpus than of a background must hold a term (`log_odds.contrast`), and it weighs the
square of its log-odds. What is left out besides: a part that hardly stands alone (`ionization` of `ionization
energy`), a plural whose singular is there, a word of two letters or with a digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from honeyguide.chinese import ANY_HAN
from honeyguide.log_odds import TELLING, Numbers, contrast, log_odds
from honeyguide.model import Topic
from honeyguide.topics.terms import Terms

LEAST = 0.01
"""Weight of a term that a person listed and the corpus does not tell apart."""
HARDLY_ALONE = 0.8
"""Share of a term's documents that hold it in a longer term: it hardly stands alone."""
SHORTEST = 3

Counts = Sequence[Mapping[int, int]]
"""How often each document holds each term, by its number."""


class Telling(Struct, frozen=True):
    term: str
    documents: int
    """Documents of the corpus that hold it …"""
    outside: int
    """… and of the background."""
    weight: float
    """In (0, 1]: its log-odds as a share of the largest, squared: many weak terms do not make up for a strong one."""


class Contrast:
    """Documents of a corpus and of a background, and the terms that they hold."""

    def __init__(self, terms: Sequence[str], corpus: Sequence[str], background: Sequence[str]) -> None:
        counter = Terms(Topic("", dict.fromkeys(terms, 1.0)))
        self.terms = counter.names
        self.here: Counts = counter.count_each(corpus)
        self.there: Counts = counter.count_each(background)

    def telling(self, limit: int, without: int = 0, of: int = 1) -> list[Telling]:
        """The terms that tell most, surest first; without every n-th document where these are held out.

        `without` and `of`: those at the places `without`, `without + of`, …; with `of` = 1 none is.
        """
        here, among = self._holding(self.here, without, of)
        there, outside = self._holding(self.there, without, of)
        sure = contrast(here, among, there, outside)
        order = [int(at) for at in np.argsort(-sure, kind="stable") if sure[at] >= TELLING and here[at] >= 2]
        superfluous = self._superfluous(order, here)
        kept = [at for at in order if at not in superfluous][:limit]
        return self._weighed(kept, here, among, there, outside)

    def weighed(self, beside: str = "") -> list[Telling]:
        """All terms, in their order; `beside` is one that does not set the scale for the others."""
        here, among = self._holding(self.here, 0, 1)
        there, outside = self._holding(self.there, 0, 1)
        return self._weighed(range(len(self.terms)), here, among, there, outside, beside)

    def _weighed(
        self, places: Sequence[int], here: Numbers, among: float, there: Numbers, outside: float, beside: str = ""
    ) -> list[Telling]:
        says = log_odds(here, among, there, outside)
        most = max((float(says[at]) for at in places if self.terms[at] != beside), default=0.0)
        return [
            Telling(
                self.terms[at],
                int(here[at]),
                int(there[at]),
                round(max(LEAST, min(1.0, float(says[at]) / most) ** 2) if says[at] > 0 < most else LEAST, 4),
            )
            for at in places
        ]

    def _holding(self, counts: Counts, without: int, of: int) -> tuple[Numbers, float]:
        """How many documents hold each term, and how many there are."""
        held = np.zeros(len(self.terms))
        used = [each for place, each in enumerate(counts) if of == 1 or place % of != without]
        for each in used:
            held[list(each)] += 1
        return held, float(len(used))

    def _superfluous(self, order: Sequence[int], here: Numbers) -> set[int]:
        """Terms that another of them makes superfluous."""
        number = {self.terms[at]: at for at in order}
        dropped = {at for at in order if not _is_term(self.terms[at]) or _singular(self.terms[at], number)}
        for at in order:
            if at in dropped:
                continue
            for part in _parts_of(self.terms[at]):
                other = number.get(part)
                if other is not None and here[at] >= HARDLY_ALONE * here[other]:
                    dropped.add(other)
        return dropped


def _is_term(term: str) -> bool:
    if any(map(str.isdecimal, term)):
        return False
    return bool(ANY_HAN.search(term)) or len(term) >= SHORTEST


def _singular(term: str, among: Mapping[str, int]) -> bool:
    return (term.endswith("s") and term[:-1] in among) or (term.endswith("es") and term[:-2] in among)


def _parts_of(term: str) -> set[str]:
    """Shorter rows of its words; of its characters where it is Chinese."""
    between = "" if ANY_HAN.search(term) else " "
    pieces = term.split() if between else list(term)
    rows = {
        between.join(pieces[start:end]) for start in range(len(pieces)) for end in range(start + 1, len(pieces) + 1)
    }
    return rows - {term}
