"""How much is probably left: on-topic pages behind the links that wait, and those that no fetched page links to.

What a waiting link is worth is learned from the links that were fetched: the chance to bring a page on topic rises
with the score of the link (isotonic regression by pool adjacent violators, Ayer et al. 1955); late tries count more,
and no score counts more than those that were tried. What no page links to is bounded from below by Chao's estimator
(Chao 1984, bias-corrected), with in-links for captures.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import frexp, sqrt
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from msgspec import convert
from numpy.typing import NDArray

from honeyguide.link_table import LinkTable
from honeyguide.model import Coverage, Outcome
from honeyguide.protocols import LinkModel
from honeyguide.records import Checkpoint, Record

_OCTAVES, _PARTS = 12, 8
BINS = _OCTAVES * _PARTS + 2
"""Scores are counted by powers of two, each cut in eight: most scores are low, and order is all that counts."""
HALF_LIFE = 1000
"""So many links later, what a link turned out to be counts half [ours]."""
_FADES_EVERY = 50
_FADES_BY = 0.5 ** (_FADES_EVERY / HALF_LIFE)
LEAST_TRIES = 25
"""Links that a chance is taken from: scores that were tried less often are counted together with the next."""
LEAST_LINKS = 100
"""Before so many links were tried, there is too little to say."""
_MANY = 3
"""In-links beyond this are not counted: Chao's estimator asks for one and two."""
_target = attrgetter("target")


def bin_of(score: float) -> int:
    """0 for what is next to nothing, the last for a score of 1."""
    part, power = frexp(score)
    return max(0, 1 + (power + _OCTAVES - 1) * _PARTS + int((part - 0.5) * 2 * _PARTS)) if score > 0 else 0


def bins_of(scores: NDArray[np.float32]) -> NDArray[np.int64]:
    parts, powers = np.frexp(scores)
    bins = 1 + (powers.astype(np.int64) + _OCTAVES - 1) * _PARTS + ((parts - 0.5) * 2 * _PARTS).astype(np.int64)
    told: NDArray[np.int64] = np.where(scores > 0, np.maximum(bins, 0), 0)
    return told


class Chances(NamedTuple):
    """The chance that a link of each bin brings a page on topic, its standard error, and the lowest bin tried."""

    chance: NDArray[np.float64]
    error: NDArray[np.float64]
    lowest: int


class Calibration:
    """What links of each score turned out to be, later ones counting more."""

    def __init__(self) -> None:
        self.links = 0
        self.tries = [0.0] * BINS
        self.hits = [0.0] * BINS

    def add(self, score: float, on_topic: bool) -> None:
        place = bin_of(score)
        self.tries[place] += 1.0
        self.hits[place] += on_topic
        self.links += 1
        if self.links % _FADES_EVERY == 0:
            self.tries = [_FADES_BY * each for each in self.tries]
            self.hits = [_FADES_BY * each for each in self.hits]

    def chances(self) -> Chances:
        """Never tried scores have the chance of the next higher one that was tried, else of the highest."""
        blocks = self._pooled()
        chance, error = np.zeros(BINS), np.zeros(BINS)
        begin = 0
        for end, hits, tries in blocks:
            p = (hits + 0.5) / (tries + 1.0)  # Jeffreys' prior: none of few is not none of all
            chance[begin : end + 1] = p
            error[begin : end + 1] = sqrt(p * (1.0 - p) / (tries + 2.0))
            begin = end + 1
        if begin:
            chance[begin:], error[begin:] = chance[begin - 1], error[begin - 1]
        lowest = next((place for place, tries in enumerate(self.tries) if tries), BINS)
        return Chances(chance, error, lowest)

    def _pooled(self) -> list[tuple[int, float, float]]:
        """Neighbours with too few tries together, then those that break the order: last bin, hits, tries."""
        blocks: list[tuple[int, float, float]] = []
        last, hits, tries = BINS - 1, 0.0, 0.0
        groups: list[tuple[int, float, float]] = []
        for place in range(BINS - 1, -1, -1):
            if not tries and self.tries[place]:
                last = place
            hits, tries = hits + self.hits[place], tries + self.tries[place]
            if tries >= LEAST_TRIES:
                groups.append((last, hits, tries))
                hits = tries = 0.0
        if tries:
            end, more_hits, more_tries = groups.pop() if groups else (last, 0.0, 0.0)
            groups.append((end, hits + more_hits, tries + more_tries))
        for group in reversed(groups):
            blocks.append(group)
            while len(blocks) > 1 and blocks[-2][1] * blocks[-1][2] >= blocks[-1][1] * blocks[-2][2]:
                (_, h1, n1), (end, h2, n2) = blocks[-2:]
                blocks[-2:] = [(end, h1 + h2, n1 + n2)]
        return blocks


def chao1(once: int, twice: int) -> float:
    """At least so many were never seen, where so many were seen once and twice (Chao 1984, bias-corrected)."""
    return once * (once - 1) / (2.0 * (twice + 1))


def _share(found: int, left: float) -> float:
    return found / (found + left) if found else 0.0


