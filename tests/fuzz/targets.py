"""Everything that reads bytes from outside, one function each: it may raise the project's own errors and no other.

`make check` tries each for a moment, `make fuzz` for as long as you like.
"""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.fuzz import inputs
from tests.fuzz.damaged_folder import go_on, with_bytes, with_rows
from tests.fuzz.raw_server import RawServer
from tests.fuzz.scratch import scratch

from honeyguide import config, timestamps
from honeyguide.analysis import PageAnalyzer, read_in_time
from honeyguide.config import Settings
from honeyguide.corpus.tables import rows_of
from honeyguide.corpus.texts import plain_text
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.errors import HoneyguideError
from honeyguide.model import Fetched, Outcome, Topic
from honeyguide.parsing.article.dates import moment
from honeyguide.seeds import read_seeds
from honeyguide.seeds.cells import shown, url_of
from honeyguide.storage.errors import DatabaseError
from honeyguide.topics.files import check, load_topic
from honeyguide.topics.ontology.owl_reading import read_owl
from honeyguide.urls import canonical, host_of, is_presentation
from honeyguide.web.offline.archive import WarcSource
from honeyguide.web.robots import RobotsBook
from honeyguide.web.scope import Scope
from honeyguide.web.status import classify_response, retry_after

OURS = (HoneyguideError, DatabaseError)
"""What a person is told in one sentence; the second is what SQLite says of a damaged database."""
URL = "http://a.example/b/c?d=1"
TOPIC = Topic(name="floods", keywords={"flood": 1.0, "洪水": 1.0}, relevance="tag-vsm")
ENCODINGS = ("", "gzip", "deflate", "br", "zstd", "gzip, br")


class Target(NamedTuple):
    name: str
    read: Callable[[bytes], object]
    seeds: Callable[[], tuple[bytes, ...]]
    """Well-formed input: where mutations begin."""

    def run(self, data: bytes) -> None:
        told(self.read, data)


def told(read: Callable[..., object], *arguments: object) -> None:
    """Read, and raise what nobody may see."""
    try:
        read(*arguments)
    except OURS as refused:
        if not str(refused).strip():
            raise AssertionError("an error without a word") from refused


def urls(data: bytes) -> None:
    href, _, base = data.decode("utf-8", "replace").partition("\n")
    url = canonical(href, canonical(base))
    if url is not None:
        assert canonical(url) == url
        assert url.isascii()
        scope = Scope(Settings(deny_hosts=("a.example",), exclude=("*/print/*",)))
        assert scope.allows(url, host_of(url)) is not None
        is_presentation(url, canonical(base) or url)
    url_of(href)
    assert shown(href).isprintable()


@cache
def analyzer() -> PageAnalyzer:
    return PageAnalyzer(TOPIC, Settings(encoder="none", max_decoded_bytes=1_000_000), extract_all=True)


def html(data: bytes) -> None:
    """A page as the reader of a crawl gets it: decoded, parsed, judged, its article and its dates drawn."""
    analyzer().read(Fetched(URL, Outcome.PAGE, 200, "OK", (("Content-Type", "text/html"),), data, at=1.7e9))


def pdf(data: bytes) -> None:
    """A PDF as the reader of a crawl gets it."""
    came = Fetched(URL, Outcome.PAGE, 200, "OK", (("Content-Type", "application/pdf"),), data, at=1.7e9)
    made = read_in_time(analyzer(), came, 10.0)
    assert made.page or made.detail


def bodies(data: bytes) -> None:
    """Compressed, or in an encoding that nobody names."""
    encoding = ENCODINGS[data[0] % len(ENCODINGS)] if data else ""
    headers = (("Content-Type", "text/plain"), ("Content-Encoding", encoding))
    analyzer().parse(Fetched(URL, Outcome.PAGE, 200, "OK", headers, data[1:]))


def headers(data: bytes) -> None:
    """Values of headers, one a line, each taken for all that are looked into."""
    for line in data.decode("latin-1").split("\n"):
        for status in (200, 302, 429):
            outcome, detail, location, wait = classify_response(URL, status, line, line, line, 1.7e9)
            assert detail.isprintable()
            assert location == "" or canonical(location) == location
            assert wait is None or wait >= 0
            assert outcome is not Outcome.REDIRECT or location
        said = (("Content-Type", line), ("X-Robots-Tag", line), ("Content-Encoding", line), (line, line))
        analyzer().parse(Fetched(URL, Outcome.PAGE, 200, line, said, "<p>flood £".encode("latin-1")))


def answers(data: bytes) -> None:
    """All that a server sends, over a socket."""
    RawServer.running().ask(data)


def robots(data: bytes) -> None:
    async def fetch(url: str, *_: object) -> Fetched:
        return Fetched(url, Outcome.PAGE, 200, body=data)

    async def ask() -> None:
        book = RobotsBook(fetch, lambda: 1.7e9)
        for path in ("", "a/b.html?c=d", "%7Ejoe/%e6%b0%b4", "x" * 300):
            await book.ask(f"http://a.example/{path}")
        assert 0 <= book.delay("a.example") < 1e6

    asyncio.run(ask())


