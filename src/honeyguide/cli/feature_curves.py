"""`honeyguide lab features`: how well feature words tell themes apart (HYB Fig. 2)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Encoding, Json
from honeyguide.cli.tables import table
from honeyguide.cli.terminal import print_json, say, stdout, styled
from honeyguide.errors import BadInput
from honeyguide.extras import require

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
        Path | None,
        typer.Option(metavar="DIR", help="Write the table (CSV, LaTeX) and the picture (PNG, SVG, PDF) there."),
    ] = None,
    json: Json = False,
) -> None:
    """Classify texts by the feature words of TF-Gini and of TF-IDF, few of them and many (HYB Fig. 2).

    Example: honeyguide lab features --corpus 20news/ --encoding latin-1 --out figure-2
    """
    from honeyguide.lab.feature_curves import SIZES, feature_curves  # noqa: PLC0415
    from honeyguide.lab.feature_report import write  # noqa: PLC0415

    if out:
        require("matplotlib", "drawing pictures")
    wanted = _sizes(sizes) if sizes else SIZES
    left_out: list[str] = []
    with Bar() as bar:
        curves = feature_curves(corpus, wanted, seed=seed, encoding=encoding, progress=bar, note=left_out.append)
    for sentence in left_out:
        say(f"left out: {sentence}", "magenta")
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
    from honeyguide.lab.feature_report import NAMES, by_size  # noqa: PLC0415

    headings = (heading for name in NAMES.values() for heading in (f"{name} micro F1", "macro F1"))
    shown = table(right=("words a theme", *headings))
    for size, qualities in by_size(curves).items():
        cells = [f"{100 * value:.1f} %" for each in qualities for value in (each.micro_f1, each.macro_f1)]
        shown.add_row(f"{size:,}", *cells)
    published = [styled(f"{100 * curves.published[method]:.0f} %", "dim") for method in NAMES for _ in range(2)]
    shown.add_row(styled("published", "dim"), *published)
    stdout().print(shown)
    mean = f"; mean of {curves.splits} splits" if curves.splits > 1 else ""
    told = f"{curves.themes} themes, {curves.training:,} texts to train on and {curves.test:,} are tested{mean}"
    say(f"{told}. The published figures are of other texts.", "dim")
