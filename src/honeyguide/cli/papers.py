"""`honeyguide lab papers`: the papers' own comparisons, run again and printed beside what was published."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Jobs
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say, write
from honeyguide.lab.papers.published import PAGES, PAPERS, spelled_out


def papers(
    paper: Annotated[
        Literal["ielp", "wse", "hyb", "news", "svm", "all"],
        typer.Argument(help=f"Whose experiments. {'; '.join(map(spelled_out, PAPERS))}."),
    ] = "all",
    pages: Annotated[
        int | None,
        typer.Option(min=60, max=25_000, help="Pages of a crawl on the synthetic web; 15,000, or 240 with --quick."),
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Small synthetic webs and few pages: two minutes on two cores.")
    ] = False,
    repeats: Annotated[
        int | None,
        typer.Option(
            min=1, max=100, help="How often each crawl is repeated from other starting pages; 3, or 2 with --quick."
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            metavar="PATTERN",
            help="Only studies with such names: wse-synthetic, 'wse-*', '*-wikispeedia'.",
            autocompletion=completion.studies,
        ),
    ] = "*",
    jobs: Jobs = 0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the report and finished runs go.")] = Path(
        "papers-lab"
    ),
    data: Annotated[
        Path, typer.Option(metavar="DIR", help="Where webs/wikispeedia.warc.gz and its labels are, if they are.")
    ] = Path("../shared/data"),
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON on stdout.")] = False,
) -> None:
    """Run the experiments of the papers again, and say where their rankings hold; a stopped one goes on.

    Example: honeyguide lab papers ielp --quick
    """
    from honeyguide.lab.papers.report import QUICK_PAGES, QUICK_REPEATS, REPEATS, reproduce  # noqa: PLC0415
    from honeyguide.lab.papers.report import write as write_report  # noqa: PLC0415
    from honeyguide.lab.papers.studies import Scale  # noqa: PLC0415
    from honeyguide.lab.processes import all_cores  # noqa: PLC0415

    scale = Scale(pages or (QUICK_PAGES if quick else PAGES), repeats or (QUICK_REPEATS if quick else REPEATS), quick)
    wanted = tuple(PAPERS) if paper == "all" else (paper,)
    try:
        with Bar("opening the web") as bar:
            made = reproduce(wanted, scale, out, data, jobs or all_cores(), bar, only)
    except KeyboardInterrupt:
        options = [f"--pages={scale.pages}", f"--repeats={scale.repeats}", f"--out={out}", f"--data={data}"]
        options += [f"--only={only}"] if only != "*" else []
        options += [f"--jobs={jobs}"] if jobs else []
        options += [name for name, given in (("--quick", quick), ("--json", json)) if given]
        say(f"stopped; finished runs are kept: {command('lab', 'papers', paper, *options)} goes on", "bold")
        raise typer.Exit(INTERRUPTED) from None
    written = write_report(made, out)
    if json:
        print_json(made.report)
    else:
        for each in wanted:
            write(spelled_out(each))
        for sentence in made.report.remarks:
            write(sentence)
        for section in made.report.sections:
            write(f"\n{section.title}")
            for agreement in section.agreements:
                write(f"  {agreement.sentence}")
    say(f"the report is {written[0]}", "bold")
