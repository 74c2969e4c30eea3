"""Over TLS, pages come from servers alone that can show who they are; of others nothing is asked."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.hostile.certificates import Authority, Certificate
from tests.hostile.server import reply

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="certificates are made by the openssl command")

BAD = {
    "self-signed.example": "self-signed certificate",
    "expired.example": "certificate has expired",
    "wrong.example": "Hostname mismatch, certificate is not valid for 'wrong.example'.",
}
FETCH = """
import asyncio, json, sys
from honeyguide.config import Settings
from honeyguide.model import Link
from honeyguide.web.live import LiveWeb

async def go():
    web = LiveWeb(Settings(connect_to=sys.argv[1], robots=sys.argv[2] == "robots", timeout=20.0))
    came = [await web.fetch(Link(0, url, 0)) for url in sys.argv[3:]]
    await web.close()
    print(json.dumps([[each.outcome, each.detail, each.retry_after, len(each.body)] for each in came]))

asyncio.run(go())
"""
"""In a process of its own: whom a process trusts is settled when it starts."""


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("certificates"))


@contextmanager
def served(certificates: dict[str, Certificate]) -> Iterator[tuple[str, list[str]]]:
    """One server with a certificate for each name that it is asked for; where it is, and what it is asked for."""
    contexts: dict[str, ssl.SSLContext] = {}
    for name, (file, key) in certificates.items():
        contexts[name] = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        contexts[name].load_cert_chain(file, key)

    def choose(connection: ssl.SSLObject, name: str | None, _: ssl.SSLContext) -> None:
        connection.context = contexts[name or ""]

    first = next(iter(contexts.values()))
    first.sni_callback = choose
    asked: list[str] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                host = next(line.removeprefix("Host: ") for line in head if line.startswith("Host: "))
                path = head[0].split(" ")[1]
                asked.append(host + path)
                writer.write(reply(status="404 Not Found") if path == "/robots.txt" else reply("<p>flood</p>"))
        except (asyncio.IncompleteReadError, OSError):
            writer.close()

    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(talk, "127.0.0.1", 0, ssl=first))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}", asked
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        server.close()
        loop.close()


@pytest.mark.slow
@pytest.mark.parametrize("robots", ["robots", "no robots"])
def test_pages_come_from_servers_alone_that_can_show_who_they_are(authority: Authority, robots: str) -> None:
    certificates = {
        "good.example": authority.signed("good", "good.example"),
        "self-signed.example": authority.self_signed("self-signed.example"),
        "expired.example": authority.signed("expired", "expired.example", expired=True),
        "wrong.example": authority.signed("wrong", "other.example"),
    }
    with served(certificates) as (address, asked):
        urls = [f"https://{name}/" for name in certificates]
        done = subprocess.run(
            [sys.executable, "-c", FETCH, address, robots, *urls],
            env={**os.environ, "SSL_CERT_FILE": str(authority.file)},
            capture_output=True,
            text=True,
            check=True,
        )
    came = dict(zip(certificates, json.loads(done.stdout), strict=True))
    assert came.pop("good.example") == ["page", "", None, len("<p>flood</p>")]
    for name, (outcome, detail, retry_after, size) in came.items():
        assert (outcome, retry_after, size) == ("unreachable", None, 0)
        assert detail == f"bad certificate: {BAD[name]}"
    assert {each.partition("/")[0] for each in asked} == {"good.example"}


@pytest.mark.slow
def test_who_signed_a_certificate_must_be_trusted(authority: Authority) -> None:
    with served({"good.example": authority.signed("good", "good.example")}) as (address, asked):
        done = subprocess.run(
            [sys.executable, "-c", FETCH, address, "robots", "https://good.example/"],
            capture_output=True,
            text=True,
            check=True,
        )
    ((outcome, detail, _, _),) = json.loads(done.stdout)
    assert (outcome, asked) == ("unreachable", [])
    assert detail == "bad certificate: unable to get local issuer certificate"
