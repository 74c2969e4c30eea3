"""Where nobody listens any more: no link is given up for it, and a crawl that can reach nobody ends and says so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.plain_choices import RAIN
from tests.virtual_web import BEGUN, HTML, VirtualWeb

from honeyguide import Crawl, Settings
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.urls import host_of

BODY = "".join(f"<a href='/{name}'>rain</a> " for name in range(12)).encode()
SEEDS = ["http://a.example/", "http://b.example/"]


class Sites(VirtualWeb):
    """Two hosts in virtual time, a second a page; `listens` says whether a host does, so long after the start."""

    def __init__(self, listens: Callable[[str, float], bool], start: float = BEGUN) -> None:
        super().__init__(start)
        self.listens = listens
        self.start = start

    async def fetch(self, link: Link) -> Fetched:
        at = self.now()
        await self.clock.wait(1.0)
        if self.listens(host_of(link.url), at - self.start):
            return Fetched(link.url, Outcome.PAGE, 200, "OK", HTML, BODY, at=at)
        return Fetched(link.url, Outcome.REFUSED, detail="connection refused", retry_after=5.0, at=at)


def some_settings(**changes: object) -> Settings:
    given = {"strategy": "bfs", "encoder": "none", "concurrency": 4, "workers": 0, "delay": 0.0, "rejudge": False}
    return Settings(**{**given, **changes})  # type: ignore[arg-type]


def crawl(out: Path, web: Sites, **settings: object) -> Crawl:
    run = Crawl(RAIN, SEEDS, out, some_settings(**settings), web=web)
    run.finish()
    return run


def test_a_host_where_nobody_listens_any_more_costs_no_link_and_has_its_turn_in_the_next_run(tmp_path: Path) -> None:
    web = Sites(lambda host, at: host == "b.example" or at < 3)
    run = crawl(tmp_path / "c", web)
    assert run.failures == 0
    assert run.waiting > 5
    assert "may be fetched within the hour" in run.why_stopped
    assert 105 <= web.now() - web.start < 200
    again = crawl(tmp_path / "c", Sites(lambda host, at: True, web.now() + 60))
    assert (again.pages, again.waiting, again.failures) == (26, 0, 0)


def test_one_that_listens_again_meanwhile_is_gone_on_with(tmp_path: Path) -> None:
    run = crawl(tmp_path / "c", Sites(lambda host, at: not 3 <= at < 60))
    assert (run.pages, run.waiting, run.failures) == (26, 0, 0)
