"""Pages that fail for now while their host answers others: they wait by themselves, and their host goes on."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import NamedTuple

from honeyguide.model import Fetched, Link, Outcome, Visit
from honeyguide.web.response import TOO_MANY

FEW = 3
"""Pages of one host that may be broken side by side; where more fail in a row, it is the host."""


class Retry(NamedTuple):
    """A page that is tried again, and not before its time."""

    link: Link
    until: float
    why: str


class BrokenPages:
    """Who is to blame for a failure for now: the page, where few others of its host failed since the host answered
    well; else the host. A strategy is told of a page that waits when its time has come, as if it had been fetched for
    so long."""

    def __init__(self) -> None:
        self._failed: dict[int, set[int]] = {}
        """By host, links that failed for now since it last answered well."""
        self._waiting: dict[int, tuple[Retry, Visit]] = {}
        self._times: list[tuple[float, int]] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __contains__(self, number: int) -> bool:
        return number in self._waiting

    def answered_well(self, host: int) -> None:
        self._failed.pop(host, None)

    def is_to_blame(self, link: Link, fetched: Fetched) -> bool:
        """Whether no more than a few pages failed since their host last answered well. A host that asks for fewer
        requests, or whose robots.txt cannot be read, fails for others as well."""
        failed = self._failed.setdefault(link.host, set())
        failed.add(link.id)
        of_host = fetched.status == TOO_MANY or fetched.outcome is Outcome.ROBOTS
        return not of_host and len(failed) <= FEW

    def wait(self, link: Link, until: float, fetched: Fetched) -> None:
        why = f"{fetched.detail or fetched.outcome}"
        self._waiting[link.id] = Retry(link, until, why), Visit(link, fetched.outcome, again=True)
        heapq.heappush(self._times, (until, link.id))

    def due(self, now: float) -> list[Visit]:
        """Those whose time has come: strategies are to be told of them."""
        visits = []
        while self._times and self._times[0][0] <= now:
            visits.append(self._waiting.pop(heapq.heappop(self._times)[1])[1])
        return visits

    def next_due(self) -> float | None:
        return self._times[0][0] if self._times else None

    def retries(self) -> Sequence[Retry]:
        """Those that wait, the first ones first."""
        return [self._waiting[number][0] for _, number in sorted(self._times)]
