"""`honeyguide lab`: strategies compared on the same web, judged by labels that they never see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.terminal import command, print_json, say, stderr, stdout, styled

if TYPE_CHECKING:
    from honeyguide.lab.model import Figure, Row
    from honeyguide.lab.runner import Watch

lab = typer.Typer(no_args_is_help=True, help="Compare strategies on one web, judged by the truth.")

_SHOWN = {"label_harvest": "harvest", "label_recall": "recall", "label_auc": "area", "seconds": "seconds"}
INTERRUPTED = 130


@lab.callback()
def lab_() -> None:
    """Compare strategies on one web, judged by the truth."""


@lab.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An experiment (TOML).")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the report goes; else FILE's name with -lab, beside it.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=0, max=256, help="Processes that crawl; 0: one a core.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print all runs and the summary as JSON on stdout.")] = False,
) -> None:
    """Run an experiment and write its report; a stopped one goes on where it was.

    Example: honeyguide lab run experiment.toml
    """
    from honeyguide.lab.report import PAGE  # noqa: PLC0415
    from honeyguide.lab.run import default_folder, run_experiment  # noqa: PLC0415

    try:
        with Bar() as bar:
            report = run_experiment(file, out, jobs=jobs, progress=bar.watch)
    except KeyboardInterrupt:
        options = ["--out", str(out)] if out else []
        options += ["--jobs", str(jobs)] if jobs else []
        options += ["--json"] if json else []
        say(f"stopped; finished runs are kept: {command('lab', 'run', file, *options)} goes on", "bold")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(report)
    else:
        show(report.summary)
    say(f"the report is {(out or default_folder(file)) / PAGE}", "bold")


class Bar:
    """What is being done and how far it is, on a terminal; elsewhere a line when it changes what it does."""

    def __init__(self, first: str = "opening the web", *, lines: bool = True) -> None:
        """Without `lines`, nothing is said where there is no terminal."""
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._terminal = stderr().is_terminal
        self._progress = Progress(*columns, console=stderr(), transient=True, disable=not self._terminal)
        self._lines = lines and not self._terminal
        self._what = ""
        self._task = self._progress.add_task(first, total=None)

    @property
    def watch(self) -> Watch:
        return self._watch

    def __enter__(self) -> Bar:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def _watch(self, what: str, done: int, of: int) -> None:
        if what != self._what and self._lines:
            say(f"{what}: {done:,} of {of:,}", "dim")
        self._what = what
        self._progress.update(self._task, description=what, completed=done, total=of or None, refresh=True)


def show(summary: tuple[Row, ...]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table("strategy", box=None, padding=(0, 2, 0, 0))
    for name in _SHOWN.values():
        table.add_column(name, justify="right")
    for name in ("harvest against the first", "p"):
        table.add_column(name, justify="right")
    for row in summary:
        cells = [_cell(getattr(row, measure), row.repeats) for measure in _SHOWN]
        apart = row.label_harvest
        p = f"{apart.p:.3f}" if row.repeats > 1 else ""
        against = ("", "") if row is summary[0] else (f"{apart.difference:+.3f}", p)
        table.add_row(styled(row.strategy), *cells, *against)
    stdout().print(table)
    if summary[0].repeats < 2:
        say("One repeat: no interval and no p; harvest and recall by the labels.", "dim")
        return
    say(f"Means of {summary[0].repeats} repeats with their 95 % intervals; harvest and recall by the labels.", "dim")


def _cell(figure: Figure, repeats: int) -> str:
    low, high = figure.interval
    shown = ",.0f" if high >= 10 else ".3f"
    between = f" ({low:{shown}}–{high:{shown}})" if repeats > 1 else ""
    return f"{figure.mean:{shown}}{between}"
