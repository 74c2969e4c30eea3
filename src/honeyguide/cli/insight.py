"""`honeyguide insight`: what a crawl found, how far it can be relied on, what is hot, and how it went on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.export import Force, Output, destination
from honeyguide.cli.insight_options import At, HalfLife, Lowest, Top, Url, Window, analysed, place_of, say_what
from honeyguide.cli.status import Folder, Json
from honeyguide.cli.terminal import command, print_json, say
from honeyguide.cli.timestamps import DAY, length, minute
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.insight.model import Analysis, Evolution

insight = typer.Typer(no_args_is_help=True, help="Ask what a crawl found: trust, currency, hot events, their course.")


@insight.callback()
def insight_() -> None:
    """Ask what a crawl found: trust, currency, hot events, their course."""


@insight.command()
def trust(
    folder: Folder, top: Top = 10, lowest: Lowest = False, url: Url = "", at: At = "", json: Json = False
) -> None:
    """Say how far each item can be trusted, from 0 to 1, and why.

    Example: honeyguide insight trust demo-crawl --top 20
    """
    from honeyguide.cli import insight_json, insight_shown  # noqa: PLC0415
    from honeyguide.insight import reasons  # noqa: PLC0415
    from honeyguide.insight.authority import host_authority  # noqa: PLC0415
    from honeyguide.insight.trust import trust as judged  # noqa: PLC0415
    from honeyguide.storage.items import host_graph  # noqa: PLC0415

    analysis = analysed(folder, at)
    found = judged(analysis, host_authority(host_graph(folder)))
    chosen = [found[place_of(analysis, url, folder)]] if url else reasons.lowest(found, top) if lowest else []
    chosen = chosen or reasons.highest(found, top)
    say_what(analysis, folder, at)
    if json:
        print_json([insight_json.trust(analysis, each) for each in chosen])
    elif url:
        insight_shown.trusted_page(analysis, chosen[0])
    else:
        insight_shown.trusted(analysis, chosen)


@insight.command()
def currency(
    folder: Folder,
    half_life: HalfLife = "14d",
    top: Top = 10,
    lowest: Lowest = False,
    url: Url = "",
    at: At = "",
    json: Json = False,
) -> None:
    """Say how current each item is, from 0 to 1, and why; items without a date are left out.

    Example: honeyguide insight currency demo-crawl --half-life 7d
    """
    from honeyguide.cli import insight_json, insight_shown  # noqa: PLC0415
    from honeyguide.insight import reasons  # noqa: PLC0415
    from honeyguide.insight.currency import currency as judged  # noqa: PLC0415

    days = length("--half-life", half_life) / DAY
    analysis = analysed(folder, at)
    found = judged(analysis, days)
    dated = [each for each in found if each.age is not None]
    if url:
        dated, lowest = [found[place_of(analysis, url, folder)]], False
    chosen = reasons.lowest(dated, top) if lowest else reasons.highest(dated, top)
    say_what(analysis, folder, at)
    if json:
        print_json([insight_json.currency(analysis, each) for each in chosen])
    elif chosen:
        insight_shown.current(analysis, chosen)
    else:
        say("no item has a date before now, so none can be said to be current", "yellow")


@insight.command()
def hot(folder: Folder, window: Window = "7d", top: Top = 10, at: At = "", json: Json = False) -> None:
    """Show the events that stand out in a window of time, the hottest first.

    Example: honeyguide insight hot demo-crawl --window 7d
    """
    from honeyguide.cli import insight_json, insight_shown  # noqa: PLC0415
    from honeyguide.insight.hot import hot as hottest  # noqa: PLC0415

    seconds = length("--window", window)
    analysis = analysed(folder, at)
    found = hottest(analysis, seconds)[:top]
    say_what(analysis, folder, at)
    if json:
        print_json([insight_json.hot(analysis, each, seconds) for each in found])
    elif found:
        insight_shown.hot(analysis, found)
    else:
        say(f"no event has an item dated between {minute(analysis.until - seconds)} and {minute(analysis.until)}")


@insight.command()
def evolution(
    folder: Folder,
    event: Annotated[
        int | None, typer.Option(metavar="N", help="The number of an event; without it, events are listed.")
    ] = None,
    top: Top = 20,
    at: At = "",
    json: Json = False,
) -> None:
    """Tell how an event went on: its phases, what was new in each, who began it; or list the events.

    Example: honeyguide insight evolution demo-crawl --event 3
    """
    from honeyguide.cli import insight_json, insight_shown  # noqa: PLC0415
    from honeyguide.insight.evolution import evolution as course  # noqa: PLC0415
    from honeyguide.insight.summary import largest  # noqa: PLC0415

    analysis = analysed(folder, at)
    if event is not None:
        found = course(analysis, event)
        say_what(analysis, folder, at)
        if json:
            print_json(insight_json.evolution(analysis, found))
        else:
            insight_shown.evolution(analysis, found)
        return
    listed = largest(analysis, top)
    say_what(analysis, folder, at)
    if json:
        print_json([insight_json.event(analysis, each) for each in listed])
    elif listed:
        insight_shown.events(analysis, listed)
        say(f"how one went on: {command('insight', 'evolution', folder, '--event', str(listed[0].number))}", "bold")
    else:
        say("no two items tell of the same event")


@insight.command()
def report(
    folder: Folder,
    output: Output = None,
    force: Force = False,
    window: Window = "7d",
    half_life: HalfLife = "14d",
    top: Annotated[int, typer.Option(min=0, max=50, help="How many events are told phase by phase.")] = 7,
    at: At = "",
    json: Json = False,
) -> None:
    """Write everything into one HTML file with tables and charts, which needs nothing else to be read.

    Example: honeyguide insight report demo-crawl --output found.html
    """
    from honeyguide.cli import insight_json  # noqa: PLC0415
    from honeyguide.cli.lab import Bar  # noqa: PLC0415
    from honeyguide.insight.authority import host_authority  # noqa: PLC0415
    from honeyguide.insight.currency import currency as current  # noqa: PLC0415
    from honeyguide.insight.evolution import evolution as course  # noqa: PLC0415
    from honeyguide.insight.hot import hot as hottest  # noqa: PLC0415
    from honeyguide.insight.report import write_report  # noqa: PLC0415
    from honeyguide.insight.summary import chief, glance  # noqa: PLC0415
    from honeyguide.insight.trust import trust as trusted  # noqa: PLC0415
    from honeyguide.storage.items import host_graph  # noqa: PLC0415
    from honeyguide.storage.results import status  # noqa: PLC0415

    seconds, days = length("--window", window), length("--half-life", half_life) / DAY
    name = f"{folder.resolve().name}: {status(folder).topic}"
    path = destination(f"{folder.resolve().name}-insight.html", output, force=force)
    if path.is_dir():
        raise BadInput(f"{path}: is a folder; name a file with --output")
    analysis = analysed(folder, at)
    with Bar("judging", lines=False) as bar:
        trusts, currencies = trusted(analysis, host_authority(host_graph(folder))), current(analysis, days)
        hots = hottest(analysis, seconds)
        told = [number for number in chief(analysis, hots, top) if _is_dated(analysis, number)]
        evolutions: list[Evolution] = []
        for number in told:
            bar.watch("following events", len(evolutions), len(told))
            evolutions.append(course(analysis, number))
        bar.watch("drawing", 0, 1)
        write_report(path, analysis, trusts, currencies, hots, evolutions, name=name, window=seconds, half_life=days)
    say_what(analysis, folder, at)
    if json:
        print_json({"path": str(path), "bytes": path.stat().st_size, **insight_json.glance(glance(analysis))})
    else:
        say(f"the report is {path}", "bold")


def _is_dated(analysis: Analysis, number: int) -> bool:
    """Whether an event has a time line: an item that is dated up to now."""
    started = analysis.events[number - 1].started
    return started is not None and started <= analysis.until