class Expected(NamedTuple):
    """Pages on topic behind some waiting links."""

    links: int
    pages: float
    error: float
    untried: int
    """Links that score lower than any that was tried."""


def expected(calibration: Calibration, waiting: Sequence[float]) -> Expected:
    """Behind so many links of each bin."""
    counts = np.asarray(waiting)
    chance, error, lowest = calibration.chances()
    pages, uncertain = float(counts @ chance), float(counts @ error)  # errors of one block go together
    return Expected(int(counts.sum()), pages, uncertain, int(counts[:lowest].sum()))


class CoverageEstimator:
    """Follows a crawl, and says what is probably left when asked."""

    def __init__(self, table: LinkTable, links: LinkModel) -> None:
        self.calibration = Calibration()
        self._table = table
        self._links = links
        self._settled = bytearray()
        """By link number, whether nothing more will come of it."""
        self._in_links = bytearray()
        """By link number, fetched pages that hold it, up to `_MANY`."""
        self._found = array("i")

    @property
    def found(self) -> int:
        return len(self._found)

    def settled(self, record: Record, score: float) -> bool:
        """A link that scored so much came to this; whether it brought a page on topic that is no duplicate."""
        number = record.link.id
        found = bool(record.relevance and record.relevance.on_topic and record.duplicate_of is None)
        if not record.final:
            return False
        self._reach()
        self._settled[number] = True
        if record.outcome is not Outcome.REDIRECT and record.link.parent >= 0:  # of a redirect, the target counts
            self.calibration.add(score, found)
        if record.page is None:
            return False
        in_links = self._in_links
        for target in set(map(_target, record.citations)):
            if in_links[target] < _MANY and target != number:
                in_links[target] += 1
        if found:
            self._found.append(number)
        return found

    def waiting(self, since: int = 0) -> NDArray[np.int64]:
        """Links that nothing has come of yet, from this number on."""
        self._reach()
        told: NDArray[np.int64] = np.flatnonzero(np.frombuffer(self._settled, np.uint8)[since:] == 0) + since
        return told

    def waits(self, number: int) -> bool:
        return number < len(self._settled) and not self._settled[number]

    def settle(self, number: int) -> None:
        """Nothing will come of this link."""
        self._reach()
        self._settled[number] = True

    def by_score(self, since: int = 0) -> list[int]:
        """How many links wait in each bin of scores, from this number on."""
        scores = self._links.scores(len(self._table))[self.waiting(since)]
        counts: list[int] = np.bincount(bins_of(scores), minlength=BINS).tolist()
        return counts

    def expected(self, since: int = 0) -> Expected:
        return expected(self.calibration, self.by_score(since))

    def undiscovered(self) -> float:
        in_links = np.frombuffer(self._in_links, np.uint8)[np.frombuffer(self._found, np.int32)]
        return chao1(int((in_links == 1).sum()), int((in_links == 2).sum()))

    def estimate(self, pages: int, test: str = "") -> Coverage | None:
        """None when there is too little to say; where no link waits, little is enough."""
        found = len(self._found)
        if (self.calibration.links < LEAST_LINKS or not found) and len(self.waiting()):
            return None
        left = self.expected()
        low, high = max(0.0, left.pages - 2 * left.error), min(float(left.links), left.pages + 2 * left.error)
        return Coverage(
            pages=pages,
            found=found,
            waiting=left.links,
            expected=left.pages,
            low=low,
            high=high,
            untried=left.untried,
            undiscovered=self.undiscovered(),
            recall=_share(found, left.pages),
            recall_low=_share(found, high),
            recall_high=_share(found, low),
            test=test,
        )

    def state(self) -> dict[str, object]:
        kept = self.calibration
        return {"links": kept.links, "tries": kept.tries, "hits": kept.hits}

    def restore(self, stored: Checkpoint, waiting: NDArray[np.int64], state: Mapping[str, object]) -> None:
        """`waiting`: the links that the crawl goes on with. A crawl from before this was kept learns from here on."""
        known = len(self._table)
        settled = np.ones(known, np.uint8)
        settled[waiting] = 0
        self._settled = bytearray(settled.tobytes())
        is_page = np.zeros(known, bool)
        is_page[stored.pages] = True
        sources, targets = stored.citations.sources, stored.citations.targets
        counts = is_page[sources] & (sources != targets)
        pairs = np.unique(sources[counts] * known + targets[counts])
        in_links = np.minimum(np.bincount(pairs % max(1, known), minlength=known), _MANY)
        self._in_links = bytearray(in_links.astype(np.uint8).tobytes())
        self._found = array("i", stored.on_topic.astype(np.int32).tobytes())
        if state:
            kept = self.calibration
            kept.links = convert(state["links"], int)
            kept.tries, kept.hits = (convert(state[name], list[float]) for name in ("tries", "hits"))

    def _reach(self) -> None:
        missing = len(self._table) - len(self._settled)
        if missing:
            self._settled.extend(bytes(missing))
            self._in_links.extend(bytes(missing))
