"""How well are pages judged? Precision, recall, F1, rankings and calibration of scores against labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.errors import BadInput
from honeyguide.lab.pages import PageCache
from honeyguide.lab.processes import all_cores
from honeyguide.model import Relevance, Topic
from honeyguide.progress import Progress, silent
from honeyguide.protocols import LearningDecision, RelevanceModel, TopicDecision
from honeyguide.topics.calibration import area_under_curve
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels, PageSource, open_web, read_labels
from honeyguide.web.scope import Scope

PARTS = 10
"""Of [0, 1], for calibration."""
_BETWEEN_WORDS = 50
"""Pages between two words to whoever watches."""


class Judgement(Struct, frozen=True):
    """One model on all pages of a web."""

    pages: int
    relevant: int
    """On topic by the labels."""
    found: int
    """Of these, on topic by the model (true positives) …"""
    missed: int
    """… and not (false negatives)."""
    mistaken: int
    """On topic by the model alone (false positives)."""
    rejected: int
    """On topic by neither (true negatives)."""
    precision: float
    recall: float
    f1: float
    auc: float | None
    """How often a page on topic scores above one that is not, ties counting half; None for one kind alone."""
    r_precision: float
    """Share on topic of the best as many pages as are on topic."""
    best_f1: float
    """F1 at the threshold that is best in hindsight."""
    average_precision: float
    """Mean precision at every page on topic, best first; pages of one score come at once."""
    calibration_error: float
    """Mean distance between score and share on topic in ten equal parts of [0, 1], weighted by pages."""
    tied: float
    """Of the best as many pages as are on topic, the share whose score another page has, too."""


class Evaluation(Struct, frozen=True):
    """How well the relevance model of a topic judges the pages of a labelled web."""

    topic: str
    relevance: str
    web: str
    label: str
    """What counts as on topic."""
    threshold: float
    moving: bool
    """Whether the threshold moves while pages come; they come in a random order …"""
    moves: int
    """… and so often it moved."""
    seed: int
    judgement: Judgement


def evaluate(
    topic: Topic,
    web: str,
    *,
    labels: Path | None = None,
    relevant: str = "",
    exclude: Sequence[str] = (),
    seed: int = 1,
    jobs: int = 0,
    progress: Progress = silent,
) -> Evaluation:
    """Judge every page of a web with a topic's relevance model, and compare with its labels."""
    model = relevance_model(topic)
    opened, truth = open_labelled(web, labels)
    label = relevant or truth.main
    if not label:
        raise BadInput(f"say with --relevant which label counts as on topic; there is {', '.join(truth.names())}")
    on_topic = frozenset(truth.require(label))
    scope = Scope(Settings(exclude=tuple(exclude)))
    urls = [url for url in opened.urls() if scope.allows(url, host_of(url))]
    if not urls:
        raise BadInput("--exclude leaves no page of the web")
    with PageCache(opened, model.layout) as cache:
        cache.fill(jobs or all_cores(), progress, urls)
        judged = judge_all(topic, cache, urls, seed, progress)
    return Evaluation(
        topic=topic.name,
        relevance=topic.relevance,
        web=opened.spec,
        label=label,
        threshold=model.threshold,
        moving=model.decision() is not None,
        moves=len(judged.moves),
        seed=seed,
        judgement=compared(judged, on_topic),
    )


def open_labelled(web: str, labels: Path | None, base: Path | None = None) -> tuple[PageSource, Labels]:
    """A web and its truth, from what a person writes."""
    opened = open_web(web, base=base or Path())
    if labels:
        return opened, read_labels((base or Path()) / labels, opened)
    if opened.labels is None:
        raise BadInput("--labels must name a file of 'url TAB label' lines; only a synthetic web brings its own")
    return opened, opened.labels


def judgement(relevant: NDArray[np.bool_], scores: NDArray[np.float64], on_topic: NDArray[np.bool_]) -> Judgement:
    """Of the page at every place: what the labels say, what it scores, and whether the model takes it."""
    found = int((relevant & on_topic).sum())
    taken, all_relevant = int(on_topic.sum()), int(relevant.sum())
    both = 0 < all_relevant < len(relevant)
    return Judgement(
        pages=len(relevant),
        relevant=all_relevant,
        found=found,
        missed=all_relevant - found,
        mistaken=taken - found,
        rejected=len(relevant) - taken - all_relevant + found,
        precision=found / taken if taken else 0.0,
        recall=found / all_relevant if all_relevant else 0.0,
        f1=2 * found / (taken + all_relevant) if found else 0.0,
        auc=area_under_curve(scores[relevant], scores[~relevant]) if both else None,
        r_precision=r_precision(relevant, scores),
        best_f1=best_f1(relevant, scores),
        average_precision=average_precision(relevant, scores),
        calibration_error=calibration_error(relevant, scores),
        tied=tied(scores, all_relevant),
    )


