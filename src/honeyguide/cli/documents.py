"""Documents to train on, read for a command: a bar on a terminal, and a word on what was left out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide import config
from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import given
from honeyguide.cli.terminal import say

if TYPE_CHECKING:
    from honeyguide.model import Document

FETCHING = (
    "user_agent",
    "contact",
    "delay",
    "robots",
    "timeout",
    "max_bytes",
    "max_redirects",
    "allow_hosts",
    "allow_private",
    "connect_to",
)
"""Settings of the commands that may be given URLs."""
SOURCES = "folder, file, table, list of URLs, URL, crawl or WARC file"

Encoding = Annotated[
    str, typer.Option(metavar="NAME", help="Of text that is not UTF-8 and does not say what it is, such as GB18030.")
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings file; honeyguide.toml when it is here.")
]
_SHOWN = 5


class Material:
    """Reads sources with the same encoding and settings."""

    def __init__(self, encoding: str, flags: dict[str, Any], config_file: Path | None) -> None:
        self._encoding = encoding
        self._settings = config.load(given(flags), file=config_file, environ=os.environ).settings

    def read(self, sources: Sequence[str], bar: Bar | None = None) -> list[Document]:
        """All documents of the sources; none when there are no sources."""
        from honeyguide.corpus import read_documents  # noqa: PLC0415

        if not sources:
            return []
        left_out: list[str] = []
        with nullcontext(bar) if bar else Bar("documents read", lines=False) as shown:
            documents = read_documents(
                sources,
                encoding=self._encoding,
                settings=self._settings,
                progress=shown,
                note=left_out.append,
            )
        for sentence in left_out[:_SHOWN]:
            say(f"left out: {sentence}", "yellow")
        if len(left_out) > _SHOWN:
            say(f"left out: {len(left_out) - _SHOWN:,} more", "yellow")
        return documents
