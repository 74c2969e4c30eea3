"""The live web, shown on real servers on loopback: whatever a server does becomes a value."""

from __future__ import annotations

import asyncio
import errno
import gzip
import socket
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from email.utils import formatdate
from typing import Any

import brotli
import pytest
import zstandard
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType

from honeyguide import __version__
from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.web.live import LiveWeb, user_agent
from honeyguide.web.status import LONGEST_RETRY, RETRY, retry_after

Hostile = Callable[[asyncio.StreamWriter], Awaitable[None]]
Answers = Mapping[str, bytes | Hostile]

HTML = b"<html><title>Rain</title>"


def answer(status: str = "200 OK", body: bytes = HTML, **headers: str) -> bytes:
    head = {"Content-Type": "text/html", "Content-Length": str(len(body))}
    head |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


class Server:
    """Answers every path with the bytes it was given for it; `*` is for all others."""

    def __init__(self, answers: Answers) -> None:
        self.answers = {"/robots.txt": answer("404 Not Found"), **answers}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.times: list[float] = []
        self.connections = 0
        self.port = 0

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.requests]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                path = head[0].split(" ")[1]
                self.times.append(asyncio.get_running_loop().time())
                self.requests.append((path, dict(line.split(": ", 1) for line in head[1:] if line)))
                response = self.answers.get(path, self.answers.get("*", b""))
                if callable(response):
                    await response(writer)
                    return
                writer.write(response)
                await writer.drain()
                if b"Connection: close" in response:
                    return
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def running(answers: Answers, host: str = "127.0.0.1") -> AsyncIterator[Server]:
    server = Server(answers)
    listener = await asyncio.start_server(server.serve, host, 0)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


def link(url: str) -> Link:
    return Link(0, url, 0)


def settings(**changes: Any) -> Settings:
    return Settings(**{"allow_private": True, "delay": 0.0, "timeout": 10.0, **changes})


def fetch_all(answers: Answers, *paths: str, **changes: Any) -> tuple[list[Fetched], Server]:
    async def go() -> tuple[list[Fetched], Server]:
        async with running(answers) as server:
            web = LiveWeb(settings(**changes))
            try:
                found = [await web.fetch(link(f"http://127.0.0.1:{server.port}{path}")) for path in paths]
            finally:
                await web.close()
            return found, server

    return asyncio.run(go())


def fetch(response: bytes | Hostile, **changes: Any) -> Fetched:
    found, _ = fetch_all({"/page": response}, "/page", **changes)
    return found[0]


def test_a_page_comes_with_its_headers_and_body() -> None:
    (page,), server = fetch_all({"/page": answer(body=HTML, X_Name="a; b")}, "/page")
    assert page.outcome is Outcome.PAGE
    assert (page.status, page.reason, page.body) == (200, "OK", HTML)
    assert ("X-Name", "a; b") in page.headers
    assert page.retry_after is None
    assert page.at > 0
    assert server.paths == ["/robots.txt", "/page"]


def test_requests_are_honest_about_who_asks() -> None:
    _, server = fetch_all({"/page": answer()}, "/page", contact="https://example.org/bot")
    for _, headers in server.requests:
        assert headers["User-Agent"] == f"honeyguide/{__version__} (focused crawler; +https://example.org/bot)"
        assert headers["Host"] == f"127.0.0.1:{server.port}"
        assert "Cookie" not in headers
    assert server.requests[1][1]["Accept-Encoding"] == "gzip, deflate, br, zstd"
    assert "text/html" in server.requests[1][1]["Accept"]


def test_a_user_agent_that_cannot_be_sent_is_refused() -> None:
    for text in ("a\r\nX-Evil: 1", "暴雨", ""):
        with pytest.raises(BadSetting, match="user_agent"):
            LiveWeb(Settings(user_agent=text))
    assert user_agent(Settings(user_agent="me {other}")) == "me {other}"


def test_cookies_are_not_sent_back() -> None:
    _, server = fetch_all({"*": answer(Set_Cookie="a=1; Path=/")}, "/1", "/2")
    assert all("Cookie" not in headers for _, headers in server.requests)


