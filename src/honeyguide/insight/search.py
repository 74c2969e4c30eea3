"""Search in the pages on topic of a crawl: BM25 over title and main text, with the part of each page that answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from honeyguide.insight.snippets import Pattern, patterns, snippet
from honeyguide.parsing.tokens import searchable
from honeyguide.progress import Progress, silent
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_query import parse
from honeyguide.storage.searching import MatchedPage, find


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
    number: int
    """Of the page, as `CrawlFolder.page` takes it."""


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
    folder: Path, query: str, filters: Filters | None = None, *, top: int = 10, progress: Progress = silent
) -> Answer:
    """The pages of a crawl that answer a query; `progress` hears of pages that the index has to catch up with."""
    filters = filters or Filters()
    asked = parse(query, searchable)
    found = find(folder, asked, filters, top, searchable, progress)
    wanted = patterns(term for group in asked.groups for term in group)
    return Answer(
        tuple(_hit(page, wanted) for page in found.pages), found.total, found.unfiltered, found.degraded_reason
    )


def _hit(page: MatchedPage, wanted: Sequence[Pattern]) -> Hit:
    known = page._asdict()
    text, hits = snippet(known.pop("content"), wanted)
    return Hit(snippet=text, hits=hits, **known)
