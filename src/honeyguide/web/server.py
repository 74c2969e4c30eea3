"""A small HTTP server on loopback that tells hosts apart by name: real HTTP for a web that is made or replayed."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import cast

from isal import isal_zlib

from honeyguide.errors import CannotRun
from honeyguide.web.response import Answer

Answers = Callable[[str], Answer]
"""What a web says to a request for a URL."""

LOOPBACK = "127.0.0.1"
_LARGEST_HEAD = 32_768
_SMALLEST_GZIPPED = 500
_REASONS = {status.value: status.phrase for status in HTTPStatus}
_PORT = re.compile(r":\d*$")
_START_SECONDS = 30.0


class _Visitor(asyncio.Protocol):
    """One connection, kept alive; requests are answered one after the other."""

    def __init__(self, answer: Answers, open_ones: set[_Visitor]) -> None:
        self._answer = answer
        self._open_ones = open_ones
        self._received = b""
        self._busy = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self._open_ones.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._open_ones.discard(self)

    def pause_writing(self) -> None:
        self._busy = True
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        self._go_on()

    def data_received(self, data: bytes) -> None:
        self._received += data
        self._take()

    def _go_on(self) -> None:
        self._busy = False
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self._take()

    def _take(self) -> None:
        while not self._busy and not self.transport.is_closing():
            head, end, rest = self._received.partition(b"\r\n\r\n")
            if not end:
                if len(head) > _LARGEST_HEAD:
                    self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
                return
            self._received = rest
            self._respond(head.decode("latin-1"))

    def _respond(self, head: str) -> None:
        request, *lines = head.split("\r\n")
        words = request.split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1."):
            return self._refuse(HTTPStatus.BAD_REQUEST)
        method, target, version = words
        if method not in ("GET", "HEAD"):
            return self._refuse(HTTPStatus.METHOD_NOT_ALLOWED)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        url = target if "://" in target else f"http://{_PORT.sub('', headers.get('host', ''))}{target}"
        answer = self._answer(url)
        wishes = headers.get("connection", "").lower()
        last = wishes == "close" or (version == "HTTP/1.0" and wishes != "keep-alive")
        status, body = _response(url, answer, gzip="gzip" in headers.get("accept-encoding", ""), last=last)
        if method == "HEAD":
            body = b""
        if answer.delay and body:
            self._busy = True
            self.transport.pause_reading()
            half = len(body) // 2
            self.transport.write(status + body[:half])
            asyncio.get_running_loop().call_later(answer.delay, self._finish, body[half:], last)
        else:
            self.transport.write(status + body)
            if last:
                self.transport.close()
        return None

    def _finish(self, rest: bytes, last: bool) -> None:
        if self.transport.is_closing():
            return
        self.transport.write(rest)
        if last:
            self.transport.close()
        else:
            self._go_on()

    def _refuse(self, status: HTTPStatus) -> None:
        line = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        self.transport.write(line.encode())
        self.transport.close()


def _response(url: str, answer: Answer, *, gzip: bool, last: bool) -> tuple[bytes, bytes]:
    """Head and body; about half of the bodies that are worth it go out gzipped."""
    body = answer.body
    lines = [f"HTTP/1.1 {answer.status} {_REASONS.get(answer.status, '')}"]
    lines += [f"{name}: {value}" for name, value in answer.headers]
    compressed = any(name.lower() == "content-encoding" for name, _ in answer.headers)
    if (
        gzip
        and not compressed
        and len(body) >= _SMALLEST_GZIPPED
        and zlib.crc32(url.encode("latin-1", "replace")) & 1
    ):
        body = isal_zlib.compress(body, 1, 31)
        lines.append("Content-Encoding: gzip")
    lines.append(f"Content-Length: {len(body)}")
    if last:
        lines.append("Connection: close")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace"), body


async def serve(answer: Answers, port: int = 0, open_ones: set[_Visitor] | None = None) -> asyncio.Server:
    """Start to serve on loopback; port 0 takes a free one."""
    visitors = open_ones if open_ones is not None else set()
    return await asyncio.get_running_loop().create_server(lambda: _Visitor(answer, visitors), LOOPBACK, port)


@asynccontextmanager
async def serving(answer: Answers, port: int = 0) -> AsyncIterator[str]:
    """Serve in this event loop; gives `address:port`, which is what `connect_to` wants."""
    visitors: set[_Visitor] = set()
    server = await serve(answer, port, visitors)
    try:
        yield f"{LOOPBACK}:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for visitor in list(visitors):
            visitor.transport.abort()
        await server.wait_closed()


class ServerProcess:
    """Serve from a process of its own, which ends with the block, and with this process should that be killed.

    `make` gives the answers there and must be picklable: `partial(answering, parameters)`.
    """

    def __init__(self, make: Callable[[], Answers], port: int = 0) -> None:
        self.make = make
        self.port = port
        self.address = ""
        """`address:port`, once it serves."""

    def __enter__(self) -> ServerProcess:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve_until_closed, args=(theirs, self.make, self.port), daemon=True)
        self._process.start()
        theirs.close()
        try:
            said = self._line.recv() if self._line.poll(_START_SECONDS) else "it takes too long"
        except EOFError:
            said = "it ended at once"
        if not said.startswith(LOOPBACK):
            self.__exit__(None, None, None)
            raise CannotRun(f"the local web server could not start: {said}")
        self.address = said
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._line.close()
        self._process.join(5)
        if self._process.is_alive():
            self._process.terminate()
            self._process.join()


def _serve_until_closed(line: Connection, make: Callable[[], Answers], port: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    factory = None
    if sys.platform != "win32":
        import uvloop  # noqa: PLC0415

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(_serve_process(line, make(), port))


async def _serve_process(line: Connection, answer: Answers, port: int) -> None:
    closed = asyncio.Event()
    try:
        async with serving(answer, port) as address:
            asyncio.get_running_loop().add_reader(line.fileno(), closed.set)
            line.send(address)
            await closed.wait()
            asyncio.get_running_loop().remove_reader(line.fileno())
    except OSError as problem:
        line.send(str(problem))
