"""Live pages kept as they came, one a line of a file: a second run over the same addresses fetches nothing."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide.errors import CannotRun
from honeyguide.model import Fetched, Outcome


class _Kept(Struct, frozen=True):
    asked: str
    """The address that was asked for, before any redirect."""
    came: Fetched


class FetchedPages:
    """Without a file nothing is kept. A damaged line, as a stop leaves it, counts as not there."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._pages: dict[str, Fetched] = {}
        if path is None or not path.exists():
            return
        try:
            lines = path.read_bytes().splitlines()
        except OSError as wrong:
            raise CannotRun(f"{path}: cannot be read: {wrong.strerror}") from None
        for line in lines:
            try:
                each = msgspec.json.decode(line, type=_Kept)
            except msgspec.MsgspecError:
                continue
            self._pages[each.asked] = each.came

    def get(self, url: str) -> Fetched | None:
        return self._pages.get(url)

    def keep(self, url: str, came: Fetched) -> None:
        """A page; what went wrong is tried again the next time."""
        if self._path is None or came.outcome is not Outcome.PAGE:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                file.write(b"\n" + msgspec.json.encode(_Kept(url, came)) + b"\n")
        except OSError as wrong:
            raise CannotRun(f"{self._path}: cannot be written: {wrong.strerror}") from None
