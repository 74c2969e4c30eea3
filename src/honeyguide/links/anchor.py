"""Anchor relevance R(a): the words of a link against the topic (IELP eq. 3, WSE eq. 6–7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, log

from msgspec import Struct, convert, to_builtins

from honeyguide.errors import BadSetting
from honeyguide.protocols import TermCounter


class AnchorState(Struct, frozen=True):
    pages: int
    with_term: tuple[int, ...]


class TextScorer:
    """How near to the topic are short texts, such as the words of a link? By default the crawl teaches it nothing."""

    def observe(self, present: Iterable[int]) -> None:
        """One more crawled page, which holds these keywords of the topic."""

    def score_each(self, texts: Sequence[str]) -> list[float]:
        """R of every text."""
        raise NotImplementedError

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: Mapping[str, object]) -> None:
        """There is nothing to know again."""


class AnchorRelevance(TextScorer):
    """Terms that few crawled pages hold say more than terms that all of them hold.

    The base of the logarithm scales all weights alike, so the cosine does not depend on it.
    """

    def __init__(self, terms: TermCounter) -> None:
        self.terms = terms
        self._topic: list[float] = terms.weights.tolist()
        self._topic_length = hypot(*self._topic)
        self._pages = 0
        self._with_term = [0] * len(self._topic)

    def observe(self, present: Iterable[int]) -> None:
        self._pages += 1
        for term in set(present):
            self._with_term[term] += 1

    def score_each(self, texts: Sequence[str]) -> list[float]:
        rarity: dict[int, float] = {}
        return [self._score(counts, rarity) if counts else 0.0 for counts in self.terms.count_each(texts)]

    def state(self) -> dict[str, object]:
        state: dict[str, object] = to_builtins(AnchorState(self._pages, tuple(self._with_term)))
        return state

    def restore(self, state: Mapping[str, object]) -> None:
        stored = convert(state, AnchorState)
        if len(stored.with_term) != len(self._topic):
            raise BadSetting("the stored anchor statistics belong to a topic with other keywords")
        self._pages = stored.pages
        self._with_term = list(stored.with_term)

    def _rarity(self, term: int) -> float:
        # IELP eq. 3, second factor. Below 0 where nearly every page holds the term; a negative weight would
        # count a topic word against the topic, so 0 is the least [ours]. N_i = 0 counts as 1 [ours].
        return max(0.0, log(self._pages / max(1, self._with_term[term]) + 0.01))

    def _score(self, counts: Mapping[int, int], rarity: dict[int, float]) -> float:
        for term in counts:
            if term not in rarity:
                rarity[term] = self._rarity(term)
        total = sum(counts.values())
        weights = {term: count / total * rarity[term] for term, count in counts.items()}  # IELP eq. 3
        if not any(weights.values()):
            # Every crawled page held these terms, as at the start of a crawl: frequency alone decides [ours].
            weights = {term: count / total for term, count in counts.items()}
        product = sum([self._topic[term] * weight for term, weight in weights.items()])
        return min(1.0, product / (self._topic_length * hypot(*weights.values())))  # IELP eq. 2
