"""Through a proxy, a real one on loopback: what goes there, what is said to whom, and what is still refused."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.certificates import Authority
from tests.hostile.test_certificates import served
from tests.web.local_proxy import LocalProxy, proxying
from tests.web.test_access import SECRET, logins
from tests.web.test_addresses import Recorder
from tests.web.test_live import HTML, Server, answer, link, running

from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.model import Fetched, Outcome
from honeyguide.web.live import LiveWeb
from honeyguide.web.status import RETRY

BASIC = f"Basic {b64encode(f'joe:{SECRET}'.encode()).decode()}"


def through_proxy(
    *urls: str, login: str = "", folder: Path | None = None, tables: str = "", **changes: Any
) -> tuple[list[Fetched], LocalProxy, Server]:
    """What comes of URLs; in `tables`, PROXY stands for the address of the proxy."""

    async def go() -> tuple[list[Fetched], LocalProxy, Server]:
        async with running({"*": answer()}) as server, proxying(("127.0.0.1", server.port), login) as proxy:
            access = logins(folder, tables.replace("PROXY", proxy.url)) if folder else ""
            given = {"proxy": proxy.url, "access": access, "delay": 0.0, "timeout": 10.0, **changes}
            web = LiveWeb(Settings(**given))
            try:
                return [await web.fetch(link(url)) for url in urls], proxy, server
            finally:
                await web.close()

    return asyncio.run(go())


def test_every_request_goes_through_the_proxy_which_looks_the_names_up() -> None:
    (page, other), proxy, server = through_proxy("http://a.example/p", "http://b.example:8080/q")
    assert (page.outcome, page.body, other.outcome) == (Outcome.PAGE, HTML, Outcome.PAGE)
    assert proxy.asked == [
        "GET http://a.example/robots.txt",
        "GET http://a.example/p",
        "GET http://b.example:8080/robots.txt",
        "GET http://b.example:8080/q",
    ]
    assert server.requests[1][1]["Host"] == "a.example"


def test_the_proxy_gets_its_login_and_a_host_its_own(tmp_path: Path) -> None:
    tables = f'[access.PROXY]\nbasic = "joe:{SECRET}"\n[access."http://a.example"]\nbearer = "for-a"\n'
    pages, proxy, server = through_proxy(
        "http://a.example/p",
        "http://b.example/q",
        login=BASIC,
        folder=tmp_path,
        tables=tables.replace("PROXY", '"PROXY"'),
    )
    assert [page.outcome for page in pages] == [Outcome.PAGE, Outcome.PAGE]
    to_host = {headers["Host"]: headers.get("Authorization") for _, headers in server.requests}
    assert to_host == {"a.example": "Bearer for-a", "b.example": None}
    assert all("Proxy-Authorization" not in headers for _, headers in server.requests)
    assert len(proxy.requests) == 4


@pytest.mark.parametrize("known", [True, False])
def test_a_proxy_that_wants_a_login_is_told_of_in_a_sentence(tmp_path: Path, known: bool) -> None:
    tables = f'[access."{"PROXY" if known else "http://other.example"}"]\nbasic = "joe:wrong-{SECRET}"\n'
    for url in ("http://a.example/p", "https://a.example/p"):
        (page,), proxy, server = through_proxy(url, login=BASIC, folder=tmp_path, tables=tables, robots=False)
        expected = f"the login for {proxy.url} is refused" if known else f"no login for {proxy.url} is given"
        assert expected in page.detail
        assert SECRET not in page.detail
        assert (page.outcome, page.status, page.retry_after) == (Outcome.UNREACHABLE, 407, RETRY)
        assert page.is_of_proxy
        assert server.requests == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_robots_txt_that_the_proxy_does_not_let_us_read_cannot_be_read_for_now(scheme: str) -> None:
    (page, other), proxy, server = through_proxy(f"{scheme}://a.example/p", f"{scheme}://a.example/q", login=BASIC)
    for each in (page, other):
        assert (each.is_of_proxy, each.retry_after is not None) == (True, True)
        assert each.detail.startswith("the proxy answers 407 Proxy Authentication Required; no login for")
    assert ["robots.txt" in line or ":443" in line for line in proxy.asked] == [True]
    assert server.requests == []


def test_a_site_that_answers_407_by_itself_is_no_proxy() -> None:
    async def go() -> list[Fetched]:
        async with running({"*": answer("407 Proxy Authentication Required")}) as server:
            web = LiveWeb(Settings(allow_private=True, delay=0.0))
            try:
                return [await web.fetch(link(f"http://127.0.0.1:{server.port}/"))]
            finally:
                await web.close()

    (page,) = asyncio.run(go())
    assert (page.outcome, page.status, page.retry_after, page.is_of_proxy) == (Outcome.HTTP_ERROR, 407, None, False)


def test_a_proxy_takes_a_basic_login_alone(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="a proxy takes a basic login and nothing else"):
        through_proxy("http://a.example/", folder=tmp_path, tables='[access."PROXY"]\nbearer = "x"\n')


@pytest.mark.parametrize("robots", [True, False])
@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/", "http://10.1.2.3:8080/", "http://[::1]/", "http://169.254.169.254/latest/", "http://localhost/",
     "http://intranet/", "http://db.internal/", "http://printer.local/", "http://nas.home.arpa/", "http://a.example:6379/",
     "http://0.0.0.0/", "http://a.localhost/"],
)  # fmt: skip
def test_a_proxy_is_not_asked_for_what_is_private_by_its_name_or_address(url: str, robots: bool) -> None:
    (page,), proxy, _ = through_proxy(url, robots=robots)
    assert (page.outcome, page.retry_after) == (Outcome.ADDRESS, None)
    assert proxy.requests == []


def test_with_allow_private_it_is() -> None:
    (page,), proxy, _ = through_proxy("http://intranet/", allow_private=True)
    assert page.outcome is Outcome.PAGE
    assert proxy.asked[-1] == "GET http://intranet/"


def test_connections_are_opened_to_the_proxy_alone() -> None:
    recorder = Recorder()

    async def go() -> Fetched:
        web = LiveWeb(Settings(proxy="http://10.0.0.9:3128", robots=False), open_socket=recorder)
        try:
            return await web.fetch(link("http://a.example/"))
        finally:
            await web.close()

    page = asyncio.run(go())
    assert recorder.dialled == [("10.0.0.9", 3128)]
    assert page.outcome is Outcome.REFUSED
    assert page.detail.startswith("the proxy 10.0.0.9:3128 cannot be reached")


def test_a_proxy_that_is_not_there_is_told_in_words() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

        async def go() -> Fetched:
            web = LiveWeb(Settings(proxy=f"http://127.0.0.1:{port}", robots=False, allow_private=True))
            try:
                return await web.fetch(link("http://a.example/"))
            finally:
                await web.close()

        page = asyncio.run(go())
    assert page.detail == f"the proxy 127.0.0.1:{port} cannot be reached: connection refused"


def test_the_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> tuple[Fetched, LocalProxy]:
        async with running({"*": answer()}) as server, proxying(("127.0.0.1", server.port)) as proxy:
            for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "HTTPS_PROXY"):
                monkeypatch.setenv(name, proxy.url)
            web = LiveWeb(Settings(allow_private=True, delay=0.0))
            try:
                return await web.fetch(link(f"http://127.0.0.1:{server.port}/")), proxy
            finally:
                await web.close()

    page, proxy = asyncio.run(go())
    assert (page.outcome, proxy.requests) == (Outcome.PAGE, [])


def test_a_proxy_and_one_address_for_everything_exclude_each_other() -> None:
    with pytest.raises(BadSetting, match="proxy, connect_to"):
        LiveWeb(Settings(proxy="http://proxy.example:3128", connect_to="127.0.0.1:80"))


FETCH = """
import asyncio, json, sys
from honeyguide.config import Settings
from honeyguide.model import Link
from honeyguide.web.live import LiveWeb
from tests.web.local_proxy import proxying

