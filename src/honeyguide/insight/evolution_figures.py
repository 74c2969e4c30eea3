"""Pictures of one event: its volume with the phases, and how its threads go on, split and merge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator

from honeyguide.insight.figures import SIZE, WIDTH, Drawn, bars, blank_axes, date_axes, dated
from honeyguide.insight.model import DAY, Evolution, Thread
from honeyguide.insight.summary import day, span
from honeyguide.insight.time_axis import axis
from honeyguide.reporting.text import counted, fitted, plain
from honeyguide.reporting.themed import REST, SOFT, THEMED, themed

FEWEST_DAYS = 21
MOST_PHASES = 12
MOST_THREADS = 6
"""Of one phase; the largest."""
_BAR, _NEAR = 0.13, 0.06


def course(evolution: Evolution, colour: str, until: float) -> Drawn | None:
    """Items and stories along time, a field for each phase; None when nothing is dated."""
    days = [at for at, items, _ in evolution.volume if items]
    cuts = axis(days, until, least=FEWEST_DAYS, left_out=0.1)
    if cuts is None:
        return None
    at = np.array([each[0] for each in evolution.volume])
    items, stories = (
        np.histogram(at, cuts.edges, weights=np.array([each[kind] for each in evolution.volume], np.float64))[0]
        for kind in (1, 2)
    )
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH, 2.3))
        axes = date_axes(canvas, 2.3, 0.36, 1.6, left=0.6)
        _fields(axes, evolution, cuts.edges[0], cuts.edges[-1])
        tips = bars(axes, cuts, items, stories, (to_rgba(colour, 0.35), colour))
        dated(axes, cuts.edges[0], cuts.edges[-1])
        axes.set_ylim(0, max(items.max() * 1.05, 1.0))
        axes.set_ylabel(f"a {cuts.unit}")
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        axes.grid(visible=False, axis="x")
        svg = themed(f"course-{evolution.event}", canvas, tips)
    busiest = int(items.argmax())
    when = span(cuts.edges[busiest], cuts.edges[busiest + 1] - 1)
    says = f"Items of event {evolution.event} by {cuts.unit}, in phases; most of them, {items[busiest]:,.0f}, {when}."
    older = (
        f"{counted(cuts.before, 'day')} with items before {day(cuts.edges[0])} left of the picture."
        if cuts.before
        else ""
    )
    return Drawn("", older, svg, says)


def _fields(axes: Axes, evolution: Evolution, first: float, last: float) -> None:
    inches = (WIDTH - 0.85) / (last - first)
    for place, phase in enumerate(evolution.phases):
        start, end = max(phase.start // DAY * DAY, first), min((phase.end // DAY + 1) * DAY, last)
        if end <= start:
            continue
        axes.axvspan(start / DAY, end / DAY, color=REST, alpha=0.16 if place % 2 == 0 else 0.28, linewidth=0)
        name = f"phase {place + 1}" if (end - start) * inches > 0.7 else f"{place + 1}"
        axes.annotate(
            name,
            ((start + end) / 2 / DAY, 1.0),
            (0, 3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            color=SOFT,
            fontsize=8.8,
        )


class Node(NamedTuple):
    place: int
    """In `Evolution.threads`."""
    left: float
    top: float
    tall: float


def flow(evolution: Evolution, colour: str) -> Drawn | None:
    """A bar for each thread, phase by phase, ribbons to those that go on with it; None where each phase has one."""
    nodes, phases = _nodes(evolution)
    if len(phases) < 2 or len(nodes) == len(phases):
        return None
    bottom = max(node.top + node.tall for node in nodes.values())
    height, tips = bottom + 0.45, dict[str, str]()
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH, height))
        axes = blank_axes(canvas, bottom + 0.1, -0.35)
        column = (WIDTH - 0.2) / len(phases)
        for place, phase in enumerate(phases):
            axes.text(0.1 + place * column, -0.2, f"phase {phase + 1}", color=SOFT, fontsize=8.8)
        _ribbons(axes, evolution.threads, nodes, colour)
        for place, node in nodes.items():
            thread = evolution.threads[place]
            bar = Rectangle((node.left, node.top), _BAR, node.tall, facecolor=colour, edgecolor="none")
            bar.set_gid(f"thread-{place}")
            tips[f"thread-{place}"] = f"{', '.join(thread.terms)}: {len(thread.items):,} items"
            axes.add_patch(bar)
            text = fitted(", ".join(plain(term, 30) for term in thread.terms[:4]), (column - _BAR - 0.2) / SIZE)
            axes.text(node.left + _BAR + _NEAR, node.top + node.tall / 2, text, va="center_baseline", fontsize=8.8)
        svg = themed(f"flow-{evolution.event}", canvas, tips)
    left_out = len(evolution.threads) - len(nodes)
    rest = f"{left_out:,} smaller threads are not drawn." if left_out else ""
    says = f"Threads of event {evolution.event}, phase by phase, with ribbons to those that go on with them."
    return Drawn("", rest, svg, says)


def _nodes(evolution: Evolution) -> tuple[dict[int, Node], list[int]]:
    """By their place, the phases from left to right, the threads of one from top to bottom as their forerunners."""
    phases = sorted({thread.phase for thread in evolution.threads})[-MOST_PHASES:]
    most = max((len(thread.items) for thread in evolution.threads), default=1)
    column, nodes = (WIDTH - 0.2) / max(len(phases), 1), dict[int, Node]()
    for at, phase in enumerate(phases):
        mine = [place for place, thread in enumerate(evolution.threads) if thread.phase == phase]
        mine = sorted(mine, key=lambda place: (-len(evolution.threads[place].items), place))[:MOST_THREADS]
        top = 0.0
        for place in sorted(mine, key=lambda place: (_above(evolution.threads[place], nodes), place)):
            tall = max(0.12, 0.8 * len(evolution.threads[place].items) / most)
            nodes[place] = Node(place, 0.1 + at * column, top, tall)
            top += max(tall + 0.14, 0.3)
    return nodes, phases


def _above(thread: Thread, nodes: dict[int, Node]) -> float:
    before = [nodes[place].top for place in thread.follows if place in nodes]
    return sum(before) / len(before) if before else np.inf


def _ribbons(axes: Axes, threads: Sequence[Thread], nodes: dict[int, Node], colour: str) -> None:
    """From what is followed to what follows: a split shares out the bar on the left, a merge that on the right."""
    pairs = [(before, after) for after in nodes for before in threads[after].follows if before in nodes]
    leaves, comes = dict.fromkeys(nodes, 0.0), dict.fromkeys(nodes, 0.0)
    for before, after in sorted(pairs, key=lambda pair: (nodes[pair[0]].top, nodes[pair[1]].top)):
        one, other = nodes[before], nodes[after]
        thick = one.tall / sum(before == each for each, _ in pairs)
        thin = other.tall / sum(after == each for _, each in pairs)
        y0, y1 = one.top + leaves[before], other.top + comes[after]
        leaves[before] += thick
        comes[after] += thin
        x0, x1 = one.left + _BAR, other.left
        middle = (x0 + x1) / 2
        points = [
            (x0, y0), (middle, y0), (middle, y1), (x1, y1), (x1, y1 + thin),
            (middle, y1 + thin), (middle, y0 + thick), (x0, y0 + thick), (x0, y0),
        ]  # fmt: skip
        kinds = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
        axes.add_patch(PathPatch(Path(points, kinds), facecolor=to_rgba(colour, 0.22), edgecolor="none"))
