"""The best pages of a crawl by relevance, trust, currency or date, with the reasons for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path

from msgspec import Struct

from honeyguide.errors import BadInput, nearest
from honeyguide.insight.questions import Insight
from honeyguide.model import StoredPage, TermEvidence
from honeyguide.progress import Progress
from honeyguide.storage.folder import connect
from honeyguide.storage.results import best, newest, numbered, undated
from honeyguide.timestamps import parse, seconds

_ALL = 2**62
BY = ("relevance", "trust", "currency", "date")
"""What may make a page better than another."""


class Result(Struct, frozen=True):
    """A page in its place."""

    page: StoredPage
    evidence: tuple[TermEvidence, ...]
    """What the topic's terms contributed to its relevance."""
    score: float | None = None
    """Of trust or currency …"""
    reasons: tuple[str, ...] = ()
    """… with its reasons in words."""


class Results:
    """Pages on topic, near-duplicates left out, the best first; every iteration reads them anew."""

    def __init__(self, read: Callable[[], Iterator[Result]], undated: int = 0, unread: int = 0) -> None:
        self._read = read
        self.undated = undated
        """Ranked by date: pages that have none and are left out."""
        self.unread = unread
        """Pages whose date and main text were not extracted; `CrawlFolder.index` does it."""

    def __iter__(self) -> Iterator[Result]:
        return self._read()


def rank(
    folder: Path, by: str, top: int | None, since: str | date | None, until: str | date | None, progress: Progress
) -> Results:
    """As `CrawlFolder.results` says."""
    if by not in BY:
        raise BadInput(f"results cannot be ranked by '{by}'{nearest(by, BY)}")
    connect(folder).close()
    first = None if since is None else seconds(since)
    last = None if until is None else seconds(until, end=True)

    def chosen(results: Iterator[Result]) -> Iterator[Result]:
        if first is not None or last is not None:
            results = (each for each in results if _is_between(each.page, first, last))
        return islice(results, top)

    if by in ("trust", "currency"):
        insight = Insight(folder, progress=progress)
        scores = _scores(insight, by)
        return Results(lambda: chosen(_scored(folder, scores)), unread=insight.analysis.unread)
    most = _ALL if top is None or since or until else top
    if by == "date":
        without = undated(folder)
        newest_first = lambda: chosen(Result(*each) for each in newest(folder, most))  # noqa: E731
        return Results(newest_first, without.pages, without.unread)
    return Results(lambda: chosen(Result(*each) for each in best(folder, most)))


def _scores(insight: Insight, by: str) -> dict[int, tuple[float, tuple[str, ...]]]:
    """Score and reasons in words by the number of the page, the best first."""
    if by == "trust":
        found = [(each.score, each.item, tuple(why.says for why in each.reasons)) for each in insight.trust_scores]
    else:
        found = [(each.score, each.item, each.says) for each in insight.currency_scores()]
    items = insight.analysis.items
    found.sort(key=lambda each: (-each[0], -items[each[1]].relevance, each[1]))
    return {items[place].number: (score, says) for score, place, says in found}


def _scored(folder: Path, scores: dict[int, tuple[float, tuple[str, ...]]]) -> Iterator[Result]:
    for number, page, evidence in numbered(folder, scores):
        yield Result(page, evidence, *scores[number])


def _is_between(page: StoredPage, since: float | None, until: float | None) -> bool:
    at = parse(page.published)
    return at is not None and (since is None or at >= since) and (until is None or at < until)