def test_connections_are_used_again() -> None:
    _, server = fetch_all({"/3": answer("302 Found", b"moved", Location="/1"), "*": answer()}, "/1", "/2", "/3", "/4")
    assert server.connections == 1


@pytest.mark.parametrize(
    ("encoding", "compress"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress), ("zstd", zstandard.compress)],
)
def test_a_compressed_body_stays_as_it_came(encoding: str, compress: Callable[[bytes], bytes]) -> None:
    body = compress(HTML * 50)
    page = fetch(answer(body=body, Content_Encoding=encoding))
    assert page.outcome is Outcome.PAGE
    assert page.body == body


def test_a_chunked_body_is_put_together() -> None:
    chunks = b"5\r\n<html\r\n1\r\n>\r\n0\r\n\r\n"
    page = fetch(answer(body=chunks, Content_Length="", Transfer_Encoding="chunked"))
    assert page.body == b"<html>"


def test_a_body_without_length_ends_with_the_connection() -> None:
    page = fetch(answer(Content_Length="", Connection="close"))
    assert (page.outcome, page.body) == (Outcome.PAGE, HTML)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("/new?utm_source=x#top", "http://127.0.0.1:{port}/new"),
        ("https://Example.org:443/a/../b", "https://example.org/b"),
        ("/暴雨", "http://127.0.0.1:{port}/%E6%9A%B4%E9%9B%A8"),
    ],
)
def test_a_redirect_is_an_outcome_with_a_canonical_location(status: int, location: str, expected: str) -> None:
    (page,), server = fetch_all({"/page": answer(f"{status} Moved", Location=location)}, "/page")
    assert page.outcome is Outcome.REDIRECT
    assert page.location == expected.format(port=server.port)
    assert page.retry_after is None
    assert server.paths == ["/robots.txt", "/page"]


def test_a_location_of_other_bytes_keeps_its_bytes() -> None:
    raw = b"HTTP/1.1 301 Moved\r\nLocation: /" + "暴雨".encode("gbk") + b"\r\nContent-Length: 0\r\n\r\n"
    assert fetch(raw).location.endswith("/%B1%A9%D3%EA")


@pytest.mark.parametrize(
    "location", ["", "mailto:a@example.org", "javascript:alert(1)", "http://[::1", "file:///etc/x"]
)
def test_a_redirect_to_nowhere_is_an_error(location: str) -> None:
    page = fetch(answer("302 Found", Location=location))
    assert page.outcome is Outcome.HTTP_ERROR
    assert page.retry_after is None


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451, 204, 304])
def test_most_errors_are_final(status: int) -> None:
    page = fetch(answer(f"{status} No", b"", Content_Length="0"))
    assert (page.outcome, page.status, page.retry_after) == (Outcome.HTTP_ERROR, status, None)


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_some_errors_are_worth_another_try(status: int) -> None:
    page = fetch(answer(f"{status} Later"))
    assert (page.outcome, page.status, page.retry_after) == (Outcome.HTTP_ERROR, status, RETRY)


def test_retry_after_is_honoured() -> None:
    assert fetch(answer("429 Slow Down", Retry_After="17")).retry_after == 17.0
    assert fetch(answer("503 Later", Retry_After="999999")).retry_after == LONGEST_RETRY


def test_retry_after_may_be_a_date() -> None:
    # RFC 9110 10.2.3; 1_700_000_090 - 1_700_000_000 = 90
    assert retry_after(formatdate(1_700_000_090, usegmt=True), 1_700_000_000) == 90.0
    assert retry_after(formatdate(1_600_000_000, usegmt=True), 1_700_000_000) == 1.0
    for nonsense in ("", "soon", "-5", "1e9", "9" * 400, "Mon, 99 Foo 2024 99:99:99 GMT", "²"):
        assert 1.0 <= retry_after(nonsense, 1_700_000_000) <= LONGEST_RETRY


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "application/json", "video/mp4; x=1", "\x80"])
def test_what_is_not_html_is_not_read(kind: str) -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(body=b"x", Content_Type=kind, Content_Length="1000000"))
        await writer.drain()
        await asyncio.sleep(20)

    page = fetch(endless, pdf=False)
    assert (page.outcome, page.body) == (Outcome.NOT_HTML, b"")


