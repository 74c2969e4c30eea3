"""Pages of a crawl that answer a query: the search index says which, the database what they are."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from honeyguide.progress import Progress, silent
from honeyguide.storage.folder import connect, locked
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_files import discard
from honeyguide.storage.search_query import Asked
from honeyguide.storage.search_reader import up_to_date
from honeyguide.storage.search_schema import Damaged, Searchable

_SHOWN = """
SELECT links.id, links.url, coalesce(nullif(elements.title, ''), pages.title),
       coalesce(nullif(elements.content, ''), pages.text, ''), hosts.name, coalesce(elements.published, ''),
       coalesce(elements.source, ''), coalesce(elements.author, ''), pages.relevance, pages.language
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     LEFT JOIN elements ON elements.link = pages.link
WHERE pages.link IN ({places})
"""


class MatchedPage(NamedTuple):
    score: float
    """BM25."""
    url: str
    title: str
    content: str
    """The main text, else all of it."""
    host: str
    published: str
    source: str
    author: str
    relevance: float
    language: str


class SearchResult(NamedTuple):
    pages: list[MatchedPage]
    """The best first."""
    total: int
    unfiltered: int
    """How many there are without the filters."""
    degraded_reason: str
    """Why not every page was searched; empty when every one was."""


def find(
    folder: Path,
    asked: Asked,
    filters: Filters,
    top: int,
    searchable: Searchable,
    progress: Progress = silent,
) -> SearchResult:
    """`searchable` cuts texts of pages that the index has to catch up with, and `progress` hears of them."""
    with closing(connect(folder)) as database:
        reader, degraded_reason = up_to_date(folder, database, searchable, progress)
        try:
            total, matches = reader.find(asked, filters, top)
        except Damaged:
            with locked(folder):
                discard(folder)
            reader, degraded_reason = up_to_date(folder, database, searchable, progress)
            total, matches = reader.find(asked, filters, top)
        links = [match.link for match in matches]
        rows = database.execute(_SHOWN.format(places=", ".join("?" * len(links))), links)
        known = {link: rest for link, *rest in rows}
    pages = [MatchedPage(match.score, *known[match.link]) for match in matches if match.link in known]
    unfiltered = reader.find(asked, Filters(), 1)[0] if filters else total
    return SearchResult(pages, total, unfiltered, degraded_reason)
