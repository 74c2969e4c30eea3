"""`honeyguide demo`: a crawl of the built-in web, from nothing to results in one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from honeyguide.cli.options import JsonSummary
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say
from honeyguide.config import DEFAULTS

_FOLDER = Path("demo-crawl")


def demo(
    *,
    pages: Annotated[int, typer.Option(min=1, max=1_000_000, help="Stop after this many pages.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**62, help="Another seed is another web.")] = 1,
    keep: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help=f"Keep the results here; else in {_FOLDER}, replaced each time."),
    ] = None,
    strategy: Annotated[str, typer.Option(help="Which link next: see honeyguide strategies.")] = DEFAULTS.strategy,
    json: JsonSummary = False,
) -> None:
    """Crawl a built-in web on this machine for the topic rainstorm-disaster.

    Example: honeyguide demo --pages 500
    """
    from honeyguide import demo as built_in  # noqa: PLC0415
    from honeyguide.cli import summary  # noqa: PLC0415
    from honeyguide.cli.run import run  # noqa: PLC0415
    from honeyguide.crawl_folder import CrawlFolder, is_crawl  # noqa: PLC0415
    from honeyguide.errors import BadFolder  # noqa: PLC0415
    from honeyguide.strategies import make  # noqa: PLC0415

    make(strategy)
    out = keep or _FOLDER
    if keep is None:
        built_in.clear(out)
    elif is_crawl(out) and built_in.seed_of(out) != seed:
        raise BadFolder(
            f"{out}: holds another crawl than one of the built-in web with seed {seed}; name a new folder"
        )
    say(f"Starting the built-in web on this machine, and crawling it for {built_in.TOPIC} …", "dim")
    with built_in.serving(seed) as server:
        crawling = built_in.crawl(server.address, out, pages=pages, seed=seed, strategy=strategy)
        built_in.mark(out, seed)
        ran = run(crawling)
    now = CrawlFolder(out).status()
    truth = built_in.judge(out, seed)
    judged = f"{truth.harvest_rate:.3f} label-judged: {truth.relevant:,} pages truly on topic"
    summary.show(now, ran, [("", f"{judged}, which the crawler never sees")])
    summary.show_best(out, 5)
    say("")
    say(f"results are in {out}" + (", as far as it came" if ran.interrupted else ""), "bold")
    summary.show_next(_next(out, strategy))
    if json:
        print_json(
            summary.as_json(out, now, ran, seed)
            | {"label_on_topic": truth.relevant, "label_harvest_rate": truth.harvest_rate}
        )
    if ran.interrupted:
        raise typer.Exit(INTERRUPTED)


def _next(out: Path, strategy: str) -> list[tuple[str, str]]:
    other = "bfs" if strategy.partition(":")[0] != "bfs" else "ops"
    return [
        (command("results", out, "--top", "20"), "the best pages, with the reasons"),
        (command("search", out, "flood rescue"), "words, phrases, snippets"),
        (command("insight", "report", out), "events, trust, currency, how it went on: one HTML file"),
        (command("export", out, "--to", "csv", "--relevant"), "for a spreadsheet"),
        (command("demo", "--strategy", other, "--keep", f"demo-{other}"), "the same web in another order"),
    ]
