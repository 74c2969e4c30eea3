"""Pictures over all items: how many a day with the bursts of events, streams of events, and how scores are spread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from honeyguide.insight.bursts import bursts
from honeyguide.insight.corroboration import times
from honeyguide.insight.days import days_of
from honeyguide.insight.model import DAY, Analysis, Event
from honeyguide.insight.summary import Stories, day, span, stories
from honeyguide.insight.time_axis import Axis, ticks
from honeyguide.insight.time_line import time_axis
from honeyguide.reporting.plot_style import COLOURS
from honeyguide.reporting.text import fitted, plain
from honeyguide.reporting.themed import REST, RULE, SOFT, THEMED, themed

WIDTH = 10.0
LEFT = 2.4
"""Inches; the names of the lanes stand left of them."""
SIZE = 9.5 / 72
LANE = 0.27
SMOOTHED = 30
"""Streams of more cuts are smoothed."""
_ABOUT = np.array((1, 2, 3, 2, 1)) / 9


class Drawn(NamedTuple):
    title: str
    caption: str
    svg: str
    says: str = ""
    """For whoever cannot see it; else title and caption."""


def colours(chief: Sequence[int]) -> dict[int, str]:
    """Of each of these events, in every picture; others share one."""
    return dict(zip(chief, COLOURS, strict=False))


def label(event: Event, room: float) -> str:
    """Number and first words of an event, as many as go into these inches."""
    return fitted(f"{event.number}  {', '.join(plain(term, 40) for term in event.terms[:3])}", room / SIZE)


def time_line(analysis: Analysis, chief: Sequence[int]) -> Drawn | None:
    """Items and stories by day, and below them a lane for each chief event; None when nothing is dated."""
    cuts = time_axis(analysis)
    if cuts is None:
        return None
    moments = times(analysis)
    begun = stories(analysis)
    items, told = cuts.counts(moments[~np.isnan(moments)]), cuts.counts(begun.times)
    look, tips = colours(chief), dict[str, str]()
    height = 2.6 + LANE * len(chief)
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH, height))
        volume = date_axes(canvas, height, LANE * len(chief) + 0.42, 1.95)
        tips |= bars(volume, cuts, items, told, (RULE, SOFT))
        volume.set_ylabel(f"a {cuts.unit}")
        volume.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        volume.grid(visible=False, axis="x")
        lanes = date_axes(canvas, height, 0.36, LANE * len(chief) + 0.02, like=volume)
        for place, number in enumerate(chief):
            _lane(lanes, place, analysis.events[number - 1], begun, look.get(number, REST), tips)
        lanes.set_yticks(range(len(chief)), [label(analysis.events[number - 1], LEFT - 0.3) for number in chief])
        lanes.set_ylim(max(len(chief), 1) - 0.5, -0.5)
        lanes.tick_params(axis="y", length=0)
        lanes.grid(visible=False, axis="y")
        lanes.spines["left"].set_visible(False)
        dated(volume, cuts.edges[0], cuts.edges[-1])
        volume.tick_params(axis="x", labelbottom=not chief, length=0)
        svg = themed("time-line", canvas, tips)
    older = f" {cuts.before:,} items from before {day(cuts.edges[0])} are left of the picture." if cuts.before else ""
    below = (
        " Below, a line for each of these events from its first item to its last, thick where it was busy."
        if chief
        else ""
    )
    return Drawn("Time line", f"Items (pale) and stories (strong) by {cuts.unit} of publication.{below}{older}", svg)


def bars(axes: Axes, cuts: Axis, items: NDArray[Any], told: NDArray[Any], colours: tuple[Any, Any]) -> dict[str, str]:
    """A bar for each cut that has items, of items and before it of stories, and what they tell under the pointer."""
    some = np.flatnonzero(items)
    begin, wide = cuts.edges[some] / DAY, np.diff(cuts.edges)[some] / DAY
    for counts, colour in ((items, colours[0]), (told, colours[1])):
        axes.bar(begin + wide * 0.06, counts[some], wide * 0.88, align="edge", color=colour, linewidth=0)
    whole = axes.bar(begin, items[some], wide, align="edge", color="none", linewidth=0)
    tips = {}
    for place, bar in zip(some.tolist(), whole, strict=True):
        bar.set_gid(f"cut-{place}")
        when = span(cuts.edges[place], cuts.edges[place + 1] - 1)
        tips[f"cut-{place}"] = f"{when}: {items[place]:,.0f} items, {told[place]:,.0f} stories"
    return tips


def _lane(axes: Axes, place: int, event: Event, told: Stories, colour: str, tips: dict[str, str]) -> None:
    """From an event's first story to its last, thick in its bursts among all stories of the crawl."""
    mine = told.times[told.events == event.number]
    if not len(mine):
        return
    axes.plot((mine.min() / DAY, mine.max() / DAY), (place, place), color=colour, lw=1.6, solid_capstyle="round")
    days, totals = np.unique(days_of(told.times), return_counts=True)
    batches, relevant = np.unique(np.searchsorted(days, days_of(mine)), return_counts=True)
    for number, burst in enumerate(bursts(batches, relevant, totals)):
        first, last = int(days[burst.first]), int(days[burst.last])
        (thick,) = axes.barh(place, last + 1 - first, 0.52, first, color=colour, linewidth=0)
        thick.set_gid(f"burst-{place}-{number}")
        tips[f"burst-{place}-{number}"] = f"{', '.join(event.terms[:3])}: busy {span(first * DAY, last * DAY)}"


