"""`honeyguide lab features`: how well feature words tell themes apart (HYB Fig. 2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.documents import Encoding
from honeyguide.cli.terminal import print_json, say, stdout, styled
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.lab.feature_curves import Curves

MOST_WORDS = 10_000


def feature_curves(
    *,
    corpus: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Texts in a sub-folder for each theme; or such folders …train and …test."),
    ],
    sizes: Annotated[
        str, typer.Option(metavar="NUMBERS", help="How many feature words a theme: 10,50,150; else twelve sizes.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Of the split into thirds.")] = 1,
    encoding: Encoding = "",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the table (CSV) and the picture (PNG, SVG) there.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Classify texts by the feature words of TF-Gini and of TF-IDF, few of them and many (HYB Fig. 2).

    Example: honeyguide lab features --corpus 20news/ --encoding latin-1 --out figure-2
    """
    from honeyguide.cli.bar import Bar  # noqa: PLC0415
    from honeyguide.lab.feature_curves import SIZES, feature_curves  # noqa: PLC0415
    from honeyguide.lab.feature_report import write  # noqa: PLC0415

    wanted = _sizes(sizes) if sizes else SIZES
    left_out: list[str] = []
    with Bar() as bar:
        curves = feature_curves(corpus, wanted, seed=seed, encoding=encoding, progress=bar, note=left_out.append)
    for sentence in left_out:
        say(f"left out: {sentence}", "yellow")
    written = write(curves, out) if out else []
    if json:
        print_json(curves)
    else:
        _show(curves)
    if written:
        say(f"written: {', '.join(map(str, written))}", "bold")


def _sizes(said: str) -> list[int]:
    parts = [part.strip() for part in said.split(",") if part.strip()]
    if not parts or not all(part.isdecimal() and 1 <= int(part) <= MOST_WORDS for part in parts):
        raise BadInput(f"--sizes must be numbers from 1 to {MOST_WORDS:,} such as 10,50,150, not '{said[:60]}'")
    return sorted(set(map(int, parts)))


def _show(curves: Curves) -> None:
    from rich.table import Table  # noqa: PLC0415

    from honeyguide.lab.feature_report import NAMES, by_size  # noqa: PLC0415

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("words a theme", justify="right")
    for name in NAMES.values():
        table.add_column(f"{name} micro F1", justify="right")
        table.add_column("macro F1", justify="right")
    for size, qualities in by_size(curves).items():
        cells = [f"{100 * value:.1f} %" for each in qualities for value in (each.micro_f1, each.macro_f1)]
        table.add_row(f"{size:,}", *cells)
    published = [styled(f"{100 * curves.published[method]:.0f} %", "dim") for method in NAMES for _ in range(2)]
    table.add_row(styled("published", "dim"), *published)
    stdout().print(table)
    mean = f"; mean of {curves.splits} splits" if curves.splits > 1 else ""
    told = f"{curves.themes} themes, {curves.training:,} texts to train on and {curves.test:,} are tested{mean}"
    say(f"{told}. The published figures are of other texts.", "dim")
