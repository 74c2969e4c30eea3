"""An observer beside a crawl: judges every page by a topic that need not be the crawler's, the same for all crawls.

The papers judge all crawlers by one measure whatever steers them (WSE 7.2: the same FK).
"""

from __future__ import annotations

from msgspec import Struct

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import Page, Relevance, Topic
from honeyguide.protocols import Encoder


class Observer(Struct, frozen=True):
    topic: Topic
    """Its relevance and threshold make the self-judged figures; its model must read pages as the crawl's does."""
    etas: tuple[float, ...] = ()
    """Further thresholds to count pages by."""


class Observation:
    """Of one crawl."""

    def __init__(self, observer: Observer, settings: Settings, encoder: Encoder | None = None) -> None:
        self.etas = observer.etas
        self._reader = PageAnalyzer(observer.topic, settings, encoder=encoder)
        self._accepted = self._right = 0
        self._above = [0] * len(observer.etas)

    def judge(self, page: Page, own: Relevance, labelled: bool) -> Relevance:
        """What the observer says of a page, beside what the crawler and the labels do."""
        self._accepted += own.on_topic
        self._right += own.on_topic and labelled
        judged = self._reader.judge(page)
        for at, eta in enumerate(self.etas):
            self._above[at] += judged.score > eta
        return judged

    def notes(self) -> dict[str, float]:
        """Pages that the crawler accepted, those of them that are on topic by the labels, and pages above each η."""
        counts = {above(eta): float(many) for eta, many in zip(self.etas, self._above, strict=True)}
        return {"accepted": float(self._accepted), "accepted_right": float(self._right), **counts}


def above(eta: float) -> str:
    return f"above {eta:.4g}"
