"""What an off-line web looks like: its size, its links, and how far its links and anchors tell of its labels."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.config import Settings
from honeyguide.lab.link_collection import Links, collect
from honeyguide.lab.pages import PageCache
from honeyguide.lab.processes import all_cores
from honeyguide.lab.starts import Background, background, document_of
from honeyguide.model import Topic
from honeyguide.progress import Progress, silent
from honeyguide.topics.files import load_topic, shipped_topics
from honeyguide.topics.terms import Terms
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels, open_web, read_labels
from honeyguide.web.scope import Scope

_EXAMPLES = 200
"""Pages of a label, drawn evenly, that its words are taken from."""


class Spread(Struct, frozen=True):
    """A distribution in five numbers."""

    mean: float
    median: float
    p90: float
    """Nine in ten have no more."""
    p99: float
    most: int


class LabelStats(Struct, frozen=True):
    label: str
    pages: int
    share: float
    """Of all pages."""
    out_links: int
    stays: float
    """Share of the out-links of its pages that lead to its pages."""
    in_links: int
    from_label: float
    """Share of the in-links of its pages that come from its pages."""
    silent_anchors: float
    """Share of the links to its pages whose anchor shares no word with the topic."""
    words: tuple[str, ...]
    """The topic: keywords of the shipped topic of that name, or the 20 highest TF-IDF terms of the label's pages."""


class WebStats(Struct, frozen=True):
    web: str
    pages: int
    broken: int
    """Records or files that had to be skipped."""
    hosts: int
    links: int
    """Between pages of the web, each pair once, redirects followed; none from a page to itself."""
    out_degree: Spread
    in_degree: Spread
    top_1: float
    """Share of all in-links that the most linked 1 % of pages get; a share of a page counts as such."""
    top_10: float
    returned: float
    """Share of links whose target links back."""
    on_host: float
    """Share of links that stay on their host."""
    pages_a_host: Spread
    leaving: int
    """Links that lead to no page of the web."""
    labels: tuple[LabelStats, ...]
    """The main topic first, then by number of pages."""
    unknown_labels: int
    """Labelled URLs that were lost with broken records."""


def describe_web(
    spec: str, *, labels: Path | None = None, exclude: Sequence[str] = (), jobs: int = 0, progress: Progress = silent
) -> WebStats:
    """The figures of a synthetic or replayed web, from what a person writes."""
    web = open_web(spec)
    truth = read_labels(labels, web) if labels else web.labels
    with PageCache(web) as cache:
        cache.fill(jobs or all_cores(), progress)
        return _web_stats(cache, truth, Scope(Settings(exclude=tuple(exclude))), progress)


def _web_stats(cache: PageCache, labels: Labels | None, scope: Scope, progress: Progress) -> WebStats:
    names = list(labels.names()) if labels else []
    topics = _topics(cache, labels, scope) if labels else {}
    links = collect(cache, labels, names, [Terms(topics[name]) for name in names], scope, progress)
    pages, sources, targets = links.pages, links.sources, links.targets
    into = np.bincount(targets, minlength=pages)
    shown = [_label(name, topics[name], at, links) for at, name in enumerate(names) if links.of_label[at].any()]
    main = labels.main if labels else ""
    return WebStats(
        web=cache.web.spec,
        pages=pages,
        broken=cache.web.broken,
        hosts=len(np.unique(links.hosts)),
        links=len(sources),
        out_degree=spread(np.bincount(sources, minlength=pages)),
        in_degree=spread(into),
        top_1=top_share(into, 0.01),
        top_10=top_share(into, 0.1),
        returned=share(np.isin(targets * pages + sources, sources * pages + targets)),
        on_host=share(links.hosts[sources] == links.hosts[targets]),
        pages_a_host=spread(np.unique(links.hosts, return_counts=True)[1]),
        leaving=links.leaving,
        labels=tuple(sorted(shown, key=lambda each: (each.label != main, -each.pages, each.label))),
        unknown_labels=labels.unknown if labels else 0,
    )


def _label(name: str, topic: Topic, at: int, links: Links) -> LabelStats:
    mine = links.of_label[at]
    out, into = mine[links.sources], mine[links.targets]
    return LabelStats(
        label=name,
        pages=int(mine.sum()),
        share=share(mine),
        out_links=int(out.sum()),
        stays=share(into[out]),
        in_links=int(into.sum()),
        from_label=share(out[into]),
        silent_anchors=links.silent[at] / links.anchors[at] if links.anchors[at] else 0.0,
        words=tuple(topic.keywords),
    )


def _topics(cache: PageCache, labels: Labels, scope: Scope) -> dict[str, Topic]:
    shipped = shipped_topics() if cache.web.labels is labels else ()
    common: Background | None = None
    topics: dict[str, Topic] = {}
    for name in labels.names():
        if name in shipped:
            topics[name] = load_topic(name)
            continue
        common = common or background(cache, 1, scope)
        urls = [url for url in labels.pages(name) if scope.allows(url, host_of(url))]
        some = urls[:: max(1, -(-len(urls) // _EXAMPLES))]
        read = [document_of(page).words for url in some if (page := cache.page(url))]
        topics[name] = Topic(name, common.keywords(read))
    return topics


def spread(numbers: NDArray[np.int64]) -> Spread:
    if not len(numbers):
        return Spread(0.0, 0.0, 0.0, 0.0, 0)
    median, p90, p99 = (float(value) for value in np.percentile(numbers, (50, 90, 99)))
    return Spread(float(numbers.mean()), median, p90, p99, int(numbers.max()))


def top_share(into: NDArray[np.int64], part: float) -> float:
    """Share of all in-links that go to the most linked pages; a fraction of a page brings its fraction."""
    total = int(into.sum())
    if not total:
        return 0.0
    ranked = np.sort(into)[::-1]
    whole, rest = divmod(part * len(ranked), 1.0)
    count = int(whole)
    return float(ranked[:count].sum() + (rest * ranked[count] if rest else 0.0)) / total


def share(flags: NDArray[np.bool_]) -> float:
    return float(flags.mean()) if len(flags) else 0.0
