"""Copies of one text are one story (bottom-k MinHash of the main text, see `parsing.fingerprint`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from honeyguide.insight.model import DAY, Places
from honeyguide.model import Item
from honeyguide.parsing.fingerprint import NearDuplicates


class StoryFinder:
    """Finds, as items come, the first one with (nearly) the same main text.

    Everything in a story is a copy of the story's first item, not of another copy: texts that drift from copy to copy
    do not end up as one. A text too short for a fingerprint is a story of its own.
    """

    def __init__(self) -> None:
        self._known = NearDuplicates()
        self._many = 0

    def add(self, fingerprint: bytes) -> int:
        """Place of the first item of the story; the item's own when it is the first."""
        place = self._many
        self._many += 1
        first = self._known.find(fingerprint) if fingerprint else None
        if first is not None:
            return first
        self._known.add(fingerprint, place)
        return place


def originals(items: Sequence[Item], first_come: Places) -> Places:
    """Of each item: the one that its story began with.

    That is the one of the earliest day; on that day the earliest hour when all tell it, else the one that came first.
    Items without a date began a story when nobody in it has one.
    """
    order = np.argsort(first_come, kind="stable")
    borders = np.flatnonzero(np.diff(first_come[order])) + 1
    found = first_come.copy()
    for story in np.split(order, borders):
        if len(story) > 1:
            found[story] = _original(items, story.tolist())
    return found


def _original(items: Sequence[Item], story: list[int]) -> int:
    days: dict[int, list[int]] = {}
    for place in story:
        at = items[place].published
        if at is not None:
            days.setdefault(int(at // DAY), []).append(place)
    if not days:
        return story[0]
    earliest = days[min(days)]
    if any(items[place].day_only for place in earliest):
        return earliest[0]
    return min(earliest, key=lambda place: (items[place].published, place))
