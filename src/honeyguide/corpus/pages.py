"""Documents that are pages: live ones, those of a crawl, those of a WARC file, and HTML files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.corpus.fetched_pages import FetchedPages
from honeyguide.corpus.texts import document
from honeyguide.errors import BadInput
from honeyguide.event_loop import finish
from honeyguide.model import NO_TOPIC, Document, Fetched, Outcome, Page, StoredPage
from honeyguide.parsing.article.body import main_text, tree_of
from honeyguide.parsing.article.scan import scan
from honeyguide.progress import Progress
from honeyguide.storage.files import WARC
from honeyguide.storage.raw_responses import names, read_raw
from honeyguide.storage.results import stored_pages
from honeyguide.storage.warc import Place
from honeyguide.urls import host_of
from honeyguide.web.making import make_web
from honeyguide.web.offline.archive import WarcSource
from honeyguide.web.offline.responses import answer_of
from honeyguide.web.offline.simulated import fetched as as_fetched
from honeyguide.web.offline.warc_reader import Damage, read_record, unpack
from honeyguide.web.scope import follow
from honeyguide.workers import Analyzer

ON_TOPIC, OFF_TOPIC = "on-topic", "off-topic"
"""Labels of the pages of a crawl, by the crawler's own judgement."""
_HOSTS_AT_ONCE = 16
MOST_FETCHED = 10_000
"""Live pages of one source: more of them is a crawl."""

Note = Callable[[str], object]
"""Told in one sentence what was left out, and why."""


class PageReader:
    """Reads responses as a crawl does."""

    def __init__(self, settings: Settings, encoding: str, *, main_text: bool = False) -> None:
        self._encoding = encoding
        self.main_text = main_text
        """Whether menus and the like are left out of the text of a page."""
        self._reader = PageAnalyzer(NO_TOPIC, settings)

    def document(self, fetched: Fetched, name: str, label: str = "") -> Document | str:
        """The document that a response is, or why it is none."""
        if fetched.outcome is not Outcome.PAGE:
            return fetched.detail or fetched.outcome
        try:
            page = self._reader.parse(fetched)
            body = self._main_text(fetched) if self.main_text else ""
        except (MemoryError, RecursionError):
            return "is too much to read"
        if isinstance(page, AnalyzedPage):
            return page.detail or page.outcome
        if body:
            return _main_document(name or page.url, page.title, body, _text(page), label, page.language)
        return document_of(page, name, label)

    def _main_text(self, fetched: Fetched) -> str:
        html = self._reader.html(fetched)
        return "" if isinstance(html, AnalyzedPage) else main_text(html, tree_of(html, scan(html)))

    def document_of_html(self, content: bytes, name: str, label: str = "") -> Document | str:
        kind = f"text/html; charset={self._encoding}" if self._encoding else "text/html"
        came = Fetched("http://localhost/", Outcome.PAGE, 200, headers=(("Content-Type", kind),), body=content)
        return self.document(came, name, label)


def document_of(page: Page, name: str = "", label: str = "") -> Document:
    """What a page says, its title first."""
    return document(name or page.url, _text(page), label, page.language)


def _main_document(name: str, title: str, body: str, whole: str, label: str, language: str) -> Document:
    text = body if body.startswith(title) else f"{title}\n{body}"
    return msgspec.structs.replace(document(name, text, label, language), whole=whole)


def _text(page: Page | StoredPage) -> str:
    return "\n".join(filter(None, (page.title, page.description, page.text)))


def archived(path: Path, reader: PageReader, leave_out: Note) -> Iterator[Document]:
    """The pages of a WARC file, each URL once."""
    web = WarcSource([path])
    if web.broken:
        leave_out(f"{path}: {web.broken:,} broken records")
    for url in web.urls():
        made = reader.document(as_fetched(url, web.answer(url)), url)
        if isinstance(made, str):
            leave_out(f"{url}: {made}")
        else:
            yield made


