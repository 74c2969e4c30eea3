"""Files and folders that appear under their name when all of them is written, or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from honeyguide.errors import BadInput, CannotRun

MARK = "honeyguide-export.toml"
"""Says that a folder may be replaced by the next export."""
_PART = (".honeyguide-export-", ".part")
_LEFT = 24 * 3600.0
"""Seconds: what nobody has written to for so long was left."""


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    path = path.resolve()
    part = _beside(path)
    with _said_of(path):
        _sweep(path.parent)
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is not a file that can be written; name another")
        if not path.parent.is_dir():
            raise BadInput(f"{path.parent} is not a folder; make it first")
        try:
            with part.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)


@contextmanager
def whole_folder(path: Path, ours: re.Pattern[str], mark: str) -> Iterator[Path]:
    """A new folder to fill with files whose names match `ours`; it takes the place of one that was made so before."""
    path = path.resolve()
    part, old = _beside(path), _beside(path)
    with _said_of(path):
        _may_be_replaced(path, ours)
        _sweep(path.parent)
        try:
            part.mkdir()
            yield part
            (part / MARK).write_text(mark, "utf-8")
            if path.exists():
                path.rename(old)
            part.rename(path)
        finally:
            if old.exists() and not path.exists():
                old.rename(path)
            for gone in (old, part):
                shutil.rmtree(gone, ignore_errors=True)


def _may_be_replaced(path: Path, ours: re.Pattern[str]) -> None:
    if not path.parent.is_dir():
        raise BadInput(f"{path.parent} is not a folder; make it first")
    if not path.exists():
        return
    if not path.is_dir():
        raise BadInput(f"{path} is a file, and a folder is to be written; name another")
    names = {entry.name for entry in path.iterdir()}
    if names and MARK not in names:
        raise BadInput(f"{path} is there already and no former export made it; name another folder")
    if foreign := sorted(name for name in names - {MARK} if not ours.fullmatch(name)):
        raise BadInput(f"{path} holds other files ({foreign[0]} …) than a former export wrote; name another folder")


def _beside(path: Path) -> Path:
    return path.parent / f"{_PART[0]}{secrets.token_hex(6)}{_PART[1]}"


def _sweep(folder: Path) -> None:
    """Clear away what exports that were killed left; a part that is being written changes all the time."""
    for part in folder.glob("*".join(_PART)):
        with suppress(OSError):
            if time.time() - part.lstat().st_mtime < _LEFT:
                continue
            if part.is_dir():
                shutil.rmtree(part)
            else:
                part.unlink()


@contextmanager
def _said_of(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotRun(f"{path} could not be written: {error.strerror or error}") from error
