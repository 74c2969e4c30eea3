"""From the items of a crawl to what all analyses start from: words, sites, stories, events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from honeyguide.errors import BadInput
from honeyguide.insight.corroboration import believed
from honeyguide.insight.event_terms import event_terms
from honeyguide.insight.events import EventFinder
from honeyguide.insight.model import Analysis, Event, Numbers, Places
from honeyguide.insight.stories import StoryFinder, originals
from honeyguide.insight.vocabulary import Vocabulary, WordCounts, counted
from honeyguide.model import Item
from honeyguide.parsing.tokens import content_words
from honeyguide.progress import Progress, silent
from honeyguide.reporting.text import counted as said
from honeyguide.sites import site_of
from honeyguide.storage.items import counts
from honeyguide.storage.items import items as stored_items
from honeyguide.storage.results import status
from honeyguide.urls import is_home

_BATCH = 512


def analyse(folder: Path, *, at: float | None = None, progress: Progress = silent) -> Analysis:
    """The items of a crawl folder made ready for questions; `at` is the moment that counts as now."""
    there = counts(folder)
    if not there.on_topic:
        pages = said(status(folder).pages, "page")
        raise BadInput(f"{folder}: there is nothing to analyse, since none of its {pages} is on topic")
    if not there.with_elements:
        raise BadInput(
            f"{folder}: the elements of its {there.on_topic:,} pages on topic are not known yet;"
            f" run: honeyguide index {folder}"
        )
    unread = max(0, there.on_topic - there.with_elements)
    known, last = there.with_elements, there.last_visit
    found = gather(stored_items(folder), known=known, last_visit=last, at=at, unread=unread, progress=progress)
    return replace(found, near_duplicates=there.near_duplicates)


def gather(
    items: Iterable[Item],
    *,
    last_visit: float,
    at: float | None = None,
    known: int = 0,
    unread: int = 0,
    progress: Progress = silent,
) -> Analysis:
    """The same from any items; `known` is how many there will be, where that is known."""
    vocabulary = Vocabulary()
    words, stories, events = WordCounts(vocabulary), StoryFinder(), EventFinder()
    kept: list[Item] = []
    firsts: list[int] = []
    for batch in _batches(items):
        titles = [content_words(item.title, item.language) for item in batch]
        contents = [content_words(item.content, item.language) for item in batch]
        texts = [[*title, *content] for title, content in zip(titles, contents, strict=True)]
        new = [replace(item, content="") for item in batch]
        homes = np.array([is_home(item.url) for item in new])
        first = [stories.add(b"" if home else item.fingerprint) for item, home in zip(new, homes, strict=True)]
        spoken = [item.language for item in new]
        said_words, said_titles = _without(words.add(texts), homes), _without(counted(titles, vocabulary), homes)
        events.add(said_words, said_titles, spoken, believed(new), np.array(first, np.int64))
        kept += new
        firsts += first
        progress("reading", len(kept), max(known, len(kept)))
    if not kept:
        raise BadInput("there are no items to analyse: no page is on topic, or no elements are known")
    events.settle()
    matrix, names = words.matrix(), list(vocabulary)
    event_of = events.numbers
    at_times = believed(kept)
    dated = at_times[~np.isnan(at_times)]
    first_come = np.array(firsts, np.int64)
    return Analysis(
        items=kept,
        vocabulary=names,
        words=matrix,
        sites=[site_of(item.host) for item in kept],
        stories=originals(kept, first_come),
        event_of=event_of,
        events=_events(at_times, event_of, matrix, first_come, names),
        until=at if at is not None else float(max(dated[dated <= last_visit], default=last_visit)),
        undated=len(kept) - len(dated),
        unread=unread,
    )


def _without(rows: csr_matrix, homes: NDArray[np.bool_]) -> csr_matrix:
    """Front pages say nothing to events: what stands on them belongs to the stories that they link to."""
    if not homes.any():
        return rows
    kept = np.repeat(~homes, np.diff(rows.indptr))
    starts = np.concatenate([[0], np.cumsum(np.where(homes, 0, np.diff(rows.indptr)))])
    return csr_matrix((rows.data[kept], rows.indices[kept], starts), shape=rows.shape)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    left = iter(items)
    while batch := list(islice(left, _BATCH)):
        yield batch


def _events(times: Numbers, event_of: Places, words: csr_matrix, first_come: Places, names: list[str]) -> list[Event]:
    terms = event_terms(event_of, words, first_come == np.arange(len(times)), names)
    order = np.argsort(event_of, kind="stable")
    borders = np.searchsorted(event_of[order], np.arange(1, len(terms) + 2))
    found = []
    for number, words_of in enumerate(terms, start=1):
        members = order[borders[number - 1] : borders[number]]
        members = members[np.argsort(times[members], kind="stable")]  # those without a date, NaN, come last
        dated = times[members][~np.isnan(times[members])].tolist()
        started, ended = (dated[0], dated[-1]) if dated else (None, None)
        found.append(Event(number, tuple(members.tolist()), words_of, started, ended))
    return found
