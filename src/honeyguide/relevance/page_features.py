"""What a page is judged by, and judged again: its words and what it means, in about a kilobyte."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN
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


MOST_NAMED = 12
"""Keywords whose meaning is looked at."""


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
    """What a topic was made of as if it were pages: its examples, else its keywords, a page of each language."""
    if topic.model and topic.model.pages:
        return [_of_example(page, encoder) for page in topic.model.pages]
    return _of_keywords(forms_of(topic), topic.keywords, encoder)


def hints_of(topic: Topic, encoder: Encoder | None) -> list[PageFeatures]:
    """The keywords that were given beside examples, in the same way."""
    given = topic.model.keywords if topic.model and topic.model.pages else {}
    return _of_keywords(given, given, encoder) if given else []


def forms_of(topic: Topic) -> dict[str, float]:
    """Keywords and their synonyms, each with its weight."""
    forms: dict[str, float] = {}
    for keyword, weight in topic.keywords.items():
        for form in (keyword, *topic.synonyms.get(keyword, ())):
            forms[form] = max(forms.get(form, 0.0), weight)
    return forms


def other_pages_of(topic: Topic, encoder: Encoder | None) -> list[PageFeatures]:
    """Pages that were known when the topic was made, and are no examples."""
    return [_of_example(page, encoder) for page in topic.model.other_pages] if topic.model else []


def _of_example(page: ExamplePage, encoder: Encoder | None) -> PageFeatures:
    return features_of(page.beginning, page.beginning.partition(". ")[0], page.words, encoder)


def _of_keywords(forms: Mapping[str, float], named: Collection[str], encoder: Encoder | None) -> list[PageFeatures]:
    """A page of each language that there are forms of. What those mean that are `named` is looked at, the heaviest
    first, and in a language without them what the others mean."""
    chinese = {form for form in forms if ANY_HAN.search(form)}
    largest = max(forms.values(), default=0.0) or 1.0
    pages: list[PageFeatures] = []
    for own in (forms.keys() - chinese, chinese):
        weights = {form: weight / largest for form, weight in forms.items() if form in own}
        meant = [form for form in weights if form in named] or list(weights)
        if weights or not (forms or pages):
            pages.append(_of_forms(weights, meant, encoder))
    return pages


def _of_forms(weights: Mapping[str, float], meant: Sequence[str], encoder: Encoder | None) -> PageFeatures:
    words: dict[str, int] = {}
    for form, weight in weights.items():
        for word in content_words(form):
            words[word] = max(words.get(word, 0), round(10 * weight))
    heaviest = sorted(meant, key=lambda form: -weights[form])[:MOST_NAMED]
    said = ", ".join(form for form in heaviest if weights[form] > 0)
    return features_of(said, said, {word: count for word, count in words.items() if count > 0}, encoder)
