"""`honeyguide export`: the pages of a crawl as files for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer
from msgspec import to_builtins

from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.options import ChunkSize, Columns, Folder, Force, Json, Output, Words
from honeyguide.cli.terminal import print_json, reader_may_leave, say
from honeyguide.errors import BadInput
from honeyguide.progress import silent
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.exports import Exported

PAGES = ("jsonl", "csv", "xlsx", "parquet", "markdown", "chunks")
"""As in `exports`, which is not imported for the help."""
FORMATS = (*PAGES, "warc")


def export(
    folder: Folder,
    *,
    to: Annotated[
        str,
        typer.Option(metavar="FORMAT", help=" | ".join(FORMATS), autocompletion=completion.one_of(FORMATS)),
    ],
    relevant: Annotated[bool, typer.Option("--relevant", help="Only pages on topic, without duplicates.")] = False,
    output: Output = None,
    force: Force = False,
    columns: Columns = "",
    chunk_size: ChunkSize = None,
    words: Words = False,
    json: Json = False,
) -> None:
    """Write the pages of a crawl to a file, or a folder of Markdown, for other programs.

    Example: honeyguide export demo-crawl --to csv --relevant
    """
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    check_chunk_size(to, chunk_size, FORMATS)
    crawl = CrawlFolder(folder)
    place = target(output, json=json)
    # A bar would stand between the pages where these go to the terminal.
    shown = Bar("opening the crawl", quick=True) if place is not sys.stdout.buffer else nullcontext(silent)
    with reader_may_leave(), shown as progress:
        written = crawl.export(
            to,
            place,
            relevant=relevant,
            columns=names(columns),
            chunk_size=chunk_size,
            words=words,
            force=force,
            progress=progress,
        )
    if json:
        print_json({**to_builtins(written), "relevant": relevant})
    else:
        say_written(written)


def target(output: Path | None, *, json: bool) -> Path | IO[bytes] | None:
    """Where the pages go: `-` is standard output."""
    if output is None or str(output) != "-":
        return output
    if json:
        raise BadInput("--json says on standard output what was written, and --output - writes the pages there")
    return sys.stdout.buffer


def names(columns: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in columns.split(","))))


def check_chunk_size(to: str, chunk_size: int | None, formats: Iterable[str]) -> None:
    if chunk_size is not None and to in formats and to != "chunks":
        raise BadInput(f"--chunk-size is for --to chunks, not for --to {to}")


def say_written(written: Exported) -> None:
    chunks = f" in {written.chunks:,} chunks" if written.format == "chunks" else ""
    many = f"{written.count:,} responses" if written.format == "warc" else counted(written.count, "page")
    say(f"{'standard output' if written.path == '-' else written.path}: {many}{chunks}")
    if written.left_out:
        many = counted(written.left_out, "page")
        say(f"left out: {many} without a text that is kept; off topic there is none", "magenta")
    if written.plain:
        many = counted(written.plain, "page")
        why = "whose raw responses are not there or do not say the text"
        say(f"plain text, without headings, tables and code: {many} {why}", "magenta")
