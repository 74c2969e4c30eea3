"""Where the threshold of a topic lies: by documents that had no part in its terms and weights [ours]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from honeyguide.model import Document, Topic
from honeyguide.topics.ontology.contrast import Contrast, Telling
from honeyguide.topics.terms import Terms

PARTS = 10
USUAL = 0.98
"""What all but this share of the background stays below."""
FEWEST_OTHERS = 20
"""A smaller background says nothing about what is usual."""
ALONE = 0.5
"""Share of what the held-out documents score, where no background says what others do."""

Score = Callable[[Mapping[int, int], Sequence[float], Document], float]
"""Of a document, from how often it holds each term and what the terms weigh."""


def threshold(
    found: Contrast, limit: int, corpus: Sequence[Document], background: Sequence[Document], score: Score
) -> float:
    """Midway between what every other document of the corpus exceeds and what the background hardly does.

    Each is scored by terms and weights of the other nine parts of both. The median, since few documents that hold the
    terms very densely would raise a mean.
    """
    parts = min(PARTS, len(corpus))
    inside: list[float] = []
    outside: list[float] = []
    for part in range(parts):
        terms = found.telling(limit, part, parts) or found.telling(limit)
        inside += _scores(terms, corpus[part::parts], score)
        outside += _scores(terms, background[part::parts], score)
    if len(outside) < FEWEST_OTHERS:
        return ALONE * median(inside)
    return (median(inside) + sorted(outside)[int(USUAL * len(outside))]) / 2


def _scores(terms: Sequence[Telling], documents: Sequence[Document], score: Score) -> list[float]:
    counter = Terms(Topic("", {each.term: each.weight for each in terms}))
    weights: list[float] = counter.weights.tolist()
    counts = counter.count_each([each.whole or each.text for each in documents])
    return [score(held, weights, each) for held, each in zip(counts, documents, strict=True)]
