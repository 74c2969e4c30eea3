"""What the commands of `honeyguide insight` share: their options, the analysis of a crawl, and what is said of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.terminal import command, say
from honeyguide.cli.timestamps import minute, moment
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.insight.model import Analysis

Top = Annotated[int, typer.Option(min=1, max=1_000_000, help="How many.")]
At = Annotated[str, typer.Option(metavar="DATE", help="The moment that counts as now; else the newest publication.")]
Url = Annotated[str, typer.Option(metavar="URL", help="This page only, with every ground.")]
Lowest = Annotated[bool, typer.Option("--lowest", help="The lowest scores first.")]
HalfLife = Annotated[str, typer.Option(metavar="TIME", help="After this long an item is half as current.")]
Window = Annotated[str, typer.Option(metavar="TIME", help="How far back from now: 24h, 7d, 2w.")]


def analysed(folder: Path, at: str) -> Analysis:
    from honeyguide.cli.lab import Bar  # noqa: PLC0415
    from honeyguide.insight.analysis import analyse  # noqa: PLC0415

    now = moment("--at", at) if at else None
    with Bar("opening the crawl", lines=False) as bar:
        return analyse(folder, at=now, progress=bar.watch)


def say_what(analysis: Analysis, folder: Path, at: str) -> None:
    """What the answer is drawn from, and what is not in it."""
    from honeyguide.insight.summary import counted, glance, undated  # noqa: PLC0415

    found = glance(analysis)
    told = f"{counted(found.items, 'item')} on {counted(found.sites, 'site')}, {counted(found.events, 'event')}"
    newest = "the newest publication" if analysis.undated < len(analysis.items) else "the last visit"
    now = "as you say" if at else newest
    say(f"{told}; now is {minute(analysis.until)}, {now}", "dim")
    if found.later:
        say(f"{counted(found.later, 'item')} dated after that, and in no time line", "yellow")
    if found.undated:
        say(undated(found.undated), "yellow")
    if found.unread:
        draws = command("index", folder)
        say(f"the elements of {counted(found.unread, 'page')} on topic are not known: {draws} draws them", "yellow")


def place_of(analysis: Analysis, url: str, folder: Path) -> int:
    from honeyguide.urls import canonical  # noqa: PLC0415

    wanted = canonical(url) or url
    found = next((place for place, item in enumerate(analysis.items) if item.url == wanted), None)
    if found is None:
        raise BadInput(f"{url[:200]}: is no page on topic of this crawl; {command('results', folder)} lists them")
    return found
