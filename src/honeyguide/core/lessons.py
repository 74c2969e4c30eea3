"""What a link model learns from: a page as far as it is stored, so that it can be shown again, and its links."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from honeyguide.link_table import LinkTable
from honeyguide.model import Link, OutLink, Page, Relevance
from honeyguide.protocols import LinkHistory, LinkModel, LinkScores
from honeyguide.records import Checkpoint, Citations, PageLinks


def as_stored(url: str, title: str, links: Sequence[OutLink], links_elsewhere: int = 0, anchor: str = "") -> Page:
    """What a link model sees of a page: as much as is stored of it, so that it can be shown again."""
    return Page(url, title, "", (), tuple(links), links_elsewhere=links_elsewhere, anchor=anchor)


def lesson(model: LinkModel, relevance: Relevance) -> Relevance:
    """What a link model learns from a page; one that hears of pages judged anew, how far this one stands out."""
    learnt = replace(relevance, evidence=(), why_not="")
    if relevance.standing < 0 or not hasattr(model, "revise"):
        return learnt
    return replace(learnt, score=relevance.standing)


def show_again(model: LinkModel, page: PageLinks, relevance: Relevance, link_of: Callable[[int], Link]) -> LinkScores:
    """To a link model without a memory of its own, all pages in the order in which they came."""
    link, relevance = link_of(page.link), lesson(model, relevance)
    model.learn(link, relevance)
    targets = [link_of(target) for target in page.targets]
    seen = as_stored(link.url, page.title, page.links, page.links_elsewhere, page.anchor)
    scores = model.score(seen, relevance, link, targets)
    model.refresh()
    return scores


def history(stored: Checkpoint, table: LinkTable) -> LinkHistory:
    """All that was learnt, in columns of numbers, for a link model that goes on from them."""
    sources, targets, relevance, redirect, context_scores = stored.citations
    pages = stored.holders
    return LinkHistory(
        pages.astype(np.int32),
        stored.page_relevance[pages],
        _out_links(pages, sources[~redirect]),
        targets[~redirect].astype(np.int32),
        relevance[~redirect],
        context_scores[~redirect].astype(np.float32),
        table.hosts_of(np.arange(len(table))),
        np.array([stored.links_elsewhere.get(page, 0) for page in pages.tolist()], np.int32),
    )


def rescored(
    known: Citations, anchors: Sequence[float], around: Sequence[float], passed: Sequence[float]
) -> Citations:
    """All links with what anchors and the texts around them score now, and what redirects pass on, each in order."""
    relevance, context_scores = known.relevance.copy(), np.full(len(known.relevance), np.nan)
    relevance[~known.redirect], relevance[known.redirect] = anchors, passed
    context_scores[~known.redirect] = around
    return known._replace(relevance=relevance, context_scores=context_scores)


def _out_links(pages: NDArray[np.int64], sources: NDArray[np.int64]) -> NDArray[np.int32]:
    """How many links each page has, of all links in the order of their pages. A page comes twice when a shard that
    was dealt links of it is told of more."""
    if len(np.unique(pages)) == len(pages):
        return np.bincount(sources, minlength=pages.max(initial=-1) + 1)[pages].astype(np.int32)
    begins = np.flatnonzero(np.diff(sources, prepend=-1))
    runs = zip(sources[begins].tolist(), np.diff(begins, append=len(sources)).tolist(), strict=True)
    ahead = next(runs, None)
    counts = np.zeros(len(pages), np.int32)
    for place, page in enumerate(pages.tolist()):
        if ahead and ahead[0] == page:
            counts[place] = ahead[1]
            ahead = next(runs, None)
    return counts
