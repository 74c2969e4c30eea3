"""`honeyguide web`: a synthetic or replayed web served over real HTTP, or described in figures."""

from __future__ import annotations

import asyncio
import signal
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Exclude, Jobs, Json, LabelFile, WebArgument
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import command, legend, print_json, say, stdout, styled, write

if TYPE_CHECKING:
    from honeyguide.lab.stats import Spread, WebStats
    from honeyguide.web.offline import PageSource

web = typer.Typer(no_args_is_help=True, help="Serve a synthetic or replayed web, or describe it.")


@web.command()
def serve(
    which: WebArgument,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="Port on loopback; 0 takes a free one.")] = 0,
) -> None:
    """Serve a web over HTTP on this machine, under its own host names, until Ctrl-C.

    Example: honeyguide web serve synthetic:seed=7,pages=20000
    """
    from honeyguide.errors import CannotRun  # noqa: PLC0415
    from honeyguide.web.offline import open_web  # noqa: PLC0415

    opened = open_web(which)
    pages = len(opened)
    say(f"{opened.spec}: {pages:,} pages" + (f", {opened.broken:,} broken skipped" if opened.broken else ""))
    try:
        asyncio.run(_serve(opened, port))
    except OSError as wrong:
        raise CannotRun(f"port {port} on loopback cannot be used: {wrong.strerror or wrong}") from wrong


async def _serve(opened: PageSource, port: int) -> None:
    from honeyguide.web.offline.page_source import over_http  # noqa: PLC0415
    from honeyguide.web.server import serving  # noqa: PLC0415

    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with serving(over_http(opened), port) as address:
        write(address)
        topic = opened.labels.main if opened.labels else "TOPIC"
        first = next(iter(islice(opened.labels.pages(topic) if opened.labels else opened.urls(), 1)), "URL")
        first = first.replace("https://", "http://", 1)
        say("Crawl it from another terminal, for instance:")
        crawl = command("crawl", topic, first, "--connect-to", address, "--delay", "0", "--out", "my-crawl")
        say(f"  {crawl}", "bold")
        say(f"Every host name leads to it: curl -H 'Host: NAME' http://{address}/. Ctrl-C ends it.")
        await stopped.wait()


@web.command()
def stats(
    which: WebArgument, labels: LabelFile = None, exclude: Exclude = None, jobs: Jobs = 0, json: Json = False
) -> None:
    """Count pages, hosts and links of a web, and how far its links stay on the topic of each label.

    Example: honeyguide web stats synthetic:seed=7,pages=20000
    """
    from honeyguide.lab.stats import describe_web  # noqa: PLC0415

    with Bar("parsing", quick=True) as bar:
        found = describe_web(which, labels=labels, exclude=exclude or (), jobs=jobs, progress=bar)
    if json:
        print_json(found)
    else:
        _show(found)


def _show(found: WebStats) -> None:
    broken = f" ({found.broken:,} broken records or files skipped)" if found.broken else ""
    facts = (
        ("pages", f"{found.pages:,}{broken}"),
        ("hosts", f"{found.hosts:,}"),
        ("pages a host", _spread(found.pages_a_host)),
        ("links between them", f"{found.links:,}, and {found.leaving:,} that lead elsewhere"),
        ("links a page", _spread(found.out_degree)),
        ("in-links a page", _spread(found.in_degree)),
        ("in-links of the top 1 % / 10 %", f"{found.top_1:.0%} / {found.top_10:.0%}"),
        ("links returned", f"{found.returned:.0%}"),
        ("links on their host", f"{found.on_host:.0%}"),
    )
    stdout().print(styled(found.web, "bold"))
    show_facts(facts)
    if not found.labels:
        return
    figures = ("pages", "share of\npages", "out-links\nthat stay", "in-links\nfrom it", "anchors without\nits words")
    shown = table("label", right=figures)
    for each in found.labels:
        shares = (each.share, each.stays, each.from_label, each.silent_anchors)
        shown.add_row(styled(each.label, longest=70), f"{each.pages:,}", *(f"{share:.1%}" for share in shares))
    stdout().print()
    stdout().print(shown)
    legend("Words of a label: of the shipped topic of its name, or the 20 highest TF-IDF terms of its pages.")
    if found.unknown_labels:
        say(f"{found.unknown_labels:,} labelled URLs were lost with broken records.")


def _spread(numbers: Spread) -> str:
    return (
        f"mean {numbers.mean:,.1f}, median {numbers.median:,.0f}, 90 % {numbers.p90:,.0f}, "
        f"99 % {numbers.p99:,.0f}, most {numbers.most:,}"
    )
