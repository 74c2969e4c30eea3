"""A link's own text, which is its anchor, the words of its URL and the words around it, through a classifier."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import log, sqrt
from urllib.parse import unquote

from honeyguide.links.anchor import TextScorer
from honeyguide.model import Model, OutLink

LONGEST = 2_000
"""Characters of a text that count."""
_URLS = 20_000
_BETWEEN = re.compile(r"[\W_]+")


def whole_text(link: OutLink) -> str:
    """A bar keeps phrases from running from one part into the next."""
    return f"{link.anchor} | {url_words(link.url)} | {link.context}"


class ClassifiedTexts(TextScorer):
    """Probability of the topic's class, as `relevance.svm` gives it to pages: for short texts, without evidence."""

    def __init__(self, model: Model, words: Callable[[str, str], list[str]]) -> None:
        self.model = model
        self.words = words
        """The words of a text that carry meaning; its language may be empty."""
        rarity = model.rarity or (1.0,) * len(model.words)
        self._known = dict(zip(model.words, zip(rarity, model.weights, strict=True), strict=True))

    def score_each(self, texts: Sequence[str]) -> list[float]:
        return [self._probability(text) for text in texts]

    def _probability(self, text: str) -> float:
        known = self._known
        counts = Counter([word for word in self.words(text[:LONGEST], "") if word in known])
        squares = total = 0.0
        for word, count in counts.items():
            rarity, coefficient = known[word]
            weight = (1 + log(count)) * rarity
            squares += weight * weight
            total += weight * coefficient
        if not squares:
            return 0.0
        return self.model.probability(total / sqrt(squares) + self.model.bias)


@lru_cache(_URLS)
def url_words(url: str) -> str:
    """Host, path and query as words: `http://a.example/rain_in-%E5%8C%97%E4%BA%AC` → `a example rain in 北京`."""
    return _BETWEEN.sub(" ", unquote(url.partition("://")[2])).strip()
