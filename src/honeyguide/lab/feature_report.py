"""Writes the curves of feature words: a table as CSV and LaTeX, and the picture of HYB Fig. 2."""

from __future__ import annotations

from pathlib import Path

import msgspec

from honeyguide.atomic import write_all
from honeyguide.lab.feature_curves import Curves, Quality
from honeyguide.reporting.latex import latex
from honeyguide.reporting.pictures import Picture, picture
from honeyguide.reporting.plot_style import COLOURS, DASHES, STYLE
from honeyguide.reporting.tables import Table
from honeyguide.reporting.text import csv_of

NAMES = {"tf-gini": "TF-Gini", "tf-idf": "TF-IDF"}


def by_size(curves: Curves) -> dict[int, list[Quality]]:
    """Of every method, in the order of `NAMES`."""
    found = {(point.method, point.words): point.quality for point in curves.points}
    return {size: [found[method, size] for method in NAMES] for size in sorted({words for _, words in found})}


def write(curves: Curves, folder: Path) -> list[Path]:
    """Write all files into the folder; these are they."""
    rows = [(each.method, each.words, *msgspec.structs.astuple(each.quality)) for each in curves.points]
    files: dict[str, bytes | str] = {
        "features.csv": csv_of([("method", "words", *Quality.__struct_fields__), *rows]),
        "features.tex": latex(table_of(curves)),
        **picture_of(curves).files,
    }
    return write_all({folder / name: content for name, content in files.items()})


def table_of(curves: Curves) -> Table:
    """A row for every number of words."""
    heads = [f"{name} {kind} F1 (%)" for name in NAMES.values() for kind in ("micro", "macro")]
    many = f"; means of {curves.splits} splits" if curves.splits > 1 else ""
    return Table(
        "features",
        "Feature words",
        f"{curves.themes} themes, {curves.training:,} texts to train on and {curves.test:,} tested{many}.",
        ("words a theme", *heads),
        [
            (f"{size:,}", *(f"{100 * value:.1f}" for each in found for value in (each.micro_f1, each.macro_f1)))
            for size, found in by_size(curves).items()
        ],
    )


def picture_of(curves: Curves) -> Picture:
    import matplotlib  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import FuncFormatter, PercentFormatter  # noqa: PLC0415

    from honeyguide.lab.figures import HEIGHT, WIDTH  # noqa: PLC0415

    with matplotlib.rc_context(STYLE):
        canvas = Figure(figsize=(WIDTH, HEIGHT))
        canvas.subplots_adjust(0.09, 0.5 / HEIGHT, 0.75, 1 - 0.12 / HEIGHT)
        axes = canvas.add_subplot()
        sizes = by_size(curves)
        for place, (method, name) in enumerate(NAMES.items()):
            qualities = [each[place] for each in sizes.values()]
            for measure, dashes in (("micro_f1", DASHES[0]), ("macro_f1", DASHES[1])):
                values = [getattr(each, measure) for each in qualities]
                label = f"{name}, {measure.replace('_f1', ' F1')}"
                axes.plot(list(sizes), values, ".", linestyle=dashes, color=COLOURS[place], label=label)
            axes.axhline(
                curves.published[method],
                color=COLOURS[place],
                linewidth=0.8,
                linestyle=":",
                label=f"{name}, published",
            )
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.set_ylim(0, 1)
        axes.set_xlabel("feature words a theme")
        axes.set_ylabel("F1")
        axes.legend(loc="center left", bbox_to_anchor=(1.02, 0.5), frameon=False)
        return picture("features", "Feature words", "", canvas)
