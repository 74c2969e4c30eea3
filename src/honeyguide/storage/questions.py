"""Pages that a person has not marked, for those who choose which to ask about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from honeyguide.model import Relevance
from honeyguide.storage.database import Database
from honeyguide.storage.folder import connect
from honeyguide.storage.marks import read_marks

_UNMARKED = """
SELECT links.url, pages.title, hosts.name, pages.relevance, pages.on_topic, links.id
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
WHERE pages.duplicate_of IS NULL AND pages.link NOT IN (SELECT link FROM marks)
"""


class AskablePage(NamedTuple):
    url: str
    title: str
    host: str
    relevance: float
    on_topic: bool
    number: int


class Unmarked:
    """What is stored, as it stood when it was opened; `open_unmarked` makes it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.marks = read_marks(database)
        (self.duplicates,) = database.execute("SELECT count(duplicate_of) FROM newest_pages").fetchone()

    def judged(self) -> Iterator[tuple[int, Relevance]]:
        """Link and verdict of every page with features, in the order in which pages came."""
        query = "SELECT link, relevance, on_topic, features FROM pages WHERE features IS NOT NULL ORDER BY visit"
        for link, score, on_topic, features in self._database.stream(query):
            yield link, Relevance(score, bool(on_topic), features=features)

    def page(self, link: int) -> AskablePage | None:
        """None when it is marked, or a near-duplicate."""
        row = self._database.execute(f"{_UNMARKED} AND pages.link = ?", (link,)).fetchone()
        return None if row is None else _page(row)

    def nearest(self, score: float, limit: int) -> list[AskablePage]:
        """Those that score nearest to this."""
        query = f"{_UNMARKED} ORDER BY abs(pages.relevance - ?), pages.visit LIMIT ?"
        return list(map(_page, self._database.execute(query, (score, limit))))

    def kept_decision(self) -> dict[str, object]:
        """What a decision that moves knew at the last commit."""
        row = self._database.execute("SELECT value FROM state WHERE key = 'verdict'").fetchone()
        found: dict[str, object] = msgspec.json.decode(row[0]) if row else {}
        return found


@contextmanager
def open_unmarked(folder: Path) -> Iterator[Unmarked]:
    with closing(connect(folder)) as database:
        database.snapshot()
        yield Unmarked(database)


def _page(row: tuple[str, str, str, float, int, int]) -> AskablePage:
    url, title, host, relevance, on_topic, number = row
    return AskablePage(url, title, host, relevance, bool(on_topic), number)
