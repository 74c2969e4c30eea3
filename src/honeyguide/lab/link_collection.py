"""All links between the pages of an off-line web, read off the parsed pages with what their anchors say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from honeyguide.lab.graph import PageNumbers
from honeyguide.lab.pages import PageCache
from honeyguide.progress import Progress
from honeyguide.protocols import TermCounter
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels
from honeyguide.web.scope import Scope

Numbers = NDArray[np.int64]
_EVERY = 100


class Links(NamedTuple):
    """Pages are numbered in the order of the web's URLs, excluded ones left out."""

    pages: int
    hosts: Numbers
    """Number of the host of every page."""
    sources: Numbers
    targets: Numbers
    """Link i leads from page `sources[i]` to page `targets[i]`; every pair once, no page to itself."""
    leaving: int
    of_label: NDArray[np.bool_]
    """`[label, page]`."""
    anchors: list[int]
    """For each label: links to its pages as they stand on the pages, …"""
    silent: list[int]
    """… and those whose anchor holds none of its terms."""


def collect(
    cache: PageCache,
    labels: Labels | None,
    names: Sequence[str],
    terms: Sequence[TermCounter],
    scope: Scope,
    progress: Progress,
) -> Links:
    web = cache.web
    urls = [url for url in web.urls() if scope.allows(url, host_of(url))]
    number_of = PageNumbers(web, urls).of
    places = {name: at for at, name in enumerate(names)}
    labelled = [[places[name] for name in labels.of(url)] if labels else [] for url in urls]
    of_label = np.zeros((len(names), len(urls)), np.bool_)
    for number, mine in enumerate(labelled):
        of_label[mine, number] = True
    anchors, silent = [0] * len(names), [0] * len(names)
    sources, targets = [], []
    leaving = 0
    for number, url in enumerate(urls):
        said: dict[int, list[str]] = {}
        found: set[int] = set()
        page = cache.page(url)
        for link in page.links if page else ():
            target = number_of(link.url)
            if target < 0:
                leaving += 1
            elif target != number:
                found.add(target)
                for at in labelled[target]:
                    said.setdefault(at, []).append(link.anchor)
        for at, texts in said.items():
            anchors[at] += len(texts)
            silent[at] += sum(not counted for counted in terms[at].count_each(texts))
        targets.append(np.array(sorted(found), np.int64))
        sources.append(np.full(len(found), number, np.int64))
        if number % _EVERY == _EVERY - 1 or number == len(urls) - 1:
            progress("links read", number + 1, len(urls))
    hosts = np.unique(np.array([host_of(url) for url in urls]), return_inverse=True)[1].astype(np.int64)
    none = np.zeros(0, np.int64)
    starts, ends = (np.concatenate([none, *each]) for each in (sources, targets))
    return Links(len(urls), hosts, starts, ends, leaving, of_label, anchors, silent)
