"""A server on loopback that sends the bytes that it is given, whatever they are, and a crawler's web that asks it."""

from __future__ import annotations

import asyncio
from functools import cache

from honeyguide.config import Settings
from honeyguide.model import Fetched, Link
from honeyguide.storage.warc import response_record
from honeyguide.web.live import LiveWeb
from honeyguide.web.offline.warc_reader import read_record, unpack

URL = "http://a.example/b/c?d=1"


class RawServer:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._answer = b""
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1"))
        address, port = server.sockets[0].getsockname()
        where = f"{address}:{port}"
        self._settings = Settings(connect_to=where, allow_private=True, robots=False, timeout=2.0, max_bytes=100_000)

    @classmethod
    @cache
    def running(cls) -> RawServer:
        return cls()

    def ask(self, answer: bytes) -> None:
        """The answer is a value, whatever came, and its record can be read back."""
        self._answer = answer
        fetched = self._loop.run_until_complete(self._fetch())
        record, rest = read_record(unpack(response_record(fetched)))
        assert record is not None
        assert record.block.endswith(fetched.body)
        assert rest == b"\r\n\r\n"

    async def _fetch(self) -> Fetched:
        web = LiveWeb(self._settings)
        try:
            return await web.fetch(Link(0, URL, 0))
        finally:
            await web.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(self._answer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the crawler has seen enough
        finally:
            writer.close()
