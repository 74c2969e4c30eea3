"""What the analyses say (NEWS 4.4 and 5). An item is named by its place in `Analysis.items`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.model import Item

DAY = 86_400.0
EVEN = 0.5
"""Reasons from this value on speak for an item."""
Numbers = NDArray[np.float64]
Places = NDArray[np.int64]


class Event(Struct, frozen=True):
    """Items that tell of one thing that happened."""

    number: int
    """From 1, in the order in which they became events: it stays what it is when more items come, unless two events
    turn out to be one."""
    items: tuple[int, ...]
    """In the order of time; those without a date last."""
    terms: tuple[str, ...]
    """Words that set it apart, the best first."""
    started: float | None
    """Publication of its first dated item; None when none is dated …"""
    ended: float | None
    """… and of its last."""


class Analysis(Struct, frozen=True):
    """A crawl's items made ready for questions."""

    items: Sequence[Item]
    """In the order in which they came, without their content."""
    vocabulary: Sequence[str]
    words: csr_matrix
    """Items × vocabulary: how often each word stands in an item, title included."""
    sites: Sequence[str]
    """Of each item: the domain that its host belongs to. Hosts of one site are not independent."""
    stories: Places
    """Of each item: the first item with (nearly) the same main text; itself when it is the first."""
    event_of: Places
    """Of each item: the number of its event; 0 for none."""
    events: Sequence[Event]
    """By number: event n is `events[n - 1]`."""
    until: float
    """The moment that counts as now: the newest publication before the last visit, or what the user says."""
    undated: int
    """Items without a date, or with one after they were read: they are in no time line."""
    unread: int
    """Pages on topic whose elements are not known: `honeyguide index` draws them."""
    near_duplicates: int = 0
    """Items that results and exports leave out, as near-duplicates of others."""


class Reason(Struct, frozen=True):
    """One ground for a score."""

    kind: str
    value: float
    """In [0, 1]: how well the item does here."""
    weight: float
    """How much it counts; the weights of all grounds add up to 1."""
    says: str
    """The same in words, for a person."""
    known: bool = True
    """False where nothing can be told: it speaks neither for the item nor against it."""


class Trust(Struct, frozen=True):
    item: int
    score: float
    reasons: tuple[Reason, ...]


class Currency(Struct, frozen=True):
    item: int
    score: float
    """0 for an item without a date."""
    age: float | None
    """Days from its last change until now; None without a date."""
    replaced_by: int | None
    """A newer item that tells the same event further; None when there is none."""
    says: tuple[str, ...]


class Hot(Struct, frozen=True):
    """An event in a window of time."""

    event: int
    score: float
    """In [0, 1]: how far it stands out over the background."""
    items: int
    """Dated in the window …"""
    stories: int
    """… copies of one text counted once …"""
    sites: int
    """… and on how many sites."""
    expected: float
    """Stories that the background would bring in as long a time."""
    bursts: tuple[tuple[float, float], ...]
    """When it was busy: from, until."""
    says: str


class Thread(Struct, frozen=True):
    """Items of one phase that speak of the same side of an event."""

    phase: int
    items: tuple[int, ...]
    terms: tuple[str, ...]
    follows: tuple[int, ...]
    """Places in `Evolution.threads` of those in the phase before that it goes on with: two or more are a merge, one
    that two or more go on with splits."""


class Phase(Struct, frozen=True):
    start: float
    end: float
    items: tuple[int, ...]
    stories: int
    appears: tuple[str, ...]
    """Words that come up in it, the most telling first."""
    disappears: tuple[str, ...]
    """Words of the phase before that are gone."""
    sites: tuple[str, ...]
    """Where it is told, most items first."""
    new_sites: tuple[str, ...]
    """Those that had not told of the event before."""
    begun_by: tuple[int, ...]
    """The items that started it, the first first."""


class Evolution(Struct, frozen=True):
    event: int
    volume: tuple[tuple[float, int, int], ...]
    """Day by day: its start, items, stories."""
    phases: tuple[Phase, ...]
    threads: tuple[Thread, ...]
    undated: int
    """Items of the event that are in no phase, for want of a date."""
