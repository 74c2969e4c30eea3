"""What a crawl of an experiment is given: example pages drawn at random, and a topic made of what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from random import Random

from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.lab.experiment import Experiment
from honeyguide.lab.pages import PageCache
from honeyguide.model import Page, Thresholds, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope

KEYWORDS = 20
BACKGROUND = 400
"""Pages of the web, drawn at random, that show how common a word is."""


class Start(Struct, frozen=True):
    """Where all strategies of one repeat start from."""

    repeat: int
    seeds: tuple[str, ...]
    topic: Topic
    findable: int
    """On-topic pages that can be found from these seeds."""
    budget: int


class Background:
    """How many of a sample of the web's pages hold a word."""

    def __init__(self, documents: Iterable[Sequence[str]]) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for words in documents:
            self._documents += 1
            self._holding.update(set(words))

    def keywords(self, examples: Sequence[Sequence[str]]) -> dict[str, float]:
        """The words that say most about the examples, the most telling with weight 1.

        TF-IDF with a logarithm of the frequency, added up over the examples, so that a word of several examples
        stands before a word that fills one of them.
        """
        telling: Counter[str] = Counter()
        for words in examples:
            for word, count in Counter(words).items():
                telling[word] += (1 + log(count)) * self._rarity(word)  # type: ignore[assignment]
        best = sorted(telling.items(), key=lambda item: (-item[1], item[0]))[:KEYWORDS]
        best = [(word, weight) for word, weight in best if weight > 0]
        return {word: round(weight / best[0][1], 4) for word, weight in best}

    def _rarity(self, word: str) -> float:
        return log((1 + self._documents) / (1 + self._holding[word]))


def words_of(page: Page) -> list[str]:
    return content_words(" ".join(page.groups), page.language)


def background(cache: PageCache, seed: int, scope: Scope) -> Background:
    """Excluded pages have no part in it."""
    urls = cache.web.urls()
    if not scope.is_open:
        urls = [url for url in urls if scope.allows(url, host_of(url))]
    rng = Random(f"background:{seed}")  # noqa: S311
    chosen = sorted(rng.sample(range(len(urls)), min(BACKGROUND, len(urls))))
    return Background(words_of(page) for at in chosen if (page := cache.page(urls[at])))


def draw_examples(candidates: Sequence[str], experiment: Experiment, repeat: int) -> tuple[str, ...]:
    """On-topic pages, others in each repeat, the same for every strategy."""
    wanted = experiment.topic.examples
    if len(candidates) < wanted:
        raise BadInput(
            f"{experiment.place('topic', 'examples')}[topic] asks for {wanted} examples, but only "
            f"{len(candidates):,} pages are on topic and neither excluded nor disallowed by robots.txt"
        )
    rng = Random(f"examples:{experiment.run.seed}:{repeat}")  # noqa: S311
    return tuple(candidates[at] for at in rng.sample(range(len(candidates)), wanted))


def make_topic(experiment: Experiment, examples: Sequence[str], cache: PageCache, common: Background | None) -> Topic:
    """The keywords of the experiment, or else those of the example pages: no label has a part in it."""
    keywords = experiment.topic.keywords
    if common is not None:
        pages = [page for url in examples if (page := cache.page(url))]
        keywords = common.keywords([words_of(page) for page in pages])
        if not keywords:
            place = experiment.place("topic", "keywords")
            raise BadInput(f"{place}the example pages hold no words to make keywords of: give [topic] keywords")
    return Topic("experiment", keywords, thresholds=Thresholds(page=experiment.topic.threshold))
