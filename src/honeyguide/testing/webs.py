"""What every web must keep to: failures are values, and time goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from math import isfinite
from typing import Any, cast
from unittest import TestCase

from honeyguide.model import Fetched, Link, Outcome
from honeyguide.protocols import ShowsTime, Web
from honeyguide.testing.contract import Contract, contract_of
from honeyguide.urls import canonical

ODD = (
    "http://nowhere.example/",
    "http://nowhere.example/robots.txt",
    "http://nowhere.example/" + 5_000 * "long",
    "http://nowhere.example/?q=暴雨#part",
    "http://[::1/",
    "http://user:secret@nowhere.example:99999/",
    "ftp://nowhere.example/file",
    "mailto:somebody@nowhere.example",
    "javascript:void(0)",
    "//",
    "",
)
"""Addresses that pages bring and no web has."""


def web_contract(opens: Callable[[], Web], *, pages: Sequence[str], redirect: str = "") -> type[TestCase]:
    """Over what `opens` gives (a class will do); `pages` are addresses of pages that it has, two or more.

    `redirect`: an address that it answers with a redirect, where there is one.
    """
    return contract_of(WebContract, opens, pages=tuple(pages), redirect=redirect)


class WebContract(Contract):
    noun = "web"
    pages: Sequence[str] = ()
    redirect = ""

    def test_a_page_comes_with_its_body(self) -> None:
        async def look(web: Web) -> None:
            for number, url in enumerate(self.pages):
                fetched = await self._fetch(web, url, number)
                self.expect_equal(fetched.outcome, Outcome.PAGE, f"have a page at {url} ({fetched.detail})")
                self.expect(isinstance(fetched.body, bytes) and fetched.body, f"give {url} a body in bytes")
                self.expect(200 <= fetched.status < 300, f"give a page a status of success, not {fetched.status}")

        self._in_it(look)

    def test_many_pages_may_be_fetched_at_once(self) -> None:
        async def look(web: Web) -> None:
            urls = [*self.pages, *ODD[:3]] * 2
            came = await asyncio.gather(*(self._fetch(web, url, at) for at, url in enumerate(urls)))
            self.expect_equal([each.url for each in came], urls, "answer each of many requests by itself")

        self._in_it(look)

    def test_failures_are_values_whatever_the_address(self) -> None:
        async def look(web: Web) -> None:
            for number, url in enumerate(ODD):
                await self._fetch(web, url, number)

        self._in_it(look)

    def test_a_redirect_is_a_value_that_says_where_it_leads(self) -> None:
        async def look(web: Web) -> None:
            fetched = await self._fetch(web, self.redirect, 0)
            self.expect_equal(fetched.outcome, Outcome.REDIRECT, f"not follow the redirect at {self.redirect}")

        if self.redirect:
            self._in_it(look)

    def test_time_never_runs_back(self) -> None:
        async def look(web: Web) -> None:
            for number, url in enumerate(self.pages):
                before = web.now()
                await self._fetch(web, url, number)
                between = web.now()
                await web.sleep(0.02)
                await web.sleep(0.0)
                after = web.now()
                self.expect(before <= between <= after, f"have time go on, not {before}, {between}, {after}")
            self.expect(web.now() > before, "have time pass while somebody sleeps")

        self._in_it(look)

    def test_a_host_rests_for_a_while_or_not_at_all(self) -> None:
        async def look(web: Web) -> None:
            await self._fetch(web, self.pages[0], 0)
            for host in (self.pages[0].split("/")[2], "nowhere.example", ""):
                delay = web.delay(host)
                self.expect(isfinite(delay) and delay >= 0, f"have a delay of 0 or more seconds, not {delay}")

        self._in_it(look)

    def test_it_may_be_closed_twice_and_without_having_been_used(self) -> None:
        async def look(web: Web) -> None:
            await web.close()

        self._in_it(look)

    async def _fetch(self, web: Web, url: str, number: int) -> Fetched:
        """What comes, and is a sound answer."""
        clock = cast("ShowsTime", web).wall if hasattr(web, "wall") else web.now
        began = clock()
        try:
            came: Any = await web.fetch(Link(number, url, 0))
        except Exception as wrong:
            raise self.failureException(f"{self.who} must not raise for {url[:80]!r}, but {wrong!r:.200}") from wrong
        self.expect(isinstance(came, Fetched), f"give a Fetched for {url[:80]!r}, not {type(came).__name__}")
        fetched: Fetched = came
        self.expect_equal(fetched.url, url, "give what was asked for under its own address")
        self.expect(isinstance(fetched.outcome, Outcome), f"give an Outcome, not {fetched.outcome!r}")
        if fetched.outcome is Outcome.REDIRECT:
            there = canonical(fetched.location)
            self.expect_equal(fetched.location, there, "say where a redirect leads, absolute and canonical")
        if fetched.outcome is not Outcome.PAGE:
            self.expect(not fetched.body, f"give no body with {fetched.outcome} ({url[:80]})")
        if fetched.retry_after is not None:
            self.expect(fetched.retry_after >= 0, f"not ask for another try in {fetched.retry_after} seconds")
        self.expect(fetched.seconds >= 0, f"take 0 or more seconds, not {fetched.seconds}")
        in_time = began <= fetched.at <= clock()
        self.expect(in_time, f"say when it asked by its own clock: {fetched.at} is not in [{began}, {clock()}]")
        return fetched

    def _in_it(self, look: Callable[[Web], Awaitable[None]]) -> None:
        async def run() -> None:
            web = self.part()
            try:
                await look(web)
            finally:
                await web.close()

        asyncio.run(run())
