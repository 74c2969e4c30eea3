"""The folders of the shards of a crawl: found, and exchanged for others whole or not at all."""

from __future__ import annotations

import shutil
from itertools import count, takewhile
from pathlib import Path

from honeyguide.errors import BadFolder
from honeyguide.storage.files import (
    NEW_SHARDS,
    OLD_SHARDS,
    OTHER_SHARDS,
    SHARD_FOLDERS,
    SHARDS,
    has_database,
    refuse_link_or_pipe,
)
from honeyguide.storage.places import delete_elsewhere


def shard_folders(folder: Path) -> list[Path]:
    """Of the shards of a crawl, by number; none for a crawl in one."""
    refuse_link_or_pipe(folder / SHARDS)
    found = list(takewhile(has_database, (folder / SHARDS / str(number) for number in count())))
    for shard in found:
        refuse_link_or_pipe(shard)
    return found


def whole_of(folder: Path) -> Path | None:
    """The crawl that a folder is a shard of, by its place there: one that somebody took out stands for itself."""
    place = folder.resolve()
    for each in reversed(place.parents):
        if each.name in SHARD_FOLDERS and has_database(each.parent):
            return next((near for near in folder.parents if near.resolve() == each.parent), each.parent)
    return None


def refuse_shard(folder: Path) -> None:
    """For what writes: what the shards of a crawl keep is for the crawl as a whole to change."""
    if whole := whole_of(folder):
        raise BadFolder(f"{whole}: is the crawl that {folder} belongs to; a shard may only be read: name {whole}")


def exchange_shards(folder: Path) -> None:
    """Those that stand ready as new ones take the place of the old; hold `locked`."""
    if (folder / SHARDS).exists():
        (folder / SHARDS).rename(folder / OLD_SHARDS)
    finish_exchange(folder)


def complete_exchange(folder: Path) -> None:
    """What a kill may have left of an exchange of shards: those that stand ready take their place. Nothing goes."""
    shards = folder / SHARDS
    for name in SHARD_FOLDERS:
        refuse_link_or_pipe(folder / name)
    for ready in (folder / NEW_SHARDS, folder / OLD_SHARDS):
        if not shards.exists() and ready.exists():
            ready.rename(shards)


def is_exchanging(folder: Path) -> bool:
    """Whether other shards than its own are there: of who deals it now, or left by a kill."""
    return any((folder / name).exists() for name in OTHER_SHARDS)


def finish_exchange(folder: Path) -> None:
    """The same for who writes: what is left of shards whose place others took goes, with what it keeps elsewhere;
    hold `locked`."""
    complete_exchange(folder)
    for left in (folder / name for name in OTHER_SHARDS):
        for shard in left.iterdir() if left.is_dir() else ():
            delete_elsewhere(shard)
        shutil.rmtree(left, ignore_errors=True)
