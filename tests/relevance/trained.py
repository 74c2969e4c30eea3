"""A topic for every relevance model, trained on pages of a small synthetic web."""

from __future__ import annotations

from functools import cache

import msgspec
from tests.local_web import small_synthetic

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import Document, Page, Thresholds, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.files import load_topic
from honeyguide.training import train_topic
from honeyguide.web.offline.simulated import fetched

WEB = small_synthetic(seed=8, share=0.25, chinese=0.5)
TOPIC = "rainstorm-disaster"
EXAMPLES = 10
QUICK = {
    "adaptive-vsm": "adaptive-vsm:pages=7,expected=2",
    "centroid": "centroid:interval=5,step=0",
    "tag-vsm": "tag-vsm:threshold=0.3",
}
"""What moves during a crawl moves often."""


def page(number: int, layout: str) -> Page | None:
    url = WEB.url(number)
    read = PageAnalyzer(Topic("none", {}), Settings(), layout).parse(fetched(url, WEB.answer(url)))
    return read if isinstance(read, Page) else None


@cache
def pages(*, on_topic: bool, layout: str = "tag-groups") -> list[Page]:
    numbers = [number for number in range(len(WEB)) if (WEB.label(number) == WEB.topic) == on_topic]
    found = [read for number in numbers[:200] if (read := page(number, layout)) and any(read.groups)]
    return [read for read in found if len(" ".join(read.groups)) > 300]


def document(of: Page) -> Document:
    text = "\n".join(of.groups)
    return Document(of.url, tuple(content_words(text, of.language)), text=text, language=of.language)


@cache
def trained(name: str) -> Topic:
    examples = [document(each) for each in pages(on_topic=True)[:EXAMPLES]]
    others = [document(each) for each in pages(on_topic=False)[:40]]
    topic = msgspec.structs.replace(load_topic(TOPIC), name="trained", thresholds=Thresholds())
    return train_topic(topic, QUICK.get(name, name), examples, others)
