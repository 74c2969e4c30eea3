"""The pages of an off-line web, parsed once and kept on disk, whatever the number of runs over them."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import msgspec
import zstandard
from msgspec import Struct
from xxhash import xxh3_64_intdigest

from honeyguide.analysis import AnalyzedPage, PageAnalyzer, fingerprint_of
from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.lab.code_digest import READING, digest_of
from honeyguide.lab.processes import Processes
from honeyguide.model import NO_TOPIC, Outcome, Page
from honeyguide.progress import Progress, silent
from honeyguide.web.offline import PageSource, cache_folder, open_web
from honeyguide.web.offline.simulated import fetched, transfer

LARGEST_WEB = 200_000
"""Pages of a web that are kept; a larger web is parsed as it is crawled."""
_SPOILED: tuple[type[Exception], ...] = (zstandard.ZstdError, MemoryError, msgspec.DecodeError)
_BATCH = 64
_WRITE_AFTER = 256
_LONGEST_WAIT = 120.0
"""Seconds that a process waits while another writes."""


class Seen(Struct, frozen=True):
    """What a URL gives: a page, a redirect's target, or why there is neither."""

    outcome: Outcome
    page: Page | None = None
    """Its `text` is left out, `groups` hold the same words; unless somebody asked for it."""
    location: str = ""
    detail: str = ""
    seconds: float = 0.0
    """How long the body takes to come, after the host's latency."""
    status: int = 0
    retry_after: float | None = None
    fingerprint: bytes = b""


