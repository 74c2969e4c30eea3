"""The database of a crawl made anew from its raw responses: for one that was lost, or copied without its log."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from honeyguide import __version__, atomic, encoders, known_places, strategies, timestamps
from honeyguide import links as link_models
from honeyguide.analysis import AnalyzedPage, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.errors import BadFolder, BadInput
from honeyguide.event_loop import finish
from honeyguide.link_table import LinkTable
from honeyguide.model import EventKind, Fetched, Link, Outcome, Topic, Visit
from honeyguide.plugins import load_plugins
from honeyguide.progress import Progress, silent
from honeyguide.protocols import CrawlView, Strategy, WaitingLinks
from honeyguide.storage import folder as layout
from honeyguide.storage import raw_responses
from honeyguide.storage.damage import enough_room
from honeyguide.storage.errors import DatabaseError
from honeyguide.storage.files import ASIDE, DATABASE, PLACE, SHARDS, WARC, foreign, has_database, require_folder
from honeyguide.storage.health import last_known_response
from honeyguide.storage.lock import locked
from honeyguide.storage.marks import MarkablePage, find, marked, write_marks
from honeyguide.storage.places import delete_elsewhere, place_of
from honeyguide.storage.run_settings import settings_of
from honeyguide.storage.search_schema import discard
from honeyguide.storage.shard_folders import refuse_shard
from honeyguide.storage.store import FolderStore
from honeyguide.storage.warc import Place, StandingRecords, take_back
from honeyguide.topics.files import require
from honeyguide.urls import canonical
from honeyguide.web.offline.responses import answer_of
from honeyguide.web.offline.simulated import fetched
from honeyguide.web.offline.warc_reader import Damage, scan
from honeyguide.workers import Analyzer, analyzers

_log = logging.getLogger(__name__)

BATCH = 32
"""Responses that are read and committed together."""


class Recovered(Struct, frozen=True):
    """What was made of the raw responses."""

    responses: int
    """Those that are in the new database …"""
    pages: int
    """… pages among them …"""
    on_topic: int
    """… and on topic, duplicates not counted."""
    broken: int
    """Records that cannot be read."""
    repeated: int
    """Responses of addresses that an earlier one is known of; they stay where they are."""
    marks: int
    """Marks that the former database still held."""


class _Known(Struct, frozen=True):
    """What can still be learnt of the crawl."""

    topic: Topic
    settings: Settings
    marks: dict[str, bool]


def recover(
    folder: str | Path,
    topic: Topic | None = None,
    settings: Settings | None = None,
    *,
    progress: Progress = silent,
) -> Recovered:
    """Make the database of a crawl anew from its raw responses; the former one is set aside.

    `topic` and `settings` are those of the crawl; what is left out is as the folder still says. A crawl that goes on
    fetches what failed again, since failures left no response.
    """
    folder = Path(folder)
    require_folder(folder)
    refuse_shard(folder)
    if settings is not None:
        known_places.given(folder, settings.store)
    if others := foreign(folder):
        raise BadFolder(f"{folder}: holds other files ({others[0]} …), so it is not the folder of a crawl")
    warc, aside = folder / WARC, folder / ASIDE
    nothing = f"{folder}: there are no raw responses in {WARC}/ to recover a crawl from"
    if not warc.is_dir() and not aside.is_dir():
        raise BadFolder(nothing)
    with ExitStack() as held:
        held.enter_context(locked(folder))
        _require_known_place(folder)
        known = _known(folder, topic, settings)
        held.enter_context(enough_room(folder, "nothing was changed: make room, then recover again"))
        take_back(warc, aside, raw_responses.moved(warc).files)
        if not raw_responses.names(warc):
            raise BadFolder(nothing)
        new = folder / atomic.part_name()
        held.callback(shutil.rmtree, new, ignore_errors=True)
        held.callback(delete_elsewhere, new)
        replay = _Replay(warc, new, known)
        finish(replay.run(progress))
        _exchange(folder, new)
        discard(folder)
        marks = _mark_again(folder, known.marks)
    return Recovered(
        replay.responses, replay.core.limits.pages, replay.core.on_topic, replay.broken, replay.repeated, marks
    )


def is_healthy(folder: Path) -> bool:
    """Whether the database can be read and knows all raw responses: then there is nothing to recover."""
    warc = folder / WARC
    if any((folder / ASIDE).glob("*.warc.gz")):
        return False
    try:
        last = last_known_response(folder)
        names = raw_responses.names(warc)
    except (BadFolder, DatabaseError):
        return False
    if last is None or not names:
        return last is None and not names
    file = warc / names[-1]
    ends = not file.exists() or file.stat().st_size == last[1] + last[2]
    return Path(last[0]).name == names[-1] and ends


def _require_known_place(folder: Path) -> None:
    """Else its topic and marks would be taken for lost; of a place that cannot be read, they are."""
    try:
        place = place_of(folder)
    except BadFolder:
        return
    if place:
        known_places.require(folder, place.url)


def _known(folder: Path, topic: Topic | None, settings: Settings | None) -> _Known:
    marks: dict[str, bool] = {}
    if settings is None:
        settings = settings_of(folder) or Settings()
    if topic is None:
        with suppress(BadFolder):
            topic = layout.topic_of(folder)
    try:
        marks = marked(folder)
    except BadFolder:
        if has_database(folder):
            _log.warning("%s: marks, if there were any, cannot be read from its database: they are lost", folder)
    if topic is None:
        raise BadInput(f"{folder}: its database does not say which topic it was; name it: a file, or a shipped one")
    return _Known(require(topic), settings, marks)


class _Unmoved:
    """Stands for a strategy while responses come once more: it begins afterwards, with the links that wait then."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.paper, self.link_model, self.needs = strategy.paper, strategy.link_model, strategy.needs
        self.waiting = 0

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self._strategy.start(seeds, rng, known)

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        self._strategy.resume(waiting, state, rng, known)

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return ()

    def tell(self, visit: Visit) -> None:
        pass

    def remove(self, number: int) -> bool:
        return False

    def rescore(self, scores: NDArray[np.float32]) -> None:
        pass

    def state(self) -> dict[str, object]:
        return self._strategy.state()

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        return ()


