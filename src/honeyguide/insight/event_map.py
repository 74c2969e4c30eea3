"""The event map: a bubble for each event, near those that share its words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib import rc_context
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Circle

from honeyguide.insight.event_places import apart, distances, labels, radii_of, scaled, stretched
from honeyguide.insight.figures import WIDTH, Drawn, blank_axes, colours
from honeyguide.insight.model import Analysis, Hot
from honeyguide.insight.summary import largest, span, story_count
from honeyguide.reporting.themed import INK, PAPER, REST, THEMED, themed

MOST = 40
"""Events on the map: those with the most stories."""
HOT = 0.5
"""Events at least as hot have a ring …"""
RING = 0.055
"""… so far from their bubble, in inches."""


def event_map(analysis: Analysis, chief: Sequence[int], hots: Sequence[Hot]) -> Drawn | None:
    """None when there are too few events for a map."""
    shown = largest(analysis, MOST)
    if len(shown) < 3:
        return None
    sizes = np.array([story_count(analysis, event.items) for event in shown], np.float64)
    height = min(5.4, 2.6 + 0.09 * len(shown))
    radii = radii_of(sizes, (WIDTH, height))
    places = apart(stretched(scaled(distances(analysis, shown)), (WIDTH, height)), radii, (WIDTH, height))
    ringed = {hot.event for hot in hots if hot.score >= HOT}
    outer = radii + np.array([RING if event.number in ringed else 0.0 for event in shown])
    look, tips = colours(chief), dict[str, str]()
    with rc_context(THEMED):
        canvas = Canvas(figsize=(WIDTH, height))
        axes = blank_axes(canvas, 0, height)
        for event, (x, y), radius, stories in zip(shown, places, radii, sizes, strict=True):
            colour = look.get(event.number, REST)
            axes.add_patch(Circle((x, y), radius, facecolor=PAPER, edgecolor="none"))
            circle = Circle((x, y), radius, facecolor=to_rgba(colour, 0.3), edgecolor=colour, linewidth=1.6)
            circle.set_gid(f"event-{event.number}")
            tips[f"event-{event.number}"] = (
                f"event {event.number}: {', '.join(event.terms[:6])}; {stories:,.0f} stories, "
                f"{span(event.started, event.ended)}"
            )
            axes.add_patch(circle)
            if event.number in ringed:
                axes.add_patch(Circle((x, y), radius + RING, facecolor="none", edgecolor=INK, linewidth=1.4))
            axes.text(x, y, str(event.number), ha="center", va="center_baseline", fontweight="bold")
        for text, box in labels(shown, places, outer, (WIDTH, height)):
            axes.text(box.left, (box.bottom + box.top) / 2, text, va="center_baseline", fontsize=9)
        svg = themed("event-map", canvas, tips)
    left_out = len(analysis.events) - len(shown)
    rest = f" {left_out:,} smaller events are not on it." if left_out else ""
    return Drawn(
        "Event map",
        "Events that share words stand near each other; the larger, the more stories; a ring marks those that are "
        f"hot now.{rest}",
        svg,
    )
