"""The questions that a crawl answers: what can be trusted, what is current, what is hot, how an event went on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.extras import require
from honeyguide.insight import findings
from honeyguide.insight.analysis import analyse
from honeyguide.insight.authority import host_authority
from honeyguide.insight.currency import currency
from honeyguide.insight.evolution import evolution
from honeyguide.insight.findings import CurrentPage, EventHistory, EventSummary, HotEvent, Overview, TrustedPage
from honeyguide.insight.hot import hot
from honeyguide.insight.model import Currency, Evolution, Trust
from honeyguide.insight.summary import Scored, chief, headline, highest, largest, lowest
from honeyguide.insight.time_line import TimeLine, time_line
from honeyguide.insight.trust import trust
from honeyguide.progress import Progress, silent
from honeyguide.storage.items import host_graph
from honeyguide.storage.results import status
from honeyguide.urls import canonical
from honeyguide.validation import how_many

WEEK = timedelta(days=7)
FORTNIGHT = timedelta(days=14)


class Insight:
    """The pages on topic of a crawl as they were when it was made, ready for questions.

    `top` is how many of the best are wanted: a count, or a share of all such as `"10%"`.
    """

    def __init__(self, folder: Path, *, at: float | None = None, progress: Progress = silent) -> None:
        """`at` is what counts as now, in seconds since 1970; else the newest publication."""
        self.folder = folder
        self.analysis = analyse(folder, at=at, progress=progress)

    @property
    def now(self) -> datetime:
        """The moment that counts as now."""
        return datetime.fromtimestamp(self.analysis.until, UTC)

    @property
    def now_is(self) -> str:
        """What that moment is, where nobody named one."""
        found = self.overview()
        return "the newest publication" if found.undated < found.items else "the last visit"

    def overview(self) -> Overview:
        """How many pages, stories, events and sites there are, from when until when."""
        return findings.overview(self.analysis)

    def trust(self, top: int | str = 10, *, lowest: bool = False, url: str = "") -> list[TrustedPage]:
        """How far pages can be trusted, the most trusted first, or the least; with `url` that page alone."""
        chosen = self._chosen(self.trust_scores, self.trust_scores, top, lowest, url)
        return [findings.trusted_page(self.analysis, each, self._titles) for each in chosen]

    def currency(
        self, top: int | str = 10, *, half_life: timedelta = FORTNIGHT, lowest: bool = False, url: str = ""
    ) -> list[CurrentPage]:
        """How current pages with a date are; after the half-life a page is half as current."""
        scores = self.currency_scores(half_life)
        chosen = self._chosen(scores, [each for each in scores if each.age is not None], top, lowest, url)
        return [findings.current_page(self.analysis, each, self._titles) for each in chosen]

    def events(self, top: int | str = 20) -> list[EventSummary]:
        """The events with the most stories."""
        return [
            findings.event_summary(self.analysis, each)
            for each in largest(self.analysis, how_many(top, len(self.analysis.events)))
        ]

    def hot(self, top: int | str = 10, *, window: timedelta = WEEK) -> list[HotEvent]:
        """The events that stand out in the window of time before now, the hottest first."""
        seconds = window.total_seconds()
        found = hot(self.analysis, seconds)
        return [findings.hot_event(self.analysis, each, seconds) for each in found[: how_many(top, len(found))]]

    def evolution(self, event: int) -> EventHistory:
        """How the event with this number went on: its phases, what was new in each, who began it."""
        return findings.event_history(self.analysis, evolution(self.analysis, event))

    def time_line(self, top: int = 7, *, window: timedelta = WEEK) -> TimeLine:
        """Items and stories by day, week, month or year, and the stories of so many chief events."""
        return time_line(self.analysis, chief(self.analysis, hot(self.analysis, window.total_seconds()), top))

    def report(
        self,
        path: Path | str,
        *,
        window: timedelta = WEEK,
        half_life: timedelta = FORTNIGHT,
        top: int = 7,
        progress: Progress = silent,
    ) -> Path:
        """Everything as one HTML file with tables and charts; `top` events are told phase by phase."""
        require("matplotlib", "a report with charts")
        from honeyguide.insight.report_page import write_report  # noqa: PLC0415

        path, seconds = Path(path), window.total_seconds()
        scores = self.currency_scores(half_life)
        hots = hot(self.analysis, seconds)
        numbers = [each for each in chief(self.analysis, hots, top) if self._has_time_line(each)]
        evolutions: list[Evolution] = []
        for number in numbers:
            progress("following events", len(evolutions), len(numbers))
            evolutions.append(evolution(self.analysis, number))
        progress("writing the report", 0, 1)
        name = f"{self.folder.resolve().name}: {status(self.folder).topic}"
        told = (self.analysis, self.trust_scores, scores, hots, evolutions)
        write_report(path, *told, name=name, window=seconds, half_life=half_life / timedelta(days=1))
        return path

    @cached_property
    def trust_scores(self) -> Sequence[Trust]:
        """Of every page, in the order of `analysis.items`."""
        return trust(self.analysis, host_authority(host_graph(self.folder)))

    @cached_property
    def _titles(self) -> dict[int, str]:
        """What each event is called, by number."""
        return {event.number: headline(self.analysis, event) for event in self.analysis.events}

    def currency_scores(self, half_life: timedelta = FORTNIGHT) -> Sequence[Currency]:
        """Of every page, in the order of `analysis.items`; 0 for those without a date."""
        return currency(self.analysis, half_life / timedelta(days=1))

    def _chosen(
        self, scores: Sequence[Scored], ranked: Sequence[Scored], top: int | str, from_below: bool, url: str
    ) -> list[Scored]:
        if url:
            return [scores[self._place(url)]]
        most = how_many(top, len(ranked))
        return lowest(ranked, most) if from_below else highest(ranked, most)

    def _place(self, url: str) -> int:
        wanted = canonical(url) or url
        for place, item in enumerate(self.analysis.items):
            if item.url == wanted:
                return place
        raise BadInput(f"{url[:200]}: is no page on topic of this crawl; honeyguide results {self.folder} lists them")

    def _has_time_line(self, number: int) -> bool:
        """Whether an event has an item that is dated up to now."""
        started = self.analysis.events[number - 1].started
        return started is not None and started <= self.analysis.until
