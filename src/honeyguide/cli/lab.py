"""`honeyguide lab`: strategies compared on the same web, judged by labels that they never see."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Jobs
from honeyguide.cli.tables import table
from honeyguide.cli.terminal import INTERRUPTED, command, legend, print_json, say, stdout, styled

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
    """In 80 columns: what a figure is unsure of stands below it."""
    from honeyguide.lab.report_page import corrected_for, least_p  # noqa: PLC0415

    first, several = summary[0].strategy, summary[0].repeats > 1
    shown = table("strategy", right=(*_SHOWN.values(), "difference", *(["p"] if several else [])))
    for place, row in enumerate(summary):
        cells = [_cell(measure, getattr(row, measure), several) for measure in _SHOWN]
        shown.add_row(styled(row.strategy), *cells, *(_apart(row.label_harvest, several) if place else ()))
    stdout().print(shown)
    legend(
        "Harvest, recall and area (harvest averaged over the crawl) in percent, by the labels; seconds simulated. "
        f"The difference is that of harvest from {first}, in points."
    )
    if not several:
        legend(f"One {units[:-1]}: no interval and no p.")
        return
    legend(f"Means of {summary[0].repeats} {units}; ± half of their 95 % intervals.")
    if corrected := corrected_for(summary):
        legend(f"{corrected}: below the other.")
    if small := least_p(summary[0].repeats, units):
        legend(small)


def _cell(measure: str, figure: Figure, several: bool) -> str:
    if measure == "seconds":
        return f"{figure.mean:,.0f}"
    return f"{100 * figure.mean:.1f}" + (f"\n{_reach(figure.interval)}" if several else "")


def _apart(figure: Figure, several: bool) -> tuple[str, ...]:
    from honeyguide.lab.report_page import bare_p, signed  # noqa: PLC0415

    apart = signed(100 * figure.difference, ".1f")
    if not several:
        return (apart,)
    return f"{apart}\n{_reach(figure.difference_interval)}", f"{bare_p(figure.p)}\n{bare_p(figure.p_holm)}"


def _reach(interval: tuple[float, float]) -> str:
    """Half of an interval, which lies evenly about its mean."""
    return f"± {50 * (interval[1] - interval[0]):.1f}"
