"""A crawl over real HTTP among servers that mean harm: each costs one page, and the crawl goes on."""

import asyncio
import gzip
import os
import signal
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import brotli
import msgspec
import pytest
import zstandard
from tests.local_web import LocalWeb, local_web
from tests.processes import workers

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.model import Topic
from honeyguide.web.response import Answer

pytestmark = pytest.mark.slow

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html; charset=utf-8"),)
GOOD = b"<title>Flood</title><h1>flood</h1><p>The flood came at night.</p>"


def page(body: bytes | str, *headers: tuple[str, str]) -> Answer:
    return Answer(200, headers or HTML, body.encode() if isinstance(body, str) else body)


def redirect(target: str) -> Answer:
    return Answer(302, (("Location", target),), b"", location=target)


BOMB = b"0" * 40_000_000

HOSTILE: dict[str, Callable[[], Answer]] = {
    "nested": lambda: page(b"<div>" * 100_000 + b"flood" + b"</div>" * 100_000),
    "formatting": lambda: page(b"<b><i><u>" * 20_000 + b"flood"),
    "tables": lambda: page(b"<table><tr><td>" * 10_000 + b"flood"),
    "links": lambda: page(b"".join(b"<a href=%d>" % n for n in range(1_000_000))),
    "nul": lambda: page(b"<title>fl\0ood</title>\0\0<p>flood\0</p>"),
    "charset": lambda: page(
        "<title>暴雨</title><p>flood 洪水".encode("gbk"), ("Content-Type", "text/html; charset=utf-8")
    ),
    "nonsense-charset": lambda: page("<p>flood", ("Content-Type", "text/html; charset=klingon-8")),
    "binary": lambda: page(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400),
    "pdf": lambda: page(b"%PDF-1.7 " + b"\xff\x00" * 5000),
    "attribute": lambda: page(b"<p title='" + b"flood " * 500_000 + b"'>flood</p>"),
    "unclosed": lambda: page(b"<" * 1_000_000),
    "comment": lambda: page(b"<!--" * 250_000),
    "entities": lambda: page(b"&amp;" * 500_000),
    "one-word": lambda: page(b"<p>" + b"f" * 3_000_000),
    "gzip-bomb": lambda: page(gzip.compress(BOMB), *HTML, ("Content-Encoding", "gzip")),
    "deflate-bomb": lambda: page(zlib.compress(BOMB), *HTML, ("Content-Encoding", "deflate")),
    "br-bomb": lambda: page(brotli.compress(BOMB, quality=1), *HTML, ("Content-Encoding", "br")),
    "zstd-bomb": lambda: page(zstandard.compress(BOMB), *HTML, ("Content-Encoding", "zstd")),
    "not-gzip": lambda: page(b"this is no gzip" * 100, *HTML, ("Content-Encoding", "gzip")),
    "too-large": lambda: page(b"<p>" + b"flood " * 4_000_000),
    "circle": lambda: redirect("/circle"),
    "away": lambda: redirect("http://169.254.169.254/latest/meta-data/"),
    "scheme": lambda: redirect("file:///etc/passwd"),
    "script": lambda: redirect("javascript:alert(1)"),
    "teapot": lambda: Answer(418, HTML, b"no"),
    "broken-server": lambda: Answer(500, HTML, b"oops"),
    "evil-links": lambda: page(
        "<a href='file:///etc/passwd'>a</a><a href='javascript:x'>b</a><a href='http://[::1'>c</a>"
        "<a href='http://user:secret@host.example/'>d</a><a href='//'>e</a><a href='http://\u202e.example/'>f</a>"
    ),
    "title": lambda: page("<title>\x1b[2J=cmd|' /C calc'!A0</title><p>flood"),
}


def answers(url: str) -> Answer:
    path = url.split("/", 3)[3]
    if path == "robots.txt":
        return Answer(404, HTML, b"")
    if path == "":
        return page("".join(f"<a href='http://{name}.example/{name}'>{name}</a>" for name in HOSTILE))
    if path in HOSTILE:
        made = HOSTILE[path]()
        after = b"<a href='http://good.example/%s'>flood</a>" % path.encode()
        is_markup = made.status == 200 and not any(name == "Content-Encoding" for name, _ in made.headers)
        is_markup = is_markup and path not in ("binary", "pdf")
        return msgspec.structs.replace(made, body=after + made.body) if is_markup else made
    return page(GOOD) if url.startswith("http://good.example/") else Answer(404, HTML, b"")


