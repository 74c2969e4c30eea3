"""Documents to train on, read for a command: a bar on a terminal, and a word on what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import resolve
from honeyguide.cli.terminal import say

if TYPE_CHECKING:
    from honeyguide.model import Document

_SHOWN = 5


class Material:
    """Reads sources with the same encoding and settings."""

    def __init__(
        self,
        encoding: str,
        flags: dict[str, Any],
        config_file: Path | None,
        column: str = "",
        table: str = "",
        *,
        main_text: bool = False,
        fetched: Path | None = None,
    ) -> None:
        self._encoding = encoding
        self._main_text = main_text
        self._fetched = fetched
        self._column = column
        self._table = table
        self._settings = resolve(flags, config_file).settings

    def read(self, sources: Sequence[str], bar: Bar | None = None) -> list[Document]:
        """All documents of the sources; none when there are no sources."""
        from honeyguide.corpus import read_documents  # noqa: PLC0415

        if not sources:
            return []
        left_out: list[str] = []
        with nullcontext(bar) if bar else Bar("documents read", quick=True) as shown:
            documents = read_documents(
                sources,
                encoding=self._encoding,
                column=self._column,
                table=self._table,
                main_text=self._main_text,
                fetched=self._fetched,
                settings=self._settings,
                progress=shown,
                note=left_out.append,
            )
        for sentence in left_out[:_SHOWN]:
            say(f"left out: {sentence}", "magenta")
        if len(left_out) > _SHOWN:
            say(f"left out: {len(left_out) - _SHOWN:,} more", "magenta")
        return documents
