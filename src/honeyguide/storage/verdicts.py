"""Verdicts that change after a page came: by a mark, one by one, or all of them when a crawl is judged again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from honeyguide.model import Coverage, EventKind, Extract, Relevance, Topic
from honeyguide.storage.damage import enough_room
from honeyguide.storage.database import UPSERT_STATE, Database
from honeyguide.storage.elements import INSERT_ELEMENTS, element_row
from honeyguide.storage.folder import connect, transaction
from honeyguide.storage.lock import locked
from honeyguide.storage.page_links import with_terms
from honeyguide.storage.schema import COUNT_AGAIN
from honeyguide.storage.search_schema import discard
from honeyguide.storage.warc import Place

_STAGED = (
    """
CREATE TEMP TABLE verdicts (
  visit INTEGER PRIMARY KEY, relevance REAL, judged BOOLEAN, evidence TEXT, features BLOB, links BLOB
)""",
    "CREATE TEMP TABLE texts (visit INTEGER PRIMARY KEY, text TEXT)",
    "CREATE TEMP TABLE new_elements AS SELECT * FROM elements WHERE FALSE",
)
_PAGES = """
SELECT pages.visit, pages.link, links.url, visits.at, pages.relevance, coalesce(marks.judged, pages.on_topic),
       pages.features, pages.language, pages.noindex, visits.warc_file, visits.warc_offset, visits.warc_length
FROM pages JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit
     LEFT JOIN marks ON marks.link = pages.link
WHERE pages.visit > ? ORDER BY pages.visit LIMIT ?
"""
_NOW = """
FROM newest_pages AS pages JOIN verdicts ON verdicts.visit = pages.visit JOIN links ON links.id = pages.link
     JOIN visits ON visits.id = pages.visit LEFT JOIN marks ON marks.link = pages.link
"""
_IS_ON = "coalesce(marks.on_topic, verdicts.judged)"
_CHANGES = f"""
SELECT links.url, pages.title, verdicts.relevance, {_IS_ON} {_NOW}
WHERE pages.on_topic <> {_IS_ON} AND pages.duplicate_of IS NULL ORDER BY pages.visit
"""
_WITHOUT_TEXT = f"""
SELECT pages.visit, pages.link, links.url, visits.at, verdicts.relevance, verdicts.judged, NULL,
       pages.language, pages.noindex, visits.warc_file, visits.warc_offset, visits.warc_length {_NOW}
WHERE {_IS_ON} AND pages.text IS NULL ORDER BY pages.visit
"""
_WRITE = (
    """
UPDATE pages SET relevance = new.relevance, evidence = new.evidence, features = new.features,
  links = coalesce(new.links, pages.links),
  on_topic = coalesce((SELECT marks.on_topic FROM marks WHERE marks.link = pages.link), new.judged)
  FROM verdicts AS new WHERE new.visit = pages.visit""",
    """
UPDATE marks SET judged = new.judged
  FROM newest_pages AS pages JOIN verdicts AS new ON new.visit = pages.visit WHERE pages.link = marks.link""",
    "UPDATE pages SET text = NULL WHERE NOT on_topic AND text IS NOT NULL",
    """
UPDATE pages SET text = new.text FROM texts AS new
  WHERE new.visit = pages.visit AND pages.on_topic AND pages.text IS NULL""",
    "DELETE FROM elements WHERE link IN (SELECT link FROM newest_pages WHERE NOT on_topic)",
    """
DELETE FROM elements WHERE link IN (SELECT link FROM new_elements)""",
    """
INSERT INTO elements
  SELECT new.* FROM new_elements AS new JOIN newest_pages AS pages ON pages.link = new.link
  WHERE pages.on_topic""",
    "DELETE FROM totals",
    "DELETE FROM outcome_totals",
    "DELETE FROM host_totals",
    *COUNT_AGAIN,
    "DELETE FROM search_changes",
)
_NOTE = """
INSERT INTO events (id, at, kind, detail, visit)
  SELECT (SELECT coalesce(max(id), 0) + 1 FROM events), ?, ?, ?, coalesce(max(id) + 1, 0) FROM visits