class PageCache:
    """One file for one state of a web, of the parser, and one layout of pages. Several processes may share it."""

    def __init__(
        self, web: PageSource, layout: str = "tag-groups", *, text: bool = False, only_judged: bool = False
    ) -> None:
        self.web = web
        self.layout = layout
        """How the relevance model that will judge wants `Page.groups` cut …"""
        self.text = text
        """… and whether it looks at `Page.text`."""
        self.only_judged = only_judged
        """Pages that nobody crawls have no links, and nobody asks whether they are copies."""
        settings = Settings(pdf=False)  # the same, whatever is installed
        self._reader = PageAnalyzer(NO_TOPIC, settings, layout, links=not only_judged)
        self._decode = msgspec.msgpack.Decoder(Seen).decode
        self._unpack = zstandard.ZstdDecompressor().decompress
        self.cpu = 0.0
        """Seconds of this process that parsing took: they are no part of a run's own cost."""
        self._unwritten: dict[int, bytes] = {}
        self._file = _file(web, layout + "-text" * text + "-judged" * only_judged)
        self._database = _connect(self._file) if len(web) <= LARGEST_WEB else None

    def see(self, url: str) -> Seen:
        if self._database is None:
            return self._timed_parse(url)
        key = _key(url)
        blob = self._unwritten.get(key)
        if blob is None:
            with self._used() as database:
                row = database.execute("SELECT seen FROM pages WHERE key = ?", (key,)).fetchone()
                blob = row[0] if row else None
        if blob is not None:
            try:
                return self._decode(self._unpack(blob))
            except _SPOILED:  # no matter: it can be parsed again
                pass
        seen = self._timed_parse(url)
        self._unwritten[key] = _packed(seen)
        if len(self._unwritten) >= _WRITE_AFTER:
            self.write()
        return seen

    def _timed_parse(self, url: str) -> Seen:
        began = time.process_time()
        seen = self.parse(url)
        self.cpu += time.process_time() - began
        return seen

    def page(self, url: str) -> Page | None:
        """The page at a URL, without its `text`; None for redirects and failures."""
        return self.see(url).page

    def parse(self, url: str) -> Seen:
        answer = self.web.answer(url)
        came = fetched(url, answer)
        seen = Seen(
            came.outcome,
            location=came.location,
            detail=came.detail,
            seconds=transfer(answer),
            status=came.status,
            retry_after=came.retry_after,
        )
        if came.outcome is not Outcome.PAGE:
            return seen
        try:
            page = self._reader.parse(came)
        except (MemoryError, RecursionError) as wrong:
            detail = f"the page is too much to read: {type(wrong).__name__}"
            return msgspec.structs.replace(seen, outcome=Outcome.BROKEN, detail=detail)
        if isinstance(page, AnalyzedPage):
            return msgspec.structs.replace(seen, outcome=page.outcome, detail=page.detail)
        lean = page if self.text else msgspec.structs.replace(page, text="")
        if self.only_judged:
            return msgspec.structs.replace(seen, page=msgspec.structs.replace(lean, links=(), links_left_out=0))
        return msgspec.structs.replace(seen, page=lean, fingerprint=fingerprint_of(page))

    def fill(self, jobs: int | Processes = 1, progress: Progress = silent, urls: Iterable[str] | None = None) -> None:
        """Parse every page that is not here yet, or those of these URLs, in so many processes or in those."""
        if self._database is None:
            return
        have: set[int] = set()
        with self._used() as database:
            have.update(key for (key,) in database.execute("SELECT key FROM pages"))
        missing = [url for url in (self.web.urls() if urls is None else urls) if _key(url) not in have]
        if not missing:
            return
        done, arguments = 0, (self.web.spec, self.layout, self.text, self.only_judged)
        batches = [missing[start : start + _BATCH] for start in range(0, len(missing), _BATCH)]
        with nullcontext(jobs) if isinstance(jobs, Processes) else Processes(jobs) as processes:
            for parsed in processes.each(_parse_all, batches, self, _open, arguments):
                self._unwritten.update(parsed)
                done += len(parsed)
                self.write()
                progress("pages read", done, len(missing))

    def write(self) -> None:
        """Keep what was parsed since the last time."""
        if self._database is not None and self._unwritten:
            with self._used() as database, database:
                database.executemany("INSERT OR REPLACE INTO pages VALUES (?, ?)", self._unwritten.items())
            self._unwritten.clear()

    @contextmanager
    def _used(self) -> Iterator[sqlite3.Connection]:
        """The database, for one question. A damaged one is made anew, empty, and the question has no answer."""
        assert self._database is not None
        try:
            yield self._database
        except sqlite3.OperationalError as wrong:
            raise _cannot_use(self._file, wrong) from wrong
        except sqlite3.DatabaseError:
            self._database.close()
            _remove(self._file)
            self._database = _connect(self._file)

    def close(self) -> None:
        if self._database is not None:
            self.write()
            self._database.close()

    def __enter__(self) -> PageCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _file(web: PageSource, layout: str) -> Path:
    folder = cache_folder() / "pages"
    folder.mkdir(exist_ok=True)
    return folder / f"{web.identity}-{layout}-{digest_of(*READING, 'lab/pages.py')}.sqlite"


def _connect(file: Path) -> sqlite3.Connection:
    try:
        try:
            return _prepared(file)
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # damaged, and nothing is lost: it can be parsed again
            _remove(file)
            return _prepared(file)
    except sqlite3.OperationalError as wrong:
        raise _cannot_use(file, wrong) from wrong


def _remove(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink(missing_ok=True)


def _cannot_use(file: Path, wrong: sqlite3.OperationalError) -> CannotRun:
    return CannotRun(f"{file}: the cache of parsed pages cannot be used: {wrong}")


def _prepared(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=_LONGEST_WAIT)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS pages (key INTEGER PRIMARY KEY, seen BLOB NOT NULL)")
    except sqlite3.DatabaseError:
        database.close()
        raise
    return database


def _key(url: str) -> int:
    return xxh3_64_intdigest(url.encode()) - (1 << 63)


def _packed(seen: Seen) -> bytes:
    return zstandard.compress(msgspec.msgpack.encode(seen), 1)


def _open(spec: str, layout: str, text: bool, only_judged: bool) -> PageCache:
    return PageCache(open_web(spec), layout, text=text, only_judged=only_judged)


def _parse_all(cache: PageCache, urls: Iterable[str]) -> list[tuple[int, bytes]]:
    return [(_key(url), _packed(cache.parse(url))) for url in urls]
