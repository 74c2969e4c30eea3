"""`honeyguide demo`: a crawl of the built-in web, from nothing to results in one command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from honeyguide.cli.marking import judge_again
from honeyguide.cli.options import JsonSummary
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say
from honeyguide.config import DEFAULTS
from honeyguide.extras import missing, require

if TYPE_CHECKING:
    from honeyguide.cli.run import Run

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
    app: Annotated[
        bool, typer.Option("--app", help="Show it live in the web application, which stays open at the end.")
    ] = False,
    no_open: Annotated[bool, typer.Option("--no-open", help="With --app: do not open the browser.")] = False,
    json: JsonSummary = False,
) -> None:
    """Crawl a built-in web on this machine for the topic rainstorm-disaster.

    Example: honeyguide demo --pages 500
    """
    if app:
        require("nicegui", "the web application")
    from honeyguide import demo as built_in  # noqa: PLC0415
    from honeyguide.cli.run import run  # noqa: PLC0415
    from honeyguide.crawl_folder import is_crawl  # noqa: PLC0415
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
    with ExitStack() as held:
        server = held.enter_context(built_in.serving(seed))
        crawling = built_in.crawl(server.address, out, pages=pages, seed=seed, strategy=strategy)
        built_in.mark(out, seed)
        shown = held.enter_context(_application(out.parent, no_open=no_open)) if app else None
        ran = run(crawling)
        again = judge_again(crawling, ran)
        ran = replace(ran, interrupted=ran.interrupted or again.interrupted)
        _tell(out, ran, seed=seed, strategy=strategy, json=json)
        if shown and not ran.interrupted:
            say("")
            say("The application and the built-in web stay open until Ctrl-C.", "bold")
            with suppress(KeyboardInterrupt):
                shown.wait()
    if ran.interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def _application(folder: Path, *, no_open: bool) -> Iterator[subprocess.Popen[bytes]]:
    """The web application on the crawls of a folder, in a process of its own, until the block ends."""
    line = [sys.executable, "-m", "honeyguide", "app", str(folder), *(["--no-open"] if no_open else [])]
    process = subprocess.Popen(line, stdout=sys.stderr)  # noqa: S603
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _tell(out: Path, ran: Run, *, seed: int, strategy: str, json: bool) -> None:
    """What was found, how the built-in web judges it, and what to do next."""
    from honeyguide import demo as built_in  # noqa: PLC0415
    from honeyguide.cli import summary  # noqa: PLC0415
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

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


def _next(out: Path, strategy: str) -> list[tuple[str, str]]:
    other = "bfs" if strategy.partition(":")[0] != "bfs" else "ops"
    report = "events, trust, currency, how it went on: one HTML file"
    browser = "all of it in the browser"
    return [
        (command("results", out, "--top", "20"), "the best pages, with the reasons"),
        (command("search", out, "flood rescue"), "words, phrases, snippets"),
        (command("insight", "report", out), missing("matplotlib", f"{report}; it") or report),
        (command("app", out.parent), missing("nicegui", f"{browser}; it") or browser),
        (command("export", out, "--to", "csv", "--relevant"), "for a spreadsheet"),
        (command("demo", "--strategy", other, "--keep", f"demo-{other}"), "the same web in another order"),
    ]
