"""Arguments and options that several commands have, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.cli import completion
from honeyguide.errors import BadInput
from honeyguide.validation import how_many

SOURCES = "folder, file, table, list of URLs, URL, crawl or WARC file"
_WEBS = "synthetic:seed=7,pages=20000 | warc:FILE… | folder:DIR"

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a crawl.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]
JsonSummary = Annotated[bool, typer.Option("--json", help="Print a summary as JSON on stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress and no summary.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings file; honeyguide.toml when it is here.")
]
Encoding = Annotated[
    str, typer.Option(metavar="NAME", help="Of text that is not UTF-8 and does not say what it is, such as GB18030.")
]
Column = Annotated[str, typer.Option(metavar="NAME", help="Column that holds the URLs, in a table of them.")]
Table = Annotated[str, typer.Option(metavar="NAME", help="Sheet or table that holds the URLs.")]
Languages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="CODE", help="Of wanted pages, such as en or zh; several times; else any."),
]
Base = Annotated[
    str, typer.Option(metavar="URL", help="Address of a page from a file: its links are relative to it.")
]


def _check_top(top: str) -> str:
    try:
        how_many(top, 1)
    except BadInput as wrong:
        raise typer.BadParameter(str(wrong)) from None
    return top


Top = Annotated[
    str, typer.Option(metavar="N|P%", callback=_check_top, help="How many: a number, or a share of all such as 10%.")
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="PATH",
        help="Default: named after DIR, here; - for stdout.",
    ),
]


def _check_columns(context: typer.Context, columns: str) -> str:
    source = context.get_parameter_source("columns")
    if not columns.strip(" ,") and source is not None and source.name == "COMMANDLINE":
        raise typer.BadParameter("names no column")
    return columns


def some_folder(named: str) -> Path:
    """As a flag names it; an empty one, which would be the folder that we are in, is a slip."""
    if not named.strip():
        raise typer.BadParameter("names no folder")
    return Path(named)


Columns = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        callback=_check_columns,
        help="Columns of a table in their order, such as title,url,content.",
        autocompletion=completion.columns,
    ),
]
ChunkSize = Annotated[
    int | None,
    typer.Option(min=50, max=100_000, metavar="N", help="Characters of a chunk; 1,200, of Chinese and the like 600."),
]
Words = Annotated[bool, typer.Option("--words", help="Also title and content divided into words.")]
_BEGIN_WEBS = completion.one_of(completion.WEBS)
WebArgument = Annotated[str, typer.Argument(metavar="WEB", help=_WEBS, autocompletion=_BEGIN_WEBS)]
Web = Annotated[str, typer.Option("--web", metavar="WEB", help=_WEBS, autocompletion=_BEGIN_WEBS)]
LabelFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The truth: lines of url TAB label; a synthetic web brings its own."),
]
Exclude = Annotated[
    list[str] | None, typer.Option(metavar="PATTERN", help="URLs to leave out, such as '*/index/*'; several times.")
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of all randomness.")]
Jobs = Annotated[int, typer.Option(min=0, max=256, help="Processes that work; 0: one a core.")]
