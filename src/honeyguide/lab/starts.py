"""What a crawl of an experiment is given: example pages drawn at random, and a topic made of what they say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec import Struct

from honeyguide import relevance
from honeyguide.errors import BadInput
from honeyguide.idf import DocumentFrequency
from honeyguide.lab.experiment import Experiment, TopicPart
from honeyguide.lab.observer import Observer
from honeyguide.lab.pages import PageCache
from honeyguide.model import Document, Page, Thresholds, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.discriminative_terms import KEYWORDS, heaviest_words
from honeyguide.training import train_topic
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope

BACKGROUND = TopicPart().background


class Start(Struct, frozen=True):
    """Where all strategies of one repeat start from."""

    repeat: int
    seeds: tuple[str, ...]
    topic: Topic
    findable: int
    """On-topic pages that can be found from these seeds."""
    budget: int
    observer: Observer | None = None
    """Who makes the self-judged figures, when it is not the crawler itself."""
    label: str = ""
    """What is on topic."""
    links: str = ""
    """The link model, where it is not the experiment's or the strategy's own."""


class Background:
    """A sample of the web's pages, and how many of them hold a word."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.documents = documents
        self._frequency = DocumentFrequency(document.words for document in documents)

    def keywords(self, examples: Sequence[Sequence[str]]) -> dict[str, float]:
        """The words that say most about the examples, the most telling with weight 1."""
        return heaviest_words(examples, self._frequency, KEYWORDS)


def document_of(page: Page) -> Document:
    text = "\n".join(page.groups)
    return Document(page.url, tuple(content_words(text, page.language)), text=text, language=page.language)


def documents_of(urls: Sequence[str], cache: PageCache) -> list[Document]:
    return [document_of(page) for url in urls if (page := cache.page(url))]


def background(cache: PageCache, seed: int, scope: Scope, pages: int = BACKGROUND) -> Background:
    """So many pages, drawn at random; excluded ones have no part in it."""
    urls = cache.web.urls()
    if not scope.is_open:
        urls = [url for url in urls if scope.allows(url, host_of(url))]
    rng = Random(f"background:{seed}")  # noqa: S311
    chosen = sorted(rng.sample(range(len(urls)), min(pages, len(urls))))
    return Background([document_of(page) for at in chosen if (page := cache.page(urls[at]))])


def needs_background(experiment: Experiment) -> bool:
    return not experiment.topic.keywords or relevance.takes_examples(experiment.topic.relevance)


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
    """The keywords of the experiment, or else those of the example pages: no label has a part in it.

    A relevance model that must be trained learns from the example pages and the background. The keywords stay as they
    are, so that links are scored alike whatever the relevance model; only `adaptive-vsm` takes them refined.
    """
    part = experiment.topic
    keywords = part.keywords
    documents = documents_of(examples, cache) if common else []
    if common and not keywords:
        keywords = common.keywords([document.words for document in documents])
        if not keywords:
            place = experiment.place("topic", "keywords")
            raise BadInput(f"{place}the example pages hold no words to make keywords of: give [topic] keywords")
    topic = Topic("experiment", keywords, thresholds=Thresholds(page=part.threshold), anchors=part.anchors)
    if not common or not relevance.takes_examples(experiment.topic.relevance):
        return msgspec.structs.replace(topic, relevance=part.relevance)
    if not common.documents:  # as `honeyguide topic new --examples` has it
        topic = msgspec.structs.replace(topic, keywords=part.keywords)
    try:
        trained = train_topic(topic, part.relevance, documents, common.documents)
    except BadInput as wrong:
        raise BadInput(f"{experiment.place('topic', 'relevance')}{wrong}") from None
    if trained.model is None:
        return trained
    model = msgspec.structs.replace(trained.model, keywords=trained.model.keywords if part.keywords else {})
    return msgspec.structs.replace(trained, keywords=keywords, model=model)
