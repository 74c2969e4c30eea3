"""How an event moves: its volume by day, its phases, the words and sites that come and go, its threads."""

from __future__ import annotations

from itertools import islice

import numpy as np
from scipy.sparse import csr_matrix

from honeyguide.errors import BadInput
from honeyguide.insight.event_terms import is_name
from honeyguide.insight.model import DAY, Analysis, Event, Evolution, Numbers, Phase, Places, Thread
from honeyguide.insight.phases import borders
from honeyguide.insight.threads import goes_on, sides
from honeyguide.insight.timeline import Timeline, timeline
from honeyguide.log_odds import telling

WORDS = 8
"""That are named of a phase …"""
THREAD_WORDS = 5
"""… and of a thread."""
GONE = 0.25
"""A word is gone when its share of stories is at most so much of what it was."""
BEGUN_BY = 3


def evolution(analysis: Analysis, event: int) -> Evolution:
    """The event with that number; BadInput when there is none, or nothing of it has a date."""
    subject = _event(analysis, event)
    line = timeline(analysis, subject)
    if not len(line.items):
        raise BadInput(f"event {event} has no item with a date until now: there is no time line to draw")
    firsts = borders(line.days[line.told], line.vectors)
    starts = np.searchsorted(line.days, firsts)
    parts = np.split(np.arange(len(line.items)), starts[1:])
    held = [_held(line, part) for part in parts]
    phases = []
    known: set[str] = set()
    for number in range(len(parts)):
        phases.append(_phase(analysis, subject, line, parts, held, number, known))
        known.update(phases[-1].sites)
    return Evolution(event, _volume(line), tuple(phases), _threads(analysis, subject, line, parts), line.undated)


def _event(analysis: Analysis, number: int) -> Event:
    many = len(analysis.events)
    if 1 <= number <= many:
        return analysis.events[number - 1]
    if not many:
        raise BadInput(f"there is no event {number}; no events were found in this crawl")
    raise BadInput(
        f"there is no event {number}; this crawl has {'only event 1' if many == 1 else f'events 1 to {many}'}"
    )


def _volume(line: Timeline) -> tuple[tuple[float, int, int], ...]:
    """Days without an item are left out."""
    days, items = np.unique(line.days, return_counts=True)
    pairs = np.unique(line.days * np.int64(len(line.told)) + line.story)
    stories = np.bincount(np.searchsorted(days, pairs // len(line.told)))
    return tuple(
        (day * DAY, *both) for day, *both in zip(days.tolist(), items.tolist(), stories.tolist(), strict=True)
    )


def _held(line: Timeline, part: Places) -> tuple[Numbers, int]:
    """How many of its stories hold each word, and how many there are."""
    stories = np.unique(line.story[part])
    return _sums(line.holds[stories]), len(stories)


def _sums(rows: csr_matrix) -> Numbers:
    return np.asarray(rows.sum(axis=0), np.float64).ravel()


def _phase(
    analysis: Analysis,
    event: Event,
    line: Timeline,
    parts: list[Places],
    held: list[tuple[Numbers, int]],
    number: int,
    known: set[str],
) -> Phase:
    part, (here, stories) = parts[number], held[number]
    places = line.items[part]
    gone: tuple[str, ...] = ()
    if number:
        before, told_before = held[number - 1]
        fresh = _named(analysis, line, here, stories, before, told_before, WORDS)
        left = here / stories <= GONE * before / told_before
        gone = _named(analysis, line, np.where(left, before, 0.0), told_before, here, stories, WORDS)
    elif len(parts) > 1:
        others, told = sum(words for words, _ in held[1:]), sum(many for _, many in held[1:])
        fresh = _named(analysis, line, here, stories, np.asarray(others), told, WORDS)
    else:
        fresh = event.terms
    sites = _sites(analysis, places)
    return Phase(
        start=float(line.at[part[0]]),
        end=float(line.at[part[-1]]),
        items=tuple(places.tolist()),
        stories=stories,
        appears=fresh,
        disappears=gone,
        sites=sites,
        new_sites=tuple(site for site in sites if site not in known),
        begun_by=_begun_by(line, parts, number),
    )


def _named(
    analysis: Analysis, line: Timeline, here: Numbers, stories: int, there: Numbers, others: int, most: int
) -> tuple[str, ...]:
    words = (analysis.vocabulary[line.words[place]] for place in telling(here, stories, there, others))
    return tuple(islice((word for word in words if is_name(word)), most))


def _sites(analysis: Analysis, places: Places) -> tuple[str, ...]:
    """Most items first, then the first first."""
    counts: dict[str, int] = {}
    for place in places.tolist():
        site = analysis.sites[place]
        counts[site] = counts.get(site, 0) + 1
    return tuple(sorted(counts, key=lambda site: -counts[site]))


def _begun_by(line: Timeline, parts: list[Places], number: int) -> tuple[int, ...]:
    """The first stories of the phase that speak its language rather than that of the phase before."""
    part = parts[number]
    new = line.told[(line.told >= part[0]) & (line.told <= part[-1])]
    if number and len(new):
        stories = line.story[new]
        own, last = (
            np.asarray(line.vectors[np.unique(line.story[which])].sum(axis=0)).ravel()
            for which in (part, parts[number - 1])
        )
        vectors = line.vectors[stories]
        itself = np.asarray(vectors.multiply(vectors).sum(axis=1)).ravel()
        mine = (vectors @ own - itself) / max(1, len(np.unique(line.story[part])) - 1)
        theirs = (vectors @ last) / len(np.unique(line.story[parts[number - 1]]))
        new = new[mine > theirs] if (mine > theirs).any() else new
    chosen = new if len(new) else part[:1]
    return tuple(line.items[chosen[:BEGUN_BY]].tolist())


def _threads(analysis: Analysis, event: Event, line: Timeline, parts: list[Places]) -> tuple[Thread, ...]:
    every = _sums(line.holds)
    threads: list[Thread] = []
    before: tuple[Places, list[Places], int] | None = None
    for number, part in enumerate(parts):
        stories = np.unique(line.story[part])
        found = sides(line.vectors[stories])
        follows: list[tuple[int, ...]] = [()] * len(found)
        if before is not None:
            earlier, groups, first = before
            linked = goes_on(line.vectors[earlier], groups, line.vectors[stories], found)
            follows = [tuple(first + place for place in places) for places in linked]
        before = (stories, found, len(threads))
        for side, goes in zip(found, follows, strict=True):
            mine = stories[side]
            here = _sums(line.holds[mine])
            others = len(line.told) - len(mine)
            terms = _named(analysis, line, here, len(mine), every - here, others, THREAD_WORDS) if others else ()
            items = line.items[part[np.isin(line.story[part], mine)]]
            threads.append(Thread(number, tuple(items.tolist()), terms or event.terms[:THREAD_WORDS], goes))
    return tuple(threads)
