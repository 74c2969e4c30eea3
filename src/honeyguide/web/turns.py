"""When a web may ask a host: it also asks for robots.txt, and where that leads, on hosts that no gate watches."""

from __future__ import annotations

from collections.abc import Callable

from honeyguide.model import Fetched, Outcome

_MOST_TURNS = 10_000
"""Hosts that are remembered before those are forgotten whose turn has come."""
_KEPT_FOR = 10.0
"""Seconds that a turn is kept for a page that was put off: longer than a busy machine is late."""


class Turns:
    """Pages find that their turn has come, unless their host was just asked for robots.txt: then they wait or are put
    off. Whoever comes from another site's robots.txt gets a turn that nobody else wants, or none; and nobody has one
    before that one is over, because it may be late. The turn after it is kept for the page that it put off: many
    sites that lead to one host would otherwise have all of its turns, each before the page comes again.
    """

    def __init__(self, delay: float, delay_of: Callable[[str], float]) -> None:
        """`delay` is what every host rests for, `delay_of` what this one does."""
        self._delay = delay
        self._delay_of = delay_of
        self._asked: dict[str, int] = {}
        self._away: set[str] = set()
        """Hosts that are asked on account of another site."""
        self._ended: dict[str, float] = {}
        self._until: dict[str, float] = {}
        self._kept: dict[str, float] = {}
        """Until when the next turn of a host is kept for a page that was put off."""

    def begin(self, host: str, now: float, *, away: bool = False) -> tuple[float, bool]:
        """Seconds to wait, and whether the host may be asked then; if not, these are the seconds to its next turn.

        `away`: on account of another site.
        """
        delay = self._delay_of(host)
        wait = self._wait(host, now, delay)
        if delay and self._asked.get(host) and (away or host in self._away):
            if not away:
                self._kept[host] = now + max(wait, delay) + _KEPT_FOR
            return max(wait, delay), False
        if away and now < self._kept.get(host, now):
            return wait + delay, False
        if wait > self._delay * (1 if away else 2):
            return wait, False
        if wait or away:
            self._until[host] = now + wait + delay
        if away:
            self._away.add(host)
        else:
            self._kept.pop(host, None)
        self._asked[host] = self._asked.get(host, 0) + 1
        return wait, True

    def end(self, host: str, now: float, rest: float = 0.0) -> None:
        """A request is over; `rest`: the server asks to be left alone for so long."""
        self._away.discard(host)
        asked = self._asked.pop(host, 0) - 1
        if asked > 0:
            self._asked[host] = asked
        if len(self._ended) > _MOST_TURNS:
            over = [name for name in self._ended if not self._wait(name, now, self._delay_of(name))]
            for name in over:
                del self._ended[name]
                self._until.pop(name, None)
                self._kept.pop(name, None)
        self._ended[host] = now
        if rest > 0:
            self._until[host] = max(now + rest, self._until.get(host, now))

    def _wait(self, host: str, now: float, delay: float) -> float:
        ended = self._ended.get(host)
        free = now if ended is None else ended + delay
        return max(0.0, free - now, self._until.get(host, now) - now)


def postponed(url: str, host: str, wait: float, now: float) -> Fetched:
    """What a fetch gives whose host must rest first, for longer than it is worth a place among the requests."""
    detail = f"{host} rests for {wait:,.0f} seconds first"
    return Fetched(url, Outcome.ROBOTS, detail=detail, retry_after=wait, at=now, postponed=True)
