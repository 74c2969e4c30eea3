"""`honeyguide lab`: strategies compared on the same web, judged by labels that they never see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Jobs
from honeyguide.cli.tables import table
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say, stdout, styled

if TYPE_CHECKING:
    from honeyguide.lab.model import Figure, Row

lab = typer.Typer(no_args_is_help=True, help="Compare strategies on one web, judged by the truth.")

_SHOWN = {"label_harvest": "harvest", "label_recall": "recall", "label_auc": "area", "seconds": "seconds"}


@lab.command()
def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An experiment (TOML).")],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the report goes; else FILE's name with -lab, beside it.")
    ] = None,
    jobs: Jobs = 0,
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PART.KEY=VALUE", help="Instead of what FILE says; several times."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print all runs and the summary as JSON on stdout.")] = False,
) -> None:
    """Run an experiment and write its report; a stopped one goes on where it was.

    Example: honeyguide lab run experiment.toml
    """
    from honeyguide.lab.experiment import read_experiment  # noqa: PLC0415
    from honeyguide.lab.report import PAGE  # noqa: PLC0415
    from honeyguide.lab.run import default_folder, run_experiment  # noqa: PLC0415

    folder = out or default_folder(file)
    experiment = read_experiment(file, changes or ())
    try:
        with Bar("opening the web") as bar:
            report = run_experiment(experiment, folder, jobs=jobs, progress=bar)
    except KeyboardInterrupt:
        options = ["--out", str(out)] if out else []
        options += ["--jobs", str(jobs)] if jobs else []
        options += [word for change in changes or () for word in ("--set", change)]
        options += ["--json"] if json else []
        say(f"stopped; finished runs are kept: {command('lab', 'run', file, *options)} goes on", "bold")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(report)
    else:
        show(report.summary, "topics" if report.topics else "repeats")
    say(f"the report is {folder / PAGE}", "bold")


def show(summary: tuple[Row, ...], units: str = "repeats") -> None:
    shown = table("strategy", right=(*_SHOWN.values(), "harvest against the first", "p"))
    for row in summary:
        cells = [_cell(getattr(row, measure), row.repeats) for measure in _SHOWN]
        apart = row.label_harvest
        p = f"{apart.p:.3f}" if row.repeats > 1 else ""
        against = ("", "") if row is summary[0] else (f"{apart.difference:+.3f}", p)
        shown.add_row(styled(row.strategy), *cells, *against)
    stdout().print(shown)
    if summary[0].repeats < 2:
        say(f"One {units[:-1]}: no interval and no p; harvest and recall by the labels.", "dim")
        return
    say(f"Means of {summary[0].repeats} {units} with their 95 % intervals; harvest and recall by the labels.", "dim")


def _cell(figure: Figure, repeats: int) -> str:
    low, high = figure.interval
    shown = ",.0f" if high >= 10 else ".3f"
    between = f" ({low:{shown}}–{high:{shown}})" if repeats > 1 else ""
    return f"{figure.mean:{shown}}{between}"
