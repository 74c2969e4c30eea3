"""The pictures of an experiment: courses of the measures with bands, and where the runs ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from honeyguide.lab.bands import Band, band
from honeyguide.lab.model import REFERENCES, Report, Run
from honeyguide.lab.papers.published import spelled_out
from honeyguide.reporting.pictures import Picture, picture
from honeyguide.reporting.plot_style import COLOURS, DASHES, STYLE, spread

WIDTH, HEIGHT = 8.0, 3.7
LETTER, NAME_HEIGHT = 0.092, 0.19
"""Inches that a name takes: a letter's width, and a line's height."""
Look = Mapping[str, tuple[str, Any]]
GREYS: dict[str, tuple[str, Any]] = {
    "random": ("#8A8A8A", (0, (1, 1.5))),
    "oracle-greedy": ("#757575", (0, (5, 3))),
    "oracle": ("#4D4D4D", (0, (5, 2, 1, 2))),
}


class Course(NamedTuple):
    """What a picture of lines shows."""

    name: str
    title: str
    caption: str
    axis: str
    measure: str
    along: str = "pages"


ENDS = ("overview", "Harvest at the end of the crawl, by the labels")
ENDS_CAPTION = "A dot is a run, the diamond the mean of the runs, the line the 95 % interval of that mean."
ENDS_OF_ONE = "A diamond is a run; one repeat: no interval."
TOPICS = {
    "label_auc": "Mean harvest over the crawl, by the labels",
    "label_harvest": "Harvest at the end of the crawl, by the labels",
}
TOPICS_CAPTION = "A dot is a topic, the diamond the mean of the topics, the line the 95 % interval of that mean."
COURSES = (
    Course(
        "harvest",
        "Harvest: on-topic share of the pages fetched, by the labels",
        "A crawl that wastes nothing stays at 100 %; the oracle shows what the web allows.",
        "on-topic share of the pages fetched",
        "label_harvest",
    ),
    Course(
        "recall",
        "Recall: share of the on-topic pages found, by the labels",
        "Of the on-topic pages that can be reached from the starting pages.",
        "share of on-topic pages found",
        "label_recall",
    ),
    Course(
        "ar",
        "AR: mean relevance of the pages fetched",
        f"In the crawler's own judgement (eq. 6 of {spelled_out('ielp')}).",
        "mean relevance (AR)",
        "ar",
    ),
    Course(
        "sd",
        "SD: standard deviation of that relevance",
        f"In the crawler's own judgement (eq. 18 of {spelled_out('wse')}).",
        "standard deviation of relevance (SD)",
        "sd",
    ),
    Course(
        "recall-in-time",
        "Recall in simulated time",
        "With latency and politeness, as if the pages had come over a network.",
        "share of on-topic pages found",
        "label_recall",
        "seconds",
    ),
)


def pictures(report: Report) -> Iterator[Picture]:
    """All pictures of an experiment, one after the other."""
    runs = by_strategy(report)
    with matplotlib.rc_context(STYLE):
        single = all(len(of_it) < 2 for of_it in runs.values())
        yield picture(*ENDS, ENDS_OF_ONE if single else ENDS_CAPTION, _ends(report, runs))
        for each in COURSES:
            yield picture(each.name, each.title, each.caption, _lines(each, runs))


def topic_pictures(report: Report) -> Iterator[Picture]:
    """Of several topics: how all strategies did on each."""
    assert report.topics is not None
    with matplotlib.rc_context(STYLE):
        for measure, title in TOPICS.items():
            ranked = sorted(report.summary, key=lambda row: -getattr(row, measure).mean)
            values = {
                row.strategy: [getattr(topic, measure)[row.strategy] for topic in report.topics.topics]
                for row in ranked
            }
            figures = {row.strategy: getattr(row, measure) for row in ranked}
            canvas = _shares(
                values,
                {name: figure.mean for name, figure in figures.items()},
                {name: figure.interval for name, figure in figures.items()},
            )
            yield picture(f"topics-{measure.removeprefix('label_')}", title, TOPICS_CAPTION, canvas)


def by_strategy(report: Report) -> dict[str, list[Run]]:
    """The runs of each strategy, in the order of the summary."""
    return {row.strategy: [run for run in report.runs if run.strategy == row.strategy] for row in report.summary}


def looks(names: Sequence[str]) -> dict[str, tuple[str, Any]]:
    """Colour and dashes of every strategy; references are grey and broken."""
    own = [name for name in names if name not in REFERENCES]
    chosen = {
        name: (COLOURS[i % len(COLOURS)], DASHES[i // len(COLOURS) % len(DASHES)]) for i, name in enumerate(own)
    }
    return chosen | {name: GREYS[name] for name in names if name in REFERENCES}


def _lines(what: Course, runs: Mapping[str, Sequence[Run]]) -> Canvas:
    canvas, axes = _canvas(runs, max(HEIGHT, 0.9 + NAME_HEIGHT * len(runs)))
    look = looks(list(runs))
    found = {name: band(of_it, what.measure, what.along) for name, of_it in runs.items()}
    bands = {name: each for name, each in found.items() if len(each.at)}
    for name in sorted(bands, key=lambda name: name not in REFERENCES):
        colour, dashes = look[name]
        faint = name in REFERENCES
        each = bands[name]
        axes.fill_between(each.at, each.low, each.high, color=colour, alpha=0.1 if faint else 0.2, linewidth=0)
        axes.plot(each.at, each.mean, color=colour, linestyle=dashes, linewidth=1.2 if faint else 1.9)
    axes.set_xlim(0, max((each.at[-1] for each in bands.values()), default=0.0) or 1.0)
    axes.set_ylim(0, _top(bands.values()))
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    if what.measure.startswith("label_"):
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("pages fetched" if what.along == "pages" else "simulated seconds")
    axes.set_ylabel(what.axis)
    _names(axes, {name: (each.at[-1], each.mean[-1]) for name, each in bands.items()}, look)
    return canvas


def _top(bands: Iterable[Band]) -> float:
    highest = max((float(np.nanmax(each.high)) for each in bands), default=1.0)
    return min(1.02, highest * 1.08) if highest > 0 else 1.0


def _names(axes: Axes, ends: Mapping[str, tuple[float, float]], look: Look) -> None:
    """Every name beside the end of its line, moved up or down where two would overlap."""
    right, top = axes.get_xlim()[1], axes.get_ylim()[1]
    gap = NAME_HEIGHT / (axes.get_position().height * axes.figure.get_figheight())  # type: ignore[union-attr]
    wanted = sorted((y / top, name) for name, (_, y) in ends.items())
    for (height, name), place in zip(wanted, spread([y for y, _ in wanted], gap), strict=True):
        colour = look[name][0]
        axes.annotate(
            name,
            xy=(ends[name][0] / right, height),
            xytext=(1.04, place),
            xycoords="axes fraction",
            textcoords="axes fraction",
            color=colour,
            va="center",
            fontweight="normal" if name in REFERENCES else "bold",
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 1,
            },
            annotation_clip=False,
        )


def _ends(report: Report, runs: Mapping[str, Sequence[Run]]) -> Canvas:
    ends = {name: [run.label_harvest for run in of_it] for name, of_it in runs.items()}
    intervals = {row.strategy: row.label_harvest.interval for row in report.summary}
    return _shares(ends, {row.strategy: row.label_harvest.mean for row in report.summary}, intervals)


def _shares(
    values: Mapping[str, Sequence[float]], means: Mapping[str, float], intervals: Mapping[str, tuple[float, float]]
) -> Canvas:
    """Dots on an axis of on-topic shares, names in the colours of strategies."""
    canvas, axes = dots(values, means, intervals)
    look = looks(list(values))
    for tick, name in zip(axes.get_yticklabels(), values, strict=True):
        tick.set_color(look[name][0])
        tick.set_fontweight("normal" if name in REFERENCES else "bold")
    axes.set_xlim(0, min(1.02, max((value for each in values.values() for value in each), default=1.0) * 1.08 + 0.01))
    axes.xaxis.set_major_formatter(PercentFormatter(1.0))
    axes.set_xlabel("on-topic share of the pages fetched")
    return canvas


def dots(
    values: Mapping[str, Sequence[float]],
    means: Mapping[str, float],
    intervals: Mapping[str, tuple[float, float]] | None = None,
) -> tuple[Canvas, Axes]:
    """A line for each name: a dot for every value, a diamond for their mean, a bar for its interval."""
    canvas, axes = _canvas(values, 0.8 + 0.34 * len(values), names_left=True)
    look = looks(list(values))
    for place, (name, each) in enumerate(values.items()):
        colour = look[name][0]
        shifts = np.linspace(-0.16, 0.16, len(each)) if len(each) > 1 else np.zeros(len(each))
        axes.plot(each, place + shifts, "o", color=colour, alpha=0.45, markersize=4, markeredgewidth=0)
        if intervals:
            axes.plot(intervals[name], (place, place), "-", color=colour, linewidth=2)
        axes.plot(means[name], place, "D", color=colour, markersize=6, markeredgecolor="white")
    axes.set_yticks(range(len(values)), list(values))
    axes.set_ylim(len(values) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    return canvas, axes


def _canvas(names: Iterable[str], height: float, *, names_left: bool = False) -> tuple[Canvas, Axes]:
    canvas = Canvas(figsize=(WIDTH, height))
    room = min(0.35 + LETTER * max(map(len, names), default=0), WIDTH / 2) / WIDTH
    left, right = (room, 0.97) if names_left else (0.09, 1 - room)
    canvas.subplots_adjust(left, 0.5 / height, right, 1 - 0.12 / height)
    return canvas, canvas.add_subplot()
