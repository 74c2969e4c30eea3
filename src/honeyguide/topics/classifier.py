"""From example pages and others to a linear classifier with a calibrated probability (ALGORITHMS T5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.sparse import csr_array

from honeyguide.errors import BadInput
from honeyguide.extras import require
from honeyguide.idf import smoothed_idf
from honeyguide.model import Document, Model
from honeyguide.topics.calibration import area_under_curve, platt, probability

FOLDS = 5
MOST_WORDS = 20_000
MANY = 50
"""Pages among which a word of a single one is left out."""
PENALTY = 1.0
"""C of the support vector machine."""
PLAIN_SLOPE = 2.0
"""With a single example of a class nothing can be held out: a page on the margin then has a probability of 0.88."""

Numbers = NDArray[np.float64]


class Quality(Struct, frozen=True):
    """How well pages that were held out are told apart, a probability above one half counting as on topic."""

    positives: int
    negatives: int
    folds: int
    """Parts that were held out in turn; 0 when there were too few pages, and then all figures are 0."""
    precision: float = 0.0
    recall: float = 0.0
    f1: float = 0.0
    auc: float = 0.0
    """How often a positive scores above a negative."""
    found: int = 0
    """Positives taken for positives …"""
    mistaken: int = 0
    """… and negatives taken for positives."""


def train(
    positives: Sequence[Document], negatives: Sequence[Document], *, seed: int = 0, folds: int = FOLDS
) -> Model:
    """A model that needs no library to predict with; the same for the same documents and seed."""
    require("sklearn", "training a classifier")
    positives, negatives = _with_words(positives, negatives)
    slope, offset, held_out = _calibration(positives, negatives, seed, folds)
    documents, positive = [*positives, *negatives], _positive(positives, negatives)
    vocabulary = _Vocabulary(documents)
    weights, bias = _fit(vocabulary.matrix(documents), positive)
    scores = probability(held_out, slope, offset)[: len(positives)]
    return Model(
        kind="classifier",
        words=vocabulary.words,
        weights=tuple(weights.round(6).tolist()),
        rarity=tuple(vocabulary.rarity.round(4).tolist()),
        bias=bias,
        slope=slope,
        offset=offset,
        examples=tuple(scores.round(4).tolist()),
        trained_on=f"{len(positives):,} positive and {len(negatives):,} negative pages",
    )


def cross_validated(positives: Sequence[Document], negatives: Sequence[Document], *, seed: int = 0) -> Quality:
    """What to expect of `train` with the same pages. Two numbers, the calibration, have seen all of them."""
    positives, negatives = _with_words(positives, negatives)
    parts = _parts(positives, negatives, FOLDS)
    if not parts:
        return Quality(len(positives), len(negatives), 0)
    slope, offset, held_out = _calibration(positives, negatives, seed, FOLDS)
    taken = probability(held_out, slope, offset) > 0.5
    found, mistaken = int(taken[: len(positives)].sum()), int(taken[len(positives) :].sum())
    return Quality(
        len(positives),
        len(negatives),
        parts,
        precision=found / (found + mistaken) if found else 0.0,
        recall=found / len(positives),
        f1=2 * found / (found + mistaken + len(positives)),
        auc=area_under_curve(held_out[: len(positives)], held_out[len(positives) :]),
        found=found,
        mistaken=mistaken,
    )


class _Vocabulary:
    """Words with their inverse document frequency, as the training pages show them.

    Of many pages only those that two of them hold: what a single page says tells nothing about others.
    """

    def __init__(self, documents: Sequence[Document]) -> None:
        holding = Counter(chain.from_iterable(set(document.words) for document in documents))
        often = sorted(holding, key=lambda word: (-holding[word], word))[:MOST_WORDS]
        shared = [word for word in often if holding[word] > 1] if len(documents) >= MANY else []
        self.words = tuple(sorted(shared or often))
        # Smoothed, so that a word of every page still counts.
        self.rarity: Numbers = np.array([1 + smoothed_idf(len(documents), holding[word]) for word in self.words])
        self._numbers = {word: number for number, word in enumerate(self.words)}

    def matrix(self, documents: Sequence[Document]) -> csr_array:
        """A row (1 + ln tf) · rarity of length 1 for each document."""
        values: list[Numbers] = [np.empty(0)]
        columns: list[int] = []
        ends = [0]
        for document in documents:
            counts = {
                number: count
                for word, count in Counter(document.words).items()
                if (number := self._numbers.get(word)) is not None
            }
            numbers = sorted(counts)
            row = (1 + np.log([counts[number] for number in numbers])) * self.rarity[numbers]
            values.append(row / (np.linalg.norm(row) or 1.0))
            columns.extend(numbers)
            ends.append(len(columns))
        data: Numbers = np.concatenate(values)
        places = np.array(columns, np.int32), np.array(ends, np.int32)
        return csr_array((data, *places), shape=(len(documents), len(self.words)))


def _with_words(
    positives: Sequence[Document], negatives: Sequence[Document]
) -> tuple[list[Document], list[Document]]:
    known, others = ([page for page in pages if page.words] for pages in (positives, negatives))
    for name, other, pages in (("positive", "negative", known), ("negative", "positive", others)):
        if not pages:
            raise BadInput(
                f"there is no {name} page with text: a classifier learns from two classes, so give {name} pages "
                f"beside the {other} ones"
            )
    return known, others


def _positive(positives: Sequence[Document], negatives: Sequence[Document]) -> NDArray[np.bool_]:
    return np.repeat((True, False), (len(positives), len(negatives)))


def _fit(matrix: csr_array, positive: NDArray[np.bool_]) -> tuple[Numbers, float]:
    from sklearn.svm import LinearSVC  # noqa: PLC0415

    # Balanced: three examples weigh as much as hundreds of others. The dual problem: a hundredth of the time.
    machine: Any = LinearSVC(C=PENALTY, class_weight="balanced", dual=True, random_state=0, max_iter=10_000)
    machine.fit(matrix, positive)
    return machine.coef_[0], float(machine.intercept_[0])


def _parts(positives: Sequence[Document], negatives: Sequence[Document], folds: int) -> int:
    """How many parts can be held out in turn so that each class is always left; 0 for none."""
    parts = min(folds, len(positives), len(negatives))
    return parts if parts > 1 else 0


def _held_out(positives: Sequence[Document], negatives: Sequence[Document], seed: int, parts: int) -> Numbers:
    """The decision value of every page in a model that it had no part in."""
    rng = Random(seed)  # noqa: S311
    part_of = np.empty(len(positives) + len(negatives), np.int64)
    for start, many in ((0, len(positives)), (len(positives), len(negatives))):
        order = rng.sample(range(many), many)
        part_of[[start + at for at in order]] = np.arange(many) % parts
    documents, positive = [*positives, *negatives], _positive(positives, negatives)
    decisions: Numbers = np.empty(len(documents))
    for part in range(parts):
        left = np.flatnonzero(part_of != part)
        out = np.flatnonzero(part_of == part)
        vocabulary = _Vocabulary([documents[at] for at in left])
        weights, bias = _fit(vocabulary.matrix([documents[at] for at in left]), positive[left])
        decisions[out] = vocabulary.matrix([documents[at] for at in out]) @ weights + bias
    return decisions


def _calibration(
    positives: Sequence[Document], negatives: Sequence[Document], seed: int, folds: int
) -> tuple[float, float, Numbers]:
    parts = _parts(positives, negatives, folds)
    if not parts:
        return PLAIN_SLOPE, 0.0, np.empty(0)
    held_out = _held_out(positives, negatives, seed, parts)
    slope, offset = platt(held_out, _positive(positives, negatives))
    if slope <= 0:  # so few pages that those held out tell nothing
        return PLAIN_SLOPE, 0.0, held_out
    return slope, offset, held_out
