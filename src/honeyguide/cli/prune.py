"""`honeyguide prune`: raw responses that nobody needs any more, deleted."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import seconds
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import print_json, say
from honeyguide.errors import BadInput
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.crawl_folder import Pruned


def prune(
    folder: Folder,
    *,
    raw: Annotated[bool, typer.Option("--raw", help="The raw responses in warc/.")] = False,
    older_than: Annotated[
        str, typer.Option(metavar="TIME", help="Only those fetched longer ago than this: 30d, 12h; else all.")
    ] = "",
    yes: Annotated[bool, typer.Option("--yes", help="Delete all of them without being asked.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be deleted.")] = False,
    json: Json = False,
) -> None:
    """Delete raw responses of a crawl; pages, texts, search and what it needs to go on stay.

    What needs them cannot be done afterwards: explaining scores, recover, export as WARC, judging some pages again.

    Example: honeyguide prune demo-crawl --raw --older-than 30d
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    if not raw:
        raise typer.BadParameter("say what to delete: --raw for the raw responses", param_hint="--raw")
    age = timedelta(seconds=seconds(older_than, "--older-than")) if older_than else None
    crawl = open_crawl(folder)
    if dry_run or not (age or yes):
        would = crawl.prune(age, dry_run=True)
        if not dry_run:
            _ask(folder, would)
        elif json:
            print_json(would)
            return
        else:
            say(f"would delete {_told(would)}; {counted(would.kept, 'raw response')} would be left")
            return
    with Bar() as bar:
        done = crawl.prune(age, progress=bar)
    if json:
        print_json(done)
        return
    say(f"deleted {_told(done)}; {counted(done.kept, 'raw response')} left")


def _ask(folder: Path, would: Pruned) -> None:
    """All of them go only when somebody says so."""
    if not would.responses:
        return
    what = f"all of its {_told(would)}"
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise BadInput(
            f"{folder}: this would delete {what}; --yes does it, --older-than 30d keeps those of the last 30 days"
        )
    if not typer.confirm(f"{folder}: delete {what}?", err=True):
        raise typer.Exit(1)


def _told(pruned: Pruned) -> str:
    return f"{counted(pruned.responses, 'raw response')}, {pruned.bytes / 1e6:,.1f} MB"
