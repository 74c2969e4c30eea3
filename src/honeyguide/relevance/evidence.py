"""What relevance models share: how they are made, the terms that say most, and the model of a trained topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import repeat
from math import log, sqrt
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from honeyguide.errors import BadSetting, BadTopic
from honeyguide.model import START, Model, Page, Relevance, TermEvidence, Topic
from honeyguide.protocols import TermCounter, TopicDecision
from honeyguide.relevance import Words, unit_of

MOST = 40
"""Terms that the evidence for a page names."""
LONGEST_TEXT = 250_000
"""Characters of a page that are judged: enough for a book, and a bound on what a hostile page can cost."""
TF = [0.0, *(1 + log(count) for count in range(1, 1000))]
"""1 + ln tf of small counts."""
THRESHOLD = 0.5
"""On topic is what exceeds it, when the topic names no threshold."""

Threshold = Annotated[
    float, Meta(ge=0, le=1, description="On topic is what exceeds it, when neither topic nor model says another.")
]

_ROUNDING = 5e-5
_COMMANDS = {"features": "features", "classifier": "train"}
"""Which command of `honeyguide topic` trains a model of a kind; `new` trains any other."""


class PageModel:
    """By default all text of a page counts alike, and the score and the threshold decide."""

    paper = "none"
    layout = "tag-groups"
    unit = "relevance"
    groups: Mapping[str, float] = {"text": 1.0}
    explains = True
    """Whether a score comes with evidence and the topic's terms; without, where only scores count, it costs less."""

    def __init__(self, threshold: float, topic: Topic, terms: TermCounter) -> None:
        self.terms = terms
        given = topic.thresholds.page
        self.threshold = threshold if given is None else given

    def decision(self) -> TopicDecision | None:
        return None

    def matched_terms(self, page: Page) -> tuple[int, ...]:
        return tuple(sorted(set().union(*self.terms.count_each(page.groups)))) if self.explains else ()


ROUNDING = 1e-6
"""How far a number may lie outside [0, 1]: a mean of ones may be a little more than one."""


class FunctionRelevance(PageModel):
    """A plain function from a page to a number in [0, 1]."""

    def __init__(self, function: Callable[[Page], float], topic: Topic, terms: TermCounter) -> None:
        if not callable(function):
            raise BadSetting(
                f"a relevance model has a method 'score', or is a function of a page; not {function!r:.80}"
            )
        super().__init__(THRESHOLD, topic, terms)
        self.function = function

    def score(self, page: Page) -> Relevance:
        try:
            score = float(self.function(page))
        except Exception as wrong:
            name = getattr(self.function, "__qualname__", type(self.function).__name__)
            why = f"{type(wrong).__name__}: {wrong}"[:200]
            raise BadSetting(f"the relevance function '{name}' fails for {page.url[:200]}: {why}") from wrong
        if not -ROUNDING <= score <= 1 + ROUNDING:
            raise BadSetting(
                f"the relevance function gave {score} for {page.url[:200]}: it must be a number in [0, 1]"
            )
        score = min(1.0, max(0.0, score))
        return Relevance(score, score > self.threshold, matched_terms=self.matched_terms(page))


class TrainedModel(PageModel):
    """Judges by what training gave."""

    kind: ClassVar[str]
    """Of `Model` that it needs."""

    def __init__(self, parameters: Any, topic: Topic, terms: TermCounter, words: Words) -> None:
        self.model = trained(topic, self.kind)
        suggested = self.model.threshold
        super().__init__(parameters.threshold if suggested is None else suggested, topic, terms)
        self.words = words
        self.rarity = self.model.rarity or (1.0,) * len(self.model.words)

    def with_rarity(self, weights: Iterable[float]) -> dict[str, tuple[float, float]]:
        """Rarity and weight of each word of the model."""
        return dict(zip(self.model.words, zip(self.rarity, weights, strict=True), strict=True))

    def words_of(self, page: Page) -> list[str]:
        return self.words(" ".join(page.groups)[:LONGEST_TEXT], page.language)


class WordVector(NamedTuple):
    """The words of a page in a model of words."""

    counts: Mapping[str, int]
    weights: NDArray[np.float64]
    """(1 + ln tf) · rarity of each."""
    products: NDArray[np.float64]
    """The same times what the model makes of the word."""
    length: float
    """Of the weights; 0 when there are none."""

    @property
    def product(self) -> float:
        """With the model, as if the length were 1."""
        return float(sum(self.products.tolist())) / (self.length or 1.0)

    def evidence(self, *, of_unit: bool) -> tuple[TermEvidence, ...]:
        """The words that contributed most; weights as they are, or those of a vector of length 1."""
        most = np.argsort(-np.abs(self.products), kind="stable")[:MOST].tolist()
        words = list(self.counts)
        return tuple(
            TermEvidence(
                words[at],
                (self.counts[words[at]],),
                float(self.weights[at]) / (self.length if of_unit else 1.0),
                float(self.products[at]) / self.length,
            )
            for at in most
            if self.products[at]
        )


