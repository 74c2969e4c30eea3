"""How far an experiment is, in its folder, for whoever watches it: which runs it wants, and those under way."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide import atomic
from honeyguide.lab.model import Point, Run

WANTED = "wanted.json"
RUNS = "runs"
_EVERY_SECONDS = 1.0
_GROWING = ".growing"


class WantedRun(Struct, frozen=True):
    """One of all runs that the report will be made of."""

    file: str
    strategy: str
    repeat: int
    label: str
    pages: int
    """At most so many."""


class Growing:
    """Keeps the curve of a run that is under way beside the place of its result; `with` clears it away."""

    def __init__(self, file: Path) -> None:
        self._file = file.with_name(file.name + _GROWING)
        self._next = time.monotonic() + _EVERY_SECONDS

    def __enter__(self) -> Growing:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.unlink(missing_ok=True)

    def __call__(self, curve: Sequence[Point]) -> None:
        if time.monotonic() >= self._next:
            atomic.write(self._file, msgspec.json.encode(curve))
            self._next = time.monotonic() + _EVERY_SECONDS


def want(folder: Path, runs: Sequence[WantedRun]) -> None:
    """Say which runs of the folder count, before the first of them begins."""
    atomic.write(folder / WANTED, msgspec.json.encode(runs))


def wanted(folder: Path) -> list[WantedRun]:
    """None while the web is being opened."""
    try:
        return msgspec.json.decode((folder / WANTED).read_bytes(), type=list[WantedRun])
    except (OSError, msgspec.DecodeError):
        return []


def finished(folder: Path, run: WantedRun) -> Run | None:
    return kept(folder / RUNS / run.file)


def kept(file: Path) -> Run | None:
    """A run that has ended, in its file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=Run)
    except (OSError, msgspec.DecodeError):
        return None


def under_way(folder: Path, run: WantedRun) -> tuple[Point, ...]:
    """The curve of a run as far as it is; empty where it has not begun, or is over."""
    file = folder / RUNS / (run.file + _GROWING)
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[Point, ...])
    except (OSError, msgspec.DecodeError):
        return ()
