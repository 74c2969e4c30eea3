"""Files and folders that appear under their name when all of them is written, or not at all.

What is written stands beside its place under another name, reaches the disk, and then takes the place. A file keeps
the mode of the one that it replaces; a new one has what the user allows. A link is written through, but not out of
its folder. Parts that a killed process left are cleared away by a later one.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO

from honeyguide.errors import BadInput, CannotRun

MARK = "honeyguide-export.toml"
"""Says that a folder may be replaced by the next export."""
_PART = (".honeyguide-", ".part")
_HELD = "lock"
"""In the part of a crawl: it says itself whether it was left, and what else is to be deleted then."""
_LEFT = 24 * 3600.0
"""Seconds: what nobody has written to for so long was left."""


def write(path: Path, content: bytes | str) -> None:
    """A whole file; its folder is made where it is not there."""
    write_all({path: content})


def write_all(contents: Mapping[Path, bytes | str]) -> list[Path]:
    """Files, each whole or not at all: all are written before the first takes its place."""
    with ExitStack() as stack:
        for path, content in contents.items():
            with _said_of(path):
                path.parent.mkdir(parents=True, exist_ok=True)
            stream = stack.enter_context(whole_file(path))
            stream.write(content.encode() if isinstance(content, str) else content)
            stream.flush()
    return list(contents)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    with _said_of(path):
        place = _place(path)
        _sweep(place.parent)
        if place.exists() and not place.is_file():
            raise BadInput(f"{path}: is not a file that can be written; name another")
        if not place.parent.is_dir():
            raise BadInput(f"{place.parent}: is not a folder; make it first")
        part = _beside(place)
        try:
            with part.open("xb") as stream:
                if place.exists():
                    os.fchmod(stream.fileno(), stat.S_IMODE(place.stat().st_mode))
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path, ours: re.Pattern[str], mark: str) -> Iterator[Path]:
    """A new folder to fill with files whose names match `ours`; it takes the place of one that was made so before."""
    with _said_of(path):
        place = _place(path)
        part, old = _beside(place), _beside(place)
        _may_be_replaced(place, ours)
        _sweep(place.parent)
        try:
            part.mkdir()
            yield part
            (part / MARK).write_text(mark, "utf-8")
            if place.exists():
                place.rename(old)
            part.rename(place)
        finally:
            if old.exists() and not place.exists():
                old.rename(place)
            for gone in (old, part):
                shutil.rmtree(gone, ignore_errors=True)


def is_part(name: str) -> bool:
    """Whether a file or folder of this name is one that is being written, or was left."""
    return name.startswith(_PART[0]) and name.endswith(_PART[1])


def _place(path: Path) -> Path:
    place = Path(os.path.realpath(path))
    if path.is_symlink() and place.parent != path.parent.resolve():
        raise BadInput(f"{path}: is a link to another folder; name {place} itself")
    return place


def _may_be_replaced(path: Path, ours: re.Pattern[str]) -> None:
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent}: is not a folder; make it first")
    if not path.exists():
        return
    if not path.is_dir():
        raise BadInput(f"{path}: is a file, and a folder is to be written; name another")
    names = {entry.name for entry in path.iterdir()}
    if names and MARK not in names:
        raise BadInput(f"{path}: is there already and no former export made it; name another folder")
    if foreign := sorted(name for name in names - {MARK} if not ours.fullmatch(name)):
        raise BadInput(f"{path}: holds other files ({foreign[0]} …) than a former export wrote; name another folder")


def part_name(token: str = "") -> str:
    """For what is being written; `*` for a pattern of all such names."""
    return (token or secrets.token_hex(6)).join(_PART)


def _beside(path: Path) -> Path:
    return path.parent / part_name()


def _sweep(folder: Path) -> None:
    """Clear away what writers that were killed left; a part that is being written changes all the time."""
    for part in folder.glob("*".join(_PART)):
        with suppress(OSError):
            if time.time() - part.lstat().st_mtime < _LEFT:
                continue
            if part.is_dir() and not part.is_symlink():
                if (part / _HELD).exists():
                    continue
                shutil.rmtree(part)
            else:
                part.unlink()


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotRun(f"{path}: cannot be written: {error.strerror or error}") from error
