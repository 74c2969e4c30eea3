"""A crawl in shards as one crawl: what is new in them goes into the folder of the whole, which everybody reads."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field

from honeyguide import __version__, atomic, strategies
from honeyguide.config import Settings
from honeyguide.core.referrals import Partition
from honeyguide.errors import CannotRun
from honeyguide.links import published_with
from honeyguide.model import EventKind, Topic
from honeyguide.parsing.fingerprint import NearDuplicates
from honeyguide.parsing.tokens import searchable
from honeyguide.storage import folder as layout
from honeyguide.storage import raw_responses
from honeyguide.storage.damage import enough_room, sound
from honeyguide.storage.database import ConnectionLost, Database, outlasting
from honeyguide.storage.dealing import forget, join
from honeyguide.storage.files import WARC, has_database
from honeyguide.storage.gathering import Gathering, Taken, ToldLinks, growing_files, names_file
from honeyguide.storage.lock import holder, locked
from honeyguide.storage.marks import MarkablePage, find, marked, write_marks
from honeyguide.storage.offloading import Offloading
from honeyguide.storage.run_settings import keep_settings_of_run
from honeyguide.storage.search_writer import SearchWriter
from honeyguide.storage.shard_folders import complete_exchange, shard_folders
from honeyguide.storage.warc import file_number, is_kept, linked, opened, warc_files
from honeyguide.urls import host_of

_T = TypeVar("_T")
_INDEX_SECONDS = 30.0
"""That the search index may be behind: each time that it is written costs the same, for one page or for many."""


class Gathered(Struct, frozen=True):
    """What was new in the shards."""

    outcomes: Counter[str] = field(default_factory=Counter)
    """Visits by what came of them."""
    pages: int = 0
    links: int = 0
    raw_in_shards: tuple[str, ...] = ()
    """Files of raw responses that are still written, where the file system cannot give them a second name: they come
    when they are whole."""

    @property
    def visits(self) -> int:
        return self.outcomes.total()


class Gatherer:
    """The folder of a crawl in shards, held by this process."""

    def __init__(self, folder: Path, *, index: bool = False, patient: bool = True) -> None:
        """`index`: keep the search index up to date, too; else that is left to who searches. `patient`: wait for a
        database that is lost."""
        self.folder = folder
        self._patient = patient
        self._index = index
        self._held = ExitStack()
        self._open = ExitStack()
        self._held.enter_context(locked(folder))
        self._database: Database | None = None
        self._gathering: Gathering | None = None
        self._holds_shards = False
        self._search: SearchWriter | None = None
        self._is_behind = False
        self._indexed_at = time.monotonic()
        self._begun = 0
        """Shards that have something to be gathered, when last there were as many."""
        self._marks_seen = -1
        self._offloading: Offloading | None = None
        self._there: set[str] = set()
        """Files of raw responses that need not be looked for again."""

    @classmethod
    def begin(cls, folder: Path, topic: Topic, settings: Settings, *, keep: bool = True) -> Gatherer:
        """For who crawls: lays out the folder of a new crawl, or makes sure that this is the one which is there.
        `keep`: its settings become these now, and not when `keep_settings` is called."""
        strategy = strategies.make(settings.strategy, r2=topic.thresholds.link, budget=settings.pages)
        gatherer = cls(folder, index=settings.extract)
        try:
            layout.lay_out_or_check(folder, topic, settings, __version__, published_with(strategy), keep=keep)
            if settings.raw:
                gatherer._offloading = Offloading(folder / WARC, settings.raw)
        except BaseException:
            gatherer.close()
            raise
        return gatherer

    def __enter__(self) -> Gatherer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        with self._held, self._open:
            if self._is_behind and self._database:
                with suppress(ConnectionLost):  # who searches makes it
                    self._make_searchable(self._database)
            self._database = self._gathering = None
            if self._offloading:
                self._offloading.close()

    def keep_settings(self, settings: Settings) -> None:
        """As those of the last run."""
        keep_settings_of_run(self.folder, settings, __version__)

    def hold_shards(self) -> None:
        """Nobody goes on with a shard until this is closed: what is in them is all that there will be."""
        for shard in shard_folders(self.folder):
            self._held.enter_context(locked(shard))
        self._holds_shards = True

    def note(self, at: float, kind: EventKind, detail: str) -> None:
        """Something that happened to the crawl as a whole: that it starts, or stops."""
        self._outlasting(lambda: self._opened()[1].note(at, kind, detail))

    def gather(self) -> Gathered:
        """Bring in what is new, and tell the shards of new marks."""
        return self._outlasting(self._gather)

    def gather_link_state(self) -> None:
        """What the strategy keeps with links, which nobody needs before the crawl is dealt anew."""
        database, gathering = self._opened()
        for number, shard in enumerate(shard_folders(self.folder)):
            with layout.attached(database, shard) as of:
                gathering.take_link_state(number, of)

    def join(self, dealing: str, state: Mapping[str, object], told: Sequence[ToldLinks]) -> None:
        """Make it a crawl in one, that goes on from this state; `told` is what its shards had yet to hear."""
        database, gathering = self._opened()
        join(database, gathering, dealing, state, told)

    def forget(self, key: str) -> None:
        """Something of the state of the whole."""
        forget(self._opened()[0], key)

    def _opened(self) -> tuple[Database, Gathering]:
        if self._database is None or self._gathering is None:
            complete_exchange(self.folder)
            database = layout.connect(self.folder, write=True, alone=True)
            self._open.callback(database.close)
            database.write_much()
            last = _last_file(self.folder / WARC)
            self._database, self._gathering = database, Gathering(database, NearDuplicates(), last)
            self._marks_seen = -1
        return self._database, self._gathering

    def _outlasting(self, action: Callable[[], _T]) -> _T:
        """Once more, where the connection to a database was lost: what was committed says how far it came."""

        def attempt() -> _T:
            try:
                with enough_room(self.folder), sound(self.folder):
                    return action()
            except BaseException:
                self._open.close()  # what it knew of numbers may be ahead of what is stored
                self._database = self._gathering = None
                raise

        return outlasting(attempt) if self._patient else attempt()

    def _gather(self) -> Gathered:
        database, gathering = self._opened()
        shards = shard_folders(self.folder)
        if self._begun != len(shards) and not all(map(layout.is_begun, shards)):
            return Gathered()  # one is being laid out
        self._begun = len(shards)
        self._pass_marks_on(database, shards)
        new = [self._take(database, gathering, number, shard) for number, shard in enumerate(shards)]
        left = self._name_raw(database, gathering, shards)
        outcomes = sum((Counter(each.outcomes) for each in new), Counter[str]())
        if outcomes:
            self._is_behind = True
            if time.monotonic() - self._indexed_at > _INDEX_SECONDS:
                self._make_searchable(database)
            database.flush()
        if self._offloading:
            growing = growing_files(database, len(shards))
            files = warc_files(self.folder / WARC)
            self._offloading.finished(file.name for file in files if file.name not in growing)
        return Gathered(outcomes, sum(each.pages for each in new), sum(each.links for each in new), left)

    def _take(self, database: Database, gathering: Gathering, number: int, shard: Path) -> Taken:
        with layout.attached(database, shard) as of:
            return gathering.take(number, of) or Taken()

    def _make_searchable(self, database: Database) -> None:
        self._indexed_at, self._is_behind = time.monotonic(), False
        if not self._index:
            return
        if self._search is None:
            self._search = SearchWriter(self.folder, database, searchable, self._no_search)
            self._open.callback(self._forget_search)
        else:
            self._search.catch_up()

    def _no_search(self, why: str) -> None:
        self.note(time.time(), EventKind.SEARCH, why)

    def _forget_search(self) -> None:
        search, self._search = self._search, None
        if search:
            search.close()

    def _pass_marks_on(self, database: Database, shards: list[Path]) -> None:
        """What people said of pages of the whole, to the shards that own them."""
        seen = database.changes_by_others()
        if seen == self._marks_seen or not shards:
            return
        self._marks_seen = seen
        wanted: list[dict[str, bool | None]] = [{} for _ in shards]
        partition = Partition(0, len(shards))
        for url, on_topic in marked(self.folder).items():
            wanted[partition.owner(host_of(url))][url] = on_topic
        for shard, own in zip(shards, wanted, strict=True):
            known = marked(shard)
            changed = {url: mark for url, mark in own.items() if known.get(url) is not mark}
            changed |= dict.fromkeys(known.keys() - own.keys())
            pages = find(shard, list(changed)) if changed else {}
            given = [(page, changed[url], None) for url, page in pages.items() if isinstance(page, MarkablePage)]
            if given:
                write_marks(shard, given, time.time())

    def _name_raw(self, database: Database, gathering: Gathering, shards: list[Path]) -> tuple[str, ...]:
        """Give the shards' files of raw responses their names in the whole, and delete those that were moved from
        there; which must wait for that."""
        left: list[str] = []
        moved = raw_responses.moved(self.folder / WARC).files
        for number, shard in enumerate(shards):
            read = gathering.progress.get(number)
            for own, name in read.files.items() if read else ():
                if name in self._there or not is_kept(shard / WARC, own):
                    continue
                source, target = shard / WARC / own, self.folder / WARC / name
                if name in moved:
                    source.unlink()
                    continue
                wanted = not is_kept(target.parent, name) and names_file(database, name)
                if wanted and not _placed(source, target, may_grow=not self._holds_shards):
                    left.append(f"{number}/{WARC}/{own}")
                else:
                    self._there.add(name)
        return tuple(left)


def _last_file(warc: Path) -> int:
    """The number of the last file of raw responses, here or moved elsewhere."""
    elsewhere = raw_responses.moved(warc)
    names = [file.name for file in warc_files(warc)]
    return max(map(file_number, (*names, *elsewhere.files, *elsewhere.unwanted)), default=0)


def _placed(source: Path, target: Path, *, may_grow: bool) -> bool:
    """Whether a file of a shard has its second name now, or a copy where that cannot be. `may_grow`: unless nobody
    else writes there."""
    target.parent.mkdir(exist_ok=True)
    if not linked(source, target):
        is_last = file_number(source.name) == file_number(warc_files(source.parent)[-1].name)
        if is_last and may_grow and holder(source.parent.parent):
            return False
        with atomic.whole_file(target) as copy, opened(source.parent, source.name) as raw:
            shutil.copyfileobj(raw, copy)
    return True


def gather(folder: Path, *, patient: bool = True) -> Gathered:
    """Bring what is new in the shards of a crawl into the whole, once."""
    with closing(Gatherer(folder, patient=patient)) as gatherer:
        return gatherer.gather()


def gather_for_readers(folder: Path) -> None:
    """Bring what a killed crawl left in its shards into the whole, where there is any and this may be done."""
    if has_database(folder) and os.access(folder, os.W_OK) and not holder(folder):
        with suppress(CannotRun):
            gather(folder, patient=False)
