"""A small HTTP proxy on loopback, which leads every host name to one address and notes what it is asked for."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

REFUSED = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\nProxy-Authenticate: Basic\r\n\r\n"


class LocalProxy:
    def __init__(self, leads_to: tuple[str, int], login: str) -> None:
        self._leads_to = leads_to
        self.login = login
        """The Proxy-Authorization that it wants."""
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def asked(self) -> list[str]:
        return [line for line, _ in self.requests]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                said = dict(line.split(": ", 1) for line in head[1:] if line)
                method, target, _ = head[0].split(" ")
                self.requests.append((f"{method} {target}", dict(said)))
                if self.login and said.pop("Proxy-Authorization", "") != self.login:
                    writer.write(REFUSED)
                    continue
                answers, questions = await asyncio.open_connection(*self._leads_to)
                if method == "CONNECT":
                    writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                    await asyncio.gather(_pass_on(answers, writer), _pass_on(reader, questions))
                    return
                path = "/" + target.split("/", 3)[3]
                lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items())]
                questions.write("\r\n".join([*lines, "", ""]).encode("latin-1"))
                answer = await answers.readuntil(b"\r\n\r\n")
                size = int(re.findall(rb"Content-Length: (\d+)", answer)[0])
                writer.write(answer + await answers.readexactly(size))
                questions.close()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()
    except ConnectionError:
        pass
    finally:
        target.close()


@asynccontextmanager
async def proxying(leads_to: tuple[str, int], login: str = "") -> AsyncIterator[LocalProxy]:
    """Until the block ends; `login` is the Proxy-Authorization that it wants."""
    proxy = LocalProxy(leads_to, login)
    listener = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = listener.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        listener.close()


@contextmanager
def local_proxy(leads_to: tuple[str, int], login: str = "") -> Iterator[LocalProxy]:
    """The same in a thread of its own."""
    loop, done, ready = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    made: list[LocalProxy] = []

    async def serve() -> None:
        async with proxying(leads_to, login) as proxy:
            made.append(proxy)
            ready.set()
            await done.wait()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield made[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
