"""What a worker does with one response: unpack, decode, parse, judge, fingerprint, and pack it for the archive.

`python -m honeyguide.analysis FD` is such a worker: over a socket it gets a `Setup`, then batches of responses, and
answers each page in order. Frames are four bytes of length and MessagePack. It ends when the socket closes, so it
never outlives the crawl. With `slow` after FD it is one for slow pages, which lets others have the processor.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from html import escape
from typing import IO, NamedTuple

import msgspec
from msgspec import Struct

from honeyguide import encoders, relevance
from honeyguide.config import DEFAULTS, Settings
from honeyguide.content_types import PDF, XML, is_pdf, kind_of
from honeyguide.errors import BadSetting, CannotRun, HoneyguideError
from honeyguide.extras import missing
from honeyguide.model import NO_TOPIC, Extract, Fetched, Outcome, OutLink, Page, Relevance, Topic
from honeyguide.parsing import pdf
from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.decoding import GZIP, Broken, TooLarge, decode, decompress, looks_binary
from honeyguide.parsing.fingerprint import fingerprint
from honeyguide.parsing.html import parse
from honeyguide.parsing.lists import LinkList, page_of, read_list
from honeyguide.parsing.terminal_codes import without_terminal_codes
from honeyguide.parsing.tokens import content_words, searchable
from honeyguide.plugins import PartAddress, load_plugins, part_at
from honeyguide.process_limits import bound_memory
from honeyguide.protocols import Encoder, RelevanceModel
from honeyguide.relevance import Judge
from honeyguide.sites import site_of
from honeyguide.storage.page_links import pack
from honeyguide.storage.warc import response_record
from honeyguide.topics.terms import Terms
from honeyguide.urls import host_of

_MEMORY = 4 << 30
"""Address space of a worker in bytes: a page that wants more is broken."""
_KEPT = 8 << 20
"""Memory that is not given back after every page. By default glibc gives back what is more than 128 KB, and a page of
35 KB then costs a hundred page faults (0.28 ms); once it has freed a larger piece it keeps twice as much."""


QUICK_SECONDS = 0.5
"""Of processor time: a page that takes longer is a slow one …"""
QUICK_BYTES = 1_000_000
"""… and so is one that is larger, packed or unpacked: what parses it cannot be interrupted."""
_POLITE = 10
"""Niceness of a worker for slow pages."""
READY = b"here"
"""What a worker says once it has understood its setup."""
STOP = b"stop"
"""What it says there, or in place of the length of an answer, before a frame: why no page can be read."""
_BETWEEN = {"x-robots-tag": "\n", "content-type": "; "}
"""What stands between the values of a header that comes more than once; a comma for others."""


class Setup(Struct, frozen=True):
    """What a worker must know."""

    topic: Topic
    settings: Settings
    extract_all: bool = False
    anchors_only: bool = False
    """Whether nobody looks at more of a link than its anchor: what stands around it is then packed and not sent."""
    relevance: PartAddress | None = None
    """Of a class or function that judges instead of the model that the topic names …"""
    registered_as: str = ""
    """… or of that very model, when code registered it under this name."""
    encoder: PartAddress | None = None
    """Of the encoder that the settings name, when code registered it."""


class Task(Struct, frozen=True, array_like=True):
    """What a worker is asked for at a time."""

    pages: list[Fetched]
    quick: bool = False
    """Whether a slow page is to be handed back instead of read."""


class AnalyzedPage(Struct, frozen=True):
    """A response understood, or why it could not be."""

    outcome: Outcome
    detail: str = ""
    page: Page | None = None
    relevance: Relevance | None = None
    fingerprint: bytes = b""
    warc: bytes = b""
    extract: Extract | None = None
    packed_links: bytes = b""
    """What its links look like, see `storage.page_links`."""
    seconds: float = 0.0
    """Of processor time, that reading it took."""
    slow: bool = False
    """It was not read to its end, because it is a slow one."""


class _Text(NamedTuple):
    """What a response says, as HTML, and what kind of document it was."""

    html: str
    kind: str


def relevance_model(
    topic: Topic,
    model: RelevanceModel | Judge | type | None = None,
    encoder: Encoder | str | None = DEFAULTS.encoder,
) -> RelevanceModel:
    """The relevance model that a topic asks for, or this one; with an encoder that is ready, or one by its name."""
    vectors = encoders.open_vectors(encoder) if isinstance(encoder, str) else encoder
    return relevance.make(topic, Terms(topic), content_words, model, vectors)


def extract(page: Page, html: str, read_at: float = 0.0) -> Extract:
    """What is kept of a page on topic beside its text."""
    found = article_of(page, html, read_at=read_at)
    index = searchable(found.title or page.title, found.content or page.text, found.language)
    lean = msgspec.structs.replace(found, hyperlinks=(), title_words=(), content_words=())
    return Extract(lean, fingerprint(found.content), index)


class PageAnalyzer:
    def __init__(
        self,
        topic: Topic,
        settings: Settings,
        layout: str = "",
        *,
        extract_all: bool = False,
        anchors_only: bool = False,
        links: bool = True,
        model: RelevanceModel | Judge | type | None = None,
        encoder: Encoder | None = None,
    ) -> None:
        """`layout` for pages that are parsed here and judged elsewhere; else as the relevance model wants it.

        `extract_all` when pages are known to be on topic: text and elements are drawn whatever they score. `encoder`
        for one that is ready; else it is as the settings say. Without `links`, those of HTML are not looked for.
        """
        named = "none" if topic == NO_TOPIC else settings.encoder
        self.scorer = relevance_model(topic, model, encoder or named)
        self._layout = layout or self.scorer.layout
        self._settings = settings
        self._topic = topic
        self._may_change = self.scorer.decision() is not None
        self._extract_all = extract_all
        self._anchors_only = anchors_only
        self._most_links = settings.max_links if links else 0

    def read(self, fetched: Fetched, largest: int = 0) -> AnalyzedPage:
        """Judge one response; nothing that a page says makes this raise. `largest`: so many bytes at most, if less
        than the settings say."""
        text = self._text(fetched, largest)
        warc = response_record(fetched) if self._settings.warc else b""
        if isinstance(text, AnalyzedPage):
            return msgspec.structs.replace(text, warc=warc)
        page = self._parse(text, fetched)
        try:
            judged = self.judge(page)
        except BadSetting as wrong:
            return AnalyzedPage(Outcome.BROKEN, str(wrong), warc=warc)
        keep = judged.on_topic or (self._may_change and not page.is_list) or self._extract_all
        likely = judged.on_topic or (self._may_change and judged.score > 0 and not judged.why_not)
        links = tuple([_anchor(out) for out in page.links]) if self._anchors_only else page.links
        lean = msgspec.structs.replace(page, groups=(), text=page.text if keep else "", links=links)
        read_at = 0.0 if fetched.virtual else fetched.at
        drawn = (
            extract(page, text.html, read_at) if self._extract_all or (likely and self._settings.extract) else None
        )
        return AnalyzedPage(Outcome.PAGE, "", lean, judged, fingerprint_of(page), warc, drawn, pack(page, judged))

    def parse(self, fetched: Fetched) -> Page | AnalyzedPage:
        """The page of a response, or the reading that says why there is none."""
        text = self._text(fetched)
        return text if isinstance(text, AnalyzedPage) else self._parse(text, fetched)

    def html(self, fetched: Fetched) -> str | AnalyzedPage:
        """The text of a response as HTML, or the reading that says why there is none."""
        text = self._text(fetched)
        return text if isinstance(text, AnalyzedPage) else text.html

    def _parse(self, text: _Text | LinkList, fetched: Fetched) -> Page:
        x_robots = _joined(fetched.headers).get("x-robots-tag", "")
        if isinstance(text, LinkList):
            return page_of(text, fetched.url, x_robots=x_robots, layout=self._layout)
        page = parse(text.html, fetched.url, max_links=self._most_links, x_robots=x_robots, layout=self._layout)
        return page if text.kind == page.kind else msgspec.structs.replace(page, kind=text.kind)

    def _text(self, fetched: Fetched, largest: int = 0) -> _Text | LinkList | AnalyzedPage:
        headers = _joined(fetched.headers)
        limit = min(largest or self._settings.max_decoded_bytes, self._settings.max_decoded_bytes)
        try:
            body = decompress(fetched.body, headers.get("content-encoding", ""), limit)
            if body.startswith(GZIP) and fetched.url.partition("?")[0].endswith(".gz"):
                body = decompress(body, "gzip", limit)
        except TooLarge:
            return AnalyzedPage(Outcome.TOO_LARGE, f"more than {limit:,} bytes after decompression")
        except Broken as wrong:
            return AnalyzedPage(Outcome.BROKEN, str(wrong))
        content_type = headers.get("content-type", "")
        kind = kind_of(content_type)
        if kind in PDF or is_pdf(kind, body):
            return self._pdf(body, limit)
        if looks_binary(body):
            return AnalyzedPage(Outcome.NOT_HTML, "binary content")
        html = without_terminal_codes(decode(body, content_type))
        if (listed := read_list(html, content_type, self._settings.max_links)) is not None:
            return listed
        if kind in XML:
            return AnalyzedPage(Outcome.NOT_HTML, kind)
        return _Text(f"<pre>{escape(html)}</pre>", "text") if kind == "text/plain" else _Text(html, "html")

    def _pdf(self, body: bytes, limit: int) -> _Text | AnalyzedPage:
        if problem := missing("pypdf", "reading PDF documents") if self._settings.pdf else "the setting pdf is off":
            return AnalyzedPage(Outcome.NOT_HTML, f"application/pdf; {problem}")
        try:
            return _Text(pdf.html_of(body, limit), "pdf")
        except pdf.NoText as empty:
            return AnalyzedPage(Outcome.NOT_HTML, f"application/pdf; {empty}")
        except Broken as wrong:
            return AnalyzedPage(Outcome.BROKEN, str(wrong))

    def judge(self, page: Page) -> Relevance:
        """On topic is what scores above the threshold, is in a wanted language, and wants to be found."""
        judged = self.scorer.score(page)
        if page.is_list:  # no features: nobody judges it again by them
            return msgspec.structs.replace(judged, on_topic=False, why_not=f"it is a {page.kind}", features=b"")
        why_not = excluded(self._topic, self._settings, page.language, noindex=page.noindex)
        return msgspec.structs.replace(judged, on_topic=False, why_not=why_not) if why_not else judged


def excluded(topic: Topic, settings: Settings, language: str, *, noindex: bool) -> str:
    """Why such a page is not on topic whatever it says; empty when it may be."""
    languages = settings.languages or topic.languages
    if languages and language and language not in languages:
        return f"its language is {language}"
    return "the page asks not to be indexed" if noindex and settings.honour_nofollow else ""


def fingerprint_of(page: Page) -> bytes:
    """Of its text; a list of links is no copy of another."""
    return b"" if page.is_list else fingerprint(page.text)


def _anchor(out: OutLink) -> OutLink:
    """A link without what stands around it."""
    return OutLink(out.url, out.host, out.anchor, nofollow=out.nofollow)


def _joined(written: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Headers by their name in small letters; those that come more than once as one."""
    headers: dict[str, str] = {}
    for as_written, value in written:
        name = as_written.lower()
        headers[name] = f"{headers[name]}{_BETWEEN.get(name, ', ')}{value}" if name in headers else value
    return headers


