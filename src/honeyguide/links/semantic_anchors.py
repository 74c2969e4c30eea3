"""Semantic anchor relevance: the words of a link against the topic by what they mean (HYB eq. 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import fsum

from honeyguide.lexicons import open_lexicons
from honeyguide.lexicons.similarity import Sememes
from honeyguide.links.anchor import TextScorer
from honeyguide.model import Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import TermCounter
from honeyguide.topics.terms import Terms

LONGEST = 60
"""Words of one text that count: some pages put an article into a link."""
_WORDS = 50_000
_TEXTS = 20_000


class SemanticAnchors(TextScorer):
    """Takes the place of `AnchorRelevance`: nothing is learnt while the crawl goes on.

    Each word of the anchor counts as much as the nearest of the topic's words and phrases, whatever their order and
    number [ours]: the paper pairs them by index. Words and phrases of the topic itself count 1. Words that neither a
    lexicon nor the vectors know are no concepts and do not count [ours].
    """

    def __init__(
        self,
        terms: TermCounter,
        forms: Sequence[str],
        words: Callable[[str, str], list[str]],
        nearest: Callable[[str], float | None],
    ) -> None:
        self.terms = terms
        """The topic's keywords …"""
        self.forms = forms
        """… and their synonyms too."""
        self.words = words
        """The words of a text that carry meaning; its language may be empty."""
        self.nearest = nearest
        """Similarity of a word with the nearest of the forms; None when it is not known."""
        self._phrases = {tuple(words(form, "")) for form in forms} - {()}
        self._longest = max(map(len, self._phrases), default=1)
        self._nearest = lru_cache(_WORDS)(self._look_up)
        self._score = lru_cache(_TEXTS)(self._judge)

    def score_each(self, texts: Sequence[str]) -> list[float]:
        return [self._score(text) for text in texts]

    def _judge(self, text: str) -> float:
        values = list(self._values(self.words(text, "")[:LONGEST]))
        return fsum(values) / len(values) if values else 0.0  # HYB eq. 4

    def _values(self, words: Sequence[str]) -> Iterator[float]:
        """Of each concept of the anchor, the similarity with the nearest of the topic."""
        at = 0
        while at < len(words):
            lengths = range(min(self._longest, len(words) - at), 0, -1)
            whole = next((length for length in lengths if tuple(words[at : at + length]) in self._phrases), 0)
            value = 1.0 if whole else self._nearest(words[at])
            if value is not None:
                yield value
            at += whole or 1

    def _look_up(self, word: str) -> float | None:
        return 1.0 if self.terms.count(word) else self.nearest(word)


def semantic_anchors(topic: Topic, sememes: Sememes = "mean") -> SemanticAnchors:
    forms = tuple(dict.fromkeys((*topic.keywords, *chain.from_iterable(topic.synonyms.values()))))
    return SemanticAnchors(Terms(topic), forms, content_words, open_lexicons(sememes=sememes).nearest(forms))