def crawl(web: LocalWeb, out: Path, **changes: object) -> Crawl:
    given = {
        "pages": 0,
        "delay": 0.0,
        "connect_to": web.address,
        "workers": 2,
        "retries": 0,
        "depth": 2,
        "max_bytes": 20_000_000,
        **changes,
    }
    run = Crawl(TOPIC, ["http://start.example/"], out, msgspec.convert(given, Settings))

    async def through() -> None:
        async for _ in run:
            pass

    asyncio.run(through())
    return run


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """Outcome and detail of the visit to each hostile page."""
    out = tmp_path_factory.mktemp("hostile") / "crawl"
    with local_web(answers) as web:
        crawl(web, out)
    database = sqlite3.connect(out / "crawl.db")
    rows = database.execute("SELECT url, outcome, detail FROM visits JOIN links ON links.id = link WHERE final")
    return {url.split("/", 2)[2]: (outcome, detail) for url, outcome, detail in rows}


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        *[
            (name, "page")
            for name in ("nested", "formatting", "tables", "links", "nul", "charset", "nonsense-charset")
        ],
        *[
            (name, "page")
            for name in ("attribute", "unclosed", "comment", "entities", "one-word", "evil-links", "title")
        ],
        *[(name, "too-large") for name in ("gzip-bomb", "deflate-bomb", "br-bomb", "zstd-bomb", "too-large")],
        ("binary", "not-html"),
        ("pdf", "broken"),  # its first bytes are those of one, and nothing follows
        ("not-gzip", "broken"),
        *[(name, "redirect") for name in ("away",)],
        *[(name, "http-error") for name in ("teapot", "broken-server", "scheme", "script")],
    ],
)
def test_each_hostile_page_ends_in_its_outcome(outcomes: dict[str, tuple[str, str]], name: str, outcome: str) -> None:
    assert outcomes[f"{name}.example/{name}"][0] == outcome


def test_the_crawl_goes_on_behind_hostile_pages(outcomes: dict[str, tuple[str, str]]) -> None:
    behind = {place for place, (outcome, _) in outcomes.items() if place.startswith("good.") and outcome == "page"}
    assert {
        f"good.example/{name}" for name in ("nested", "links", "nul", "charset", "attribute", "one-word")
    } <= behind


def test_no_more_links_are_read_from_a_page_than_its_budget(outcomes: dict[str, tuple[str, str]]) -> None:
    assert outcomes["links.example/links"][1].endswith("links left out")
    followed = sum(place.startswith("links.example/") for place in outcomes)
    assert 100 < followed <= Settings().max_links + 1


def test_a_redirect_in_a_circle_is_visited_once(outcomes: dict[str, tuple[str, str]]) -> None:
    outcome, detail = outcomes["circle.example/circle"]
    assert outcome == "redirects"
    assert detail.startswith("in a circle: ")


def test_links_with_other_schemes_or_secrets_are_not_followed(outcomes: dict[str, tuple[str, str]]) -> None:
    assert "host.example/" in outcomes
    assert not any("secret" in place or "passwd" in place for place in outcomes)


def test_a_redirect_to_a_private_address_is_refused_and_never_dialled(tmp_path: Path) -> None:
    # The start itself is on loopback, so the guard refuses it before anything is dialled.
    with local_web(answers) as web:
        run = Crawl(
            TOPIC, [f"http://{web.address}/"], tmp_path / "crawl", Settings(strategy="ops", delay=0.0, workers=0)
        )

        async def through() -> list[str]:
            return [found.url async for found in run]

        assert asyncio.run(through()) == []
        assert not web.requests
    database = sqlite3.connect(tmp_path / "crawl" / "crawl.db")
    assert database.execute("SELECT outcome FROM visits").fetchall() == [("address",)]


def test_a_page_that_stalls_its_reader_is_given_up_and_the_others_are_read(tmp_path: Path) -> None:
    # A budget so small that the first page of any worker exceeds it would be unfair; a stopped worker is not.
    stopped: list[int] = []

    def stalling(url: str) -> Answer:
        if url.endswith("/stall"):
            for worker in workers():
                os.kill(worker, signal.SIGSTOP)
                stopped.append(worker)
            return page(GOOD)
        if url.endswith("/robots.txt"):
            return Answer(404, HTML, b"")
        names = "".join(f"<a href='/{n}'>flood</a>" for n in ("stall", *range(5))) if url.endswith("example/") else ""
        return page(GOOD + names.encode())

    with local_web(stalling) as web:
        run = crawl(web, tmp_path / "crawl", workers=1, parse_seconds=2.0, concurrency=1)
    assert stopped
    assert run.pages == 6
    database = sqlite3.connect(tmp_path / "crawl" / "crawl.db")
    broken = database.execute("SELECT url, detail FROM visits JOIN links ON links.id = link WHERE outcome = 'broken'")
    assert broken.fetchall() == [("http://start.example/stall", "the page took too long to read")]
