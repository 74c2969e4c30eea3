"""How far an item can be trusted (NEWS 4.4): eight grounds that a person can check, each with its weight.

The score is the sum of weight × value over the grounds. It knows what the crawl knows and no more: it tells who
vouches for an item, not whether it is true. The papers name the analysis and leave it open: the formulas are ours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import exp2

import numpy as np
from numpy.typing import NDArray

from honeyguide.insight.corroboration import LONGEST, Others, listed, others, times
from honeyguide.insight.date_checks import NO_DATE, UNKNOWN, agreement, ahead
from honeyguide.insight.days import day
from honeyguide.insight.model import DAY, EVEN, Analysis, Reason, Trust
from honeyguide.insight.stuffing import SHORTEST, STUFFED, Stuffing, stuffing
from honeyguide.model import Item
from honeyguide.reporting.text import plain as harmless

WEIGHTS = {
    "corroboration": 0.30,
    "authority": 0.20,
    "author": 0.10,
    "source": 0.10,
    "date": 0.05,
    "dates agree": 0.10,
    "plain text": 0.10,
    "own text": 0.05,
}
WITHOUT_DATE = 0.5
"""Share of its corroboration that an item without a date keeps: whether it was told at the same time is not known."""
COPY_NAMED, ORDER_UNKNOWN = 0.6, 0.5
"""A copy that names where the text began; one of two equal texts of which none is known to be the first."""
SHORTEST_NAME = 4
"""Shorter names must stand as a word of their own; Chinese ones are names from two characters on."""
HALF_DAY = 0.5 * DAY

Ground = tuple[float, str]
TOO_SHORT = (UNKNOWN, "its text is too short to judge")
NO_TRUE_DATE = (0.0, "when it was published is not known")
NOT_KNOWN: tuple[Ground, ...] = (NO_DATE, TOO_SHORT, NO_TRUE_DATE)


def trust(analysis: Analysis, authority: Mapping[str, float]) -> list[Trust]:
    """One per item, by place; `authority` is that of hosts, see `authority.host_authority`."""
    stuffed = stuffing(analysis)
    at = times(analysis)
    told = others(analysis, at, stuffed.degree < STUFFED)
    hosts = _standing(analysis, authority)
    found = []
    for place, item in enumerate(analysis.items):
        degree = float(stuffed.degree[place])
        grounds = (
            corroboration(told[place], degree, dated=not np.isnan(at[place])),
            hosts[item.host],
            _author(item),
            _source(item),
            _date(item),
            agreement(item),
            _plain(analysis, stuffed, place),
            _own_text(analysis, at, place),
        )
        reasons = tuple(
            Reason(kind, ground[0], weight, ground[1], ground not in NOT_KNOWN)
            for (kind, weight), ground in zip(WEIGHTS.items(), grounds, strict=True)
        )
        score = min(1.0, sum(reason.weight * reason.value for reason in reasons))
        found.append(Trust(place, score, reasons))
    return found


def corroboration(told: Others, stuffed: float, *, dated: bool) -> Ground:
    """(1 − 2^−n) (1 − s): each of n other sites halves the doubt; what is said of an event does not set_prior for a
    text of degree s of stuffing, which uses its words; halved without a date."""
    if not told.many:
        return 0.0, "no other site tells it"
    value = (1.0 - exp2(-told.many)) * (1.0 - stuffed) * (1.0 if dated else WITHOUT_DATE)
    says = f"told by {told.many} other site{'s' if told.many > 1 else ''}: {listed(told.names, told.many)}"
    if stuffed:
        says += "; that counts less for a text as repetitive as this"
    return value, says if dated else says + "; without a date it is not known whether at the same time"


def _standing(analysis: Analysis, authority: Mapping[str, float]) -> dict[str, Ground]:
    """Of each host of an item: its authority, and how many hosts it stands above."""
    values = np.sort(np.array(list(authority.values()), np.float64))
    found = {}
    for host in dict.fromkeys(item.host for item in analysis.items):
        value, name = authority.get(host, 0.0), harmless(host, LONGEST)
        if value > 0.0:
            below = int(np.searchsorted(values, value))
            far = "" if value >= EVEN else " far below the best,"
            among = f"{below} of the {len(values)} hosts that the crawl knows"
            rank = f"sites that link to {name} rank it{far} above {among}"
            found[host] = (value, rank if far or below else f"sites that the crawl has read link to {name}")
        else:
            found[host] = (0.0, f"no other site that the crawl has read links to {name}")
    return found


def _author(item: Item) -> Ground:
    if not item.author:
        return 0.0, "no author is named"
    if _bare(item.author) == _bare(item.source):
        return 0.5, f"only its source signs it: {harmless(item.author, LONGEST)}"
    return 1.0, f"the author is named: {harmless(item.author, LONGEST)}"


def _source(item: Item) -> Ground:
    if not item.source or item.source == item.host.removeprefix("www."):
        return 0.0, "no source is named"
    return 1.0, f"the source is named: {harmless(item.source, LONGEST)}"


def _date(item: Item) -> Ground:
    if ahead(item):
        return NO_TRUE_DATE  # that its date cannot be is said once, where dates are compared
    return (0.0, "it has no date") if item.published is None else (1.0, f"it is dated: {day(item.published)}")


def _plain(analysis: Analysis, stuffed: Stuffing, place: int) -> Ground:
    degree = float(stuffed.degree[place])
    words = int(stuffed.lengths[place])
    if words < SHORTEST:
        return TOO_SHORT
    if not degree:
        return 1.0, "its words repeat no more than in other texts"
    row = analysis.words[place]
    top = int(row.data.argmax())
    word = analysis.vocabulary[int(row.indices[top])]
    if row.nnz == 1:
        return 1.0 - degree, f"all of its {words} words are “{harmless(word, LONGEST)}”"
    most = f"{row.data[top] / words:.0%} are “{harmless(word, LONGEST)}”"
    return 1.0 - degree, f"of its {words} words only {row.nnz} are different, and {most}"


def _own_text(analysis: Analysis, at: NDArray[np.float64], place: int) -> Ground:
    first = int(analysis.stories[place])
    item, began = analysis.items[place], analysis.items[first]
    if first == place:
        return 1.0, "its text is its own"
    if analysis.sites[first] == analysis.sites[place]:
        return 1.0, "its text is its own site's"
    apart, host = at[place] - at[first], harmless(began.host, LONGEST)
    if np.isnan(at[first]) or apart <= (HALF_DAY if item.day_only or began.day_only else 0.0):
        return ORDER_UNKNOWN, f"{host} has the same text; which was first is not known"
    says = f"its text stood on {host} before, on {day(at[first])}"
    if np.isnan(apart):
        says = f"its text, here without a date, stood on {host} on {day(at[first])}"
    if names(item, began, analysis.sites[first]):
        return COPY_NAMED, says + ", which it names"
    return 0.0, says + ", which it does not name"


def names(copy: Item, began: Item, site: str) -> bool:
    """Whether a copy names where its text began: the source of the first text, or its site."""
    said = f"{copy.source} {copy.author}".casefold()
    label = "" if site.replace(".", "").isdecimal() else site.partition(".")[0]  # an address has no name
    for name in filter(None, (_bare(began.source), _bare(label))):
        if len(name) >= (SHORTEST_NAME if name.isascii() else 2):
            if name in _bare(said):
                return True
        elif name in re.findall(r"\w+", said):
            return True
    return False


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()
