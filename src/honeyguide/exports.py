"""The pages of a crawl as files for other programs: which formats there are, and where a file may go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import asdict

from honeyguide import __version__
from honeyguide.config import Settings
from honeyguide.errors import BadInput, nearest
from honeyguide.insight.ranking import Result
from honeyguide.model import FEED, SITEMAP, Block, StoredPage
from honeyguide.parsing.tokens import tokens
from honeyguide.progress import Progress, silent
from honeyguide.storage.export import COLUMNS, RANKED, Row, Target, export_chunks, export_raw, export_rows
from honeyguide.storage.files import is_part_of_a_crawl
from honeyguide.storage.folder import check
from honeyguide.storage.markdown import export_markdown
from honeyguide.storage.results import count_pages, pages, raw_responses
from honeyguide.validation import check as check_value

PAGES = {
    "jsonl": ".jsonl",
    "csv": ".csv",
    "xlsx": ".xlsx",
    "parquet": ".parquet",
    "markdown": "-markdown",
    "chunks": "-chunks.jsonl",
}
"""Formats of pages, and how a file of each is named after its crawl."""
FORMATS = PAGES | {"warc": ".warc.gz"}
DIVIDED: dict[str, type] = {"title_words": tuple[str, ...], "content_words": tuple[str, ...]}
"""Columns of the divided title and content (NEWS def. 3.2.6)."""
TABLES = ("jsonl", "csv", "xlsx", "parquet")
"""Formats that have columns."""
STREAMED = ("jsonl", "csv", "markdown", "chunks")
"""Formats that standard output takes."""
READABLE = (
    "title", "url", "published", "source", "author", "relevance", "score", "reasons", "on_topic", "mark", "language",
    "kind", "keywords", "description", "updated", "host", "fetched_at", "status", "depth", "parent", "duplicate_of",
)  # fmt: skip
"""Columns of an XLSX file for which none were named: what people look for first, and no text of thousands of
characters."""

ChunkSize = Annotated[int, Meta(ge=50, le=100_000)]
"""Characters of a chunk."""
_SELDOM = 100
"""Pages from one word on how far it is to the next: to draw a bar takes longer than to write a page."""
_Item = TypeVar("_Item")


class Exported(Struct, frozen=True, omit_defaults=True):
    path: str
    """`-` for a stream."""
    format: str
    count: int
    """Pages, or responses in a WARC file."""
    chunks: int = 0
    left_out: int = 0
    """Pages without a text, where texts are what is written."""
    plain: int = 0
    """Pages that are their text alone, since their raw responses are not there or do not say it."""


class Form(Struct, frozen=True):
    """What is written of each page, and how."""

    to: str
    columns: tuple[str, ...] = ()
    """In their order; all of them by default, in XLSX those of `READABLE`."""
    chunk_size: int | None = None
    words: bool = False
    """Whether there are columns of the divided title and content."""

    def check(self, formats: Iterable[str] = FORMATS, *, scored: bool = False, streamed: bool = False) -> None:
        """Refuse what cannot be meant before any work is done."""
        if self.to not in formats:
            raise BadInput(f"'{self.to}' is no export format{nearest(self.to, formats)}")
        if self.chunk_size is not None and self.to != "chunks":
            raise BadInput(f"chunk_size is for chunks, not for {self.to}")
        if self.chunk_size is not None:
            check_value(self.chunk_size, ChunkSize, "chunk_size")
        if self.words and self.to not in TABLES:
            raise BadInput(f"words are columns of {', '.join(TABLES)}; {self.to} has none")
        if self.columns and self.to not in TABLES:
            raise BadInput(f"columns are for {', '.join(TABLES)}; {self.to} has none")
        if streamed and self.to not in STREAMED:
            raise BadInput(f"{self.to} cannot go to standard output; {', '.join(STREAMED)} can")
        known = _all_columns(scored=scored)
        for name in self.columns:
            if name not in known:
                raise BadInput(f"'{name}' is no column{nearest(name, known)}")

    def chosen(self, *, scored: bool) -> dict[str, type]:
        known = _all_columns(scored=scored)
        if self.columns:
            return {name: known[name] for name in self.columns}
        divided = tuple(DIVIDED) if self.words else ()
        if self.to == "xlsx":
            return {name: known[name] for name in (*READABLE, *divided) if name in known}
        return {name: kind for name, kind in known.items() if name not in DIVIDED or self.words}

    def divides(self) -> bool:
        return self.words or not DIVIDED.keys().isdisjoint(self.columns)


def column_names() -> tuple[str, ...]:
    """That a table may have; the score and its reasons only where pages are ranked."""
    return tuple(_all_columns(scored=True))


def _all_columns(*, scored: bool) -> dict[str, type]:
    return (RANKED if scored else COLUMNS) | DIVIDED


def export(
    folder: Path,
    settings: Settings,
    form: Form,
    target: Target | None,
    *,
    relevant: bool,
    force: bool,
    progress: Progress = silent,
) -> Exported:
    """As `CrawlFolder.export` says."""
    form.check(streamed=not (target is None or isinstance(target, Path)))
    check(folder)
    if target is None or isinstance(target, Path):
        place = target or Path(folder.resolve().name + FORMATS[form.to])
        target = destination(place, force=force, folder=form.to == "markdown")
        if form.to == "warc":
            raw = raw_responses(folder, relevant=relevant, software=f"honeyguide/{__version__}", now=time.time())
            raw = _told(raw, "responses written", 0, progress)
            return Exported(str(target), "warc", export_raw(raw, target) - 1)  # the first record says who wrote it
    divides = form.divides()
    stored = _told(
        pages(folder, relevant=relevant), "pages written", count_pages(folder, relevant=relevant), progress
    )
    rows = (asdict(page) | (divided(page) if divides else {}) for page in stored)
    return _write(folder, settings, rows, form, target, form.chosen(scored=False))


def export_results(
    folder: Path, settings: Settings, results: Iterable[Result], form: Form, target: Target, *, scored: bool = False
) -> Exported:
    """Write results in their order, with `scored` the columns of score and reasons beside those of the page."""
    rows = (_row(each, scored=scored, words=form.divides()) for each in results)
    return _write(folder, settings, rows, form, target, form.chosen(scored=scored))


def divided(page: StoredPage) -> dict[str, tuple[str, ...]]:
    """Title and content cut into words, as `honeyguide extract` cuts them."""
    return {
        "title_words": tuple(tokens(page.title, page.language)),
        "content_words": tuple(tokens(page.content, page.language)),
    }


def destination(path: Path, *, force: bool, folder: bool = False) -> Path:
    """The path itself, when a file, or a folder, may be written there."""
    if is_part_of_a_crawl(path):
        raise BadInput(f"{path}: is part of a crawl; name another place")
    if path.is_dir() and not folder:
        raise BadInput(f"{path}: is a folder; name a file with --output")
    if path.exists() and not force:
        raise BadInput(f"{path}: is there already; name another place (--output), or replace it (--force)")
    return path


def _told(items: Iterable[_Item], what: str, of: int, progress: Progress) -> Iterator[_Item]:
    done = 0
    for done, item in enumerate(items, 1):
        yield item
        if done % _SELDOM == 0:
            progress(what, done, of)
    progress(what, done, of)


def _row(each: Result, *, scored: bool, words: bool) -> Row:
    ranked = {"score": each.score, "reasons": "; ".join(each.reasons)} if scored else {}
    return {**asdict(each.page), **ranked, **(divided(each.page) if words else {})}


def _write(
    folder: Path, settings: Settings, rows: Iterable[Row], form: Form, target: Target, columns: Mapping[str, type]
) -> Exported:
    came = 0

    def passing() -> Iterator[Row]:
        nonlocal came
        for row in rows:
            came += 1
            yield row

    chunks = 0
    structures = _Structures(folder, settings)
    if form.to == "markdown":
        count = export_markdown(passing(), target, structures)
    elif form.to == "chunks":
        count, chunks = export_chunks(passing(), target, form.chunk_size or 0, structures)
    else:
        chosen = ({name: row[name] for name in columns} for row in passing())
        count = export_rows(chosen, form.to, target, columns)
    return Exported(
        str(target) if isinstance(target, Path) else "-", form.to, count, chunks, came - count, structures.plain
    )


class _Structures:
    """The blocks of pages, and how many have none."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.plain = 0
        self._of = folder, settings
        self._read: Callable[[str, str], tuple[Block, ...]] | None = None

    def __call__(self, row: Row) -> tuple[Block, ...]:
        from honeyguide.page_structure import structure_reader  # noqa: PLC0415

        self._read = self._read or structure_reader(*self._of)
        blocks = self._read(str(row["url"]), str(row["content"] or row["text"] or ""))
        self.plain += not blocks and row["kind"] not in (FEED, SITEMAP)
        return blocks
