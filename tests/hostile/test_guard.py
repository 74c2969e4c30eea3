"""What may not be dialled is not: over a socket opener that records and never dials."""

from __future__ import annotations

import asyncio

import pytest
from tests.web.test_addresses import Names, Recorder

from honeyguide.config import Settings
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.web.live import LiveWeb


def fetch(url: str, *addresses: str, robots: bool = False) -> tuple[Fetched, list[tuple[str, int]]]:
    recorder = Recorder()

    async def go() -> Fetched:
        web = LiveWeb(Settings(robots=robots), resolver=Names(addresses), open_socket=recorder)
        try:
            return await web.fetch(Link(0, url, 0))
        finally:
            await web.close()

    return asyncio.run(go()), recorder.dialled


@pytest.mark.parametrize("robots", [True, False])
@pytest.mark.parametrize(
    "addresses",
    [
        ("10.0.0.1", "10.0.0.2"),
        ("127.0.0.1", "192.168.0.1", "169.254.169.254"),
        ("::1", "127.0.0.1"),
        ("fe80::1", "fc00::1", "10.1.2.3"),
    ],
)
def test_a_name_of_several_private_addresses_ends_as_one_of_one_does(
    addresses: tuple[str, ...], robots: bool
) -> None:
    came, dialled = fetch("http://intranet.example/", *addresses, robots=robots)
    assert (came.outcome, came.retry_after, dialled) == (Outcome.ADDRESS, None, [])
    assert came.detail.startswith(f"{addresses[0]} is not a public address; --allow-private")


def test_of_private_and_public_addresses_the_public_ones_are_dialled() -> None:
    came, dialled = fetch("http://mixed.example/", "10.0.0.1", "8.8.8.8", "::1", "1.1.1.1")
    assert came.outcome is Outcome.UNREACHABLE
    assert {address for address, _ in dialled} == {"8.8.8.8", "1.1.1.1"}


@pytest.mark.parametrize("port", [1, 22, 25, 53, 110, 143, 587, 3306, 5432, 6000, 6379, 6667, 11211, 27017])
def test_ports_of_other_services_are_not_dialled(port: int) -> None:
    for robots in (True, False):
        came, dialled = fetch(f"http://victim.example:{port}/", "8.8.8.8", robots=robots)
        assert (came.outcome, came.retry_after, dialled) == (Outcome.ADDRESS, None, [])
        assert str(port) in came.detail


@pytest.mark.parametrize("port", [81, 3000, 8000, 8080, 8443, 9200])
def test_other_ports_are(port: int) -> None:
    _, dialled = fetch(f"http://site.example:{port}/", "8.8.8.8")
    assert set(dialled) == {("8.8.8.8", port)}
