"""Pages of a small synthetic web, on topic and not, and topics that are trained on them."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from msgspec.structs import replace

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import NO_TOPIC, Document, Page, Thresholds, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.files import load_topic
from honeyguide.training import train_topic
from honeyguide.web.offline.simulated import fetched
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

EXAMPLES = 10
"""So many pages on topic are trained on."""


@cache
def web() -> SyntheticWeb:
    return SyntheticWeb(
        SyntheticParameters(seed=8, pages=400, hosts=12, slow=0.0, words=150, share=0.25, chinese=0.5)
    )


@cache
def pages(*, on_topic: bool, layout: str = "tag-groups") -> list[Page]:
    """Sixty, in English and Chinese, with some text each."""
    numbers = (number for number in range(len(web())) if (web().label(number) == web().topic) == on_topic)
    read = (_page(number, layout) for number in numbers)
    return list(islice((page for page in read if page and len(" ".join(page.groups)) > 300), 60))


@cache
def trained(part: Any, name: str = "trained") -> Topic:
    """A topic with all that a relevance model needs; `part` is a name with parameters, a class or a function."""
    topic = replace(load_topic("rainstorm-disaster"), name=name, thresholds=Thresholds())
    if not isinstance(part, str) and not hasattr(part, "train"):
        return topic
    examples = [_document(each) for each in pages(on_topic=True)[:EXAMPLES]]
    others = [_document(each) for each in pages(on_topic=False)[:40]]
    if isinstance(part, str):
        return train_topic(topic, part, examples, others)
    return replace(topic, model=part.train(TrainingData(topic, examples, others)))


def _page(number: int, layout: str) -> Page | None:
    url = web().url(number)
    read = PageAnalyzer(NO_TOPIC, Settings(), layout).parse(fetched(url, web().answer(url)))
    return read if isinstance(read, Page) else None


def _document(of: Page) -> Document:
    text = "\n".join(of.groups)
    return Document(of.url, tuple(content_words(text, of.language)), text=text, language=of.language)