async def go():
    host, port = sys.argv[1].split(":")
    async with proxying((host, int(port)), sys.argv[2]) as proxy:
        file = sys.argv[3]
        open(file, "a").write(f'[access."{proxy.url}"]\\nbasic = "joe:s3cret-word"\\n')
        web = LiveWeb(Settings(proxy=proxy.url, access=file, delay=0.0, timeout=20.0))
        came = [await web.fetch(Link(0, url, 0)) for url in sys.argv[4:]]
        await web.close()
        print(json.dumps([[each.outcome, each.detail] for each in came]))
        print(json.dumps(proxy.requests))

asyncio.run(go())
"""
"""In a process of its own: whom a process trusts is settled when it starts."""


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("openssl"), reason="certificates are made by the openssl command")
def test_over_tls_the_proxy_gets_its_login_only_and_certificates_are_checked(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    certificates = {
        "good.example": authority.signed("good", "good.example"),
        "wrong.example": authority.signed("wrong", "other.example"),
    }
    file = logins(tmp_path, '[access."good.example"]\nbearer = "for-good"\n[access."wrong.example"]\nbearer = "w"\n')
    with served(certificates) as (address, asked):
        done = subprocess.run(
            [sys.executable, "-c", FETCH, address, BASIC, file, *(f"https://{name}/" for name in certificates)],
            env={**os.environ, "SSL_CERT_FILE": str(authority.file), "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
    came, to_proxy = map(json.loads, done.stdout.splitlines())
    assert came[0] == ["page", ""]
    assert came[1] == [
        "unreachable",
        "bad certificate: Hostname mismatch, certificate is not valid for 'wrong.example'.",
    ]
    assert {line for line, _ in to_proxy} == {"CONNECT good.example:443", "CONNECT wrong.example:443"}
    assert all(headers["Proxy-Authorization"] == BASIC for _, headers in to_proxy)
    assert all("Authorization" not in headers for _, headers in to_proxy)
    assert asked == ["good.example/robots.txt", "good.example/"]
