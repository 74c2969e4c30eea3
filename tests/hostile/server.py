"""A raw server that means harm, in a process of its own: it writes bytes as they are, on several loopback addresses.

The name of a host says what it does. `3.good.example` and `good3.example` are innocent, `victim.example` is one that
others aim at, and `7.drip.evil.example` plays the case `drip`; every name before that is a subdomain of the same
attacker. One who registers a domain for every host is `7-drip.example`: all of these live at one address.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from aiohttp.abc import AbstractResolver, ResolveResult
from tests.hostile import heavy_pages

ADDRESSES = {"good.example": "127.0.0.1", "evil.example": "127.0.0.2", "victim.example": "127.0.0.3"}
"""Where each family of names lives; a victim can be told from an attacker by address alone."""
SEEDS = 8
"""Hosts of an attacker that a crawl starts from."""
DRAWN = 60
"""Hosts that each of these leads to, where the others lead nowhere: more than are asked in a test."""
_ROOT = Path(__file__).parents[2]
_INNOCENT = re.compile(r"good\d+\.example")
_ATTACKER = re.compile(r"(\d+)(\.([^.]+)\.evil\.example|-([^.]+)\.example)")


class Request(NamedTuple):
    at: float
    """By the clock that all processes of a machine share and nobody sets."""
    host: str
    path: str
    agent: str


class Exchange(NamedTuple):
    request: Request
    write: Callable[[bytes], Awaitable[None]]
    """Returns when the bytes are on their way; raises when nobody listens any more."""


Play = Callable[[Exchange], Awaitable[None]]


def reply(body: bytes | str = b"", status: str = "200 OK", **headers: str) -> bytes:
    content = body.encode() if isinstance(body, str) else body
    head = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(content))}
    head |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + content


def links(*urls: str) -> str:
    return "".join(f"<p><a href='{url}'>flood water</a></p>" for url in urls)


async def innocent(exchange: Exchange) -> None:
    """A site of a thousand pages, each of which links to the next two."""
    path = exchange.request.path
    if path == "/robots.txt":
        await exchange.write(reply("User-agent: *\nDisallow: /private/\n", Content_Type="text/plain"))
        return
    number = int(path[1:]) if path[1:].isdigit() else 0
    text = f"<title>Flood {number}</title><p>The flood of day {number} at {exchange.request.host}.</p>"
    await exchange.write(reply(text + links(f"/{number + 1}", f"/{number + 2}", "/private/x")))


class Name(NamedTuple):
    """Of a host of an attacker."""

    number: int
    case: str
    family: str
    """What follows the number, the same for all hosts of the attacker."""

    def next(self, *steps: int) -> str:
        return links(*(f"http://{self.number + SEEDS * step}{self.family}/" for step in steps))


def name_of(host: str) -> Name:
    found = _ATTACKER.fullmatch(host)
    assert found, host
    return Name(int(found[1]), found[3] or found[4], found[2])


async def endless_names(exchange: Exchange) -> None:
    """A page that leads to the next of endlessly many hosts."""
    name = name_of(exchange.request.host)
    await exchange.write(reply(f"<title>Flood {name.number}</title><p>flood</p>" + name.next(1)))


def drawn_in(play: Play) -> Play:
    """The first hosts lead to many others, which play the case."""

    async def play_or_lead(exchange: Exchange) -> None:
        name = name_of(exchange.request.host)
        if name.number >= SEEDS:
            await play(exchange)
        elif exchange.request.path == "/robots.txt":
            await exchange.write(reply(status="404 Not Found"))
        else:
            await exchange.write(reply("<p>flood</p>" + name.next(*range(1, DRAWN))))

    return play_or_lead


def robots(body: bytes | str) -> Play:
    """The same robots.txt on each of endlessly many subdomains."""
    answer = reply(body, Content_Type="text/plain")

    async def play(exchange: Exchange) -> None:
        if exchange.request.path == "/robots.txt":
            await exchange.write(answer)
        else:
            await endless_names(exchange)

    return play


def robots_to(target: str) -> Play:
    """robots.txt of every subdomain leads to somebody else."""

    async def play(exchange: Exchange) -> None:
        if exchange.request.path == "/robots.txt":
            number = exchange.request.host.partition(".")[0]
            await exchange.write(reply(status="302 Found", Location=target.format(number=number)))
        else:
            await endless_names(exchange)

    return play


def pages(play_page: Play) -> Play:
    """No robots.txt, and the case on every page."""

    async def play(exchange: Exchange) -> None:
        if exchange.request.path == "/robots.txt":
            await exchange.write(reply(status="404 Not Found"))
        else:
            await play_page(exchange)

    return play


def heavy(body: Callable[[], bytes | str]) -> Play:
    """A page that costs its reader much, on many hosts."""

    async def play(exchange: Exchange) -> None:
        content = body()
        await exchange.write(reply(content, Content_Encoding="gzip" if isinstance(content, bytes) else ""))

    return drawn_in(pages(play))


def pages_to(target: str) -> Play:
    """Every page leads to somebody else."""

    async def play(exchange: Exchange) -> None:
        number = name_of(exchange.request.host).number
        await exchange.write(reply(status="302 Found", Location=target.format(number=number)))

    return pages(play)


async def silence(exchange: Exchange) -> None:
    await asyncio.sleep(3600)


async def drips(exchange: Exchange) -> None:
    await exchange.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3600\r\n\r\n")
    while True:
        await exchange.write(b"f")
        await asyncio.sleep(1)


async def endless_continue(exchange: Exchange) -> None:
    while True:
        await exchange.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 4_000)


async def endless_hints(exchange: Exchange) -> None:
    while True:
        await exchange.write(b"HTTP/1.1 103 Early Hints\r\n" + b"Link: </a>; rel=preload\r\n" * 100 + b"\r\n")


async def hangs_up(exchange: Exchange) -> None:
    """Without a word."""


async def asks_for_a_day(exchange: Exchange) -> None:
    """But for its front page."""
    if exchange.request.path == "/":
        await exchange.write(reply("<p>flood</p>" + links(*(f"/{number}" for number in range(30)))))
    else:
        await exchange.write(reply(status="503 Later", Retry_After="86400"))


async def too_much(exchange: Exchange) -> None:
    await exchange.write(reply("<title>Flood</title><p>flood</p>") + b"<p>and more than was promised</p>" * 9)


async def too_much_later(exchange: Exchange) -> None:
    """When the connection waits for the next request."""
    await exchange.write(reply("<title>Flood</title><p>flood</p>"))
    await asyncio.sleep(0.05)
    await exchange.write(b"HTTP/1.1 100 Continue\r\n\r\n" * 9)


async def some_interim(exchange: Exchange) -> None:
    """A few interim answers before the answer, each in pieces."""
    for piece in (b"HTTP/1.1 100 Cont", b"inue\r\n\r", b"\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 "):
        await exchange.write(piece)
        await asyncio.sleep(0.02)
    await exchange.write(reply("<p>flood</p>").removeprefix(b"HTTP/1.1 "))


CASES: dict[str, Play] = {
    "dollars": robots("User-agent: *\nDisallow: /" + "$" * 500_000),
    "wildcards": robots("User-agent: *\n" + "".join(f"Disallow: /*x{n}y\n" for n in range(30_000))),
    "allowed": robots("User-agent: *\n" + "Allow:/\n" * 60_000),
    "subdomains": robots(""),
    "crawl-delay": robots("User-agent: *\nCrawl-delay: 2\n"),
    "crawl-delay-day": robots("User-agent: *\nCrawl-delay: 86400\n"),
    "continue": pages(endless_continue),
    "hints": pages(endless_hints),
    "robots-continue": endless_continue,
    "reflect": robots_to("http://victim.example/robots.txt"),
    "reflect-far": robots_to("http://victim.example/search?q={number}"),
    "hang-up": pages(hangs_up),
    "day": pages(asks_for_a_day),
    "too-much": pages(too_much),
    "too-much-later": pages(too_much_later),
    "some-interim": pages(some_interim),
    "silent": drawn_in(silence),
    "drip": drawn_in(drips),
    "drip-pages": drawn_in(pages(drips)),
    "redirect": pages_to("http://victim.example/{number}"),
    **{case: heavy(body) for case, body in heavy_pages.BODIES.items()},
}


def play_of(host: str) -> Play:
    return CASES[name_of(host).case] if _ATTACKER.fullmatch(host) else innocent


def address_of(host: str) -> str:
    if _ATTACKER.fullmatch(host):
        return ADDRESSES["evil.example"]
    if _INNOCENT.fullmatch(host):
        return ADDRESSES["good.example"]
    return next(address for family, address in ADDRESSES.items() if host == family or host.endswith(f".{family}"))


class Names(AbstractResolver):
    """Knows the names of this web, and no others."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host, host=address_of(host), port=self._port, family=socket.AF_INET, proto=0, flags=0
            )
        ]

    async def close(self) -> None:
        pass


