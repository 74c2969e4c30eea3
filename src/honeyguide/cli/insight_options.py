"""What the commands of `honeyguide insight` share: options, a crawl ready for questions, what is said of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.terminal import command, say
from honeyguide.cli.timestamps import length, minute, moment
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.insight.questions import Insight

At = Annotated[str, typer.Option(metavar="DATE", help="The moment that counts as now; else the newest publication.")]
Url = Annotated[str, typer.Option(metavar="URL", help="This page only, with every reason.")]
Lowest = Annotated[bool, typer.Option("--lowest", help="The lowest scores first.")]
HalfLife = Annotated[str, typer.Option(metavar="TIME", help="After this long an item is half as current.")]
Window = Annotated[str, typer.Option(metavar="TIME", help="How far back from now: 24h, 7d, 2w.")]


def open_insight(folder: Path, at: str) -> Insight:
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    now = datetime.fromtimestamp(moment("--at", at), UTC) if at else None
    with Bar("opening the crawl", quick=True) as bar:
        return open_crawl(folder).insight(at=now, progress=bar)


def stretch(flag: str, text: str) -> timedelta:
    """Of `24h`, `7d` or `2w`."""
    return timedelta(seconds=length(flag, text))


def say_what(insight: Insight, at: str) -> None:
    """What the answer is made from, and what is not in it."""
    from honeyguide.insight.summary import undated  # noqa: PLC0415

    found = insight.overview()
    copies = f" ({counted(found.near_duplicates, 'near-duplicate')} among them)" if found.near_duplicates else ""
    items = f"{counted(found.items, 'item')}{copies}"
    told = f"{items} on {counted(found.sites, 'site')}, {counted(found.events, 'event')}"
    say(f"{told}; {now_is(insight.now, 'as you say' if at else insight.now_is)}", "dim")
    if found.later:
        say(f"{counted(found.later, 'item')} dated after that, and in no time line", "magenta")
    if found.undated:
        say(undated(found.undated), "magenta")
    say_unread(insight.folder, found.unread)


def now_is(now: datetime, what: str) -> str:
    """`now is 2026-07-01 18:00 UTC, the newest publication`"""
    return f"now is {minute(now.timestamp())}, {what}"


def say_unread(folder: Path, unread: int) -> None:
    if unread:
        extracts = command("index", folder)
        say(f"{counted(unread, 'page')} on topic without date and main text: {extracts} extracts them", "magenta")
