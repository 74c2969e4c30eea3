"""What a page is judged by, and judged again: its words and what it means, in about a kilobyte."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.model import ExamplePage, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import Encoder
from honeyguide.quantized import quantized, unit_rows

MOST_WORDS = 250
"""Different words of a page that count: those that it uses most, and of these the first."""
TOP, LEAD = 100, 180
"""Characters whose meaning is looked at: of the very top, where a page says where it belongs, and of sentences."""
SENTENCE = 60
"""A line with fewer characters is no sentence: navigation, a table, a heading."""


class PageFeatures(Struct, frozen=True, array_like=True, gc=False):
    words: tuple[str, ...]
    counts: tuple[int, ...]
    """How often the page uses each."""
    linked: float
    """Share of the text that is links."""
    encoder: str
    """Whose vectors these are; empty for none."""
    lead: bytes
    """What title and beginning mean, quantized."""
    title: bytes
    """The same for the title alone."""


_decoder = msgspec.msgpack.Decoder(PageFeatures)


def pack(features: PageFeatures) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(features), 1)


@lru_cache(1)  # the judge and the link model look at a page one after the other
def unpack(packed: bytes) -> PageFeatures:
    return _decoder.decode(zlib.decompress(packed))


def counted(words: Sequence[str]) -> dict[str, int]:
    """The words that a text uses most, with how often."""
    return dict(Counter(words).most_common(MOST_WORDS))


def beginning(title: str, text: str) -> str:
    """Title, top and the first sentences below it."""
    top, below = text[:TOP], text[TOP:]
    sentences: list[str] = []
    room = LEAD
    for line in below.split("\n"):
        if room <= 0:
            break
        if len(line) >= SENTENCE or (len(line) >= SENTENCE // 3 and not line.isascii()):
            sentences.append(line[:room])
            room -= len(line)
    return f"{title}. {top} {' '.join(sentences)}"


def unit(kept: bytes) -> NDArray[np.float32]:
    """The vector again, with a length of 1."""
    return unit_rows(np.frombuffer(kept, np.int8))


def features_of(
    beginning: str, title: str, words: Mapping[str, int], encoder: Encoder | None, linked: float = 0.0
) -> PageFeatures:
    """Of a text that begins so, has this title, and uses these words."""
    lead, own = quantized(encoder.encode([beginning, title])) if encoder else (b"", b"")
    return PageFeatures(
        tuple(words),
        tuple(words.values()),
        linked,
        encoder.name if encoder else "",
        bytes(lead),
        bytes(own),
    )


def examples_of(topic: Topic, encoder: Encoder | None) -> list[PageFeatures]:
    """What a topic was made of as if it were pages: its examples, else its keywords."""
    if topic.model and topic.model.pages:
        return [_of_example(page, encoder) for page in topic.model.pages]
    words: dict[str, int] = {}
    for keyword, weight in topic.keywords.items():
        for form in (keyword, *topic.synonyms.get(keyword, ())):
            for word in content_words(form):
                words[word] = max(words.get(word, 0), round(10 * weight))
    said = ", ".join(sorted(topic.keywords, key=lambda keyword: -topic.keywords[keyword])[:12])
    return [features_of(said, said, {word: count for word, count in words.items() if count > 0}, encoder)]


def other_pages_of(topic: Topic, encoder: Encoder | None) -> list[PageFeatures]:
    """Pages that were known when the topic was made, and are no examples."""
    return [_of_example(page, encoder) for page in topic.model.other_pages] if topic.model else []


def _of_example(page: ExamplePage, encoder: Encoder | None) -> PageFeatures:
    return features_of(page.beginning, page.beginning.partition(". ")[0], page.words, encoder)
