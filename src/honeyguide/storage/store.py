"""The store of a running crawl in a folder: what each visit brought is committed whole, or not at all."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from math import isnan
from operator import add
from pathlib import Path

import msgspec
from msgspec.structs import astuple

from honeyguide import timestamps
from honeyguide.config import Settings
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.link_table import LinkTable, url_hash
from honeyguide.model import CrawlEvent, EventKind, Link, Page, Relevance, Topic
from honeyguide.records import Checkpoint, Citation, Citations, Mark, PageLinks, Record
from honeyguide.storage import folder as layout
from honeyguide.storage import raw_responses
from honeyguide.storage.checkpoint import check_numbers, read_checkpoint
from honeyguide.storage.damage import enough_room, intact, sound
from honeyguide.storage.database import (
    UPSERT_LINK_STATE,
    UPSERT_LINKS_ELSEWHERE,
    UPSERT_STATE,
    ConnectionLost,
    Database,
)
from honeyguide.storage.elements import INSERT_ELEMENTS, element_row
from honeyguide.storage.events import events
from honeyguide.storage.files import ASIDE, WARC
from honeyguide.storage.lock import locked
from honeyguide.storage.marks import read_marks
from honeyguide.storage.offloading import Offloading
from honeyguide.storage.page_links import page_links
from honeyguide.storage.search_index import Entry
from honeyguide.storage.search_schema import Searchable
from honeyguide.storage.search_writer import SearchWriter
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.storage.totals import Totals
from honeyguide.storage.warc import LAST_RECORD, StandingRecords, file_number, warc_files

_STORED = """
SELECT (SELECT coalesce(max(id) + 1, 0) FROM visits), (SELECT coalesce(max(id) + 1, 0) FROM links),
       (SELECT coalesce(max(id), 0) FROM events)
"""
_RECENT = 4096
_SYNC_EVERY = 64
"""Commits between two checkpoints: only then is the disk itself waited for."""

_MESSAGES = "SELECT id, message FROM outbox WHERE shard = ? AND id > ? ORDER BY id LIMIT ?"

_NEW_SCORES = """
CREATE TEMP TABLE new_scores (citation INTEGER PRIMARY KEY, relevance REAL NOT NULL, around REAL)
"""
_RESCORE = """
UPDATE citations SET relevance = new_scores.relevance, around = new_scores.around FROM new_scores
  WHERE new_scores.citation = citations.rowid
