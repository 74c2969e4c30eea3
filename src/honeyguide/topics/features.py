"""Feature words of a theme from a labelled corpus: TF-Gini (HYB eq. 12–17, ALGORITHMS T3) and TF-IDF (HYB eq. 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.errors import BadInput, nearest
from honeyguide.idf import idf
from honeyguide.model import Document, Model, TrainingData

FEATURES = 150
"""Words that describe a theme (HYB 3.3.2)."""
OTHERS = "others"
"""Label of documents that have none and are no examples."""


class Feature(Struct, frozen=True):
    """A word and what it says about the theme."""

    word: str
    weight: float
    factor: float
    """The part of the weight that does not depend on how often the word occurs: P(w|c) · Gini, or IDF."""
    inside: int
    """Occurrences in the documents of the theme …"""
    outside: int
    """… and in those of all others."""
    documents: int
    """Documents of the theme that hold it."""


def tf_gini(documents: Sequence[Document], theme: str, limit: int = FEATURES) -> list[Feature]:
    """The words that stand most for the theme and least for others, the best first."""
    corpus = _Corpus(documents, theme)
    features = []
    for word, inside in corpus.inside.items():
        outside = corpus.outside[word]
        of_theme = corpus.holding[theme][word]
        holding = [words[word] for words in corpus.holding.values()]
        # HYB eq. 13 with the square that it lost (compare eq. 7) [ours]
        gini = sum([many * many for many in holding]) / sum(holding) ** 2
        factor = of_theme / corpus.sizes[theme] * gini  # HYB eq. 15
        # HYB eq. 16–17; eq. 17 prints the denominator without the bar, a misprint
        features.append(Feature(word, inside / (1 + outside) * factor, factor, inside, outside, of_theme))
    return _best(features, limit)


def tf_idf(documents: Sequence[Document], theme: str, limit: int = FEATURES) -> list[Feature]:
    """The words with the largest mean weight (HYB eq. 6) in the documents of the theme, the best first [ours].

    The equation weighs a word in one text; the paper does not say how texts make a theme.
    """
    corpus = _Corpus(documents, theme)
    shares: Counter[str] = Counter()
    for document in documents:
        if document.label == theme:
            for word, count in Counter(document.words).items():
                shares[word] += count / (1 + len(document.words))  # type: ignore[assignment]  # a counter of floats
    features = []
    for word, share in shares.items():
        everywhere = sum(words[word] for words in corpus.holding.values())
        factor = idf(len(documents), everywhere)
        weight = share / corpus.sizes[theme] * factor  # HYB eq. 6
        inside, outside = corpus.inside[word], corpus.outside[word]
        features.append(Feature(word, weight, factor, inside, outside, corpus.holding[theme][word]))
    return _best(features, limit)


def as_model(features: Sequence[Feature], documents: Sequence[Document]) -> Model:
    """What the relevance models `gini-cosine` and `tfidf-cosine` compare pages with; the largest weight is 1."""
    if not features:
        raise BadInput("the theme has no feature word: no word of its documents tells them from others; give more")
    largest = features[0].weight
    labels = len({document.label for document in documents})
    named = {feature.word for feature in features}
    holding = Counter(chain.from_iterable(named.intersection(document.words) for document in documents))
    return Model(
        kind="features",
        words=tuple(feature.word for feature in features),
        weights=tuple(feature.weight / largest for feature in features),
        rarity=tuple(idf(len(documents), max(1, holding[feature.word])) for feature in features),
        trained_on=f"{len(documents):,} documents of {labels} labels",
    )


class _Corpus:
    """How often, and in how many documents of each label, every word occurs."""

    def __init__(self, documents: Sequence[Document], theme: str) -> None:
        self.sizes = Counter(document.label for document in documents)
        _check(self.sizes, theme)
        self.inside: Counter[str] = Counter()
        self.outside: Counter[str] = Counter()
        self.holding: dict[str, Counter[str]] = {label: Counter() for label in self.sizes}
        for document in documents:
            (self.inside if document.label == theme else self.outside).update(document.words)
            self.holding[document.label].update(set(document.words))


def _check(sizes: Counter[str], theme: str) -> None:
    if not sizes:
        raise BadInput("the corpus is empty: feature words need documents of at least two labels")
    if theme not in sizes:
        labels = [label for label in sizes if label]
        known = (
            nearest(theme, labels) if labels else "; no document has a label: put them into a folder for each theme"
        )
        raise BadInput(f"no document has the label '{theme}'{known}")
    if len(sizes) == 1:
        raise BadInput(
            f"all {sizes[theme]} documents have the label '{theme}': what tells a theme from others shows only in a "
            "corpus of two labels or more"
        )


def _best(features: Iterable[Feature], limit: int) -> list[Feature]:
    telling = (feature for feature in features if feature.weight > 0)
    return sorted(telling, key=lambda feature: (-feature.weight, feature.word))[:limit]


def train_features(weigh: Callable[[Sequence[Document], str, int], list[Feature]], data: TrainingData) -> Model:
    """The words that tell the topic from other themes; documents without a theme of their own are one."""
    if not data.others:
        name = data.topic.relevance.partition(":")[0].strip()
        raise BadInput(
            f"the relevance model '{name}' is trained on two themes or more: give other documents, too (--background)"
        )
    theme = data.topic.name
    documents = [replace(each, label=theme) for each in data.positives]
    documents += [each if each.label not in ("", theme) else replace(each, label=OTHERS) for each in data.others]
    return as_model(weigh(documents, theme, data.features), documents)