class HostileWeb:
    """The server as its tests see it."""

    def __init__(self, orders: IO[str], answers: IO[str]) -> None:
        self._orders = orders
        self._answers = answers
        self.port: int = json.loads(answers.readline())

    @property
    def resolver(self) -> Names:
        return Names(self.port)

    def take_requests(self) -> list[Request]:
        """What was asked for since this was last done, in order."""
        print("requests", file=self._orders, flush=True)
        return [Request(*each) for each in json.loads(self._answers.readline())]


@contextmanager
def hostile_web() -> Iterator[HostileWeb]:
    """Serve until the block ends, in a process of its own: it costs the crawler no time but by what it sends."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "tests.hostile.server"], cwd=_ROOT, stdin=pipe, stdout=pipe, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        yield HostileWeb(process.stdin, process.stdout)
        process.stdin.close()


class _Server:
    def __init__(self) -> None:
        self._requests: list[Request] = []

    async def serve(self) -> None:
        for body in heavy_pages.BODIES.values():
            body()
        first = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        port = first.sockets[0].getsockname()[1]
        for address in list(ADDRESSES.values())[1:]:
            await asyncio.start_server(self._talk, address, port)
        done = asyncio.Event()
        asyncio.get_running_loop().add_reader(sys.stdin.fileno(), self._ordered, done)
        print(port, flush=True)
        await done.wait()

    def _ordered(self, done: asyncio.Event) -> None:
        if sys.stdin.readline():
            print(json.dumps(self._requests), flush=True)
            self._requests.clear()
        else:
            done.set()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def write(data: bytes) -> None:
            writer.write(data)
            await writer.drain()

        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                said = dict(line.split(": ", 1) for line in head[1:] if line)
                host = said["Host"].partition(":")[0]
                request = Request(time.monotonic(), host, head[0].split(" ")[1], said.get("User-Agent", ""))
                self._requests.append(request)
                play = play_of(host)
                await play(Exchange(request, write))
                if play is CASES["hang-up"] and request.path != "/robots.txt":
                    return
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()


if __name__ == "__main__":
    asyncio.run(_Server().serve())