"""


class Drawn(NamedTuple):
    """What is kept of a page that joins those on topic."""

    text: str
    extract: Extract | None


class JudgedPage(NamedTuple):
    """A visit that brought a page, as it must be known to judge it again."""

    visit: int
    link: int
    url: str
    read_at: float
    relevance: Relevance
    """As it was judged, with the features that were stored."""
    language: str
    noindex: bool
    place: Place | None
    """Of its raw response; None when that was not kept."""


class Change(msgspec.Struct, frozen=True):
    """A page that another verdict is passed on."""

    url: str
    title: str
    relevance: float
    on_topic: bool
    """From now on."""


def change_verdict(database: Database, link: int, read_at: float, on_topic: bool, drawn: Drawn | None) -> bool:
    """Give a page another verdict, within a transaction; whether it had the other one."""
    given = (on_topic, link)
    query = "SELECT visit, duplicate_of IS NULL FROM pages WHERE on_topic <> ? AND link = ?"
    changed = database.execute(query, given).fetchall()
    if not changed:
        return False
    counted = sum(counts for _, counts in changed) * (1 if on_topic else -1)
    database.execute("UPDATE totals SET value = value + ? WHERE name = 'on_topic'", (counted,))
    database.execute(
        "UPDATE host_totals SET on_topic = on_topic + ? WHERE host = (SELECT host FROM links WHERE id = ?)",
        (counted, link),
    )
    text = drawn.text if drawn and on_topic else None
    database.execute("UPDATE pages SET on_topic = ?, text = ? WHERE link = ?", (on_topic, text, link))
    if not on_topic:
        database.execute("DELETE FROM elements WHERE link = ?", (link,))
    elif drawn and drawn.extract:
        database.execute(INSERT_ELEMENTS, element_row(link, drawn.extract, read_at))
    visits = [(visit,) for visit, _ in changed]
    database.executemany("INSERT INTO search_changes VALUES (?) ON CONFLICT DO NOTHING", visits)
    return True


class Verdicts:
    """New verdicts of all pages, gathered beside the database and written all at once; `open_verdicts` makes it."""

    def __init__(self, folder: Path, database: Database) -> None:
        self._folder = folder
        self.database = database
        for statement in _STAGED:
            database.define(statement)

    def pages(self) -> int:
        (count,) = self.database.execute("SELECT count(*) FROM pages").fetchone()
        return int(count)

    def after(self, visit: int, limit: int) -> list[JudgedPage]:
        """The first pages that came after this visit."""
        return list(map(_page, self.database.execute(_PAGES, (visit, limit))))

    def gather(self, judged: Iterable[tuple[JudgedPage, Relevance]], *, terms: bool) -> None:
        """`terms`: the pages' topic terms are those of another topic."""
        rows = [
            (
                page.visit,
                relevance.score,
                relevance.on_topic,
                msgspec.json.encode(relevance.kept_evidence).decode(),
                relevance.features or None,
                self._links(page.visit, relevance) if terms else None,
            )
            for page, relevance in judged
        ]
        self.database.insert("verdicts", rows)

    def changes(self) -> list[Change]:
        """Pages that join those on topic or leave them, near-duplicates left out."""
        return [Change(url, title, score, bool(on)) for url, title, score, on in self.database.execute(_CHANGES)]

    def without_text(self) -> list[JudgedPage]:
        """Pages on topic whose text was not kept."""
        return list(map(_page, self.database.execute(_WITHOUT_TEXT)))

    def add_texts(self, drawn: Sequence[tuple[JudgedPage, Drawn]]) -> None:
        self.database.insert("texts", [(page.visit, each.text) for page, each in drawn])
        rows = [element_row(page.link, each.extract, page.read_at) for page, each in drawn if each.extract]
        self.database.insert("new_elements", rows)

    def write(self, topic: Topic, state: Mapping[str, object], says: str, now: float, *, new_topic: bool) -> None:
        """All that was gathered, or nothing; a crawl that goes on then sees all pages and their links anew."""
        kept = msgspec.json.encode(topic, order="sorted").decode()
        discard(self._folder)  # the search index holds pages that left, and lacks those that joined
        run = self.database
        with (
            enough_room(self._folder, "nothing was changed: make room, then judge again"),
            transaction(run),
        ):
            before = self._on_topic()
            for statement in _WRITE:
                run.execute(statement)
            if new_topic:
                run.execute("DELETE FROM link_state")  # what the strategy thought of links by the former topic
                self._forget_what_is_left()
            elif before and (found := self._on_topic()) != before:
                self._expect(found / before)
            run.execute("UPDATE meta SET value = ? WHERE key = 'topic'", (kept,))
            rows = [(key, msgspec.json.encode(value).decode()) for key, value in state.items()]
            run.executemany(UPSERT_STATE, rows)
            run.execute(_NOTE, (now, EventKind.REJUDGED, says))

    def _forget_what_is_left(self) -> None:
        """What links turned out to be by the former topic says nothing of this one; where no link waits, nothing is
        left by any topic."""
        run = self.database
        stored = run.execute("SELECT value FROM state WHERE key = 'coverage'").fetchone()
        told = msgspec.json.decode(stored[0], type=Coverage | None) if stored else None
        for key in ("calibration", "coverage", "recall", "recall_draws"):
            run.execute("DELETE FROM state WHERE key = ?", (key,))
        if told and not told.waiting:
            kept = replace(told, undiscovered=0.0, test="")
            run.execute(UPSERT_STATE, ("coverage", msgspec.json.encode(kept).decode()))

    def _on_topic(self) -> int:
        kept = self.database.execute("SELECT value FROM totals WHERE name = 'on_topic'").fetchone()
        return int(kept[0]) if kept else 0

    def _expect(self, times: float) -> None:
        """So many times as many pages are on topic as before, and so are those behind the links that wait: what links
        scored when they were fetched is not kept."""
        keys = "SELECT key, value FROM state WHERE key IN ('calibration', 'coverage')"
        kept = {key: msgspec.json.decode(value) for key, value in self.database.execute(keys)}
        if calibration := kept.get("calibration"):
            tried = zip(calibration["hits"], calibration["tries"], strict=True)
            calibration["hits"] = [min(times * hits, tries) for hits, tries in tried]
        if told := kept.get("coverage"):
            told |= {name: min(times * told[name], told["waiting"]) for name in ("expected", "low", "high")}
        rows = [(key, msgspec.json.encode(value).decode()) for key, value in kept.items()]
        self.database.executemany(UPSERT_STATE, rows)

    def _links(self, visit: int, relevance: Relevance) -> bytes | None:
        (packed,) = self.database.execute("SELECT links FROM pages WHERE visit = ?", (visit,)).fetchone()
        return with_terms(packed, relevance.matched_terms) if packed else None


@contextmanager
def open_verdicts(folder: Path) -> Iterator[Verdicts]:
    """Hold the folder: nobody may crawl into it meanwhile."""
    connect(folder).close()
    with locked(folder), closing(connect(folder, write=True, alone=True)) as database:
        yield Verdicts(folder, database)


def _page(row: Sequence[Any]) -> JudgedPage:
    visit, link, url, at, score, judged, features, language, noindex, *place = row
    relevance = Relevance(score, bool(judged), features=features or b"")
    place_of = Place(*place) if place[0] is not None else None
    return JudgedPage(visit, link, url, at, relevance, language, bool(noindex), place_of)
