"""Search in the pages on topic of a crawl: BM25 over title and main text, with the part of each page that answers."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from honeyguide.insight.model import Progress
from honeyguide.insight.snippets import Pattern, patterns, snippet
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.folder import connect, locked
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_files import discard
from honeyguide.storage.search_query import Asked, parse
from honeyguide.storage.search_reader import Match, SearchReader, up_to_date
from honeyguide.storage.search_schema import Damaged

_SHOWN = """
SELECT links.id, links.url, coalesce(nullif(elements.title, ''), pages.title),
       coalesce(nullif(elements.content, ''), pages.text, ''), hosts.name, coalesce(elements.published, ''),
       coalesce(elements.source, ''), coalesce(elements.author, ''), pages.relevance, pages.language
FROM pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     LEFT JOIN elements ON elements.link = pages.link
WHERE pages.link IN ({places})
"""


class Hit(Struct, frozen=True):
    """A page that answers a query."""

    url: str
    title: str
    snippet: str
    hits: tuple[tuple[int, int], ...]
    """Where in the snippet the words stand that were asked for: characters from and until."""
    score: float
    """BM25: higher is better, comparable within one answer."""
    host: str
    published: str
    source: str
    author: str
    relevance: float
    """To the topic of the crawl."""
    language: str


class Answer(Struct, frozen=True):
    pages: tuple[Hit, ...]
    """The best first."""
    total: int
    """Pages that match, shown or not."""
    unfiltered: int
    """How many there are without the filters."""
    degraded_reason: str = ""
    """Why not every page was searched; empty when every one was."""


def search(
    folder: Path, query: str, filters: Filters | None = None, *, top: int = 10, progress: Progress | None = None
) -> Answer:
    """The pages of a crawl that answer a query; `progress` hears of pages that the index has to catch up with."""
    filters = filters or Filters()
    asked = parse(query, searchable)

    def told(done: int, total: int) -> None:
        if progress:
            progress("pages into the search index", done, total)

    with closing(connect(folder)) as database:
        reader, degraded_reason = up_to_date(folder, database, searchable, told)
        try:
            total, matches = reader.find(asked, filters, top)
        except Damaged:
            with locked(folder):
                discard(folder)
            reader, degraded_reason = up_to_date(folder, database, searchable, told)
            total, matches = reader.find(asked, filters, top)
        pages = _pages(database, matches, patterns(term for group in asked.groups for term in group))
    return Answer(tuple(pages), total, total if not filters else _count(reader, asked), degraded_reason)


def _count(reader: SearchReader, asked: Asked) -> int:
    total, _ = reader.find(asked, Filters(), 1)
    return total


def _pages(database: sqlite3.Connection, matches: Sequence[Match], wanted: Sequence[Pattern]) -> list[Hit]:
    links = [match.link for match in matches]
    rows = database.execute(_SHOWN.format(places=", ".join("?" * len(links))), links)
    known = {link: rest for link, *rest in rows}
    found = []
    for match in matches:
        if match.link in known:
            url, title, content, host, *more = known[match.link]
            text, hits = snippet(content, wanted)
            found.append(Hit(url, title, text, hits, match.score, host, *more))
    return found