def keep_memory() -> None:
    """Make glibc keep the memory of a page for the next one."""
    bytearray(_KEPT)


def frame(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


def serve(fd: int) -> None:
    """Read batches until the socket closes; what no page is to blame for is said, and ends it."""
    bound_memory(_MEMORY)
    keep_memory()
    with socket.socket(fileno=fd) as connection, connection.makefile("rb") as incoming:
        try:
            setup = msgspec.msgpack.decode(_next_frame(incoming), type=Setup)
            reader = _reader(setup)
            connection.sendall(READY)
            tasks = msgspec.msgpack.Decoder(Task)
            is_first = True
            while data := _next_frame(incoming):
                for answer in _answers(reader, tasks.decode(data), setup.settings.parse_seconds, is_first=is_first):
                    connection.sendall(frame(msgspec.msgpack.encode(answer)))
                is_first = False
        except (HoneyguideError, ImportError) as wrong:
            connection.sendall(STOP + frame(str(wrong).encode()))


def _reader(setup: Setup) -> PageAnalyzer:
    load_plugins(setup.settings.plugins)
    model = part_at(setup.relevance) if setup.relevance else None
    if setup.registered_as:
        relevance.register(setup.registered_as)(model)
        model = None
    if setup.encoder:
        encoders.register(setup.settings.encoder.partition(":")[0].strip())(part_at(setup.encoder))
    return PageAnalyzer(
        setup.topic, setup.settings, extract_all=setup.extract_all, anchors_only=setup.anchors_only, model=model
    )


def _answers(reader: PageAnalyzer, task: Task, seconds: float, *, is_first: bool) -> Iterator[AnalyzedPage]:
    """One for each page; among quick pages, those of a site are handed back when one of them was slow.

    The first page of all pays for what is loaded when it is needed: that is not its doing.
    """
    slow: set[str] = set()
    for number, fetched in enumerate(task.pages):
        site = site_of(host_of(fetched.url))
        if site in slow:
            yield AnalyzedPage(Outcome.BROKEN, TOO_SLOW, slow=True)
        elif task.quick and is_first and number == 0:
            yield msgspec.structs.replace(read_in_time(reader, fetched, seconds), seconds=0.0)
        else:
            answer = read_in_time(reader, fetched, seconds, quick=task.quick)
            if answer.slow:
                slow.add(site)
            yield answer


TOO_SLOW = "the page took too long to read"
_RINGS_AGAIN = 0.1
"""Seconds after which the alarm rings once more: what is raised in a destructor is lost."""


class TooSlow(BaseException):
    """No Exception: libraries that a page keeps busy catch those."""


def read_in_time(reader: PageAnalyzer, fetched: Fetched, seconds: float, *, quick: bool = False) -> AnalyzedPage:
    """A page that takes more processor time, or more memory than there is, is broken. `quick`: no slow ones.

    A library that is not there is no page's fault.
    """
    began = time.process_time()
    try:
        with time_limit(QUICK_SECONDS if quick else seconds):
            answer = reader.read(fetched, QUICK_BYTES if quick else 0)
    except (MemoryError, RecursionError) as wrong:
        answer = AnalyzedPage(Outcome.BROKEN, f"the page is too much to read: {type(wrong).__name__}")
    except TooSlow:
        answer = AnalyzedPage(Outcome.BROKEN, TOO_SLOW, slow=quick)
    except ImportError as wrong:
        raise CannotRun(f"pages cannot be read: {' '.join(str(wrong).split())}") from wrong
    if quick and answer.outcome is Outcome.TOO_LARGE:
        answer = msgspec.structs.replace(answer, slow=True)
    return msgspec.structs.replace(answer, seconds=time.process_time() - began)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """`TooSlow` after so much processor time.

    Only the main thread can be told of the time; and a loop inside of a C library ends first.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, _RINGS_AGAIN)
    try:
        try:
            yield
        finally:  # where it may ring once more
            signal.setitimer(signal.ITIMER_PROF, 0.0)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


def _next_frame(incoming: IO[bytes]) -> bytes:
    return incoming.read(int.from_bytes(incoming.read(4)))


if __name__ == "__main__":
    with suppress(ConnectionError):  # the crawl was killed: there is nobody left to tell
        if "slow" in sys.argv[2:]:
            os.nice(_POLITE)
        serve(int(sys.argv[1]))
