"""Answers that are not what HTTP wants them to be, from a raw server."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from tests.hostile.server import HostileWeb, hostile_web

from honeyguide.config import Settings
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.web.live import LiveWeb


@pytest.fixture(scope="module")
def web() -> Iterator[HostileWeb]:
    with hostile_web() as web:
        yield web


def fetch(web: HostileWeb, *urls: str, **changes: Any) -> list[Fetched]:
    """One after the other, by one client."""
    settings = Settings(**{"allow_private": True, "delay": 0.0, "timeout": 5.0, **changes})

    async def go() -> list[Fetched]:
        live = LiveWeb(settings, resolver=web.resolver)
        try:
            return [await live.fetch(Link(number, url, 0)) for number, url in enumerate(urls)]
        finally:
            await live.close()

    web.take_requests()
    return asyncio.run(go())


@pytest.mark.parametrize("case", ["continue", "hints"])
def test_endless_interim_answers_are_no_answer_and_not_asked_for_again(web: HostileWeb, case: str) -> None:
    (came,) = fetch(web, f"http://1.{case}.evil.example/")
    assert (came.outcome, came.retry_after) == (Outcome.BROKEN, None)
    assert "interim" in came.detail


def test_a_few_interim_answers_are_passed_over(web: HostileWeb) -> None:
    (came,) = fetch(web, "http://1.some-interim.evil.example/")
    assert (came.outcome, came.status, came.body) == (Outcome.PAGE, 200, b"<p>flood</p>")


def test_a_server_that_hangs_up_without_an_answer_is_asked_once(web: HostileWeb) -> None:
    (came,) = fetch(web, "http://1.hang-up.evil.example/", robots=False)
    assert came.outcome is Outcome.UNREACHABLE
    assert len(web.take_requests()) == 1


@pytest.mark.parametrize("case", ["too-much", "too-much-later"])
def test_of_a_body_longer_than_its_length_what_was_promised_is_kept(web: HostileWeb, case: str) -> None:
    came = fetch(web, f"http://1.{case}.evil.example/", f"http://1.{case}.evil.example/2")
    assert [each.outcome for each in came] == [Outcome.PAGE, Outcome.PAGE]
    assert [each.body for each in came] == [b"<title>Flood</title><p>flood</p>"] * 2
