"""Large bodies have room in memory, or wait for it."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Iterator

import pytest
from tests.hostile.heavy_pages import large
from tests.hostile.server import SEEDS, HostileWeb, hostile_web

from honeyguide.config import Settings
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.web.address_shares import AddressShares
from honeyguide.web.byte_budget import ByteBudget
from honeyguide.web.live import LiveWeb

PAGES = 30


def test_a_body_has_room_as_a_whole_in_the_order_of_the_calls() -> None:
    async def run() -> None:
        budget = ByteBudget(10)
        assert await budget.take(1, 7, 1.0)
        second, third = (asyncio.create_task(budget.take(owner, size, 60.0)) for owner, size in ((2, 6), (3, 3)))
        await asyncio.sleep(0)
        assert not second.done()
        assert not third.done()  # there is room, but it came later
        budget.give_back(1)
        assert await second
        assert await third
        budget.give_back(2)
        budget.give_back(3)
        assert await budget.take(4, 1_000, 1.0)  # more than there ever is: alone

    asyncio.run(run())


def test_who_waits_in_vain_takes_nothing_and_holds_nobody_up() -> None:
    async def run() -> None:
        budget = ByteBudget(10)
        assert await budget.take(1, 7, 1.0)
        later = asyncio.create_task(budget.take(3, 3, 60.0))
        first = asyncio.create_task(budget.take(2, 9, 0.01))
        assert await later
        assert not await first
        assert not await budget.take(4, 1, 0.01)
        budget.give_back(3)
        cancelled = asyncio.create_task(budget.take(5, 9, 60.0))
        await asyncio.sleep(0)
        cancelled.cancel()
        assert await budget.take(6, 3, 1.0)
        budget.give_back(1)
        assert await budget.take(7, 7, 1.0)

    asyncio.run(run())


@pytest.fixture(scope="module")
def web() -> Iterator[HostileWeb]:
    with hostile_web() as web:
        yield web


def peak(web: HostileWeb, size: int) -> tuple[int, list[Fetched]]:
    """Bytes of memory at most when as many large pages are asked for at a time, each of which is read in its turn."""
    settings = Settings(allow_private=True, robots=False, delay=0.0, timeout=60.0)

    async def run() -> list[Fetched]:
        live, budget, reader = LiveWeb(settings, resolver=web.resolver), ByteBudget(size), asyncio.Lock()
        live.keep_within(budget, AddressShares(PAGES))

        async def visit(number: int) -> Fetched:
            came = await live.fetch(Link(number, f"http://{SEEDS + number}.large.evil.example/", 0))
            async with reader:
                await asyncio.sleep(0.05)
            budget.give_back(number)
            return Fetched(came.url, came.outcome, body=came.body[:10] if len(came.body) == len(large()) else b"")

        try:
            return await asyncio.gather(*map(visit, range(PAGES)))
        finally:
            await live.close()

    tracemalloc.start()
    try:
        came = asyncio.run(run())
        return tracemalloc.get_traced_memory()[1], came
    finally:
        tracemalloc.stop()


@pytest.mark.slow
def test_large_pages_take_no_more_memory_than_they_may_and_all_of_them_come(web: HostileWeb) -> None:
    bounded, came = peak(web, 16_000_000)
    unbounded, _ = peak(web, 1_000_000_000)
    assert [each.outcome for each in came] == [Outcome.PAGE] * PAGES
    assert all(each.body for each in came)
    assert bounded < 0.6 * unbounded