class WordModel(TrainedModel):
    """Compares the words of a page with the model by (1 + ln tf) · rarity."""

    def learn(self, weights: Iterable[float], unknown: float) -> None:
        """What the model makes of each of its words, and how rare those are that it does not name."""
        self._numbers = {word: number for number, word in enumerate(self.model.words)}
        self._rarity = np.array([*self.rarity, unknown])
        self._weights = np.array([*weights, 0.0])

    def vector(self, page: Page) -> WordVector:
        counts = Counter(self.words_of(page))
        numbers = np.fromiter(map(self._numbers.get, counts, repeat(-1)), np.intp, len(counts))
        often = np.array([TF[count] if count < len(TF) else 1 + log(count) for count in counts.values()])
        weights = often * self._rarity[numbers]
        length = sqrt(sum((weights * weights).tolist()))
        return WordVector(counts, weights, weights * self._weights[numbers], length)


def largest(evidence: Iterable[TermEvidence]) -> tuple[TermEvidence, ...]:
    """Those that contributed most, for or against, the first most."""
    return tuple(sorted(evidence, key=lambda each: -abs(each.contribution))[:MOST])


def trained(topic: Topic, kind: str) -> Model:
    """The model of a trained topic, when it is of the kind that its relevance model needs."""
    name = topic.relevance.partition(":")[0].strip()
    if topic.model is None:
        raise BadTopic(
            f"the relevance model '{name}' must be trained on examples, and the topic '{topic.name}' has no model; "
            f"make one with honeyguide topic {_COMMANDS.get(kind, 'new')}"
        )
    if topic.model.kind != kind:
        raise BadTopic(
            f"the relevance model '{name}' needs a model of the kind '{kind}', and that of the topic '{topic.name}' "
            f"is of the kind '{topic.model.kind}'; make one with honeyguide topic {_COMMANDS.get(kind, 'new')}"
        )
    return topic.model


class Sums(Struct, frozen=True):
    """A score taken apart: what it starts from, its terms, and all other terms add up to the total."""

    terms: tuple[TermEvidence, ...]
    """Those that contributed most, for or against, the first most."""
    unit: str
    bias: float
    """What the model starts from."""
    others: float
    """What all other terms contributed."""
    total: float
    """The relevance itself, or the decision value that it is computed from."""


def kept_sums(score: float, evidence: Collection[TermEvidence], topic: Topic) -> Sums:
    """Of a page that this topic judged; where its model is not here or tells no evidence, of the score alone."""
    try:
        unit = unit_of(topic.relevance) if evidence else "relevance"
    except BadSetting:
        unit = "relevance"
    return sums(score, evidence, unit, topic.model)


def sums(score: float, evidence: Iterable[TermEvidence], unit: str, model: Model | None) -> Sums:
    """Of evidence as it is kept, with what it starts from where a page has that of its own."""
    kept = sorted(evidence, key=lambda each: -abs(each.contribution))
    terms = tuple(each for each in kept if each.term != START)
    own = sum(each.contribution for each in kept if each.term == START)
    listed = sum(each.contribution for each in terms)
    bias, total = _total(score, listed, own, unit, model)
    others = total - bias - listed
    return Sums(terms, unit, bias, others if abs(others) > _ROUNDING else 0.0, total)


def _total(score: float, listed: float, own: float, unit: str, model: Model | None) -> tuple[float, float]:
    """What the contributions start from, and what they add up to."""
    if own or unit == "log-odds":
        return own, log_odds(score)
    if unit == "density":
        start = model.bias if model else 0.0
        return start, score / (1 - score) if 0 < score < 1 else start + listed
    if unit == "relevance" or model is None:
        return 0.0, score
    if not listed:
        return 0.0, 0.0
    if not 0 < score < 1 or not model.slope:
        return model.bias, model.bias + listed
    return model.bias, (log(score / (1 - score)) - model.offset) / model.slope


def log_odds(chance: float) -> float:
    """As far as a number of four bytes tells chances apart."""
    chance = min(max(chance, 1e-13), 1 - 1e-7)
    return log(chance / (1 - chance))
