"""Nothing connects to an address that is not public: shown over a socket opener that records and never dials."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Sequence

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType

from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.web.addresses import ForbiddenAddress, GuardedConnector, Resolver, is_public, only_address


class Recorder:
    """Stands where sockets are opened: writes down where a connection would go, and opens none."""

    def __init__(self) -> None:
        self.dialled: list[tuple[str, int]] = []

    def __call__(self, info: AddrInfoType) -> socket.socket:
        self.dialled.append((str(info[4][0]), int(info[4][1])))
        raise OSError(errno.ENETUNREACH, "not dialled in a test")


class Names(AbstractResolver):
    """Gives the next list of addresses at every look-up."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        addresses = self.answers.pop(0)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=0,
                flags=0,
            )
            for address in addresses
        ]

    async def close(self) -> None:
        pass


def connect(url: str, settings: Settings, resolver: AbstractResolver | None = None) -> tuple[Recorder, OSError]:
    recorder = Recorder()

    async def go() -> OSError:
        connector = GuardedConnector(settings, resolver=resolver, open_socket=recorder)
        async with aiohttp.ClientSession(connector=connector) as session:
            with pytest.raises(aiohttp.ClientConnectorError) as caught:
                await session.get(url)
            return caught.value.os_error

    return recorder, asyncio.run(go())


@pytest.mark.parametrize(
    "address",
    ["10.1.2.3", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1",
     "100.64.0.1", "100.127.255.255", "0.0.0.0", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1",
     "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "fec0::1",
     "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::",
     "2002:c0a8:101::1", "2001:0:7f00:1::", "::127.0.0.1", "localhost", ""],
)  # fmt: skip
def test_an_address_that_is_not_public_is_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
                "2002:808:808::1"]
)  # fmt: skip
def test_a_public_address_is_known(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "10.0.0.1:8080", "[::1]", "[::ffff:127.0.0.1]:81", "169.254.169.254", "[fe80::1]", "0.0.0.0"],
)
def test_a_host_written_as_a_private_address_is_not_dialled(host: str) -> None:
    recorder, error = connect(f"http://{host}/", Settings())
    assert isinstance(error, ForbiddenAddress)
    assert recorder.dialled == []


def test_a_name_of_private_addresses_is_not_dialled() -> None:
    recorder, error = connect("http://intranet.example/", Settings(), Names(["10.0.0.1", "::1", "192.168.0.1"]))
    assert isinstance(error, ForbiddenAddress)
    assert recorder.dialled == []


def test_of_several_addresses_only_the_public_ones_are_dialled() -> None:
    recorder, _ = connect("http://mixed.example:81/", Settings(), Names(["10.0.0.1", "8.8.8.8"]))
    assert set(recorder.dialled) == {("8.8.8.8", 81)}


def test_a_name_that_turns_private_between_two_requests_is_not_dialled() -> None:
    recorder = Recorder()

    async def go() -> list[OSError]:
        connector = GuardedConnector(Settings(), resolver=Names(["8.8.8.8"], ["127.0.0.1"]), open_socket=recorder)
        errors = []
        async with aiohttp.ClientSession(connector=connector) as session:
            for _ in range(2):
                with pytest.raises(aiohttp.ClientConnectorError) as caught:
                    await session.get("http://rebind.example/")
                errors.append(caught.value.os_error)
                connector.clear_dns_cache()
        return errors

    _, second = asyncio.run(go())
    assert isinstance(second, ForbiddenAddress)
    assert recorder.dialled == [("8.8.8.8", 80)]


def test_private_addresses_are_dialled_when_the_user_says_so() -> None:
    recorder, _ = connect("http://10.0.0.1:8080/", Settings(allow_private=True))
    assert recorder.dialled == [("10.0.0.1", 8080)]


@pytest.mark.parametrize("host", ["any.example", "any.example:8443", "10.0.0.1", "[fe80::1]", "8.8.8.8:99"])
def test_connect_to_sends_every_connection_to_one_address(host: str) -> None:
    recorder, _ = connect(f"http://{host}/", Settings(connect_to="127.0.0.1:9"))
    assert recorder.dialled == [("127.0.0.1", 9)]


def test_names_are_looked_up_with_the_port_asked_for() -> None:
    async def go() -> list[ResolveResult]:
        resolver = Resolver()
        try:
            return await resolver.resolve("localhost", 8080)
        finally:
            await resolver.close()

    found = asyncio.run(go())
    assert found
    assert {result["host"] for result in found} <= {"127.0.0.1", "::1"}
    assert {result["port"] for result in found} == {8080}


def test_connect_to_reads_an_address_and_a_port() -> None:
    assert only_address("") is None
    assert only_address("127.0.0.1:8080") == ("127.0.0.1", 8080)
    assert only_address("[::1]:8080") == ("::1", 8080)


@pytest.mark.parametrize(
    "value", ["localhost:80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:99999", ":80"]
)
def test_a_bad_connect_to_is_refused(value: str) -> None:
    with pytest.raises(BadSetting, match="connect_to"):
        only_address(value)
