"""The best pages of a crawl by relevance, trust, currency or date, with the reasons for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.errors import BadInput, nearest
from honeyguide.model import StoredPage, TermEvidence
from honeyguide.progress import Progress
from honeyguide.relevance.evidence import kept_sums
from honeyguide.storage.folder import connect, topic_of
from honeyguide.storage.results import Evidence, best, newest, numbered, roles_of, status, undated
from honeyguide.timestamps import parse, seconds
from honeyguide.validation import how_many

if TYPE_CHECKING:
    from honeyguide.insight.questions import Insight

_ALL = 2**62
BY = ("relevance", "trust", "currency", "date")
"""What may make a page better than another."""


class Result(Struct, frozen=True):
    """A page in its place."""

    page: StoredPage
    evidence: tuple[TermEvidence, ...]
    """What terms contributed to its relevance, for or against, those that contributed most …"""
    unit: str
    """… in this unit; …"""
    bias: float
    """… what that is added to …"""
    others: float
    """… with all other terms …"""
    total: float
    """… and comes to: the relevance itself, or what it is computed from."""
    score: float | None = None
    """Of trust or currency …"""
    reasons: tuple[str, ...] = ()
    """… with its reasons in words."""
    roles: tuple[str, ...] = ()
    """What the strategy set the page apart as: `authority`, `hub`, `seed bank`."""


class Results:
    """Pages on topic, near-duplicates left out, the best first; every iteration reads them anew."""

    def __init__(
        self,
        read: Callable[[], Iterator[Result]],
        undated: int = 0,
        unread: int = 0,
        now: datetime | None = None,
        now_is: str = "",
    ) -> None:
        self._read = read
        self.undated = undated
        """Ranked by date: pages that have none and are left out."""
        self.unread = unread
        """Pages whose date and main text were not extracted; `CrawlFolder.index` does it."""
        self.now = now
        """Ranked by currency: the moment that counts as now, …"""
        self.now_is = now_is
        """… and what it is, in words."""

    def __iter__(self) -> Iterator[Result]:
        return self._read()


def rank(
    folder: Path,
    by: str,
    top: int | str | None,
    since: str | date | None,
    until: str | date | None,
    progress: Progress,
) -> Results:
    """As `CrawlFolder.results` says."""
    if by not in BY:
        raise BadInput(f"results cannot be ranked by '{by}'{nearest(by, BY)}")
    if top is not None:
        how_many(top, 1)  # refuses what is neither before anything is read
    connect(folder).close()
    first = None if since is None else seconds(since)
    last = None if until is None else seconds(until, end=True)

    def chosen(read: Callable[[int], Iterator[Result]], count: Callable[[], int]) -> Iterator[Result]:
        roles = roles_of(folder)
        return (replace(each, roles=roles.get(each.page.url, ())) for each in cut(read, count))

    def cut(read: Callable[[int], Iterator[Result]], count: Callable[[], int]) -> Iterator[Result]:
        if first is None and last is None:
            most = _ALL if top is None else how_many(top, count())
            return islice(read(most), most)
        between = partial(filter, lambda each: _is_between(each.page, first, last))
        many = sum(1 for _ in between(read(_ALL))) if isinstance(top, str) else 0
        return islice(between(read(_ALL)), None if top is None else how_many(top, many))

    if by in ("trust", "currency"):
        from honeyguide.insight.questions import Insight  # noqa: PLC0415

        insight = Insight(folder, progress=progress)
        scores = _scores(insight, by)
        unread = insight.analysis.unread
        now, now_is = (insight.now, insight.now_is) if by == "currency" else (None, "")
        return Results(
            lambda: chosen(lambda most: _scored(folder, scores), lambda: len(scores)),
            unread=unread,
            now=now,
            now_is=now_is,
        )
    if by == "date":
        without = undated(folder)
        dated = lambda: status(folder).on_topic - undated(folder).pages  # noqa: E731
        return Results(lambda: chosen(partial(_read, newest, folder), dated), without.pages, without.unread)
    return Results(lambda: chosen(partial(_read, best, folder), lambda: status(folder).on_topic))


def _read(
    query: Callable[[Path, int], Iterator[tuple[StoredPage, Evidence]]], folder: Path, most: int
) -> Iterator[Result]:
    taken_apart = _take_apart(folder)
    return (taken_apart(*each) for each in query(folder, most))


def _take_apart(folder: Path) -> Callable[..., Result]:
    """What makes results of pages and their evidence, by the topic that judged them."""
    topic = topic_of(folder)

    def result(page: StoredPage, evidence: Evidence, *told: Any) -> Result:
        found = kept_sums(page.relevance, evidence, topic)
        return Result(page, found.terms, found.unit, found.bias, found.others, found.total, *told)

    return result


def _scores(insight: Insight, by: str) -> dict[int, tuple[float, tuple[str, ...]]]:
    """Score and reasons in words by the number of the page, the best first."""
    if by == "trust":
        found = [
            (each.score, each.item, tuple(why.says for why in each.reasons if why.known))
            for each in insight.trust_scores
        ]
    else:
        found = [(each.score, each.item, each.says) for each in insight.currency_scores()]
    items = insight.analysis.items
    found.sort(key=lambda each: (-each[0], -items[each[1]].relevance, each[1]))
    return {items[place].number: (score, says) for score, place, says in found}


def _scored(folder: Path, scores: dict[int, tuple[float, tuple[str, ...]]]) -> Iterator[Result]:
    taken_apart = _take_apart(folder)
    for number, page, evidence in numbered(folder, scores):
        yield taken_apart(page, evidence, *scores[number])


def _is_between(page: StoredPage, since: float | None, until: float | None) -> bool:
    at = parse(page.published)
    return at is not None and (since is None or at >= since) and (until is None or at < until)