def streams(analysis: Analysis, chief: Sequence[int]) -> Drawn | None:
    """Stories of the chief events one upon the other along time, others on top; None when there is no time line."""
    cuts = time_axis(analysis)
    if cuts is None or len(cuts.edges) < 4 or not chief:
        return None
    look, tips = colours(chief), dict[str, str]()
    told = stories(analysis)
    layers = [
        (", ".join(analysis.events[number - 1].terms[:3]), look[number], told.events == number)
        for number in chief
        if number in look
    ]
    layers.append(("other events", REST, (told.events > 0) & ~np.isin(told.events, list(look))))
    counts = [cuts.counts(told.times[mine]) for _, _, mine in layers]
    smooth = len(cuts.edges) > SMOOTHED
    heights = [np.convolve(each, _ABOUT, "same") if smooth else each for each in counts]
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH, 3.3))
        axes = date_axes(canvas, 3.3, 0.36, 2.8, left=0.6)
        middle = (cuts.edges[:-1] + cuts.edges[1:]) / 2 / DAY
        areas = axes.stackplot(middle, *heights, colors=[colour for _, colour, _ in layers], linewidth=0)
        for place, (area, (name, _, _)) in enumerate(zip(areas, layers, strict=True)):
            area.set_gid(f"stream-{place}")
            tips[f"stream-{place}"] = f"{name}: {counts[place].sum():,} stories"
        dated(axes, middle[0] * DAY, middle[-1] * DAY)
        axes.set_ylim(bottom=0)
        axes.set_ylabel(f"stories a {cuts.unit}")
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        svg = themed("streams", canvas, tips)
    how = f", smoothed over {len(_ABOUT)} {cuts.unit}s" if smooth else ""
    return Drawn("Streams", f"Stories by {cuts.unit}{how}, stacked; those in no event are left out.", svg)


def spread_of(name: str, title: str, scores: Sequence[float], ends: tuple[str, str]) -> Drawn:
    """How many items have which score, in twentieths."""
    counts, edges = np.histogram(np.asarray(scores, np.float64), 20, (0.0, 1.0))
    tips = dict[str, str]()
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH / 2, 2.2))
        canvas.subplots_adjust(0.55 / (WIDTH / 2), 0.42 / 2.2, 0.97, 0.96)
        axes = canvas.add_subplot()
        for place, bar in enumerate(axes.bar(edges[:-1], counts, 0.045, align="edge", color=COLOURS[0], linewidth=0)):
            bar.set_gid(f"score-{place}")
            tips[f"score-{place}"] = f"{edges[place]:.2f} to {edges[place + 1]:.2f}: {counts[place]:,} items"
        axes.set_xlim(0, 1)
        axes.set_ylabel("items")
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        axes.set_xticks((0, 0.25, 0.5, 0.75, 1), (f"0 {ends[0]}", "0.25", "0.5", "0.75", f"{ends[1]} 1"))
        axes.get_xticklabels()[0].set_horizontalalignment("left")
        axes.get_xticklabels()[-1].set_horizontalalignment("right")
        axes.grid(visible=False, axis="x")
        svg = themed(name, canvas, tips)
    middle = float(np.median(scores)) if len(scores) else 0.0
    return Drawn(title, f"Half of the {len(scores):,} items score {middle:.2f} or more.", svg)


def date_axes(
    canvas: Canvas, height: float, bottom: float, tall: float, *, left: float = LEFT, like: Axes | None = None
) -> Axes:
    """Axes above each other; everything in inches."""
    place = (left / WIDTH, bottom / height, (WIDTH - left - 0.45) / WIDTH, tall / height)
    return canvas.add_axes(place, sharex=like)


def blank_axes(canvas: Canvas, bottom: float, top: float) -> Axes:
    """All of the canvas, with nothing on it yet; everything in inches."""
    axes = canvas.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(bottom, top)
    return axes


def dated(axes: Axes, first: float, last: float) -> None:
    """From one moment to another, marked with dates; the axis counts days."""
    at, named = ticks(first, last)
    axes.set_xlim(first / DAY, last / DAY)
    axes.set_xticks([each / DAY for each in at], named)
