"""Raw responses moved to object storage: beside a crawl, file by file as they are finished, or all at once."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from threading import Condition, Thread

from msgspec import Struct

from honeyguide import known_places
from honeyguide.errors import BadInput, HoneyguideError
from honeyguide.progress import Progress
from honeyguide.storage import folder as layout
from honeyguide.storage import raw_responses
from honeyguide.storage.damage import enough_room, sound
from honeyguide.storage.files import ASIDE, WARC
from honeyguide.storage.gathering import growing_files
from honeyguide.storage.lock import locked
from honeyguide.storage.object_storage import checked_place
from honeyguide.storage.run_settings import settings_of
from honeyguide.storage.shard_folders import shard_folders
from honeyguide.storage.warc import LAST_RECORD, warc_files

_FIRST_WAIT = 15.0
_LONGEST_WAIT = 600.0
"""Seconds until what failed is tried again: twice as long each time."""

_log = logging.getLogger(__name__)


class Offloaded(Struct, frozen=True):
    """What was moved to object storage."""

    files: int
    bytes: int
    place: str
    """The folder there; where nothing was ever moved, the one that would hold it."""
    staying: int = 0
    """Files that the shards of the crawl go on with."""


class Offloading:
    """Moves finished files in a thread of its own. What fails is tried again; the crawl never waits for it."""

    def __init__(self, warc: Path, to: str) -> None:
        self._warc, self._to = warc, checked_place(to)
        self._finished: set[str] = set()
        self._closing = False
        self._changed = Condition()
        self._thread = Thread(target=self._run, name="offloading", daemon=True)
        self._thread.start()

    def finished(self, files: Iterable[str]) -> None:
        """Nothing more comes into these, and all that is in them is committed for good."""
        with self._changed:
            self._finished.update(files)
            self._changed.notify_all()

    def close(self) -> None:
        """Once more; what fails then waits in the folder for the next run."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()
        if waiting := len(self._waiting()):
            _log.warning(
                "%s: %d files of raw responses wait in it; `honeyguide offload %s` moves them to %s",
                self._warc.parent,
                waiting,
                self._warc.parent,
                self._to,
            )

    def _waiting(self) -> list[str]:
        return [file.name for file in warc_files(self._warc) if file.name in self._finished]

    def _run(self) -> None:
        wait, last = 0.0, False
        while not last:
            with self._changed:
                if wait:
                    self._changed.wait_for(lambda: self._closing, wait)
                else:
                    self._changed.wait_for(lambda: self._closing or self._waiting())
                last = self._closing
            wait = 0.0 if self._move() else min(max(_FIRST_WAIT, 2 * wait), _LONGEST_WAIT)

    def _move(self) -> bool:
        """Whether nothing went wrong."""
        try:
            raw_responses.move(self._warc, self._to, self._waiting())
        except (HoneyguideError, OSError) as wrong:
            with suppress(HoneyguideError):  # a full disk has no room for that either
                if raw_responses.note_problem(self._warc, str(wrong)):
                    _log.warning("%s; raw responses wait in %s", wrong, self._warc)
            return False
        return True


def offload(folder: Path, to: str, software: str, now: float, progress: Progress) -> Offloaded:
    """Move all raw responses of a crawl that does not run; `to` is where its settings say, unless it is named. Of a
    crawl in shards the file that each of them goes on with stays."""
    settings = settings_of(folder)
    named, to = to, to or (settings.raw if settings else "")
    if not to:
        raise BadInput(f"{folder}: its settings do not say where raw responses go; name it: --raw s3://bucket/folder")
    checked_place(to)
    known_places.name(named)
    known_places.require(folder, to)
    warc = folder / WARC
    with locked(folder), enough_room(folder, "what was moved before is moved"), sound(folder):
        with closing(layout.connect(folder, write=True, alone=True)) as database:
            last = database.execute(LAST_RECORD).fetchone()
            shards = shard_folders(folder)
            growing = growing_files(database, len(shards))
        if not shards:
            end = (last[0], last[1] + last[2]) if last else None
            raw_responses.writer(warc, end, software, now, folder / ASIDE).close()
        here = warc_files(warc)
        files = [file for file in here if file.name not in growing]
        size = sum(file.lstat().st_size for file in files)
        raw_responses.move(warc, to, [file.name for file in files], progress)
    return Offloaded(len(files), size, raw_responses.moved(warc).place or to, len(here) - len(files))