def lists(data: bytes) -> None:
    """Feeds and sitemaps, under every type that they come by."""
    for kind in ("application/rss+xml", "text/plain", "application/gzip"):
        fetched = Fetched(
            "http://a.example/s.xml.gz", Outcome.PAGE, 200, "OK", (("Content-Type", kind),), data, at=1.7e9
        )
        read = analyzer().read(fetched)
        if read.page is not None and read.page.is_list:
            assert read.relevance is not None
            assert not read.relevance.on_topic
            for url in (*(out.url for out in read.page.links), *read.page.sitemaps):
                assert canonical(url) == url


def dates(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    for host in ("a.example", "a.cn"):
        when = moment(text, host)
        assert not when or timestamps.parse(when) is not None, when
    at = timestamps.plausible(text, 1.7e9)
    if at is not None:
        timestamps.isoformat(at)
    assert 0 <= retry_after(text, 1.7e9) < 1e9


def warc(data: bytes) -> None:
    source = WarcSource([scratch("pages.warc.gz", data)])
    for url in (*source.urls(), URL):
        source.answer(url)


def owl(data: bytes) -> None:
    read_owl(scratch("topic.owl", data))


def turtle(data: bytes) -> None:
    read_owl(scratch("topic.ttl", data))


def topic_file(data: bytes) -> None:
    path = scratch("topic.toml", data)
    problems = check(path)
    assert all(map(str, problems))
    load_topic(str(path))


def trained_model(data: bytes) -> None:
    """The JSON file of a model beside its topic file."""
    scratch("model.json", data)
    text = 'name = "rain"\nrelevance = "svm"\nmodel = "model.json"\n[keywords]\nrain = 1.0\n'
    load_topic(str(scratch("topic.toml", text.encode())))


def settings_file(data: bytes) -> None:
    config.load({}, file=scratch("honeyguide.toml", data), environ={})


def workbook(data: bytes) -> None:
    seeds_of("seeds.xlsx", data)


def workbook_part(data: bytes) -> None:
    """XML in a workbook whose checksums are right, so that it is read."""
    number, content = (data[0], data[1:]) if data else (0, b"")
    name = inputs.PARTS[number % len(inputs.PARTS)]
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(inputs.workbook())) as whole, zipfile.ZipFile(packed, "w") as changed:
        for each in whole.infolist():
            changed.writestr(each.filename, content if each.filename == name else whole.read(each))
    seeds_of("seeds.xlsx", packed.getvalue())


def tables(data: bytes) -> None:
    """Lists and tables of starting pages, and of documents."""
    for name in ("seeds.csv", "seeds.txt"):
        told(seeds_of, name, data)
    for suffix in (".csv", ".tsv", ".jsonl"):
        told(rows, data, suffix)


def rows(data: bytes, suffix: str) -> None:
    text = plain_text(data, "a table")
    deque(rows_of(text, "a table", suffix) or () if text else (), maxlen=0)


def database_of_seeds(data: bytes) -> None:
    seeds_of("seeds.db", data)


def seeds_of(name: str, data: bytes) -> None:
    read_seeds([str(scratch(name, data))], stdin=io.StringIO())


def folder_bytes(data: bytes) -> None:
    """The folder of a crawl with some bytes changed."""
    ask_folder(with_bytes(data))


def folder_rows(data: bytes) -> None:
    """The folder of a crawl with some values in its database changed."""
    ask_folder(with_rows(data))


def ask_folder(folder: Path) -> None:
    crawl = CrawlFolder(folder)
    for ask in (
        lambda: crawl.topic,
        lambda: crawl.settings,
        crawl.status,
        crawl.results,
        crawl.insight,
        crawl.marks,
        lambda: deque(crawl.pages(), maxlen=0),
        lambda: deque(crawl.events(), maxlen=0),
        lambda: crawl.search("rain"),
        lambda: crawl.export("jsonl", folder.with_name("pages.jsonl"), force=True),
        lambda: crawl.export("warc", folder.with_name("pages.warc.gz"), force=True),
        lambda: go_on(folder),
    ):
        told(ask)


TARGETS = (
    Target("urls", urls, inputs.urls),
    Target("html", html, inputs.html),
    Target("pdf", pdf, inputs.pdf),
    Target("bodies", bodies, inputs.bodies),
    Target("headers", headers, inputs.headers),
    Target("answers", answers, inputs.answers),
    Target("robots", robots, inputs.robots),
    Target("lists", lists, inputs.lists),
    Target("dates", dates, inputs.dates),
    Target("warc", warc, inputs.warc),
    Target("owl", owl, inputs.owl),
    Target("turtle", turtle, inputs.turtle),
    Target("topic", topic_file, inputs.topics),
    Target("model", trained_model, inputs.models),
    Target("settings", settings_file, inputs.settings),
    Target("workbook", workbook, inputs.workbooks),
    Target("workbook-part", workbook_part, inputs.parts),
    Target("tables", tables, inputs.tables),
    Target("database", database_of_seeds, inputs.databases),
    Target("folder-bytes", folder_bytes, inputs.folder_bytes),
    Target("folder-rows", folder_rows, inputs.folder_rows),
)
