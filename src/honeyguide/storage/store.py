"""The store of a running crawl: what each visit brought is gathered and committed whole, or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from honeyguide import timestamps
from honeyguide.model import Extract, Fetched, Link, Outcome, Page, Relevance
from honeyguide.storage import folder as layout
from honeyguide.storage.link_table import LinkTable
from honeyguide.storage.search_index import Entry
from honeyguide.storage.search_schema import Searchable
from honeyguide.storage.search_writer import SearchWriter
from honeyguide.storage.warc import WarcWriter

_RECENT = 4096
_SYNC_EVERY = 64
"""Commits between two checkpoints: only then is the disk itself waited for."""


Citation = tuple[int, int, str | None, float, float | None]
"""One occurrence of a link on a page: source, target, anchor (None for a redirect), relevance of the anchor, and of
the text around it (None when nobody asked)."""


class Record(msgspec.Struct, frozen=True):
    """All that one visit brought."""

    link: Link
    fetched: Fetched
    outcome: Outcome
    detail: str
    final: bool
    again_at: float | None = None
    warc: bytes = b""
    citations: Sequence[Citation] = ()
    page: Page | None = None
    relevance: Relevance | None = None
    fingerprint: bytes = b""
    duplicate_of: int | None = None
    extract: Extract | None = None
    """Of a page on topic."""


class Store:
    """Writes a crawl's folder. Hold `folder.locked` around it."""

    def __init__(self, folder: Path, software: str, now: float, searchable: Searchable | None = None) -> None:
        """`searchable` cuts texts for the search index; without it the index is left to who searches."""
        self.folder = folder
        self.book = LinkTable()
        self.pending: list[Record] = []
        self._database = layout.connect(folder, write=True)
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("PRAGMA wal_autocheckpoint = 0")
        self._database.execute("PRAGMA cache_size = -32000")
        self._events: list[tuple[float, str, str]] = []
        self._kept: list[tuple[int, float, float]] = []
        self._state: dict[str, bytes] = {}
        self._commits = 0
        self._recent: dict[int, Link] = {}
        """A page's parent was visited not long ago."""
        self._visits = self._number("SELECT coalesce(max(id) + 1, 0) FROM visits")
        last = self._database.execute(
            "SELECT warc_file, warc_offset + warc_length FROM visits WHERE warc_file IS NOT NULL"
            " ORDER BY id DESC LIMIT 1"
        ).fetchone()
        with layout.enough_room(folder):
            self._warc = WarcWriter(folder / layout.WARC, last, software, now)
        if self._warc.lost:
            self.event(now, "lost", f"{self._warc.lost} bytes of raw responses never reached the disk")
        self._latest = now
        self._searchable = searchable
        self._search = SearchWriter(folder, self._database, searchable, self._no_search)

    def link(self, number: int) -> Link:
        """A link by its number, URL and all."""
        fresh = self.book.new_links
        if fresh and number >= fresh[0].id:
            return fresh[number - fresh[0].id]
        link = self._recent.get(number)
        if link is None:
            query = "SELECT id, url, host, depth, parent, hops FROM links WHERE id = ?"
            link = Link(*self._database.execute(query, (number,)).fetchone())
            if len(self._recent) > _RECENT:
                self._recent.clear()
            self._recent[number] = link
        return link

    def event(self, at: float, kind: str, detail: str) -> None:
        self._events.append((at, kind, detail))

    def add(self, record: Record) -> None:
        self.pending.append(record)

    def keep(self, numbers: Sequence[tuple[int, float, float]]) -> None:
        """What the strategy keeps with links."""
        self._kept += numbers

    def commit(self, state: Mapping[str, object]) -> list[Record]:
        """Make everything gathered so far permanent; returns the records that this holds for."""
        with layout.enough_room(self.folder):
            try:
                self._write(state)
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        done, self.pending = self.pending, []
        self._commits += 1
        self._latest = done[-1].fetched.at if done else self._latest
        if self._commits % _SYNC_EVERY == 0:
            self.checkpoint()
        return done

    def checkpoint(self) -> None:
        """Raw responses first, then the database that points to them, then the index that is drawn from it."""
        with layout.enough_room(self.folder):
            self._warc.sync()
            self._database.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._search.commit()

    def close(self) -> None:
        self._warc.close()
        self._search.close()
        self._database.close()

    def read(self, query: str) -> sqlite3.Cursor:
        return self._database.execute(query)

    def _number(self, query: str) -> int:
        return int(self._database.execute(query).fetchone()[0])

    def _write(self, state: Mapping[str, object]) -> None:
        visits, pages, elements = [], [], []
        citations: list[Citation] = []
        entries: list[Entry] = []
        places = iter(self._warc.write([record.warc for record in self.pending if record.warc]))
        for record in self.pending:
            visits.append(self._visit_row(record, next(places) if record.warc else (None, None, None)))
            if record.page is not None and record.relevance is not None:
                pages.append(self._page_row(record, record.page, record.relevance))
                if record.extract is not None and record.relevance.on_topic:
                    elements.append(element_row(record.link.id, record.extract, record.fetched.at))
                if self._searchable and record.relevance.on_topic and record.duplicate_of is None:
                    entries.append(self._entry(record, record.page, record.relevance, self._searchable))
            citations += record.citations
            self._visits += 1
        links, hosts = self.book.new_links, self.book.new_hosts
        run = self._database
        run.execute("BEGIN IMMEDIATE")
        run.executemany("INSERT INTO hosts VALUES (?, ?)", hosts)
        run.executemany(
            "INSERT INTO links VALUES (?, ?, ?, ?, ?, ?)",
            [(k.id, k.url, k.host, k.depth, k.parent, k.hops) for k in links],
        )
        run.executemany("INSERT INTO visits VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", visits)
        run.executemany("INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", pages)
        run.executemany(INSERT_ELEMENTS, elements)
        run.executemany("INSERT INTO citations VALUES (?, ?, ?, ?, ?)", citations)
        run.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", self._kept)
        run.executemany("INSERT INTO events (at, kind, detail) VALUES (?, ?, ?)", self._events)
        for key, value in state.items():
            encoded = msgspec.json.encode(value)
            if self._state.get(key) != encoded:
                run.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (key, encoded.decode()))
                self._state[key] = encoded
        run.execute("COMMIT")
        self._search.add(entries)
        links.clear()
        hosts.clear()
        self._events.clear()
        self._kept.clear()

    def _visit_row(self, record: Record, place: Sequence[object]) -> tuple[object, ...]:
        fetched = record.fetched
        return (
            self._visits,
            record.link.id,
            fetched.at,
            fetched.seconds,
            record.outcome,
            fetched.status,
            len(fetched.body),
            record.final,
            record.again_at,
            record.detail,
            *place,
        )

    def _page_row(self, record: Record, page: Page, relevance: Relevance) -> tuple[object, ...]:
        return (
            self._visits,
            record.link.id,
            relevance.score,
            relevance.on_topic,
            record.duplicate_of,
            record.fingerprint,
            page.language,
            page.title,
            page.description,
            page.canonical if page.canonical != record.link.url else "",
            page.noindex,
            msgspec.json.encode(relevance.evidence).decode() if relevance.evidence else "[]",
            page.text if relevance.on_topic else None,
        )

    def _entry(self, record: Record, page: Page, relevance: Relevance, searchable: Searchable) -> Entry:
        extract = record.extract
        return Entry(
            record.link.id,
            self._visits,
            self.book.host_names[record.link.host],
            timestamps.plausible(extract.elements.published, record.fetched.at) if extract else None,
            relevance.score,
            page.language,
            extract.index if extract else searchable(page.title, page.text, page.language),
        )

    def _no_search(self, why: str) -> None:
        self.event(self._latest, "search", f"{why}; pages are added when they are searched")


INSERT_ELEMENTS = "INSERT INTO elements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def element_row(link: int, extract: Extract, read_at: float) -> tuple[object, ...]:
    found = extract.elements
    return (
        link,
        found.title,
        found.published,
        found.updated,
        timestamps.plausible(found.published, read_at),
        found.source,
        found.author,
        found.language,
        found.content,
        msgspec.json.encode([(each.term, each.weight) for each in found.keywords]).decode(),
        extract.fingerprint,
    )
