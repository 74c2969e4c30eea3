"""The local server: real HTTP, many hosts on one port, loopback only."""

from __future__ import annotations

import asyncio
import gzip
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from http.client import HTTPConnection, HTTPResponse

import aiohttp
import pytest

from honeyguide.errors import CannotRun
from honeyguide.web.response import Answer
from honeyguide.web.server import ServerProcess, serving
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb, answering

PARAMETERS = SyntheticParameters(seed=3, pages=400, hosts=10, slow=0.2, slow_seconds=0.05)


def echo(url: str) -> Answer:
    delay = 0.05 if "slow" in url else 0.0
    return Answer(200, (("Content-Type", "text/plain"),), f"<{url}>".encode() * 100, delay=delay)


async def exchange(address: str, *requests: bytes) -> bytes:
    """What the server says on one connection until it closes it."""
    host, _, port = address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for request in requests:
        writer.write(request)
        await writer.drain()
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer


def get(address: str, host: str, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection(address, timeout=150)
    connection.request("GET", path, headers={"Host": host} | headers)
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def ask(request: bytes) -> bytes:
    async def run() -> bytes:
        async with serving(echo) as address:
            return await exchange(address, request)

    return asyncio.run(run())


def test_serves_every_page_of_a_web_by_host_name_to_a_real_client() -> None:
    web = SyntheticWeb(PARAMETERS)

    async def run() -> None:
        encodings = set()
        async with serving(web.answer) as address, aiohttp.ClientSession() as session:
            for page in range(0, 400, 3):
                path = web.url(page).removeprefix(f"http://{web.host_of(page)}")
                headers = {"Host": web.host_of(page)}
                async with session.get(f"http://{address}{path}", headers=headers, allow_redirects=False) as got:
                    assert got.status == 200
                    assert await got.read() == web.answer(web.url(page)).body
                    assert got.headers["Content-Type"].startswith("text/html")
                    encodings.add(got.headers.get("Content-Encoding", ""))
                    if web.label(page) != "general":
                        assert got.headers["Last-Modified"].endswith(" 08:15:00 GMT")
            for host, path, status in (("nowhere.example", "/", 404), (web.hosts()[0], "/gone/1.html", (404, 410))):
                async with session.get(f"http://{address}{path}", headers={"Host": host}) as got:
                    assert got.status in (status if isinstance(status, tuple) else (status,))
        assert encodings == {"", "gzip"}

    asyncio.run(run())


def test_listens_on_loopback_only() -> None:
    async def run() -> None:
        async with serving(echo) as address:
            assert address.startswith("127.0.0.1:")

    asyncio.run(run())


def test_answers_requests_that_come_in_one_piece_one_after_the_other() -> None:
    first = b"GET /slow HTTP/1.1\r\nHost: a.example\r\n\r\n"
    second = b"GET /b HTTP/1.1\r\nHost: b.example:8080\r\nConnection: close\r\n\r\n"
    answer = ask(first + second)
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert answer.count(b"<http://a.example/slow>") == 100
    assert answer.count(b"<http://b.example/b>") == 100
    assert answer.index(b"<http://a.example/slow>") < answer.index(b"<http://b.example/b>")


def test_reads_a_request_that_comes_in_pieces() -> None:
    async def run() -> bytes:
        async with serving(echo) as address:
            return await exchange(
                address, b"GET /x HT", b"TP/1.1\r\nHost: a.exa", b"mple\r\nConnection: close\r\n\r", b"\n"
            )

    assert asyncio.run(run()).count(b"<http://a.example/x>") == 100


def test_head_has_the_length_and_no_body() -> None:
    answer = ask(b"HEAD /x HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n")
    assert b"Content-Length: 2000\r\n" in answer
    assert answer.endswith(b"\r\n\r\n")


def test_gzips_only_for_those_who_ask() -> None:
    web = SyntheticWeb(PARAMETERS)

    async def run() -> int:
        zipped = 0
        async with serving(web.answer) as address:
            for page in range(20):
                path = web.url(page).removeprefix(f"http://{web.host_of(page)}")
                plain, plain_body = await asyncio.to_thread(get, address, web.host_of(page), path)
                assert plain.getheader("Content-Encoding") is None
                got, body = await asyncio.to_thread(
                    get, address, web.host_of(page), path, **{"Accept-Encoding": "gzip"}
                )
                if got.getheader("Content-Encoding") == "gzip":
                    zipped += 1
                    assert gzip.decompress(body) == plain_body
                else:
                    assert body == plain_body
        return zipped

    assert 0 < asyncio.run(run()) < 20


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"nonsense\r\n\r\n", b"400"),
        (b"GET /x SPDY/3\r\n\r\n", b"400"),
        (b"POST /x HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3\r\n\r\nabc", b"405"),
        (b"GET /" + b"x" * 100_000, b"431"),
        (b"\xff\xfe\x00 / HTTP/1.1\r\n\r\n", b"405"),
    ],
)
def test_refuses_what_it_does_not_understand_and_hangs_up(request_: bytes, status: bytes) -> None:
    assert ask(request_).startswith(b"HTTP/1.1 " + status)


def test_survives_a_visitor_who_leaves_in_the_middle() -> None:
    async def run() -> bytes:
        async with serving(echo) as address:
            host, _, port = address.partition(":")
            _, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET /slow HTTP/1.1\r\nHost: a.example\r\n\r\n")
            await writer.drain()
            writer.transport.abort()
            return await exchange(address, b"GET /x HTTP/1.0\r\nHost: a.example\r\n\r\n")

    assert asyncio.run(run()).startswith(b"HTTP/1.1 200")


def test_a_process_of_its_own_serves_the_same_web_and_ends_with_the_block() -> None:
    web = SyntheticWeb(PARAMETERS)
    with ServerProcess(partial(answering, PARAMETERS)) as server:
        response, body = get(server.address, web.host_of(33), web.url(33).removeprefix(f"http://{web.host_of(33)}"))
        assert response.status == 200
        assert body == web.answer(web.url(33)).body
    host, _, port = server.address.partition(":")
    with socket.socket() as probe:
        assert probe.connect_ex((host, int(port))) != 0


def test_the_process_ends_when_the_one_that_started_it_is_killed() -> None:
    code = (
        "import sys, time\nfrom functools import partial\n"
        "from honeyguide.web.server import ServerProcess\n"
        "from honeyguide.web.synthetic import SyntheticParameters, answering\n"
        "if __name__ == '__main__':\n"
        "    with ServerProcess(partial(answering, SyntheticParameters(pages=50, hosts=5))) as server:\n"
        "        print(server.address, flush=True)\n        time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout
    host, _, port = parent.stdout.readline().strip().partition(":")
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait(10)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex((host, int(port))) != 0:
                break
        asyncio.run(asyncio.sleep(0.05))
    else:
        pytest.fail("the server still listens")
    parent.stdout.close()


def test_says_why_it_cannot_start() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = ServerProcess(partial(answering, PARAMETERS), port=taken.getsockname()[1])
        with pytest.raises(CannotRun, match=r"could not start.*in use"):
            server.__enter__()
