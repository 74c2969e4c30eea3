"""`honeyguide export`: the pages of a crawl as files for other programs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from honeyguide import __version__
from honeyguide.cli.status import Folder, Json
from honeyguide.cli.status import pages as counted
from honeyguide.cli.terminal import print_json, say
from honeyguide.errors import BadInput, nearest

if TYPE_CHECKING:
    from honeyguide.storage.export import Row

PAGES = {
    "jsonl": ".jsonl",
    "csv": ".csv",
    "xlsx": ".xlsx",
    "parquet": ".parquet",
    "markdown": "-markdown",
    "chunks": "-chunks.jsonl",
}
SUFFIXES = PAGES | {"warc": ".warc.gz"}

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="PATH", help="Default: named after DIR, here.")
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
ChunkSize = Annotated[
    int | None,
    typer.Option(min=50, max=100_000, metavar="N", help="Characters of a chunk; 1,200, of Chinese and the like 600."),
]


class Written(Struct, frozen=True, omit_defaults=True):
    path: str
    format: str
    count: int
    chunks: int = 0
    left_out: int = 0
    """Pages without a text, where texts are what is written."""

    def say(self) -> None:
        chunks = f" in {self.chunks:,} chunks" if self.format == "chunks" else ""
        many = f"{self.count:,} responses" if self.format == "warc" else counted(self.count)
        say(f"{self.path}: {many}{chunks}")
        if self.left_out:
            say(f"left out: {counted(self.left_out)} without a text that is kept", "yellow")


def export(
    folder: Folder,
    *,
    to: Annotated[str, typer.Option(metavar="FORMAT", help=" | ".join(SUFFIXES))],
    relevant: Annotated[bool, typer.Option("--relevant", help="Only pages on topic, without duplicates.")] = False,
    output: Output = None,
    force: Force = False,
    chunk_size: ChunkSize = None,
    json: Json = False,
) -> None:
    """Write the pages of a crawl to a file, or a folder of Markdown, for other programs.

    Example: honeyguide export demo-crawl --to csv --relevant
    """
    from msgspec import to_builtins  # noqa: PLC0415
    from msgspec.structs import asdict  # noqa: PLC0415

    from honeyguide.storage.export import export_raw  # noqa: PLC0415
    from honeyguide.storage.folder import check  # noqa: PLC0415
    from honeyguide.storage.results import pages, raw_responses  # noqa: PLC0415

    known(to, chunk_size, SUFFIXES)
    check(folder)
    path = destination(folder.resolve().name + SUFFIXES[to], output, force=force)
    if to == "warc":
        raw = raw_responses(folder, relevant=relevant, software=f"honeyguide/{__version__}", now=time.time())
        written = Written(str(path), to, export_raw(raw, path) - 1)  # the first record says who wrote the file
    else:
        written = write_pages((asdict(page) for page in pages(folder, relevant=relevant)), to, path, chunk_size)
    if json:
        print_json({**to_builtins(written), "relevant": relevant})
    else:
        written.say()


def known(to: str, chunk_size: int | None, formats: Iterable[str]) -> None:
    """Refuse what cannot be meant before any work is done."""
    if to not in formats:
        raise BadInput(f"'{to}' is no export format{nearest(to, formats)}")
    if chunk_size is not None and to != "chunks":
        raise BadInput(f"--chunk-size is for --to chunks, not for --to {to}")


def destination(name: str, output: Path | None, *, force: bool) -> Path:
    from honeyguide.storage.folder import is_part_of_a_crawl  # noqa: PLC0415

    path = output or Path(name)
    if is_part_of_a_crawl(path):
        raise BadInput(f"{path}: is part of a crawl; name another place with --output")
    if path.exists() and not force:
        raise BadInput(f"{path}: is there already; name another with --output, or say --force")
    return path


def write_pages(
    rows: Iterable[Row], to: str, path: Path, chunk_size: int | None, columns: Mapping[str, type] | None = None
) -> Written:
    from honeyguide.storage.export import COLUMNS, export_chunks, export_rows  # noqa: PLC0415
    from honeyguide.storage.markdown import export_markdown  # noqa: PLC0415

    came = 0

    def passing() -> Iterator[Row]:
        nonlocal came
        for row in rows:
            came += 1
            yield row

    chunks = 0
    if to == "markdown":
        pages = export_markdown(passing(), path)
    elif to == "chunks":
        pages, chunks = export_chunks(passing(), path, chunk_size or 0)
    else:
        pages = export_rows(passing(), to, path, columns or COLUMNS)
    return Written(str(path), to, pages, chunks, came - pages)
