"""Where the threshold of a topic lies: by documents that had no part in its terms and weights [ours]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from statistics import median

import numpy as np
from msgspec import Struct

from honeyguide.log_odds import Numbers
from honeyguide.model import Document, Model, Topic
from honeyguide.topics.ontology.contrast import Contrast, Telling
from honeyguide.topics.ontology.plurals import irregular
from honeyguide.topics.ontology.word_weights import Cut, WordWeights
from honeyguide.topics.terms import Terms

PARTS = 10
FEWEST_OTHERS = 20
"""A smaller background says nothing about what is usual."""
TIMES = 4.0
"""How much more what words say varies over the background than the density of the terms does."""
LEAST = 0.01
"""Share of what the corpus has on average that the density varies by at least: a background may hold no term."""
NEARLY = 0.8
"""Share of the best that is nearly as good: few pages of a background are on topic, and the best is partly chance."""
KEPT = 0.6
"""Share of the held-out documents that the other cut keeps, whatever the background is like."""
ALONE = 0.5
"""Share of what the held-out documents score, where no background says what others do."""

Density = Callable[[Mapping[int, int], Sequence[float], Document], float]
"""Of a document, from how often it holds each term and what the terms weigh."""


class Settled(Struct, frozen=True):
    threshold: float
    """A density."""
    model: Model | None = None
    """What all words say beside the terms, in the same unit; None without a background."""


def settled(
    found: Contrast,
    limit: int,
    corpus: Sequence[Document],
    background: Sequence[Document],
    density: Density,
    cut: Cut,
) -> Settled:
    """What a page must exceed; each document is held against terms and weights of the other nine parts.

    What words say is 0 on average over the background.
    """
    parts = min(PARTS, len(corpus))
    inside, outside = np.zeros(len(corpus)), np.zeros(len(background))
    for part in range(parts):
        terms = found.telling(limit, part, parts) or found.telling(limit)
        inside[part::parts] = _densities(terms, corpus[part::parts], density)
        outside[part::parts] = _densities(terms, background[part::parts], density)
    if len(outside) < FEWEST_OTHERS:
        return Settled(ALONE * median(inside.tolist()))
    words = WordWeights(corpus, background, cut)
    if not words.words:
        return Settled(best_cut(inside, outside))
    part_of = np.concatenate([np.arange(len(corpus)) % parts, np.arange(len(background)) % parts])
    said = np.zeros(len(part_of))
    for part in range(parts):
        said[part_of == part] = words.held_out(part_of == part)
    usual = said[len(corpus) :]
    spread = max(float(outside.std()), LEAST * float(inside.mean()))
    scale = TIMES * spread / (float(usual.std()) or 1.0)
    middle = float(usual.mean())
    model = Model(
        "classifier",
        words.words,
        tuple((scale * words.weights()).round(6).tolist()),
        tuple(words.rarity.round(4).tolist()),
        bias=-scale * middle,
        trained_on=f"{len(corpus):,} documents, {len(background):,} of the background",
    )
    cut_at = best_cut(inside + scale * (said[: len(corpus)] - middle), outside + scale * (usual - middle))
    return Settled(cut_at, model)


def best_cut(inside: Numbers, outside: Numbers) -> float:
    """Midway, as a geometric mean, between two cuts. The one is the mean of those where r² / Pr(taken) is highest or
    nearly so (Lee and Liu 2003, 3.3): the product of precision and recall but for a factor that nobody knows, the
    share of pages on topic. It hangs on the few pages of a background that score high, and may keep hardly any page
    or nearly all: so the other keeps a share of the documents that is set beforehand. One page more counts as taken,
    since none may be by chance."""
    wanted = np.sort(inside)
    recall = 1 - np.arange(len(wanted)) / len(wanted)
    taken = (outside[None, :] >= wanted[:, None]).sum(axis=1) + 1
    worth = recall**2 / taken
    best = float(wanted[worth >= NEARLY * worth.max()].mean())
    return sqrt(max(0.0, best) * max(0.0, float(np.quantile(wanted, 1 - KEPT))))


def _densities(terms: Sequence[Telling], documents: Sequence[Document], density: Density) -> list[float]:
    counter = Terms(
        Topic("", {each.term: each.weight for each in terms}, {each.term: irregular(each.term) for each in terms})
    )
    weights: list[float] = counter.weights.tolist()
    counts = counter.count_each([each.whole or each.text for each in documents])
    return [density(held, weights, each) for held, each in zip(counts, documents, strict=True)]
