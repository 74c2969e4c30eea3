"""Whether a crawl runs, how fast, and which hosts it leaves alone; at a cost that does not grow with the crawl."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.model import EventKind
from honeyguide.storage.database import Database
from honeyguide.storage.failures import Failures, failures_since
from honeyguide.storage.files import WARC
from honeyguide.storage.kept_out import kept_out
from honeyguide.storage.lock import holder
from honeyguide.storage.raw_responses import RawFiles, raw_files
from honeyguide.storage.run_settings import settings_of
from honeyguide.timestamps import isoformat

_RECENT = 500
"""Visits that the speed is told by …"""
_LATEST = 2_000
"""… and those of which is told what failed, and what was kept out."""
_EXAMPLES = 2
KILLED = "it was killed, or the machine went down"
_RUNS = (EventKind.START, EventKind.RESUME, EventKind.STOP, EventKind.PAUSE, EventKind.PROCEED)
_LAST_RUN = "SELECT kind, detail, at, visit FROM events WHERE kind IN (?, ?, ?, ?, ?) ORDER BY id DESC LIMIT 1"
_BEGUN = "SELECT at, visit FROM events WHERE kind IN (?, ?) ORDER BY id DESC LIMIT 1"
_PACE = """
SELECT min(at), max(at + seconds), count(*) FILTER (WHERE outcome = 'page'), count(*) FROM
  (SELECT at, seconds, outcome FROM visits WHERE id >= ? ORDER BY id DESC LIMIT ?) AS latest
"""


class RestingHost(Struct, frozen=True):
    """A host that the crawl leaves alone for now."""

    host: str
    until: str
    why: str


class Retrying(Struct, frozen=True):
    """A page that failed for now while its host goes on."""

    url: str
    until: str
    why: str


class Running(Struct, frozen=True):
    """What a crawl is doing."""

    running: bool
    paused: bool
    process: int | None
    since: str
    """When it began to run, or stopped."""
    why_stopped: str
    page_limit: int
    time_limit: float
    pages_per_second: float
    seconds_left: float | None
    resting: tuple[RestingHost, ...]
    retrying: tuple[Retrying, ...]
    errors: tuple[Failures, ...]
    kept_out: dict[str, int]
    raw: RawFiles | None


def running(
    folder: Path, database: Database, pages: int, waits: tuple[str, str], languages: tuple[str, ...]
) -> Running:
    """`pages`: so far; `waits`: what the last commit says of hosts that rest, and of pages that are tried again;
    `languages`: those of the topic."""
    held = holder(folder)
    settings = settings_of(folder) or Settings()
    kind, detail, at, _ = database.execute(_LAST_RUN, _RUNS).fetchone() or (EventKind.STOP, "", 0.0, 0)
    runs = held is not None and kind != EventKind.STOP
    begun, first = database.execute(_BEGUN, _RUNS[:2]).fetchone() or (0.0, 0)
    (visits,) = database.execute("SELECT coalesce(max(id), 0) FROM visits").fetchone()
    since, until, found, asked = database.execute(_PACE, (first, _RECENT)).fetchone()
    until = at if kind == EventKind.STOP else until or begun
    now = time.time() if runs and not settings.web else until
    latest = max(0, visits - _LATEST)
    took = now - (since if asked == _RECENT else begun)
    speed = found / took if found and begun and took > 0 else 0.0  # what was recovered had no run of its own
    if runs and held is not None:
        when, why = held.since, ""
    else:
        when, why = until, (detail if kind == EventKind.STOP else KILLED)
    return Running(
        running=runs,
        paused=runs and kind == EventKind.PAUSE,
        process=(held.process or None) if runs and held is not None else None,
        since=isoformat(when) if when else "",
        why_stopped=why,
        page_limit=settings.pages,
        time_limit=settings.time,
        pages_per_second=speed,
        seconds_left=_left(settings, pages, speed, begun, now) if runs else None,
        resting=_resting(database, waits[0], now if runs else time.time()),
        retrying=_retrying(waits[1], now) if runs else (),
        errors=tuple(failures_since(database, latest, _EXAMPLES)),
        kept_out=kept_out(database, settings, languages, latest),
        raw=raw_files(folder / WARC, settings.raw),
    )


def _left(settings: Settings, pages: int, speed: float, begun: float, now: float) -> float | None:
    ends = []
    if settings.pages and speed:
        ends.append(max(0.0, (settings.pages - pages) / speed))
    if settings.time:
        ends.append(max(0.0, begun + settings.time - now))
    return min(ends, default=None)


def _resting(database: Database, stored: str, now: float) -> tuple[RestingHost, ...]:
    rests = msgspec.json.decode(stored, type=list[tuple[int, float, str]]) if stored else []
    name = "SELECT name FROM hosts WHERE id = ?"
    return tuple(
        RestingHost(database.execute(name, (host,)).fetchone()[0], isoformat(until), why)
        for host, until, why in rests
        if until > now
    )


def _retrying(stored: str, now: float) -> tuple[Retrying, ...]:
    waiting = msgspec.json.decode(stored, type=list[tuple[str, float, str]]) if stored else []
    return tuple(Retrying(url, isoformat(until), why) for url, until, why in waiting if until > now)
