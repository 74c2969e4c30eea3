"""Who of the shards may fetch how many pages, so that all of them together stay focused: no Ray, no clock, no file.

In each round every shard says how it stands, and what the best links that wait there are worth. What may be fetched
until the next round goes to the best links of all, wherever they are. Shards of a patient strategy hear as well how
many of their links are among those that are worth waiting for, and are dealt pages for these alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from honeyguide.cluster.recall import WholeRecallTest
from honeyguide.core.limits import why_left
from honeyguide.core.patience import FIRST_IN_FLIGHT, IN_FLIGHT, room_of
from honeyguide.core.recall_shares import RecallOrder
from honeyguide.core.referrals import PLACES, Lease, ShardReport
from honeyguide.core.stop_rules import stop_rules

GROWTH = 2.0
"""A round may have so many times the pages of the last one: shards that are slow to answer are not waited for."""

_BLIND = 8
"""Links that a shard is taken to offer whose strategy does not tell what they are worth."""

_DRAWN, _MOST_DRAWN = 2.0, 256
"""What a link is worth that was drawn for a test on recall, more than any score; shards have turns with theirs."""


class Coordinator:
    def __init__(self, pages: int, at_once: int, stop_when: str = "") -> None:
        """`pages`: of all shards together, earlier runs included; 0 for any number. `at_once`: requests of all shards
        together. `stop_when`: the rule of the settings."""
        self._pages = pages
        self._at_once = at_once
        self._allowed: list[int] = []
        """What each shard was last allowed, in all; it may have used it up since."""
        self._begun: list[int] = []
        """What each shard had begun in the last round."""
        self._before = 0
        self._rules = stop_rules(stop_when)
        self.recall = WholeRecallTest(self._rules) if self._rules.recall else None
        self._rounds: deque[tuple[int, int]] = deque()
        """Pages, and those on topic, of the last rounds: the first is as many pages ago as the rule looks at."""
        self._quiet: tuple[object, ...] = ()

    def plan(self, reports: Sequence[ShardReport]) -> list[Lease]:
        """What each shard may fetch until the next round."""
        begun = [report.pages + report.in_flight for report in reports]
        held = [max(allowed, own) for allowed, own in zip(self._allowed or begun, begun, strict=True)]
        total = sum(report.pages for report in reports)
        if not self._allowed:  # pages of an earlier run say nothing of how fast this one is
            self._before = total
        rooms = self._rooms(reports)
        if rooms is None:
            more = max(self._at_once, int(GROWTH * (total - self._before)))
        else:
            flying = sum(report.in_flight for report in reports)
            more = max(0, max(FIRST_IN_FLIGHT, int(IN_FLIGHT * total)) - flying)
        if self._pages:
            more = min(more, max(0, self._pages - sum(held)))
        if rooms is None:
            given = shares(reports, more)
        else:
            given = shares_in_room(reports, more, rooms, self._most_each(begun, more))
        self._before = total
        self._begun = begun
        self._allowed = [own + share for own, share in zip(begun, given, strict=True)]
        if rooms is None:
            return [Lease(pages) for pages in self._allowed]
        return [Lease(*each) for each in zip(self._allowed, rooms, strict=True)]

    def _rooms(self, reports: Sequence[ShardReport]) -> list[int] | None:
        """Of patient shards: how many links of each are among the best of all for which there is room; None
        where there is room for all, or no limit of pages."""
        total = sum(report.pages for report in reports)
        if not self._pages or not total:
            return None
        room = room_of(total, sum(report.in_flight for report in reports), self._pages)
        rooms = _dealt([_steps(report) for report in reports], room, [room] * len(reports))
        return rooms if sum(rooms) == room else None

    def _most_each(self, begun: Sequence[int], more: int) -> list[int]:
        """Who waits for hosts leaves pages to others: each may have its part, or more as it had use for more."""
        part = max(1, min(more, self._at_once) // len(begun))
        used = (own - before for own, before in zip(begun, self._begun or begun, strict=True))
        return [max(part, int(GROWTH * each)) for each in used]

    def why_over(self, reports: Sequence[ShardReport]) -> str:
        """Why the crawl has ended; empty when it has not."""
        total = sum(report.pages for report in reports)
        if self._pages and total >= self._pages and not any(report.in_flight for report in reports):
            return f"{self._pages} pages"
        if dried_up := self._dried_up(total, sum(report.on_topic for report in reports)):
            return dried_up
        heard = [report.recall for report in reports if report.recall]
        if self.recall and len(heard) == len(reports) and (enough := self.recall.look(total, heard)):
            return enough
        quiet = tuple((report.pages, report.waiting) for report in reports)
        is_done = all(report.is_done and not report.undelivered for report in reports)
        was, self._quiet = self._quiet, quiet if is_done else ()
        if not is_done or was != quiet:  # what one had told another may have been under way
            return ""
        left = sum(report.waiting for report in reports)
        kept = [report.why_kept for report in reports if report.waiting and report.why_kept]
        refused = [report.why_refused for report in reports if report.waiting and report.why_refused]
        return next(iter(refused), "") or why_left(left, next(iter(kept), ""))

    @property
    def order(self) -> RecallOrder | None:
        """What shards are to do for the test on recall; None without a rule for it."""
        return self.recall.order if self.recall else None

    def take_moves(self) -> list[str]:
        """Tests on recall that began or ended since this was last asked, in words."""
        if self.recall is None:
            return []
        moves, self.recall.moves = self.recall.moves, []
        return moves

    def _dried_up(self, pages: int, on_topic: int) -> str:
        rules, rounds = self._rules, self._rounds
        if not rules.harvest:
            return ""
        rounds.append((pages, on_topic))
        while len(rounds) > 1 and pages - rounds[1][0] >= rules.over:
            rounds.popleft()
        last, found = pages - rounds[0][0], on_topic - rounds[0][1]
        if last < rules.over or found >= rules.harvest * last:
            return ""
        return (
            f"the harvest has dried up: {found:,} of the last {last:,} pages are on topic, a share of less than "
            f"{rules.harvest:g}"
        )


def shares(reports: Sequence[ShardReport], pages: int) -> list[int]:
    """So many pages by the scores of the links that wait: each link of the best ones of all is worth one."""
    offers = sorted(
        ((score, -number) for number, report in enumerate(reports) for score in _offers(report)), reverse=True
    )
    given = [0] * len(reports)
    for _, number in offers[:pages]:
        given[-number] += 1
    return given


def shares_in_room(
    reports: Sequence[ShardReport], pages: int, rooms: Sequence[int], most: Sequence[int]
) -> list[int]:
    """The same for shards with a ladder: to those that have room, and to none more than its most, since its links may
    have to wait for their hosts."""
    offers = [
        [*((score, 1) for score in _draws(report)), *(_steps(report) if room else ())]
        for report, room in zip(reports, rooms, strict=True)
    ]
    return _dealt(offers, pages, most)


def _dealt(offers: Sequence[Sequence[tuple[float, int]]], pages: int, most: Sequence[int]) -> list[int]:
    """So many pages to the best of what the shards offer: scores, and how many links have each."""
    given = [0] * len(offers)
    each = ((-score, number, links) for number, offer in enumerate(offers) for score, links in offer)
    for _, number, links in sorted(each):
        more = min(links, pages, most[number] - given[number])
        given[number] += more
        pages -= more
    return given


def _steps(report: ShardReport) -> list[tuple[float, int]]:
    """Scores of its ladder, and the links from each step to the one before."""
    return [
        (score, place - before) for score, place, before in zip(report.ladder, PLACES, (0, *PLACES), strict=False)
    ]


def _draws(report: ShardReport) -> list[float]:
    """What links that it drew for a test are worth."""
    drawn = min(report.recall.draws_left, _MOST_DRAWN) if report.recall else 0
    return [_DRAWN - place / _MOST_DRAWN for place in range(drawn)]


def _offers(report: ShardReport) -> Sequence[float]:
    """Scores of links that the shard could fetch next, those first that it drew for a test; of a strategy that does
    not tell, the middle of all scores."""
    best = report.best or (0.5,) * min(report.waiting, _BLIND)
    drawn = _draws(report)
    return (*drawn, *best) if drawn else best