def crawled(folder: Path, reader: PageReader, leave_out: Note) -> Iterator[Document]:
    """The pages of a crawl, near-duplicates left out; those whose text is not kept are read from its archive."""
    for page, raw in stored_pages(folder):
        label = ON_TOPIC if page.on_topic else OFF_TOPIC
        if page.content and reader.main_text:
            yield _main_document(page.url, page.title, page.content, _text(page), label, page.language)
            continue
        if page.text:
            yield document(page.url, _text(page), label, page.language)
            continue
        came = stored_response(page.url, raw)
        made = reader.document(came, page.url, label) if came else "its stored response is damaged"
        if isinstance(made, str):
            leave_out(f"{page.url}: {made}")
        else:
            yield made


def stored_response(url: str, raw: bytes) -> Fetched | None:
    """What a WARC record holds, as it was fetched; None when it is damaged."""
    try:
        record, _ = read_record(unpack(raw))
        return as_fetched(url, answer_of(record)) if record else None
    except Damage:
        return None


async def read_again(
    folder: Path, url: str, place: Place | None, reading: Analyzer, at: float = 0.0
) -> AnalyzedPage | str:
    """A page of a crawl, read once more from its raw response at this place; or why it cannot be. `at`: when it was
    fetched, where its elements are wanted and that is a real time."""
    if place is None:
        return "its raw response was not kept"
    raw = next(read_raw(folder / WARC, iter([place])), b"")
    if not raw and place.file not in names(folder / WARC):
        return f"{WARC}/{place.file} is not there"
    came = stored_response(url, raw)
    if came is None:
        return "its stored response is damaged"
    try:
        read = await reading.read(msgspec.structs.replace(came, at=at))
    except (MemoryError, RecursionError):
        return "the page is too much to read"
    return read if read.page else read.detail or str(read.outcome)


def fetch_pages(
    wanted: Sequence[tuple[str, str]],
    settings: Settings,
    reader: PageReader,
    kept: FetchedPages,
    leave_out: Note,
    progress: Progress,
) -> list[Document]:
    """Live pages and their labels, in order; each host is asked for one at a time and rests in between.

    Those that are `kept` from before are not asked for; the others are kept as they come.
    """
    labels: dict[str, str] = {}
    for url, label in wanted:
        labels.setdefault(url, label)
    if len(labels) > MOST_FETCHED:
        raise BadInput(
            f"{len(labels):,} URLs are more than {MOST_FETCHED:,}; crawl them, and give the folder of the crawl"
        )
    return finish(_fetch(labels, settings, reader, kept, leave_out, progress))


async def _fetch(
    labels: dict[str, str],
    settings: Settings,
    reader: PageReader,
    kept: FetchedPages,
    leave_out: Note,
    progress: Progress,
) -> list[Document]:
    web = make_web(settings)
    by_host: dict[str, list[str]] = {}
    made: dict[str, Document | str] = {}
    for url, label in labels.items():
        if came := kept.get(url):
            made[url] = reader.document(came, url, label)
        else:
            by_host.setdefault(host_of(url), []).append(url)
    if made:
        progress("pages fetched", len(made), len(labels))
    room = asyncio.Semaphore(_HOSTS_AT_ONCE)

    async def visit(host: str, urls: list[str]) -> None:
        async with room:
            for number, url in enumerate(urls):
                if number:
                    await web.sleep(web.delay(host))
                answers = await follow(web, url, settings)
                kept.keep(url, answers[-1])
                made[url] = reader.document(answers[-1], url, labels[url])
                progress("pages fetched", len(made), len(labels))

    try:
        async with asyncio.TaskGroup() as group:
            for host, urls in by_host.items():
                group.create_task(visit(host, urls))
    finally:
        await web.close()
    documents = []
    for url in labels:
        each = made[url]
        if isinstance(each, str):
            leave_out(f"{url}: {each}")
        else:
            documents.append(each)
    return documents
