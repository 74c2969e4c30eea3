"""A link's own text, which is its anchor, the words of its URL and the words around it, through a classifier."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt, tanh
from urllib.parse import unquote

from honeyguide.model import Model, OutLink
from honeyguide.protocols import AnchorScorer

LONGEST = 2_000
"""Characters of a text that count."""
_URLS = 20_000
_BETWEEN = re.compile(r"[\W_]+")


class LinkTexts:
    """Takes the place of `AnchorRelevance`: another scorer judges the whole text of a link, not its anchor alone."""

    def __init__(self, texts: AnchorScorer) -> None:
        self.texts = texts

    def observe(self, present: Iterable[int]) -> None:
        self.texts.observe(present)

    def score_links(self, links: Sequence[OutLink]) -> list[float]:
        # A bar keeps phrases from running from one part into the next.
        return self.texts.score_each([f"{link.anchor} | {url_words(link.url)} | {link.context}" for link in links])

    def score_each(self, texts: Sequence[str]) -> list[float]:
        return self.texts.score_each(texts)

    def state(self) -> dict[str, object]:
        return self.texts.state()

    def restore(self, state: Mapping[str, object]) -> None:
        self.texts.restore(state)


class ClassifiedTexts:
    """Probability of the topic's class, as `relevance.svm` gives it to pages: for short texts, without evidence."""

    def __init__(self, model: Model, words: Callable[[str, str], list[str]]) -> None:
        self.model = model
        self.words = words
        """The words of a text that carry meaning; its language may be empty."""
        rarity = model.rarity or (1.0,) * len(model.words)
        self._known = dict(zip(model.words, zip(rarity, model.weights, strict=True), strict=True))

    def observe(self, present: Iterable[int]) -> None:
        """One more crawled page; the classifier does not learn from it."""

    def score_links(self, links: Sequence[OutLink]) -> list[float]:
        return self.score_each([link.anchor for link in links])

    def score_each(self, texts: Sequence[str]) -> list[float]:
        return [self._probability(text) for text in texts]

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: Mapping[str, object]) -> None:
        """There is nothing to know again."""

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
        model = self.model
        decision = total / sqrt(squares) + model.bias
        return 0.5 * (1 + tanh(0.5 * (model.slope * decision + model.offset)))  # the sigmoid, without overflow


@lru_cache(_URLS)
def url_words(url: str) -> str:
    """Host, path and query as words: `http://a.example/rain_in-%E5%8C%97%E4%BA%AC` → `a example rain in 北京`."""
    return _BETWEEN.sub(" ", unquote(url.partition("://")[2])).strip()
