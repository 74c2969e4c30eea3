"""`honeyguide status`, `results` and `export`: what is in the folder of a crawl, also while it runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide import __version__
from honeyguide.cli.terminal import print_json, say, styled
from honeyguide.cli.terminal import results as stdout
from honeyguide.errors import BadInput, nearest

if TYPE_CHECKING:
    from honeyguide.model import TermEvidence

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a crawl.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]

SUFFIXES = {"jsonl": ".jsonl", "csv": ".csv", "xlsx": ".xlsx", "parquet": ".parquet", "warc": ".warc.gz"}


def status(folder: Folder, json: Json = False) -> None:
    """Say how far a crawl is.

    Example: honeyguide status demo-crawl
    """
    from rich.table import Table  # noqa: PLC0415

    from honeyguide.cli.summary import failures  # noqa: PLC0415
    from honeyguide.storage import results  # noqa: PLC0415

    now = results.status(folder)
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


def results(
    folder: Folder,
    top: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many pages.")] = 20,
    json: Json = False,
) -> None:
    """Show the best pages on topic, with the reasons for each.

    Example: honeyguide results demo-crawl --top 20
    """
    from msgspec.structs import asdict  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from honeyguide.storage.results import results as best  # noqa: PLC0415

    found = best(folder, top)
    if json:
        print_json([asdict(page) | {"evidence": evidence} for page, evidence in found])
        return
    if not found:
        say(f"{folder}: no page on topic yet.")
    for rank, (page, evidence) in enumerate(found, start=1):
        head = Text(f"{rank:>3}", "dim").append(f"  {page.relevance:.3f}  ", "green")
        stdout().print(head.append_text(styled(page.title or "(no title)", "bold")), soft_wrap=True)
        stdout().print("           ", styled(page.url, "cyan"), sep="", soft_wrap=True)
        stdout().print("           ", styled(_because(evidence), "dim"), sep="", soft_wrap=True)


def _because(evidence: tuple[TermEvidence, ...]) -> str:
    best = sorted(evidence, key=lambda each: -each.contribution)[:4]
    return " · ".join(f"{each.term} ×{sum(each.counts)} {each.contribution:.3f}" for each in best)


def export(
    folder: Folder,
    *,
    to: Annotated[str, typer.Option(metavar="FORMAT", help=" | ".join(SUFFIXES))],
    relevant: Annotated[bool, typer.Option("--relevant", help="Only pages on topic, without duplicates.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="PATH", help="Default: named after DIR, here.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")] = False,
    json: Json = False,
) -> None:
    """Write the pages of a crawl to one file for other programs.

    Example: honeyguide export demo-crawl --to csv --relevant
    """
    from msgspec.structs import asdict  # noqa: PLC0415

    from honeyguide.storage.export import export_raw, export_rows  # noqa: PLC0415
    from honeyguide.storage.folder import connect  # noqa: PLC0415
    from honeyguide.storage.results import pages, raw_responses  # noqa: PLC0415

    if to not in SUFFIXES:
        raise BadInput(f"'{to}' is no export format{nearest(to, SUFFIXES)}")
    connect(folder).close()
    path = output or Path(folder.resolve().name + SUFFIXES[to])
    if path.exists() and not force:
        raise BadInput(f"{path}: is there already; name another file with --output, or say --force")
    if to == "warc":
        raw = raw_responses(folder, relevant=relevant, software=f"honeyguide/{__version__}", now=time.time())
        count = export_raw(raw, path) - 1  # the first record says who wrote the file
    else:
        count = export_rows((asdict(page) for page in pages(folder, relevant=relevant)), to, path)
    if json:
        print_json({"path": str(path), "format": to, "relevant": relevant, "count": count})
    else:
        say(f"{path}: {count:,} {'responses' if to == 'warc' else 'pages'}")
