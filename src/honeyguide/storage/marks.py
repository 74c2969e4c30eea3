"""What people say of pages. A mark is written past the lock of a running crawl, in a short transaction of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec

from honeyguide.errors import CannotRun
from honeyguide.link_table import url_hash
from honeyguide.model import EventKind
from honeyguide.storage.damage import enough_room
from honeyguide.storage.database import UPSERT_STATE, Database
from honeyguide.storage.folder import connect, reading, transaction
from honeyguide.storage.verdicts import Drawn, change_verdict
from honeyguide.storage.warc import Place

_T = TypeVar("_T")
_AT_ONCE = 500
_MOST_NEAR = 5_000
_FIND = """
SELECT links.url, links.id, pages.visit, visits.at, pages.text IS NOT NULL, coalesce(marks.judged, pages.on_topic),
       visits.warc_file, visits.warc_offset, visits.warc_length
FROM links JOIN newest_pages AS pages ON pages.link = links.id JOIN visits ON visits.id = pages.visit
     LEFT JOIN marks ON marks.link = links.id
WHERE links.id IN ({places})
"""
_LAST_VISIT = "SELECT outcome, detail FROM visits WHERE link = ? ORDER BY id DESC LIMIT 1"
_OF_HOST = """
SELECT links.url FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
WHERE hosts.name = ? ORDER BY pages.visit LIMIT ?
"""
_HOSTS = "SELECT name FROM host_totals JOIN hosts ON hosts.id = host_totals.host LIMIT ?"
_MARK = """
INSERT INTO marks SELECT link, ?, ?, on_topic FROM newest_pages WHERE link = ?
ON CONFLICT (link) DO UPDATE SET on_topic = excluded.on_topic, at = excluded.at
"""
_TAKE_BACK = "DELETE FROM marks WHERE link = ? RETURNING judged, at"
_TAKEN_BACK = "marks_taken_back"
"""The key of the state that says of which pages the mark is gone that they were last judged with."""
_MARKED = """
SELECT links.url, marks.on_topic FROM marks JOIN links ON links.id = marks.link ORDER BY marks.at, marks.link
"""
_LAST_JUDGED = "SELECT at FROM events WHERE kind = ? ORDER BY id DESC LIMIT 1"


class MarkablePage(NamedTuple):
    """A page as it must be known to be marked."""

    url: str
    link: int
    visit: int
    read_at: float
    has_text: bool
    judged: bool
    """What the relevance model says of it."""
    place: Place | None
    """Of its raw response; None when that was not kept."""


class Unfetched(NamedTuple):
    """A link that has no page."""

    outcome: str
    """Of its last visit; empty when there was none."""
    detail: str


def find(folder: Path, urls: Sequence[str]) -> dict[str, MarkablePage | Unfetched]:
    """What is known of these addresses; those that the crawl never heard of are left out."""
    with reading(folder) as database:
        numbers: dict[int, str] = {}
        for some in _parts(urls):
            wanted = set(some)
            query = f"SELECT id, url FROM links WHERE hash IN ({_places(some)})"  # noqa: S608
            rows = database.execute(query, [url_hash(url) for url in some])
            numbers.update((number, url) for number, url in rows if url in wanted)
        found: dict[str, MarkablePage | Unfetched] = {}
        for part in _parts(list(numbers)):
            for row in database.execute(_FIND.format(places=_places(part)), part):
                url, link, visit, at, has_text, judged, *place = row
                kept = Place(*place) if place[0] is not None else None
                found[url] = MarkablePage(url, link, visit, at, bool(has_text), bool(judged), kept)
        for number, url in numbers.items():
            if url not in found:
                found[url] = Unfetched(*(database.execute(_LAST_VISIT, (number,)).fetchone() or ("", "")))
    return found


def near(folder: Path, host: str) -> list[str]:
    """Addresses of pages of a host; when it gave none, the hosts that gave some."""
    with reading(folder) as database:
        own = [url for (url,) in database.execute(_OF_HOST, (host, _MOST_NEAR))]
        return own or [name for (name,) in database.execute(_HOSTS, (_MOST_NEAR,))]


def marked(folder: Path) -> dict[str, bool]:
    """By address, in the order in which they were marked."""
    with reading(folder) as database:
        return {url: bool(on_topic) for url, on_topic in database.execute(_MARKED)}


def since_judged(folder: Path) -> int:
    """How many were made, or taken back, since all pages were last judged again; or made, when they never were."""
    with reading(folder) as database:
        taken_back = _taken_back(database)
        if not taken_back and not database.execute("SELECT link FROM marks LIMIT 1").fetchone():
            return 0
        last = _last_judged(database)
        made = {link for (link,) in database.execute("SELECT link FROM marks WHERE at > ?", (last,))}
        return len(made | {link for link, at in taken_back.items() if at > last})


def _last_judged(database: Database) -> float:
    """When all pages were judged again; 0 when they never were."""
    row = database.execute(_LAST_JUDGED, (EventKind.REJUDGED,)).fetchone()
    return float(row[0]) if row else 0.0


def _taken_back(database: Database) -> dict[int, float]:
    """Pages whose mark their scores know of, though it is gone, and when it went."""
    row = database.execute("SELECT value FROM state WHERE key = ?", (_TAKEN_BACK,)).fetchone()
    return msgspec.json.decode(row[0], type=dict[int, float]) if row else {}


def read_marks(database: Database) -> dict[int, bool]:
    """By link number."""
    return {link: bool(on_topic) for link, on_topic in database.execute("SELECT link, on_topic FROM marks")}


def write_marks(
    folder: Path, wanted: Sequence[tuple[MarkablePage, bool | None, Drawn | None]], now: float
) -> tuple[int, int]:
    """Mark pages, all or none; None takes a mark back. How many joined the pages on topic, and how many left them."""
    joined = left = 0
    with _marking(folder) as database:
        last = _last_judged(database)
        before = _taken_back(database)
        taken_back = {link: at for link, at in before.items() if at > last}
        for page, on_topic, drawn in wanted:
            verdict = on_topic
            if verdict is None:
                taken = database.execute(_TAKE_BACK, (page.link,)).fetchone()
                if taken is None:
                    continue
                verdict = bool(taken[0])
                if taken[1] <= last:
                    taken_back[page.link] = now
            else:
                database.execute(_MARK, (verdict, now, page.link))
            changed = change_verdict(database, page.link, page.read_at, verdict, drawn)
            joined += changed and verdict
            left += changed and not verdict
        if taken_back != before:
            database.execute(UPSERT_STATE, (_TAKEN_BACK, msgspec.json.encode(taken_back).decode()))
    return joined, left


@contextmanager
def _marking(folder: Path) -> Iterator[Database]:
    connect(folder).close()  # brings an older folder up to date, with the lock held
    try:
        with (
            enough_room(folder, "nothing was marked: make room, then mark again"),
            closing(connect(folder, write=True)) as database,
        ):
            database.leave_flushing()
            with transaction(database):
                yield database
    except sqlite3.OperationalError as wrong:
        if wrong.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise CannotRun(f"{folder}: another process is writing at the moment; mark again in a while") from None
        if wrong.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}:
            raise CannotRun(f"{folder}: cannot be written, so nothing was marked") from None
        raise


def _parts(values: Sequence[_T]) -> Iterator[Sequence[_T]]:
    return (values[start : start + _AT_ONCE] for start in range(0, len(values), _AT_ONCE))


def _places(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
