"""Any number of registered domains at one address take the place of nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hostile.pace import INNOCENT, LONGEST, crawl
from tests.hostile.server import SEEDS, HostileWeb, Request, hostile_web

from honeyguide.config import Settings
from honeyguide.model import Link
from honeyguide.web.address_shares import AddressShares
from honeyguide.web.byte_budget import ByteBudget
from honeyguide.web.live import LiveWeb


@pytest.fixture(scope="module")
def web() -> Iterator[HostileWeb]:
    with hostile_web() as web:
        yield web


def test_an_address_has_its_share_and_one_that_is_alone_has_everything() -> None:
    shares = AddressShares(16)
    assert [shares.take(owner, "a") for owner in range(17)] == [True] * 16 + [False]
    for owner in range(16):
        shares.give_back(owner)
    for number in range(12):
        assert shares.take(100 + number, f"b{number}")
    assert [shares.take(owner, "a") for owner in range(3)] == [True, True, False]
    shares.give_back(0)
    shares.give_back(0)  # no more than it took
    assert [shares.take(owner, "a") for owner in (3, 4)] == [True, False]


def silent(requests: list[Request]) -> int:
    return len({each.host for each in requests if each.host.endswith("-silent.example")})


@pytest.mark.slow
def test_domains_of_one_address_that_never_answer_take_half_of_two_addresses(web: HostileWeb, tmp_path: Path) -> None:
    seeds = [f"http://{number}-silent.example/" for number in range(SEEDS)]
    half = SEEDS + 64 // 2
    known: list[int] = []

    def enough(requests: list[Request]) -> bool:
        """Their share is taken, and innocent pages came for long after."""
        if silent(requests) >= half and not known:
            known.append(len(requests))
        return bool(known) and len(requests) > known[0] + 100

    attack = crawl(web, tmp_path / "crawl", [*INNOCENT, *seeds], enough, timeout=LONGEST)
    assert silent(attack.requests) == half
    assert attack.innocent_pages > 0


@pytest.mark.slow
def test_where_all_requests_go_to_one_address_nobody_is_held_back(web: HostileWeb, tmp_path: Path) -> None:
    seeds = [f"http://{number}-silent.example/" for number in range(SEEDS)]
    one, more = f"127.0.0.2:{web.port}", SEEDS + 64 // 2 + 1
    attack = crawl(
        web,
        tmp_path / "crawl",
        [*INNOCENT, *seeds],
        lambda requests: silent(requests) >= more,
        timeout=LONGEST,
        connect_to=one,
    )
    assert silent(attack.requests) >= more


def test_a_page_says_from_which_address_it_came(web: HostileWeb) -> None:
    settings = Settings(allow_private=True, robots=False, delay=0.0)

    async def run() -> list[str]:
        live = LiveWeb(settings, resolver=web.resolver)
        live.keep_within(ByteBudget(), AddressShares(4))
        try:
            return [
                (await live.fetch(Link(0, url, 0))).address for url in (INNOCENT[0], "http://9-attributes.example/")
            ]
        finally:
            await live.close()

    assert asyncio.run(run()) == ["127.0.0.1", "127.0.0.2"]
