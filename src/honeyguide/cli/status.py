"""`honeyguide status`: how far a crawl is, also while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.cli.terminal import print_json, stdout, styled

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a crawl.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]


def pages(count: int) -> str:
    return "1 page" if count == 1 else f"{count:,} pages"


def status(folder: Folder, json: Json = False) -> None:
    """Say how far a crawl is.

    Example: honeyguide status demo-crawl
    """
    from rich.table import Table  # noqa: PLC0415

    from honeyguide.cli.summary import failures  # noqa: PLC0415
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    now = CrawlFolder(folder).status()
    if json:
        print_json(now)
        return
    table = Table.grid(padding=(0, 2))
    for name, value in (
        ("topic", now.topic),
        ("relevance", now.relevance),
        ("strategy", now.strategy),
        ("pages", f"{now.pages:,}"),
        ("on topic", f"{now.on_topic:,}, near-duplicates left out"),
        ("harvest rate", f"{now.harvest_rate:.3f} self-judged"),
        ("near-duplicates", f"{now.duplicates:,}"),
        ("links", f"{now.links:,} known, {now.waiting:,} waiting"),
        ("hosts", f"{now.hosts:,}"),
        ("without a page", failures(now)),
        ("received", f"{now.bytes / 1e6:,.1f} MB"),
        ("first visit", now.first_visit),
        ("last visit", now.last_visit),
        ("last event", now.last_event),
        *(("moved", move) for move in now.moves),
    ):
        table.add_row(styled(name, "bold"), styled(value))
    stdout().print(table)
    if now.top_hosts:
        hosts = Table("host", box=None, padding=(0, 2, 0, 0))
        hosts.add_column("pages", justify="right")
        hosts.add_column("on topic", justify="right")
        for host in now.top_hosts:
            hosts.add_row(styled(host.host), f"{host.pages:,}", f"{host.on_topic:,}")
        stdout().print()
        stdout().print(hosts)
