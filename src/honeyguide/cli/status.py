"""`honeyguide status`: how far a crawl is, also while it runs."""

from __future__ import annotations

from honeyguide.cli.options import Folder, Json
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import print_json, stdout, styled
from honeyguide.urls import host_of

_SHOWN = 5
"""Pages of a role, and shapes of links that are held back; `--json` has all of them."""


def status(folder: Folder, json: Json = False) -> None:
    """Say how far a crawl is.

    Example: honeyguide status demo-crawl
    """
    from honeyguide.cli.summary import failures, left, metrics, traps  # noqa: PLC0415
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    now = CrawlFolder(folder).status()
    if json:
        print_json(now)
        return
    facts = (
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
        *metrics(now),
        *traps(now),
        ("left", left(now)),
        ("received", f"{now.bytes / 1e6:,.1f} MB"),
        ("first visit", now.first_visit),
        ("last visit", now.last_visit),
        ("last event", now.last_event),
        *(("moved", move) for move in now.moves),
    )
    show_facts(facts)
    if now.top_hosts:
        told = {host_of(url): said for url, said in reversed(now.seeds.items())}
        hosts = table("host", right=("pages", "on topic"), wide="what it is" if told else "")
        for host in now.top_hosts:
            described = (styled(told.get(host.host, "")),) if told else ()
            hosts.add_row(styled(host.host), f"{host.pages:,}", f"{host.on_topic:,}", *described)
        stdout().print()
        stdout().print(hosts)
    if now.traps:
        shapes = table("held back", right=("fetched", "on topic", "waiting"))
        for trap in now.traps[:_SHOWN]:
            shapes.add_row(styled(trap.shape), f"{trap.fetched:,}", f"{trap.on_topic:,}", f"{trap.waiting:,}")
        stdout().print()
        stdout().print(shapes)
    for role, urls in now.roles.items():
        pages = table(role)
        for url in urls[:_SHOWN]:
            pages.add_row(styled(url))
        if len(urls) > _SHOWN:
            pages.add_row(styled(f"and {len(urls) - _SHOWN:,} more", "dim"))
        if urls:
            stdout().print()
            stdout().print(pages)
