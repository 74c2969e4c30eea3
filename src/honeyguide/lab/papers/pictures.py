"""Curves of the papers again: as published, self-judged, and by the labels, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from honeyguide.lab.bands import Band, band
from honeyguide.lab.figures import looks
from honeyguide.lab.model import REFERENCES, Run
from honeyguide.lab.papers.tables import Curve
from honeyguide.reporting.pictures import Picture, picture
from honeyguide.reporting.plot_style import STYLE

PANEL, HEIGHT = 4.1, 3.9
LEGEND = 0.7
"""Inches."""
CAPTION = "Lines are means over the repeats, bands the 95 % interval of the mean."


class Panel(NamedTuple):
    title: str
    bands: Mapping[str, Band]


def pictures(curves: Sequence[Curve], runs: Mapping[str, Sequence[Run]]) -> Iterator[Picture]:
    """One for each curve, with as many panels as there is something to show."""
    for curve in curves:
        shown = list(_panels(curve, runs))
        with matplotlib.rc_context(STYLE):
            drawn = _draw(curve, shown)
            yield picture(curve.name, curve.title, " ".join(filter(None, (CAPTION, curve.caption))), drawn)


def _panels(curve: Curve, runs: Mapping[str, Sequence[Run]]) -> Iterator[Panel]:
    if curve.published:
        yield Panel("published", {name: _printed(points) for name, points in curve.published.items()})
    for title, measure in (("ours, self-judged", curve.self_judged), ("ours, by the labels", curve.labelled)):
        if measure:
            yield Panel(title, {name: band(of_it, measure) for name, of_it in runs.items()})


def _printed(points: Sequence[tuple[float, float]]) -> Band:
    at, value = (np.array(each, np.float64) for each in zip(*points, strict=True))
    return Band(at, value, value, value)


def _draw(curve: Curve, panels: Sequence[Panel]) -> Canvas:
    canvas = Canvas(figsize=(PANEL * len(panels), HEIGHT))
    look = looks(list(dict.fromkeys(name for panel in reversed(panels) for name in panel.bands)))
    lines: dict[str, Any] = {}
    for at, panel in enumerate(panels):
        axes = canvas.add_subplot(1, len(panels), at + 1)
        lines |= _fill(axes, panel, look)
        axes.set_title(panel.title, fontsize=9.5, color="#333333")
        axes.set_xlabel("pages fetched")
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.set_xlim(0, 1.02 * max((each.at[-1] for each in panel.bands.values() if len(each.at)), default=1.0))
        # Shares stand at one height in all panels; M of crawls of another size is no figure to compare by height.
        axes.set_ylim(0, 1.02 if curve.percent else None)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0) if curve.percent else FuncFormatter(_number))
        if not at:
            axes.set_ylabel(curve.axis)
    canvas.legend(
        list(lines.values()), list(lines), loc="lower center", ncols=min(len(lines), 3 * len(panels)), frameon=False
    )
    canvas.tight_layout(rect=(0, LEGEND / HEIGHT * (0.45 + 0.3 * (len(lines) // (3 * len(panels) + 1))), 1, 1))
    return canvas


def _number(value: float, _: int | None) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"


def _fill(axes: Axes, panel: Panel, look: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    drawn = {}
    for name, each in panel.bands.items():
        if not len(each.at):
            continue
        colour, dashes = look[name]
        faint = name in REFERENCES
        marker = "o" if panel.title == "published" else ""
        axes.fill_between(each.at, each.low, each.high, color=colour, alpha=0.08 if faint else 0.18, linewidth=0)
        (drawn[name],) = axes.plot(
            each.at,
            each.mean,
            color=colour,
            linestyle=dashes,
            linewidth=1.2 if faint else 1.8,
            marker=marker,
            markersize=4,
        )
    return drawn
