"""Terms that tell a corpus from a background: the words and phrases of its documents that others do not hold [ours].

WSE 3 takes the most frequent terms, and a person strikes out what is no term: `known`, the name of the site. Here
clearly more documents of the corpus than of a background must hold a term (`log_odds.contrast`), and it weighs the
square of its log-odds. What is left out besides: a part that nearly always stands inside a longer term (`ionization`
of `ionization energy`), a plural whose singular is there, a word of two letters or with a digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct

from honeyguide.chinese import ANY_HAN
from honeyguide.log_odds import TELLING, Numbers, contrast, log_odds
from honeyguide.model import Topic
from honeyguide.topics.ontology.plurals import irregular, singulars
from honeyguide.topics.terms import Terms

LEAST = 0.01
"""Weight of a term that a person listed and the corpus does not tell apart."""
HARDLY_ALONE = 0.8
"""Share of a term's occurrences that lie inside a longer term: it hardly stands alone."""
SHORTEST = 3

Counts = Sequence[Mapping[int, int]]
"""How often each document holds each term, by its number."""


class Telling(Struct, frozen=True):
    term: str
    count: int
    """How often it occurs in the corpus."""
    documents: int
    """Documents of the corpus that hold it …"""
    outside: int
    """… and of the background."""
    weight: float
    """In (0, 1]: its log-odds as a share of the largest, squared: many weak terms do not make up for a strong one."""


class _Held(Struct, frozen=True):
    """Of every term, by its number."""

    here: Numbers
    """Documents of the corpus that hold it …"""
    often: Numbers
    """… how often it occurs in them …"""
    there: Numbers
    """… and documents of the background."""
    sure: Numbers
    """Standard deviations."""
    says: Numbers
    """Its log-odds; less where they may be chance, as of a word that is in three documents and in no other."""


class Contrast:
    """Documents of a corpus and of a background, and the terms that they hold."""

    def __init__(self, terms: Sequence[str], corpus: Sequence[str], background: Sequence[str]) -> None:
        counter = Terms(Topic("", dict.fromkeys(terms, 1.0), {term: irregular(term) for term in terms}))
        self.terms = counter.names
        self.here: Counts = counter.count_each(corpus)
        self.there: Counts = counter.count_each(background)

    def telling(self, limit: int, without: int = 0, of: int = 1) -> list[Telling]:
        """The terms that tell most, surest first; without every n-th document where these are held out.

        `without` and `of`: those at the places `without`, `without + of`, …; with `of` = 1 none is.
        """
        held = self._held(without, of)
        kept = self._kept(held, limit)
        return self._weighed(kept, held, _most(kept, held))

    def weighed(self, scale: float = 0.0) -> list[Telling]:
        """All terms, in their order, by a scale: with one, what is listed beside a term changes nothing."""
        held = self._held()
        places = range(len(self.terms))
        return self._weighed(places, held, scale or _most(places, held))

    def scale(self, limit: int) -> float:
        """The largest log-odds of the terms that tell most; 0 where none does."""
        held = self._held()
        return _most(self._kept(held, limit), held)

    def _kept(self, held: _Held, limit: int) -> list[int]:
        order = [int(at) for at in np.argsort(-held.sure, kind="stable")]
        order = [at for at in order if held.sure[at] >= TELLING and held.here[at] >= 2]
        superfluous = self._superfluous(order, held.often)
        return [at for at in order if at not in superfluous][:limit]

    def _weighed(self, places: Sequence[int], held: _Held, most: float) -> list[Telling]:
        return [
            Telling(
                self.terms[at],
                int(held.often[at]),
                int(held.here[at]),
                int(held.there[at]),
                round(
                    max(LEAST, min(1.0, float(held.says[at]) / most) ** 2) if held.says[at] > 0 < most else LEAST, 4
                ),
            )
            for at in places
        ]

    def _held(self, without: int = 0, of: int = 1) -> _Held:
        used, others = (
            [each for place, each in enumerate(counts) if of == 1 or place % of != without]
            for counts in (self.here, self.there)
        )
        here, there, often = np.zeros((3, len(self.terms)))
        for each in used:
            here[list(each)] += 1
            often[list(each)] += list(each.values())
        for each in others:
            there[list(each)] += 1
        among, outside = float(len(used)), float(len(others))
        sure = contrast(here, among, there, outside)
        says = log_odds(here, among, there, outside) * np.clip(sure / TELLING, 0.0, 1.0)
        return _Held(here, often, there, sure, says)

    def _superfluous(self, order: Sequence[int], often: Numbers) -> set[int]:
        """Terms that another of them makes superfluous."""
        number = {self.terms[at]: at for at in order}
        dropped = {
            at
            for at in order
            if not _is_term(self.terms[at]) or any(each in number for each in singulars(self.terms[at]))
        }
        for at in order:
            if at in dropped:
                continue
            for part in _parts_of(self.terms[at]):
                other = number.get(part)
                if other is not None and often[at] >= HARDLY_ALONE * often[other]:
                    dropped.add(other)
        return dropped


def _weight(says: float, most: float) -> float:
    return round(max(LEAST, min(1.0, says / most) ** 2), 4) if says > 0 < most else LEAST


def _most(places: Sequence[int], held: _Held) -> float:
    return max((float(held.says[at]) for at in places), default=0.0)


def _is_term(term: str) -> bool:
    if any(map(str.isdecimal, term)):
        return False
    return bool(ANY_HAN.search(term)) or len(term) >= SHORTEST


def _parts_of(term: str) -> set[str]:
    """Shorter rows of its words; of its characters where it is Chinese."""
    between = "" if ANY_HAN.search(term) else " "
    pieces = term.split() if between else list(term)
    rows = {
        between.join(pieces[start:end]) for start in range(len(pieces)) for end in range(start + 1, len(pieces) + 1)
    }
    return rows - {term}
