"""Items and stories along time, and the stories of the chief events: what pictures of them count."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from honeyguide.insight.corroboration import times
from honeyguide.insight.model import Analysis
from honeyguide.insight.summary import headline, stories
from honeyguide.insight.time_axis import Axis, axis
from honeyguide.timestamps import isoformat


class Stream(Struct, frozen=True):
    """One of the chief events along time."""

    event: int
    """Its number; 0 for all other events together."""
    title: str
    terms: tuple[str, ...]
    stories: tuple[int, ...]
    """First told in each cut."""


class TimeLine(Struct, frozen=True):
    unit: str
    """`day`, `week`, `month` or `year`; empty when nothing is dated."""
    starts: tuple[str, ...]
    """The day on which each cut begins."""
    items: tuple[int, ...]
    """Published in each …"""
    stories: tuple[int, ...]
    """… copies of one text counted once."""
    before: int
    """Items from before the first cut."""
    streams: tuple[Stream, ...]


def time_axis(analysis: Analysis) -> Axis | None:
    moments = times(analysis)
    return axis(moments[~np.isnan(moments)], analysis.until)


def time_line(analysis: Analysis, chief: Sequence[int]) -> TimeLine:
    cuts = time_axis(analysis)
    if cuts is None:
        return TimeLine("", (), (), (), 0, ())
    moments, told = times(analysis), stories(analysis)
    streams = []
    for number in chief:
        event = analysis.events[number - 1]
        counted = cuts.counts(told.times[told.events == number]).tolist()
        streams.append(Stream(number, headline(analysis, event), event.terms, tuple(counted)))
    rest = (told.events > 0) & ~np.isin(told.events, list(chief))
    if rest.any():
        streams.append(Stream(0, "", (), tuple(cuts.counts(told.times[rest]).tolist())))
    return TimeLine(
        cuts.unit,
        tuple(isoformat(at)[:10] for at in cuts.edges[:-1].tolist()),
        tuple(cuts.counts(moments[~np.isnan(moments)]).tolist()),
        tuple(cuts.counts(told.times).tolist()),
        cuts.before,
        tuple(streams),
    )