class _Replay:
    """The raw responses in their order, as if they came from the web once more."""

    def __init__(self, warc: Path, new: Path, known: _Known) -> None:
        settings = known.settings
        load_plugins(settings.plugins)
        self._warc, self._settings = warc, settings
        self.responses = self.broken = self.repeated = 0
        self._vectors = encoders.open_vectors(settings.encoder)
        relevance = relevance_model(known.topic, None, self._vectors)
        strategy = strategies.make(settings.strategy, r2=known.topic.thresholds.link, budget=settings.pages)
        model = link_models.make_for(strategy, known.topic, settings.links, self._vectors)
        self._places = StandingRecords()
        self._store = FolderStore.open(
            new,
            known.topic,
            settings,
            version=__version__,
            now=time.time(),
            published_links=link_models.published_with(strategy),
            standing=self._places,
        )
        unlimited = replace(settings, pages=0, time=0.0, stop_when="", warc=True)
        self.core = CrawlCore(unlimited, self._store, _Unmoved(strategy), model, relevance.decision(), lambda _: 0.0)
        self._reading: Analyzer = analyzers(
            known.topic, unlimited, anchors_only=getattr(model, "anchors_only", False), encoder=self._vectors
        )
        self._settled: set[int] = set()

    async def run(self, progress: Progress) -> None:
        self.core.begin([], Random(self._settings.seed), time.time())  # noqa: S311
        try:
            responses = self._responses()
            while batch := list(islice(responses, BATCH)):
                read = await asyncio.gather(*(self._read(came) for came, _ in batch))
                for (came, place), analyzed in zip(batch, read, strict=True):
                    self._settle(came, place, analyzed)
                self._commit()
                progress("responses read", self.responses, 0)
            self._store.event(time.time(), EventKind.STOP, f"recovered from {self.responses:,} raw responses")
            self._commit()
            self._store.checkpoint()
        finally:
            await self._reading.close()
            self._store.close()
            if self._vectors:
                self._vectors.close()

    def _responses(self) -> Iterator[tuple[Fetched, Place]]:
        for name in raw_responses.names(self._warc):
            with raw_responses.whole(self._warc, name) as file:
                yield from self._responses_of(file, name)

    def _responses_of(self, file: Path, name: str) -> Iterator[tuple[Fetched, Place]]:
        for record in scan(file):
            try:
                came = fetched(record.url, answer_of(record)) if record else None
            except Damage:
                came = None
            if record is None or came is None or canonical(came.url) != came.url:
                self.broken += 1
            elif came.outcome in (Outcome.PAGE, Outcome.REDIRECT):
                at = timestamps.parse(record.date) or time.time()
                yield (
                    replace(came, at=at, virtual=bool(self._settings.web)),
                    Place(name, record.offset, record.length),
                )

    async def _read(self, came: Fetched) -> AnalyzedPage | None:
        return await self._reading.read(came) if came.outcome is Outcome.PAGE else None

    def _settle(self, came: Fetched, place: Place, analyzed: AnalyzedPage | None) -> None:
        link = self._link(self._store.link_table, came.url)
        if link.id in self._settled:
            self.repeated += 1
            return
        self._settled.add(link.id)
        self.responses += 1
        if self.core.settle(link, came, analyzed, came.at).warc:
            self._places.append(place)

    def _link(self, table: LinkTable, url: str) -> Link:
        """The link that led there; what no page before led to was a seed."""
        number = table.find(url)
        return self.core.add_seed(url) if number is None else self._store.link(number)

    def _commit(self) -> None:
        batch = self.core.take(time.time())
        for record in batch.records:
            self._store.add(record)
        self._store.commit(batch.state)


def _exchange(folder: Path, new: Path) -> None:
    """Between the two there is no database: then it is recovered once more."""
    aside = folder / ASIDE
    aside.mkdir(exist_ok=True)
    stem = f"{time.time():.0f}"
    for name in (f"{DATABASE}-shm", f"{DATABASE}-wal", DATABASE, PLACE):
        if (folder / name).exists():
            (folder / name).rename(aside / f"{stem}-{name}")
    for name in (DATABASE, PLACE):
        if (new / name).exists():
            (new / name).rename(folder / name)
    if (folder / SHARDS).exists():  # what is made anew is a crawl in one
        (folder / SHARDS).rename(aside / f"{stem}-{SHARDS}")


def _mark_again(folder: Path, marks: dict[str, bool]) -> int:
    pages = find(folder, list(marks)) if marks else {}
    again = [(page, marks[url], None) for url, page in pages.items() if isinstance(page, MarkablePage)]
    if again:
        write_marks(folder, again, time.time())
    return len(again)
