"""An endless site on many hosts, of which one page in twenty fails in one way or another; in a process of its own."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

FAULTS = ("time-out", "500", "429", "reset", "truncated", "redirect", "bad gzip", "wrong charset")
FOR_NOW = {"time-out", "500", "429", "reset"}
"""These go away: the second request for the page is answered."""
SHARE = 0.05
LINKS = 8
_WORDS = ("rain", "storm", "flood", "river", "town", "market", "harbour", "museum", "train", "garden", "bridge")


def url_of(page: int, hosts: int) -> str:
    return f"http://h{page % hosts}.example/{page}"


def fault_of(page: int) -> str:
    """Mostly none."""
    rng = Random(page)
    return rng.choice(FAULTS) if page > 100 and rng.random() < SHARE else ""


def html_of(page: int, hosts: int) -> bytes:
    """Each page leads to the two that no other must lead to, and to others near them."""
    rng = Random(-page)
    targets = [2 * page + 1, 2 * page + 2, *(rng.randrange(2 * page + 3) for _ in range(LINKS - 2))]
    links = "".join(f"<p>{_text(rng, 12)} <a href='{url_of(n, hosts)}'>{_text(rng, 2)}</a></p>" for n in targets)
    return f"<title>{_text(rng, 4)} {page}</title><h1>{_text(rng, 5)}</h1>{links}<p>{_text(rng, 60)}</p>".encode()


def _text(rng: Random, words: int) -> str:
    return " ".join(rng.choices(_WORDS, k=words))


def _reply(body: bytes, *headers: str, status: str = "200 OK", length: int | None = None) -> bytes:
    size = len(body) if length is None else length
    lines = "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", f"Content-Length: {size}", *headers))
    return f"{lines}\r\n".encode() + body


class _Visitor(asyncio.Protocol):
    def __init__(self, hosts: int, failed: set[int]) -> None:
        self._hosts = hosts
        self._failed = failed
        self._received = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._received += data
        if self._received.endswith(b"\r\n\r\n"):
            path = self._received.split(b" ", 2)[1].decode()
            self._received = b""
            if path == "/robots.txt":
                self._transport.write(_reply(b"", status="404 Not Found"))
            else:
                self._answer(int(path[1:]))

    def _answer(self, page: int) -> None:
        fault = fault_of(page)
        if fault in FOR_NOW and page in self._failed:
            self._failed.discard(page)
            fault = ""
        elif fault in FOR_NOW:
            self._failed.add(page)
        html = html_of(page, self._hosts)
        kind = "Content-Type: text/html; charset=utf-8"
        write = self._transport.write
        if fault == "500":
            write(_reply(b"", status="500 Internal Server Error"))
        elif fault == "429":
            write(_reply(b"", "Retry-After: 1", status="429 Too Many Requests"))
        elif fault == "reset":
            self._transport.abort()
        elif fault == "truncated":
            write(_reply(html[: len(html) // 2], kind, length=len(html)))
            self._transport.close()
        elif fault == "redirect":
            write(_reply(b"", f"Location: {url_of(page + 1, self._hosts)}", status="302 Found"))
        elif fault == "bad gzip":
            write(_reply(b"\x1f\x8b\x08" + html, kind, "Content-Encoding: gzip"))
        elif fault == "wrong charset":
            write(_reply("暴雨".encode("gb18030") * 9 + html, "Content-Type: text/html; charset=utf-16"))
        elif fault != "time-out":
            write(_reply(html, kind))


@contextmanager
def faulty_site(hosts: int) -> Iterator[str]:
    """Its address."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, __file__, str(hosts)], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        yield f"127.0.0.1:{process.stdout.readline().strip()}"
        process.stdin.close()


async def _serve(hosts: int) -> None:
    loop, done, failed = asyncio.get_running_loop(), asyncio.Event(), set[int]()
    server = await loop.create_server(lambda: _Visitor(hosts, failed), "127.0.0.1", 0, backlog=1_024)
    loop.add_reader(sys.stdin.fileno(), done.set)
    print(server.sockets[0].getsockname()[1], flush=True)
    await done.wait()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
