"""Which words carry what a page says? Content keywords with weights (NEWS def. 3.2.2 asks for them, and not how)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from honeyguide.model import Keyword
from honeyguide.parsing.tokens import STOP_WORDS, content_words

MOST = 20
TITLE, DECLARED = 2.0, 1.5
"""How much more a word says that stands in the title, or that the page declares as a keyword and uses [ours]."""


def content_keywords(
    title: str, content: str, language: str, declared: Sequence[str] = (), most: int = MOST
) -> tuple[Keyword, ...]:
    """The best words, w(t) = ln(1 + n) · 2 [in the title] · 1.5 [declared], divided by the largest [ours].

    n is how often the word stands in the content; one that stands in the title alone counts once.
    """
    counts = Counter(content_words(content, language))
    in_title = set(content_words(title, language))
    said = set(content_words(" ".join(declared), language))
    for word in in_title:
        counts.setdefault(word, 1)
    weights = {
        word: log(1 + count) * (TITLE if word in in_title else 1.0) * (DECLARED if word in said else 1.0)
        for word, count in counts.items()
        if len(word) > 1 and word not in STOP_WORDS
    }
    best = sorted(weights.items(), key=lambda each: (-each[1], each[0]))[:most]
    return tuple(Keyword(word, round(weight / best[0][1], 4)) for word, weight in best)
