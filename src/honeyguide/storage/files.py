"""What stands where in the folder of a crawl, and that none of it is a link or a pipe."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from honeyguide import atomic
from honeyguide.errors import BadFolder
from honeyguide.storage.raw_responses import MOVED

DATABASE = "crawl.db"
PLACE = "database.toml"
SETTINGS = "settings.toml"
WARC = "warc"
SEARCH = "search"
LOCK = "lock"
LOG = "crawl.log"
VECTORS = "vectors.sqlite"
DESCRIPTIONS = "seeds.json"
"""What was said of seeds, by URL."""
ASIDE = "set-aside"
"""Raw responses that the database does not know, and databases that were made anew: kept for who may want them."""
GIVEN = "given"
"""What a crawl that was started from elsewhere was given: its topic, seeds and settings."""
SHARDS = "shards"
"""The folders of the shards of a crawl, by number; beside it, while it is replaced, those to come and to go."""
NEW_SHARDS = "shards.new"
OLD_SHARDS = "shards.old"
PART_SHARDS = "shards.part"
"""New ones that are not ready, and those that are being deleted."""
OTHER_SHARDS = (NEW_SHARDS, OLD_SHARDS, PART_SHARDS)
SHARD_FOLDERS = (SHARDS, *OTHER_SHARDS)
DEMO_MARK = "demo.toml"
"""Says that a folder may be replaced by the next demo."""
_FILES = (
    LOG,
    f"{LOG}.1",
    DATABASE,
    f"{DATABASE}-wal",
    f"{DATABASE}-shm",
    PLACE,
    MOVED,
    LOCK,
    SETTINGS,
    f"{SETTINGS}.new",
    DEMO_MARK,
)
_FOLDERS = (WARC, SEARCH, ASIDE, GIVEN, *SHARD_FOLDERS)
OURS = {*_FILES, *_FOLDERS, DESCRIPTIONS, VECTORS, f"{VECTORS}-wal", f"{VECTORS}-shm"}


def has_database(folder: Path) -> bool:
    """Whether this is the folder of a crawl, by its files; never through a link."""
    return any((folder / name).is_file() and not (folder / name).is_symlink() for name in (DATABASE, PLACE))


def require_folder(folder: Path) -> None:
    require_name(folder)
    if not folder.is_dir():
        raise BadFolder(f"{folder}: {'is a file, not a' if folder.exists() else 'there is no such'} folder")


def require_name(folder: Path) -> None:
    """Refuse a name that is no text: the search index and what is told as JSON have no way to write it."""
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        raise BadFolder(f"{folder}: the name of this folder is not UTF-8; a crawl needs one that is") from None


def foreign(folder: Path) -> list[str]:
    """Names in a folder that no crawl has written."""
    return sorted(each.name for each in folder.iterdir() if each.name not in OURS and not atomic.is_part(each.name))


def is_part_of_a_crawl(path: Path) -> bool:
    """Whether a path names something that a crawl keeps in its folder."""
    path = path.resolve()
    return any(has_database(folder) and path.relative_to(folder).parts[0] in OURS for folder in path.parents)


def refuse_links_and_pipes(folder: Path) -> None:
    """What a crawl keeps is in its folder: a link there could have any file written to, a pipe hang us."""
    for name in sorted(OURS):
        refuse_link_or_pipe(folder / name)
    with suppress(OSError), os.scandir(folder / WARC) as entries:
        for entry in entries:
            if entry.is_symlink():
                refuse_link_or_pipe(Path(entry.path))


def refuse_link_or_pipe(path: Path) -> None:
    """One that is there."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if stat.S_ISLNK(mode):
        raise BadFolder(f"{path}: is a link, and a crawl keeps its files in its own folder")
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise BadFolder(f"{path}: is neither a file nor a folder")


def refuse_links_below(folder: Path, names: Iterable[str]) -> None:
    """Of a folder that is copied: the same for all that is in it."""
    for name in names:
        refuse_link_or_pipe(folder / name)
