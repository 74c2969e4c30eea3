"""`honeyguide status` and `honeyguide errors`: how far a crawl is, and what failed, also while it runs."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.options import Folder, Json
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import INTERRUPTED, print_json, print_json_line, stdout, styled
from honeyguide.urls import host_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honeyguide.storage.failures import Failures
    from honeyguide.storage.results import Status

_SHOWN = 5
"""Pages of a role, and shapes of links that are held back; `--json` has all of them."""
_WATCH_SECONDS = 2.0


def status(
    folder: Folder,
    json: Json = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Again every two seconds, as long as it runs; with --json a line each.")
    ] = False,
) -> None:
    """Say how far a crawl is, and whether it runs.

    Example: honeyguide status demo-crawl
    """
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    crawl = CrawlFolder(folder)
    now = crawl.status()
    try:
        while watch and now.running:
            if json:
                print_json_line(now)
            else:
                if stdout().is_terminal:
                    stdout().clear()
                _show(now)
            time.sleep(_WATCH_SECONDS)
            now = crawl.status()
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if not json:
        _show(now)
    elif watch:
        print_json_line(now)
    else:
        print_json(now)


def errors(
    folder: Folder,
    examples: Annotated[int, typer.Option(min=1, max=1000, help="Addresses of each kind.")] = 3,
    json: Json = False,
) -> None:
    """Say what failed, by kind and with examples.

    Example: honeyguide errors demo-crawl
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    found = open_crawl(folder).errors(examples)
    if json:
        print_json(found)
    elif found:
        _show_errors(found)
    else:
        stdout().print("nothing failed")


def _show(now: Status) -> None:
    from honeyguide.cli.summary import (  # noqa: PLC0415
        clock,
        failures,
        hosts,
        kept_out,
        left,
        metrics,
        pace,
        raw,
        resting,
        state,
        traps,
    )  # fmt: skip

    facts = (
        ("state", state(now)),
        ("pace", pace(now)),
        ("topic", now.topic),
        ("relevance", now.relevance),
        ("strategy", now.strategy),
        *([("link model", now.link_model)] if now.link_model else []),
        ("pages", f"{now.pages:,}"),
        ("on topic", f"{now.on_topic:,}, near-duplicates left out"),
        ("harvest rate", f"{now.harvest_rate:.3f} self-judged"),
        ("near-duplicates", f"{now.duplicates:,}"),
        ("links", f"{now.links:,} known, {now.waiting:,} waiting"),
        ("hosts", hosts(now)),
        ("without a page", failures(now)),
        *kept_out(now),
        *resting(now),
        *metrics(now),
        *traps(now),
        ("left", left(now)),
        ("received", f"{now.bytes / 1e6:,.1f} MB"),
        *raw(now),
        ("first visit", now.first_visit + (clock(now) if now.first_visit else "")),
        ("last visit", now.last_visit + (clock(now) if now.last_visit else "")),
        ("last event", now.last_event),
        *(("moved", move) for move in now.moves),
    )
    show_facts(facts)
    if now.top_hosts:
        told = {host_of(url): said for url, said in reversed(now.seeds.items())}
        shown = table("host", right=("pages", "on topic"), wide="what it is" if told else "")
        for host in now.top_hosts:
            described = (styled(told.get(host.host, "")),) if told else ()
            shown.add_row(styled(host.host), f"{host.pages:,}", f"{host.on_topic:,}", *described)
        stdout().print()
        stdout().print(shown)
    if now.traps:
        shapes = table("held back", right=("fetched", "on topic", "waiting"))
        for trap in now.traps[:_SHOWN]:
            shapes.add_row(styled(trap.shape), f"{trap.fetched:,}", f"{trap.on_topic:,}", f"{trap.waiting:,}")
        stdout().print()
        stdout().print(shapes)
    if now.errors:
        stdout().print()
        _show_errors(now.errors)
    for role, urls in now.roles.items():
        pages = table(role)
        for url in urls[:_SHOWN]:
            pages.add_row(styled(url))
        if len(urls) > _SHOWN:
            pages.add_row(styled(f"and {len(urls) - _SHOWN:,} more", "dim"))
        if urls:
            stdout().print()
            stdout().print(pages)


def _show_errors(found: Sequence[Failures]) -> None:
    shown = table("failed", right=("visits", "given up"), wide="the last ones")
    for each in found:
        shown.add_row(
            styled(f"{each.outcome} {each.status or ''}".strip()),
            f"{each.visits:,}",
            f"{each.given_up:,}",
            styled(each.detail),
        )
        for url in each.examples:
            shown.add_row("", "", "", styled(url, "dim"))
    stdout().print(shown)
