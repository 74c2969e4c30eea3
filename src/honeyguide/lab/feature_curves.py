"""How well do feature words tell themes apart? Micro and macro F1 against their number (HYB 3.3.1, Fig. 2).

What the paper does not say is settled here [ours]. A text goes to the theme whose feature vector it is nearest to by
the cosine (HYB eq. 5), over the feature words of all themes; to none when it holds no feature word of any. A word's
weight on a text is its frequency times what the method gives the word whatever its frequency: IDF for TF-IDF, the
largest P(w|c) · Gini of any theme for TF-Gini, since the theme of a text is what is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import hypot
from pathlib import Path
from statistics import fmean

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from scipy.sparse import csr_array

from honeyguide.corpus import Note
from honeyguide.lab.feature_splits import read_splits
from honeyguide.model import Document
from honeyguide.progress import Progress, silent
from honeyguide.topics.features import Feature, tf_gini, tf_idf

SIZES = (10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1000)
METHODS: dict[str, Callable[[Sequence[Document], str, int], list[Feature]]] = {"tf-gini": tf_gini, "tf-idf": tf_idf}
PUBLISHED = {"tf-gini": 0.77, "tf-idf": 0.68}
"""What HYB Fig. 2 comes to, for micro and macro F1, on texts that nobody has any more."""
NONE = -1

Themes = NDArray[np.int64]


class Quality(Struct, frozen=True):
    """HYB eq. 22–27."""

    macro_precision: float
    macro_recall: float
    macro_f1: float
    micro_precision: float
    micro_recall: float
    micro_f1: float


class Point(Struct, frozen=True):
    method: str
    words: int
    """Feature words a theme."""
    quality: Quality
    """Mean over the splits."""


class Curves(Struct, frozen=True):
    corpus: str
    themes: int
    training: int
    """Documents of the first split …"""
    test: int
    splits: int
    """… of so many."""
    points: tuple[Point, ...]
    published: dict[str, float]


def feature_curves(
    corpus: Path,
    sizes: Sequence[int] = SIZES,
    *,
    seed: int = 1,
    encoding: str = "",
    progress: Progress = silent,
    note: Note = lambda sentence: None,
) -> Curves:
    splits = list(read_splits(corpus, seed, encoding, progress, note))
    themes = sorted({document.label for document in splits[0].training})
    found: dict[tuple[str, int], list[Quality]] = {}
    done, steps = 0, len(splits) * len(METHODS) * len(themes)
    for split in splits:
        for method, weigh in METHODS.items():
            features: list[list[Feature]] = []
            for theme in themes:
                progress("feature words of themes", done, steps)
                features.append(weigh(split.training, theme, max(sizes)))
                done += 1
            truth = np.array([themes.index(document.label) for document in split.test], np.int64)
            texts = _Texts(split.test, features)
            for size in sizes:
                found.setdefault((method, size), []).append(quality(truth, texts.nearest(size), len(themes)))
    progress("feature words of themes", steps, steps)
    points = [Point(method, size, mean_of(qualities)) for (method, size), qualities in found.items()]
    first = splits[0]
    return Curves(
        str(corpus), len(themes), len(first.training), len(first.test), len(splits), tuple(points), PUBLISHED
    )


class _Texts:
    """Texts as rows of feature-word frequencies, and what themes make of them."""

    def __init__(self, documents: Sequence[Document], features: Sequence[Sequence[Feature]]) -> None:
        words = sorted({feature.word for theme in features for feature in theme})
        self._number = {word: number for number, word in enumerate(words)}
        self._features = features
        counts = [Counter(word for word in document.words if word in self._number) for document in documents]
        ends = np.cumsum([0, *(len(each) for each in counts)])
        columns = [self._number[word] for each in counts for word in each]
        values = [float(count) for each in counts for count in each.values()]
        self._counts = csr_array((values, columns, ends), shape=(len(documents), len(words)))

    def nearest(self, size: int) -> Themes:
        """The theme of every text, by so many feature words a theme."""
        rows, columns, weights = [], [], []
        factors = np.zeros(len(self._number))
        for theme, features in enumerate(self._features):
            length = hypot(*(feature.weight for feature in features[:size])) or 1.0
            for feature in features[:size]:
                number = self._number[feature.word]
                rows.append(number)
                columns.append(theme)
                weights.append(feature.weight / length)
                factors[number] = max(factors[number], feature.factor)
        themes = csr_array((weights, (rows, columns)), shape=(len(self._number), len(self._features)))
        # HYB eq. 5; the length of the text is the same for every theme and makes no difference
        near = self._counts @ (factors[:, None] * themes.toarray())
        return np.where(near.max(axis=1) > 0, near.argmax(axis=1), NONE)


def quality(truth: Themes, given: Themes, themes: int) -> Quality:
    """HYB eq. 19–27; a theme that is never given has precision 0."""
    right = np.array([((truth == theme) & (given == theme)).sum() for theme in range(themes)], np.float64)
    taken = np.array([(given == theme).sum() for theme in range(themes)], np.float64)
    wanted = np.array([(truth == theme).sum() for theme in range(themes)], np.float64)
    precision = float((right / np.maximum(taken, 1)).mean())
    recall = float((right / np.maximum(wanted, 1)).mean())
    micro = float(right.sum() / max(taken.sum(), 1)), float(right.sum() / max(wanted.sum(), 1))
    return Quality(precision, recall, _harmonic(precision, recall), *micro, _harmonic(*micro))


def mean_of(qualities: Sequence[Quality]) -> Quality:
    return Quality(*(fmean(getattr(each, name) for each in qualities) for name in Quality.__struct_fields__))


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