@pytest.mark.parametrize("kind", ["", "text/html; charset=gbk", "TEXT/HTML", "application/xhtml+xml", "text/plain"])
def test_html_under_its_names_is_read(kind: str) -> None:
    assert fetch(answer(Content_Type=kind)).outcome is Outcome.PAGE


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(body=b"x", Content_Length="5001"))
        await writer.drain()
        await asyncio.sleep(20)

    page = fetch(endless, max_bytes=5000)
    assert (page.outcome, page.body, page.retry_after) == (Outcome.TOO_LARGE, b"", None)
    assert fetch(answer(body=b"x" * 5000), max_bytes=5000).outcome is Outcome.PAGE


def test_a_body_without_end_is_cut_off() -> None:
    sent = 0

    async def endless(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(answer(body=b"", Content_Length="", Transfer_Encoding="chunked"))
        while True:
            writer.write(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
            await writer.drain()
            sent += 0x2000

    page = fetch(endless, max_bytes=100_000)
    assert (page.outcome, page.body) == (Outcome.TOO_LARGE, b"")
    assert sent < 50_000_000


async def silent(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(20)


async def drips_headers(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    for i in range(100):
        writer.write(b"X-%d: y\r\n" % i)
        await writer.drain()
        await asyncio.sleep(0.05)


async def drips_body(writer: asyncio.StreamWriter) -> None:
    writer.write(answer(body=b"", Content_Length="100000"))
    while True:
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("hostile", [silent, drips_headers, drips_body])
def test_a_slow_server_runs_out_of_time(hostile: Hostile) -> None:
    page = fetch(hostile, timeout=0.5, robots=False)
    assert (page.outcome, page.retry_after) == (Outcome.TIMEOUT, RETRY)


@pytest.mark.parametrize(
    ("raw", "outcome"),
    [
        (b"", Outcome.UNREACHABLE),
        (b"HTTP/1.1 200", Outcome.UNREACHABLE),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", Outcome.UNREACHABLE),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", Outcome.UNREACHABLE),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\nab\r\n0\r\n\r\n", Outcome.BROKEN),
        (b"SSH-2.0-OpenSSH_9.0\r\n\r\n", Outcome.BROKEN),
        (b"\x16\x03\x01\x00\xff\x00\r\n\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 abc OK\r\n\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", Outcome.BROKEN),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1_000_000 + b"\r\n\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000 + b"\r\n", Outcome.BROKEN),
        (b"HTTP/1.1 200 " + b"O" * 1_000_000 + b"\r\n\r\n", Outcome.BROKEN),
        (b"\x00" * 200_000, Outcome.BROKEN),
    ],
)
def test_broken_http_is_a_value(raw: bytes, outcome: Outcome) -> None:
    async def sends(writer: asyncio.StreamWriter) -> None:
        writer.write(raw)
        await writer.drain()

    page = fetch(sends)
    assert page.outcome is outcome, page
    assert page.detail
    assert page.detail.isprintable()
    assert (page.retry_after is None) == (outcome is Outcome.BROKEN)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        (b"Content-Length: 100\r\n\r\nhalf", "received 4 of 100 bytes"),
        (b"Transfer-Encoding: chunked\r\n\r\n5\r\nab", ""),
    ],
)
def test_an_answer_that_breaks_off_is_told_in_words(head: bytes, said: str) -> None:
    async def hangs_up(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + head)
        await writer.drain()

    page = fetch(hangs_up)
    assert page.detail.startswith(f"the answer breaks off: {said}")
    assert "Error" not in page.detail


def test_a_body_that_turns_bad_on_the_way_ends_in_time() -> None:
    async def turns_bad(writer: asyncio.StreamWriter) -> None:
        writer.write(answer(body=b"", Content_Length="", Transfer_Encoding="chunked"))
        await writer.drain()
        await asyncio.sleep(0.05)
        writer.write(b"ZZ\r\nab\r\n0\r\n\r\n")
        await writer.drain()

    assert fetch(turns_bad, timeout=0.5).outcome in (Outcome.BROKEN, Outcome.TIMEOUT)


def test_odd_bytes_in_headers_and_reason_do_no_harm() -> None:
    page = fetch(
        b"HTTP/1.1 404 n\xc3\xa4\xffn\r\nX-\xe9: \xff\xfe\r\nX-Name: \xe6\x9a\xb4\r\nContent-Length: 0\r\n\r\n"
    )
    if page.outcome is Outcome.HTTP_ERROR:
        page.reason.encode()
    str(page).encode()


def test_a_reset_connection_is_worth_another_try() -> None:
    async def resets(writer: asyncio.StreamWriter) -> None:
        raw = writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")

    page = fetch(resets)
    assert (page.outcome, page.retry_after) == (Outcome.UNREACHABLE, RETRY)


def test_a_closed_port_refuses_also_when_robots_txt_is_what_is_asked_for() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        for robots in (False, True):
            page = fetch_one(url, settings(robots=robots))
            assert page.outcome is Outcome.REFUSED
            assert page.retry_after == pytest.approx(RETRY, abs=0.5)
            assert "connection refused by 127.0.0.1:" in page.detail


def fetch_one(url: str, given: Settings, **parts: Any) -> Fetched:
    async def go() -> Fetched:
        web = LiveWeb(given, **parts)
        try:
            return await web.fetch(link(url))
        finally:
            await web.close()

    return asyncio.run(go())


@pytest.mark.parametrize(
    "url", ["ftp://127.0.0.1/", "file:///etc/passwd", "javascript:x", "", "http:", "http://a", "http:///x"]
)
def test_other_schemes_are_not_fetched(url: str) -> None:
    assert fetch_one(url, settings()).outcome is Outcome.ADDRESS


@pytest.mark.parametrize("url", ["http://[::1/x", "http://a b/x", "http://\x00/", "http://127.0.0.1:99999/x"])
def test_a_url_that_is_none_is_a_value(url: str) -> None:
    page = fetch_one(url, settings(robots=False), resolver=NoName(socket.EAI_NONAME), open_socket=never)
    assert (page.outcome, page.retry_after) == (Outcome.UNREACHABLE, None)


def never(info: AddrInfoType) -> socket.socket:
    raise OSError(errno.ENETUNREACH, f"{info[4][0]} is not dialled in a test")


class NoName(AbstractResolver):
    def __init__(self, number: int) -> None:
        self.number = number

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        raise socket.gaierror(self.number, "no address")

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("robots", [True, False])
def test_a_name_that_does_not_exist_is_final(robots: bool) -> None:
    page = fetch_one("http://gone.example/", settings(robots=robots), resolver=NoName(socket.EAI_NONAME))
    assert (page.outcome, page.retry_after) == (Outcome.UNREACHABLE, None)
    assert "no address for gone.example: no address" in page.detail


def test_a_failing_name_server_is_worth_another_try() -> None:
    page = fetch_one("http://later.example/", settings(robots=False), resolver=NoName(socket.EAI_AGAIN))
    assert (page.outcome, page.retry_after) == (Outcome.UNREACHABLE, RETRY)


@pytest.mark.parametrize("robots", [True, False])
def test_a_private_address_is_refused_and_not_dialled(robots: bool) -> None:
    async def go() -> tuple[Fetched, int]:
        async with running({"*": answer()}) as server:
            web = LiveWeb(settings(allow_private=False, robots=robots))
            page = await web.fetch(link(f"http://127.0.0.1:{server.port}/page"))
            await web.close()
            return page, server.connections

    page, connections = asyncio.run(go())
    assert (page.outcome, page.retry_after, connections) == (Outcome.ADDRESS, None, 0)
    assert "127.0.0.1" in page.detail


def test_connect_to_reaches_any_host_name_at_one_address() -> None:
    async def go() -> None:
        async with running({"*": answer()}) as server:
            web = LiveWeb(settings(allow_private=False, connect_to=f"127.0.0.1:{server.port}"))
            for host in ("one.example", "two.example:8080", "10.0.0.1"):
                page = await web.fetch(link(f"http://{host}/page"))
                assert page.outcome is Outcome.PAGE
                assert server.requests[-1] == ("/page", server.requests[-1][1])
                assert server.requests[-1][1]["Host"] == host
            await web.close()

    asyncio.run(go())


def test_a_bad_connect_to_is_refused_at_once() -> None:
    with pytest.raises(BadSetting, match="connect_to"):
        LiveWeb(Settings(connect_to="localhost"))


def test_robots_txt_is_kept_to_and_read_once() -> None:
    rules = answer(body=b"User-agent: *\nDisallow: /no\n", Content_Type="text/plain")
    found, server = fetch_all({"/robots.txt": rules, "*": answer()}, "/yes", "/no/1", "/yes/2")
    assert [page.outcome for page in found] == [Outcome.PAGE, Outcome.ROBOTS, Outcome.PAGE]
    assert found[1].retry_after is None
    assert server.paths == ["/robots.txt", "/yes", "/yes/2"]


def test_robots_txt_may_be_compressed_and_of_any_type() -> None:
    body = gzip.compress(b"User-agent: honeyguide\nDisallow: /\n")
    rules = answer(body=body, Content_Type="application/octet-stream", Content_Encoding="gzip")
    assert fetch_all({"/robots.txt": rules}, "/page")[0][0].outcome is Outcome.ROBOTS


def test_a_compressed_robots_txt_cannot_grow_without_end() -> None:
    body = gzip.compress(b"User-agent: *\nDisallow: /\n" + b"#\n" * 50_000_000)
    rules = answer(body=body, Content_Encoding="gzip")
    assert fetch_all({"/robots.txt": rules}, "/page")[0][0].outcome is Outcome.ROBOTS


def test_robots_txt_that_fails_means_wait() -> None:
    found, server = fetch_all({"/robots.txt": answer("503 Later", Retry_After="9"), "*": answer()}, "/1", "/2")
    assert [page.outcome for page in found] == [Outcome.ROBOTS, Outcome.ROBOTS]
    assert all(page.retry_after is not None and 8 < page.retry_after <= 9 for page in found)
    assert server.paths == ["/robots.txt"]


def test_robots_txt_may_be_left_unread() -> None:
    rules = answer(body=b"User-agent: *\nDisallow: /\n")
    found, server = fetch_all({"/robots.txt": rules, "*": answer()}, "/page", robots=False)
    assert found[0].outcome is Outcome.PAGE
    assert server.paths == ["/page"]


def test_the_delay_is_the_longer_of_ours_and_the_hosts() -> None:
    async def go() -> None:
        rules = answer(body=b"User-agent: *\nCrawl-delay: 3\n")
        async with running({"/robots.txt": rules, "*": answer()}) as server:
            web = LiveWeb(settings(delay=0.01))
            host = f"127.0.0.1:{server.port}"
            assert web.delay(host) == 0.01
            await web.fetch(link(f"http://{host}/page"))
            assert web.delay(host) == 3.0
            await web.close()

    asyncio.run(go())


def test_a_page_is_not_asked_for_right_after_robots_txt() -> None:
    async def go() -> list[float]:
        async with running({"*": answer()}) as server:
            web = LiveWeb(settings(delay=0.2))
            await web.fetch(link(f"http://127.0.0.1:{server.port}/page"))
            await web.close()
            return server.times

    robots, page = asyncio.run(go())
    assert page - robots >= 0.2


def test_a_cancelled_fetch_is_cancelled_and_leaves_nothing_open() -> None:
    async def go() -> None:
        async with running({"*": silent}) as server:
            web = LiveWeb(settings(robots=False))
            task = asyncio.create_task(web.fetch(link(f"http://127.0.0.1:{server.port}/page")))
            while not server.requests:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await web.close()

    asyncio.run(go())


def test_a_closed_web_says_so() -> None:
    async def go() -> None:
        web = LiveWeb(settings(robots=False))
        await web.close()
        await web.close()
        with pytest.raises(RuntimeError, match="closed"):
            await web.fetch(link("http://127.0.0.1/"))

    asyncio.run(go())
