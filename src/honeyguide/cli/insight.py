"""`honeyguide insight`: what a crawl found, how far it can be relied on, what is hot, and how it went on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import asdict

from honeyguide.cli.bar import Bar
from honeyguide.cli.insight_options import At, HalfLife, Lowest, Url, Window, open_insight, say_what, stretch
from honeyguide.cli.options import Folder, Force, Json, Output, Top
from honeyguide.cli.terminal import command, print_json, say
from honeyguide.cli.timestamps import minute

if TYPE_CHECKING:
    from honeyguide.insight.findings import CurrentPage, TrustedPage

insight = typer.Typer(no_args_is_help=True, help="Ask what a crawl found: trust, currency, hot events, their course.")


@insight.command()
def trust(
    folder: Folder, top: Top = "10", lowest: Lowest = False, url: Url = "", at: At = "", json: Json = False
) -> None:
    """Say how far each item can be trusted, from 0 to 1, and why.

    Example: honeyguide insight trust demo-crawl --top 20
    """
    from honeyguide.cli import insight_shown  # noqa: PLC0415

    asked = open_insight(folder, at)
    found = asked.trust(top, lowest=lowest, url=url)
    say_what(asked, at)
    if json:
        print_json([_score_first(each) for each in found])
    elif url:
        insight_shown.trusted_page(found[0])
    else:
        insight_shown.trusted(found)


@insight.command()
def currency(
    folder: Folder,
    half_life: HalfLife = "14d",
    top: Top = "10",
    lowest: Lowest = False,
    url: Url = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Say how current each item is, from 0 to 1, and why; items without a date are left out.

    Example: honeyguide insight currency demo-crawl --half-life 7d
    """
    from honeyguide.cli import insight_shown  # noqa: PLC0415

    time = stretch("--half-life", half_life)
    asked = open_insight(folder, at)
    found = asked.currency(top, half_life=time, lowest=lowest, url=url)
    say_what(asked, at)
    if json:
        print_json([_score_first(each) for each in found])
    elif found:
        insight_shown.current(found)
    else:
        say("no item has a date before now, so none can be said to be current", "magenta")


@insight.command()
def hot(folder: Folder, window: Window = "7d", top: Top = "10", at: At = "", json: Json = False) -> None:
    """Show the events that stand out in a window of time, the hottest first.

    Example: honeyguide insight hot demo-crawl --window 7d
    """
    from honeyguide.cli import insight_shown  # noqa: PLC0415

    time = stretch("--window", window)
    asked = open_insight(folder, at)
    found = asked.hot(top, window=time)
    say_what(asked, at)
    if json:
        print_json(found)
    elif found:
        insight_shown.hot(found)
    else:
        until = asked.now.timestamp()
        say(f"no event has an item dated between {minute(until - time.total_seconds())} and {minute(until)}")


@insight.command()
def evolution(
    folder: Folder,
    event: Annotated[
        int | None, typer.Option(metavar="N", help="The number of an event; without it, events are listed.")
    ] = None,
    top: Top = "20",
    at: At = "",
    json: Json = False,
) -> None:
    """Show how an event went on: its phases, what was new in each, who began it; or list the events.

    Example: honeyguide insight evolution demo-crawl --event 3
    """
    from honeyguide.cli import insight_shown  # noqa: PLC0415
    from honeyguide.insight.summary import no_events  # noqa: PLC0415

    asked = open_insight(folder, at)
    if event is not None:
        history = asked.evolution(event)
        say_what(asked, at)
        if json:
            print_json(history)
        else:
            insight_shown.evolution(history)
        return
    listed = asked.events(top)
    say_what(asked, at)
    if json:
        print_json(listed)
    elif listed:
        insight_shown.events(listed)
        say(f"how one went on: {command('insight', 'evolution', folder, '--event', str(listed[0].event))}", "bold")
    else:
        say(no_events(asked.overview().items))


@insight.command()
def report(
    folder: Folder,
    output: Output = None,
    force: Force = False,
    window: Window = "7d",
    half_life: HalfLife = "14d",
    top: Annotated[int, typer.Option(min=0, max=50, help="How many events are shown phase by phase.")] = 7,
    at: At = "",
    json: Json = False,
) -> None:
    """Write everything into one HTML file with tables and charts, which needs nothing else to be read.

    Example: honeyguide insight report demo-crawl --output found.html
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415
    from honeyguide.exports import destination  # noqa: PLC0415

    time, half = stretch("--window", window), stretch("--half-life", half_life)
    open_crawl(folder)
    path = output or Path(f"{folder.resolve().name}-insight.html")
    destination(path, force=force)
    asked = open_insight(folder, at)
    with Bar("judging", quick=True) as bar:
        asked.report(path, window=time, half_life=half, top=top, progress=bar)
    say_what(asked, at)
    if json:
        print_json({"path": str(path), "bytes": path.stat().st_size, **asdict(asked.overview())})
    else:
        say(f"the report is {path}", "bold")


def _score_first(page: TrustedPage | CurrentPage) -> dict[str, Any]:
    return {"score": page.score, **asdict(page)}