"""

_log = logging.getLogger(__name__)


class FolderStore:
    """`protocols.Store` in a crawl's folder; `open` makes the folder or checks it, and holds it for this process."""

    exists = staticmethod(layout.is_crawl)

    @classmethod
    def open(
        cls,
        folder: Path,
        topic: Topic,
        settings: Settings,
        *,
        version: str,
        now: float,
        searchable: Searchable | None = None,
        published_links: str = "",
        standing: StandingRecords | None = None,
    ) -> FolderStore:
        """`searchable` cuts texts for the search index; without it the index is left to who searches.

        `published_links`: the link model where the settings name none. `standing`: raw responses are not written but
        stand somewhere else.
        """
        with ExitStack() as held:
            held.enter_context(locked(folder))
            if many := len(shard_folders(folder)):
                raise BadFolder(
                    f"{folder}: holds a crawl in {many} shards; `honeyguide resume {folder} --shards {many}` goes "
                    "on, `--shards 1` makes it a crawl in one (in Python: `make_crawl`)"
                )
            layout.lay_out_or_check(folder, topic, settings, version, published_links)
            whole = settings.shards == 1  # a shard's files are moved under their names in the whole
            software = f"honeyguide/{version}"
            store = cls(folder, software, now, searchable, held, standing, settings.raw, offloads=whole)
            store._held = held.pop_all()
            return store

    def __init__(
        self,
        folder: Path,
        software: str,
        now: float,
        searchable: Searchable | None = None,
        held: ExitStack | None = None,
        standing: StandingRecords | None = None,
        raw: str = "",
        *,
        offloads: bool = True,
    ) -> None:
        """The folder is there; `held` is let go of when the store is closed. `raw`: where raw responses are moved, by
        somebody else where it does not `offload`."""
        self.folder = folder
        self.link_table = LinkTable()
        self._pending: list[Record] = []
        self._held = held or ExitStack()
        self._database = layout.connect(folder, write=True, alone=True)
        self._held.callback(self._database.close)
        self._database.write_much()
        self._settled = bytearray()
        """By link number, whether a final visit is stored."""
        with sound(folder):
            self._load()
            last = self._database.execute(LAST_RECORD).fetchone()
        self._events: list[tuple[float, str, str, int, int | None]] = []
        self._link_state: list[tuple[int, float, float]] = []
        self._state: dict[str, bytes] = {}
        self._delivered: list[tuple[int, int]] = []
        self._rescored: list[tuple[float, float | None]] = []
        self._commits = 0
        self._recent: dict[int, Link] = {}
        """A page's parent was visited not long ago."""
        with enough_room(folder), sound(folder):
            end = (last[0], last[1] + last[2]) if last else None
            warc, aside = folder / WARC, folder / ASIDE
            self._warc = standing or raw_responses.writer(warc, end, software, now, aside, small=bool(raw))
        self._offloading = Offloading(warc, raw) if raw and offloads and not standing else None
        self._synced = False
        """Whether all that is in the files is committed, and on the disk."""
        if self._warc.set_aside:
            kept = f"{self._warc.set_aside:,} bytes of raw responses that the database does not know are kept in"
            _log.warning("%s: %s %s/; `honeyguide recover` reads them", folder, kept, ASIDE)
        if self._warc.lost:
            lost = f"{self._warc.lost} bytes of raw responses are gone: deleted, or never on the disk"
            _log.warning("%s: %s", folder, lost)
            self.event(now, EventKind.LOST, lost)
        self._latest = self._opened_at = now
        self._marks: dict[int, bool] = {}
        self._marks_seen = -1
        """What `changes_by_others` said when marks were last read."""
        self._searchable = searchable
        self._standing: tuple[tuple[int, ...], ...] = (self._stored(),)
        """What may be stored now, in numbers."""
        self._database.outlast(self._check_stored)
        with intact(folder):
            self._search = SearchWriter(folder, self._database, searchable, self._no_search)

    def _load(self) -> None:
        """Which links there are, and which of them are done with."""
        check_numbers(self._database)
        (self._visits,) = self._database.execute("SELECT coalesce(max(id) + 1, 0) FROM visits").fetchone()
        (known,) = self._database.execute("SELECT max(value) FROM state WHERE key = 'sent'").fetchone()
        self._sent = int(known or 0)
        (self._next_event,) = self._database.execute("SELECT coalesce(max(id), 0) + 1 FROM events").fetchone()
        self.link_table.load(
            self._database.stream("SELECT id, name FROM hosts ORDER BY id"),
            self._database.stream("SELECT hash, host, depth, parent FROM links ORDER BY id"),
        )
        self._settled.extend(bytes(len(self.link_table)))
        for (number,) in self._database.stream("SELECT link FROM visits WHERE final"):
            self._settled[number] = True

    def _stored(self) -> tuple[int, ...]:
        """How many visits, links and events there are: every commit that must not be made twice adds to them."""
        return tuple(self._database.execute(_STORED).fetchone())

    def _check_stored(self) -> None:
        """A server that lost power may have lost commits; others may have written meanwhile."""
        if self._stored() not in self._standing:
            raise CannotRun(
                f"{self.folder}: the connection was lost, and what was committed last is not in the database as it "
                "was before; run it again: the crawl goes on from what is there"
            )

    def restore(self) -> Checkpoint | None:
        with sound(self.folder):
            return read_checkpoint(self._database, len(self.link_table), self._opened_at)

    def link(self, number: int) -> Link:
        fresh = self.link_table.new_links
        if fresh and number >= fresh[0].id:
            return fresh[number - fresh[0].id]
        link = self._recent.get(number)
        if link is None:
            query = "SELECT id, url, host, depth, parent, hops FROM links WHERE id = ?"
            with sound(self.folder):
                link = Link(*self._database.execute(query, (number,)).fetchone())
            if len(self._recent) > _RECENT:
                self._recent.clear()
            self._recent[number] = link
        return link

    def urls(self) -> Iterator[str]:
        with sound(self.folder):
            for (url,) in self._database.stream("SELECT url FROM links ORDER BY id"):
                yield url

    def event(self, at: float, kind: EventKind, detail: str, link: int | None = None) -> None:
        self._events.append((at, str(kind), detail, self._visits + len(self._pending), link))

    def add(self, record: Record) -> None:
        self._pending.append(record)

    def keep(self, numbers: Sequence[tuple[int, float, float]]) -> None:
        self._link_state += numbers

    def rescore(self, citations: Citations) -> None:
        around = (None if isnan(score) else score for score in citations.context_scores.tolist())
        self._rescored = list(zip(citations.relevance.tolist(), around, strict=True))

    def commit(self, state: Mapping[str, object]) -> list[Record]:
        self._synced = False
        with enough_room(self.folder), intact(self.folder):
            self._write(state)
        done, self._pending = self._pending, []
        self._commits += 1
        self._latest = done[-1].fetched.at if done else self._latest
        if self._commits % _SYNC_EVERY == 0:
            self.checkpoint()
        return done

    def messages(self, shard: int, after: int, most: int) -> list[tuple[int, bytes]]:
        with sound(self.folder):
            return self._database.execute(_MESSAGES, (shard, after, most)).fetchall()

    def delivered(self, shard: int, upto: int) -> None:
        self._delivered.append((shard, upto))

    def checkpoint(self) -> None:
        """Raw responses first, then the database that points to them, then the index that is drawn from it."""
        with enough_room(self.folder), intact(self.folder):
            self._warc.sync()
            self._database.flush()
        self._synced = True
        if self._offloading:
            self._offloading.finished(self._files_before(self._warc.number))
        self._search.commit()

    def new_marks(self) -> Sequence[Mark]:
        version = self._database.changes_by_others()
        if version == self._marks_seen:
            return ()
        with intact(self.folder):
            before, self._marks, self._marks_seen = self._marks, read_marks(self._database), version
        changed = [Mark(link, mark) for link, mark in self._marks.items() if before.get(link) is not mark]
        return [*changed, *(Mark(link, None) for link in before if link not in self._marks)]

    def page_links(self) -> Iterator[PageLinks]:
        return page_links(self.folder)

    def events(self, since: int = 0) -> Iterator[CrawlEvent]:
        return events(self.folder, since)

    def close(self) -> None:
        with self._held:
            self._warc.close()
            self._search.close()
            if self._offloading:
                if self._synced:
                    self._offloading.finished(self._files_before(self._warc.number + 1))
                self._offloading.close()

    def _files_before(self, number: int) -> list[str]:
        return [file.name for file in warc_files(self.folder / WARC) if file_number(file.name) < number]

    def _write(self, state: Mapping[str, object]) -> None:
        visits, pages, elements, referrals, outbox = [], [], [], [], []
        elsewhere = [(each.link.id, each.links_elsewhere) for each in self._pending if each.links_elsewhere]
        entries: list[Entry] = []
        totals, settled, citations = Totals(), set[int](), list[Citation]()
        self._settled.extend(bytes(len(self.link_table) - len(self._settled)))
        places = iter(self._warc.write([record.warc for record in self._pending if record.warc]))
        for number, record in enumerate(self._pending, start=self._visits):
            visits.append(self._visit_row(number, record, next(places) if record.warc else (None, None, None)))
            if record.page is not None and record.relevance is not None:
                pages.append(self._page_row(number, record, record.page, record.relevance))
                if record.extract is not None and record.relevance.on_topic:
                    elements.append(element_row(record.link.id, record.extract, record.fetched.at))
                if self._searchable and record.relevance.on_topic and record.duplicate_of is None:
                    entries.append(self._entry(number, record, record.page, record.relevance, self._searchable))
            if record.is_referral and record.relevance is not None:
                referrals.append(self._referral_row(number, record, record.relevance))
            for shard, message in record.messages:
                self._sent += 1
                outbox.append((shard, self._sent, message))
            citations += record.citations
            fresh = record.final and not self._settled[record.link.id] and record.link.id not in settled
            totals.add(record, settles=fresh)
            if fresh:
                settled.add(record.link.id)
        links, hosts = self.link_table.new_links, self.link_table.new_hosts
        kept = {**state, "sent": self._sent} if self._sent else state
        encoded = {key: msgspec.json.encode(value) for key, value in kept.items()}
        changed = [(key, value.decode()) for key, value in encoded.items() if self._state.get(key) != value]
        added = (len(self._pending), len(links), len(self._events))

        def write(run: Database) -> None:
            run.insert("hosts", hosts)
            run.insert("links", [(k.id, k.url, k.host, k.depth, k.parent, k.hops, url_hash(k.url)) for k in links])
            run.insert("visits", visits)
            run.insert("pages", pages)
            run.executemany(INSERT_ELEMENTS, elements)
            run.insert("citations", map(astuple, citations))
            run.insert("referrals", referrals)
            run.executemany(UPSERT_LINKS_ELSEWHERE, elsewhere)
            run.insert("outbox", outbox)
            run.executemany("DELETE FROM outbox WHERE shard = ? AND id <= ?", self._delivered)
            run.executemany(UPSERT_LINK_STATE, self._link_state)
            run.insert("events", [(number, *event) for number, event in enumerate(self._events, self._next_event)])
            totals.write(run)
            run.executemany(UPSERT_STATE, changed)
            _rescore(run, self._rescored)

        self._write_once(write, added)
        self._search.add(entries)
        self._visits += len(self._pending)
        self._next_event += len(self._events)
        for link in settled:
            self._settled[link] = True
        self._state |= encoded
        for written in (links, hosts, self._events, self._link_state, self._delivered, self._rescored):
            written.clear()

    def _write_once(self, write: Callable[[Database], None], added: tuple[int, ...]) -> None:
        """Whether a commit whose answer was lost came through, the database says."""
        before = self._standing[0]
        after = tuple(map(add, before, added))
        self._standing = (before, after)
        while True:
            try:
                with layout.transaction(self._database):
                    write(self._database)
                break
            except ConnectionLost:
                if self._stored() == after != before:
                    break
        self._standing = (after,)

    def _visit_row(self, number: int, record: Record, place: Sequence[object]) -> tuple[object, ...]:
        fetched = record.fetched
        return (
            number,
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

    def _page_row(self, number: int, record: Record, page: Page, relevance: Relevance) -> tuple[object, ...]:
        return (
            number,
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
            msgspec.json.encode(relevance.kept_evidence).decode() if relevance.evidence else "[]",
            page.text if relevance.on_topic else None,
            record.packed_links or None,
            relevance.features or None,
            page.kind,
        )

    def _referral_row(self, number: int, record: Record, relevance: Relevance) -> tuple[object, ...]:
        packed, features = record.packed_links or None, relevance.features or None
        return (number, record.link.id, relevance.score, relevance.on_topic, record.title, packed, features)

    def _entry(self, number: int, record: Record, page: Page, relevance: Relevance, searchable: Searchable) -> Entry:
        extract = record.extract
        return Entry(
            record.link.id,
            number,
            self.link_table.host_names[record.link.host],
            timestamps.plausible(extract.article.published, record.fetched.at) if extract else None,
            relevance.score,
            page.language,
            extract.index if extract else searchable(page.title, page.text, page.language),
        )

    def _no_search(self, why: str) -> None:
        _log.warning("%s", why)
        self.event(self._latest, EventKind.SEARCH, f"{why}; pages are added when they are searched")


def _rescore(run: Database, scores: Sequence[tuple[float, float | None]]) -> None:
    """Within a transaction, the first citations: each its relevance, and that of the text around it."""
    if not scores:
        return
    rows = run.execute("SELECT rowid FROM citations ORDER BY rowid").fetchall()
    run.define(_NEW_SCORES)
    run.insert("new_scores", [(*row, *score) for row, score in zip(rows, scores, strict=False)])
    run.execute(_RESCORE)
    run.execute("DROP TABLE new_scores")
