"""A crawl that faults are tried on: a small web on a local server, the command in a process, and what it kept."""

from __future__ import annotations

import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from honeyguide.storage.database import SqliteDatabase
from honeyguide.storage.folder import reading
from honeyguide.storage.search_schema import opened
from honeyguide.urls import host_of
from honeyguide.web.offline.warc_reader import scan
from honeyguide.web.response import Answer
from honeyguide.web.synthetic import SyntheticWeb

sys.path.append(str(Path(__file__).parents[1]))
from tests.local_web import LocalWeb, local_web, small_synthetic
from tests.plain_choices import RAIN_FILE
from tests.processes import workers
from tests.warm_process import WarmProcess

__all__ = ["RAIN_FILE", "CrawlUnderTest", "Kept", "Log", "WarmProcess", "kept_in", "local_web", "workers"]

DELAY = 0.03
_NOTED = 0.8
PATIENCE = 120.0
"""Seconds that a run may take: it is stuck after that."""
FULL, REFUSED, NOTHING_LEFT = 3, 1, 4
"""Exit codes; the last one is that of a run that met only links that fail."""
SITE = small_synthetic(seed=3, pages=140, hosts=8, words=60, share=0.3)
SEEDS = SITE.seeds(4)
_PAGES = "SELECT url FROM pages JOIN links ON links.id = pages.link"
_SEARCHABLE = "SELECT count(*) FROM newest_pages WHERE on_topic AND duplicate_of IS NULL"


class Log:
    """Who was asked for what, and when, by the clock that nobody sets."""

    def __init__(self, failing: str = "", site: SyntheticWeb = SITE) -> None:
        """`failing` answers 503 the first time."""
        self._failing = failing
        self._site = site
        self._asked: dict[str, list[float]] = {}

    def answer(self, url: str) -> Answer:
        self._asked.setdefault(host_of(url), []).append(time.monotonic())
        if url == self._failing:
            self._failing = ""
            return Answer(503, (), b"")
        return self._site.answer(url)

    def impolite(self) -> int:
        """Requests that came to a host earlier than the delay after the one before; a busy server notes one late."""
        gaps = (after - before for asked in self._asked.values() for before, after in pairwise(asked))
        return sum(gap < _NOTED * DELAY for gap in gaps)


class Kept(NamedTuple):
    """What a folder holds."""

    pages: Counter[str]
    responses: Counter[str]
    searchable: int
    """Pages that should be found …"""
    indexed: int
    """… and those that are."""

    @property
    def doubled(self) -> int:
        twice = sum(count - 1 for kept in (self.pages, self.responses) for count in kept.values())
        return twice + max(0, self.indexed - self.searchable)

    def lost(self, everything: Counter[str]) -> int:
        return len(everything.keys() - self.pages.keys()) + max(0, self.searchable - self.indexed)


class CrawlUnderTest:
    """One folder, and the runs into it."""

    def __init__(self, web: LocalWeb, out: Path, strategy: str, store: str = "") -> None:
        self._web = web
        self.out = out
        self._strategy = strategy
        self._store = ["--store", store] if store else []
        self._topic = "rainstorm-disaster" if strategy == "guide" else RAIN_FILE
        """The default strategy goes with the default judge."""
        self.said = ""
        """What the last run complained of."""

    def begin(self, *, plugin: Path | None = None, workers: int = 0) -> WarmProcess:
        before = ["--plugin", str(plugin)] if plugin else []
        what = ["crawl", self._topic, *SEEDS, "--out", str(self.out), "--strategy", self._strategy, "--quiet"]
        polite = ["--connect-to", self._web.address, "--delay", str(DELAY), "--retries", "1"]
        size = ["--pages", "400", "--concurrency", "8", "--workers", str(workers), *self._store]
        return WarmProcess(*before, *what, *polite, *size, env=_ENVIRONMENT)

    def recover(self) -> WarmProcess:
        return WarmProcess("recover", self.out, "--topic", self._topic, "--workers", "0", env=_ENVIRONMENT)

    def end(self, process: WarmProcess) -> int:
        """How it ended; a run that does not end is killed, and says so."""
        try:
            code = process.wait(PATIENCE)
        except AssertionError as stuck:
            self.said = str(stuck)
            return -signal.SIGALRM
        self.said = process.err.decode(errors="replace")
        return code

    def archived(self) -> int:
        """Bytes of raw responses that are written: how far it is, seen without touching its database."""
        file = self.out / "warc/00001.warc.gz"
        return file.stat().st_size if file.exists() else 0

    def kept(self) -> Kept:
        return kept_in(self.out)

    def responses(self, *folders: str) -> Counter[str]:
        return responses_in(self.out, *folders)


def kept_in(out: Path) -> Kept:
    with reading(out) as database:
        if isinstance(database, SqliteDatabase):
            sound = database.execute("PRAGMA integrity_check").fetchall()
            assert sound == [("ok",)], sound
        pages = Counter(url for (url,) in database.execute(_PAGES))
        (searchable,) = database.execute(_SEARCHABLE).fetchone()
    index = opened(out / "search")
    return Kept(pages, responses_in(out, "warc"), searchable, index.searcher().num_docs if index else 0)


def responses_in(out: Path, *folders: str) -> Counter[str]:
    """URLs of the raw responses that can be read."""
    files = [file for folder in folders for file in sorted((out / folder).glob("*.warc.gz"))]
    return Counter(record.url for file in files for record in scan(file) if record and record.url)


_ENVIRONMENT: Mapping[str, str] = {"HONEYGUIDE_ENCODER": "none", "OPENBLAS_NUM_THREADS": "1", "NO_COLOR": "1"}
"""Without an encoder: loading one takes seconds a run."""
