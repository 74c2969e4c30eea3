"""`honeyguide topic eval` and `honeyguide lab relevance`: how well pages are judged, by labels that no model sees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Exclude, Jobs, Json, LabelFile, Seed, Web
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import legend, print_json, say, stdout, styled
from honeyguide.errors import BadInput
from honeyguide.extras import require
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.lab.evaluation import Judgement
    from honeyguide.lab.relevance_study import Comparison


def eval_(
    topic: Annotated[
        str,
        typer.Argument(
            metavar="TOPIC",
            help="A topic file, or the name of a shipped topic.",
            autocompletion=completion.topics,
        ),
    ],
    *,
    web: Web,
    labels: LabelFile = None,
    relevant: Annotated[
        str, typer.Option(metavar="LABEL", help="The label that counts as on topic; else the web's main topic.")
    ] = "",
    exclude: Exclude = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Judge every page of a labelled web, and say how often the topic's relevance model is right.

    Example: honeyguide topic eval rainstorm-disaster --web synthetic:seed=7,pages=2000
    """
    from honeyguide.lab.evaluation import evaluate  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    wanted = load_topic(topic)
    with Bar("opening the web") as bar:
        found = evaluate(
            wanted, web, labels=labels, relevant=relevant, exclude=exclude or (), seed=seed, jobs=jobs, progress=bar
        )
    if json:
        print_json(found)
        return
    _show(found.judgement)
    decision = f"threshold {found.threshold:.3g}"
    if found.moving:
        decision += (
            f" at first, which moves while pages come: they came in a random order (seed {seed}), and it moved "
            f"{found.moves:,} times"
        )
    say(f"{found.relevance}, {decision}; on topic by the labels: {found.label}", "dim")


IN_A_FILE = {
    "labels": "--set web.labels=…",
    "exclude": "--set web.exclude=…",
    "relevant": "--set topic.relevant=…",
    "examples": "--set topic.examples=…",
    "largest": "--set topic.relevant=…",
    "models": "--set judge.models=…",
    "draws": "--set judge.draws=…",
    "seed": "--set run.seed=…",
}
"""What of a FILE is changed in place of these flags, which say what is compared on a --web."""


def relevance(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="An experiment (TOML): its web, labels, draws and models."),
    ] = None,
    *,
    web: Annotated[
        str,
        typer.Option(
            metavar="WEB",
            help="Instead of FILE: the web, as honeyguide web stats takes it.",
            autocompletion=completion.one_of(completion.WEBS),
        ),
    ] = "",
    changes: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PART.KEY=VALUE", help="Instead of what FILE says; several times."),
    ] = None,
    labels: LabelFile = None,
    relevant: Annotated[
        list[str] | None,
        typer.Option(metavar="LABEL", help="A label to be the topic; several times; else all suitable ones."),
    ] = None,
    largest: Annotated[
        int, typer.Option(min=0, help="Only so many suitable labels, those with most pages; 0: all.")
    ] = 0,
    models: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="A relevance model, with parameters; several times; else all.",
            autocompletion=completion.parts("relevance"),
        ),
    ] = None,
    examples: Annotated[int, typer.Option(min=1, max=1000, help="Pages of the label to train on.")] = 3,
    draws: Annotated[
        int, typer.Option(min=1, max=1000, help="How often examples are chosen at random for each label.")
    ] = 5,
    seed: Seed = 1,
    exclude: Exclude = None,
    jobs: Jobs = 0,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write tables (CSV, LaTeX) and pictures (PNG, SVG, PDF) there.")
    ] = None,
    json: Json = False,
) -> None:
    """Compare relevance models on a labelled web: each is trained on a few examples and judges all other pages.

    Example: honeyguide lab relevance --web synthetic:seed=7,pages=2000 --relevant rainstorm-disaster --draws 2
    """
    from honeyguide.lab.processes import all_cores  # noqa: PLC0415
    from honeyguide.lab.relevance_report import write  # noqa: PLC0415
    from honeyguide.lab.relevance_study import Study, compare, study_of  # noqa: PLC0415

    if out:
        require("matplotlib", "drawing pictures")
    if bool(file) == bool(web):
        raise BadInput("give a FILE with an experiment or --web, one of the two")
    _refuse_what_says_nothing(context, of_a_file=file is not None)
    if file:
        from honeyguide.lab.experiment import read_experiment  # noqa: PLC0415

        study = study_of(read_experiment(file, changes or ()))
    else:
        study = Study(
            web=web,
            labels=str(labels or ""),
            relevant=tuple(relevant or ()),
            largest=largest,
            models=tuple(models or ()),
            examples=examples,
            draws=draws,
            seed=seed,
            exclude=tuple(exclude or ()),
        )
    with Bar("opening the web") as bar:
        found = compare(study, jobs or all_cores(), bar, out)
    written = write(found, out) if out else []
    if json:
        print_json(found)
    else:
        _show_standings(found)
    if written:
        say(f"written: {', '.join(map(str, written))}", "bold")


def _show(found: Judgement) -> None:
    from honeyguide.lab.relevance_report import FURTHER, HEADINGS  # noqa: PLC0415
    from honeyguide.lab.relevance_study import MEASURES  # noqa: PLC0415

    figures = (((HEADINGS | FURTHER)[measure], getattr(found, measure)) for measure in MEASURES)
    show_facts((name, "–" if value is None else f"{value:.3f}") for name, value in figures)
    shown = table("", right=("on topic by the labels", "not"))
    shown.add_row("on topic by the model", f"{found.found:,}", f"{found.mistaken:,}")
    shown.add_row("not", f"{found.missed:,}", f"{found.rejected:,}")
    stdout().print(shown)


def _show_standings(found: Comparison) -> None:
    """In 80 columns: what a figure is unsure of stands below it."""
    from honeyguide.lab.relevance_report import HEADINGS, tables  # noqa: PLC0415

    study = found.study
    labels, draws = len(study.relevant) > 1, study.draws > 1
    several = len({standing.given for standing in found.standings}) > 1
    shown = table("model", right=HEADINGS.values())
    for standing in found.standings:
        spreads = [getattr(standing, measure) for measure in HEADINGS]
        cells = [
            f"{each.mean:.3f}"
            + (f"\n± {each.over_draws:.3f}" if draws else "")
            + (f"\n± {each.over_labels:.3f}" if labels else "")
            for each in spreads
        ]
        shown.add_row(styled(standing.model).append(f"\n{standing.given}" if several else "", "dim"), *cells)
    stdout().print(shown)
    for model, why in found.refused.items():
        say(f"{model} is left out: {why}")
    below = " ± standard deviation over draws" * draws + " ± over labels" * labels
    legend(
        f"Means over {counted(len(study.relevant), 'label')} and {counted(study.draws, 'draw')} of "
        f"{counted(study.examples, 'example')}{below}."
    )
    for each in tables(found):
        if each.name == "differences":
            apart = table(each.heads[0], right=each.heads[1:], title=each.title)
            for row in each.rows:
                apart.add_row(styled(row[0]), *(cell.replace(" (", "\n(") for cell in row[1:]))
            stdout().print(apart)
            legend(each.note)


def _refuse_what_says_nothing(context: typer.Context, *, of_a_file: bool) -> None:
    for name in IN_A_FILE if of_a_file else ("changes",):
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        if not of_a_file:
            raise BadInput("--set changes a FILE with an experiment; with --web, the other flags say all")
        flag = "model" if name == "models" else name
        raise BadInput(f"--{flag} goes with --web; of a FILE with an experiment, change {IN_A_FILE[name]}")