def best_f1(relevant: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """The highest F1 that a threshold could give."""
    taken, found = _by_score(relevant, scores)
    return float(np.max(2 * found / (taken + relevant.sum()), initial=0.0))


def average_precision(relevant: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    if not relevant.any():
        return 0.0
    taken, found = _by_score(relevant, scores)
    return float((np.diff(found, prepend=0) * found / taken).sum() / relevant.sum())


def _by_score(
    relevant: NDArray[np.bool_], scores: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each score, from the highest: how many pages score as much or more, and how many of them are relevant."""
    order = np.argsort(-scores, kind="stable")
    last = np.flatnonzero(np.diff(scores[order], append=-np.inf))
    return (last + 1).astype(np.int64), np.cumsum(relevant[order], dtype=np.int64)[last]


def calibration_error(relevant: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Expected calibration error (Naeini et al. 2015)."""
    part = np.minimum((scores * PARTS).astype(np.int64), PARTS - 1)
    apart = np.bincount(part, scores - relevant, PARTS)
    return float(np.abs(apart).sum() / max(1, len(scores)))


def tied(scores: NDArray[np.float64], best: int) -> float:
    """The share of the best pages, so many, whose score another page has as well."""
    if not best:
        return 0.0
    _, which, many = np.unique(scores, return_inverse=True, return_counts=True)
    top = np.argsort(-scores, kind="stable")[:best]
    return float((many[which[top]] > 1).mean())


def r_precision(relevant: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Precision among the best R pages, where R pages are relevant; of pages that tie for the last places, the share
    that a draw would take [ours]: so the order of the pages makes no difference.
    """
    wanted = int(relevant.sum())
    if not wanted:
        return 0.0
    last = np.partition(scores, len(scores) - wanted)[len(scores) - wanted]
    above, tied = scores > last, scores == last
    places = wanted - int(above.sum())
    return float((relevant & above).sum() + (relevant & tied).sum() * places / tied.sum()) / wanted


class Judged(NamedTuple):
    """What a model says of pages."""

    urls: list[str]
    relevance: list[Relevance]
    moves: list[str]
    """How its decision moved meanwhile, in words; none for a model that decides by a threshold alone."""


def judge_all(topic: Topic, cache: PageCache, urls: Sequence[str], seed: int, progress: Progress = silent) -> Judged:
    """The pages at these addresses in a random order: a decision that moves tells none apart by when it comes."""
    reader = PageAnalyzer(topic, Settings())
    rng = Random(f"order:{seed}")  # noqa: S311
    found: list[str] = []
    judged: list[Relevance] = []
    for done, at in enumerate(rng.sample(range(len(urls)), len(urls)), start=1):
        page = cache.page(urls[at])
        if page:
            found.append(page.url)
            judged.append(reader.judge(page))
        if done % _BETWEEN_WORDS == 0:
            progress("pages judged", done, len(urls))
    return Judged(found, *settled(reader.scorer, judged))


def settled(scorer: RelevanceModel, judged: Sequence[Relevance]) -> tuple[list[Relevance], list[str]]:
    """After the decision, if the model has one: what it says of every page in the end, and how it moved."""
    decided = Decided(scorer.decision(), judged)
    return decided.verdicts(), decided.moves()


class Decided:
    """Pages as a decision, if there is one, sees them in a crawl: one after the other, a second apart. Of one that
    learns, what it says in the end counts alone."""

    def __init__(self, decision: TopicDecision | None, judged: Sequence[Relevance]) -> None:
        self._decision = decision
        self.learning = cast("LearningDecision", decision) if hasattr(decision, "revise") else None
        self._said: list[Relevance] = []
        self._places: list[int] = []
        """Where each page stands that a decision which learns may judge again."""
        for second, each in enumerate(judged):
            said = decision.judge(each, float(second)) if decision else each
            self._said.append(said)
            if self.learning and said.features:
                self._places.append(second)
        if self.learning:
            self.learning.settle()

    def moves(self) -> list[str]:
        return list(self._decision.moves()) if self._decision else []

    def verdicts(self) -> list[Relevance]:
        """What is said of every page now."""
        final = list(self._said)
        if self.learning:
            for number, place in enumerate(self._places):
                final[place] = self.learning.verdict(number)
        return final

    def mark(self, many: int, on_topic: Callable[[int], bool]) -> list[int]:
        """Have so many pages marked that the decision asks for, by their places; the places of these."""
        assert self.learning is not None
        asked = self.learning.ask(many)
        for number in asked:
            self.learning.mark(number, on_topic(self._places[number]))
        self.learning.settle()
        return [self._places[number] for number in asked]


def compared(judged: Judged, relevant: Set[str]) -> Judgement:
    """With the labels, which name the relevant pages."""
    return judgement(
        np.array([url in relevant for url in judged.urls], np.bool_),
        np.array([each.score for each in judged.relevance], np.float64),
        np.array([each.on_topic for each in judged.relevance], np.bool_),
    )
