"""What pages say: a mixture of the words of their subject, of a neighbouring one and of everyday language."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from honeyguide.web.synthetic import chinese, english
from honeyguide.web.synthetic.draws import fraction, number, stream
from honeyguide.web.synthetic.layout import GENERAL, MAIN, SPAM, Layout, topic_of
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.vocabulary import BORDERING, NEIGHBOURS, Pattern, Vocabulary, listed, patterns

LANGUAGES = (english.LANGUAGE, chinese.LANGUAGE)
_LONG = 1024
_EVERYDAY = {words for language in LANGUAGES for words in language.common}
_NOTHING = Vocabulary("", "", "")

KEYWORDS = (
    frozenset(
        listed(
            "heavy rain, rainstorm, disaster, torrential rain, rainfall, downpour, weather, catastrophe, cloudburst, "
            "calamity, meteorology, weather warning, extreme rain"
        )
    ),
    frozenset(listed("暴雨, 强降雨, 灾害, 大暴雨, 降雨量, 天气, 灾情, 特大暴雨, 水灾, 气象局")),
)
"""Nouns that name the main topic outright: oblique pages go without them, spam is made of them."""

Deck = tuple[list[str], ...]
"""For every kind of slot 256 words to draw from with one byte."""


class Speech(NamedTuple):
    """A language made ready: tables that one byte indexes."""

    sentences: list[Pattern]
    headings: list[Pattern]
    pointers: list[Pattern]
    generic: list[str]
    shared: Deck
    """Places, organisations, times, numbers."""
    keywords: list[str]


def _to_256(items: list[str] | list[Pattern]) -> list[object]:
    return [items[at % len(items)] for at in range(256)]


@lru_cache(2)
def speech(speaks_chinese: bool) -> Speech:
    language = LANGUAGES[speaks_chinese]
    numbers = [str(n) for n in (*range(2, 25), *range(25, 100, 5), *range(100, 1000, 50), *range(1000, 5000, 500))]
    shared = [listed(language.places), listed(language.organisations), listed(language.times), numbers]
    table = {
        "sentences": _to_256(patterns(language.patterns)),
        "headings": _to_256(patterns(language.headings)),
        "pointers": _to_256(patterns(language.pointers)),
        "generic": _to_256(listed(language.generic)),
        "shared": tuple(_to_256(words) for words in shared),
        "keywords": sorted(KEYWORDS[speaks_chinese]),
    }
    return Speech(**table)  # type: ignore[arg-type]


@lru_cache(256)
def _frequent(words: str, seed: int, without: frozenset[str]) -> list[str]:
    """A long list in which the word of rank r stands in proportion to 1/(r + 6)², in random order.

    Everyday words are nearer to each other: 1/(r + 20)².
    """
    kept = [word for word in words.split(", ") if word and word not in without]
    weights = [1.0 / (rank + (20.0 if words in _EVERYDAY else 6.0)) ** 2 for rank in range(1, len(kept) + 1)]
    scale = _LONG / sum(weights)
    filled = [word for word, weight in zip(kept, weights, strict=True) for _ in range(round(weight * scale) or 1)]
    order = sorted(range(len(filled)), key=lambda at: number(seed, at, b"order"))
    return [filled[at] for at in order] * 2


class Text:
    def __init__(self, parameters: SyntheticParameters, layout: Layout) -> None:
        self.p = parameters
        self.layout = layout

    def original(self, page: int) -> int:
        """The page whose text this one repeats; itself for most."""
        source = page
        for _ in range(4):
            bits = number(self.p.seed, source, b"copy")
            if (bits & 0xFFFFFF) >= self.p.duplicates * 0x1000000:
                return source
            kind = self.layout.place(source).kind
            if kind == GENERAL:
                return source
            other = self.layout.member(kind, (bits >> 24) % self.layout.size(kind))
            if self.layout.host_of(other).chinese != self.layout.host_of(page).chinese:
                return source
            source = other
        return source

    def is_oblique(self, page: int) -> bool:
        return (
            topic_of(self.layout.place(page).kind) == MAIN
            and fraction(self.p.seed, page, b"oblique") < self.p.oblique
        )

    def deck(self, page: int) -> Deck:
        """The words that a page draws from; the more often a word stands there, the more often it is used."""
        host, kind, _ = self.layout.place(page)
        bits = number(self.p.seed, page, b"deck")
        share = self.p.topicality * (0.45 + 1.1 * (bits & 0xFFFF) / 65536) if kind not in (GENERAL, SPAM) else 0.02
        label = self.layout.labels[kind]
        near = NEIGHBOURS.get(label, "").split()
        neighbour = near[(bits >> 16) % len(near)] if near else ""
        if label in BORDERING and (bits >> 24) & 63 == 0:
            neighbour = self.layout.labels[MAIN]
        own, beside = round(share * 256), round((0.04 + 0.08 * (bits >> 32 & 255) / 256) * 256)
        offset = bits >> 40
        language = LANGUAGES[host.chinese]
        without = KEYWORDS[host.chinese] if self.is_oblique(page) else frozenset()
        subject, other = language.subjects.get(label, _NOTHING), language.subjects.get(neighbour, _NOTHING)
        mixed = tuple(
            self._slice(subject[at], own, offset, without) + self._slice(other[at], beside, offset >> 4, without)
            for at in range(3)
        )
        common = [self._slice(language.common[at], 256, offset >> 8, frozenset()) for at in range(3)]
        words = tuple((some + rest)[:256] for some, rest in zip(mixed, common, strict=True))
        if kind == SPAM:
            words = (([*speech(host.chinese).keywords] * 12)[:100] + words[0][:156], *words[1:])
        return words + speech(host.chinese).shared

    def subject_deck(self, page: int) -> Deck:
        """Mostly words of a page's subject, for its title and for what is said about it elsewhere; spam pretends."""
        host, kind, _ = self.layout.place(page)
        language = LANGUAGES[host.chinese]
        label = self.layout.labels[MAIN if kind == SPAM else kind]
        vocabulary = language.subjects.get(label, language.common)
        offset = number(self.p.seed, page, b"about") & 511
        own = tuple(
            (self._slice(words, 180, offset, frozenset()) + self._slice(common, 76, offset, frozenset()))
            for words, common in zip(vocabulary, language.common, strict=True)
        )
        return own + speech(host.chinese).shared

    def _slice(self, words: str, count: int, offset: int, without: frozenset[str]) -> list[str]:
        if not words:
            return []
        table = _frequent(words, self.p.seed, without)
        start = offset % (len(table) // 2)
        return table[start : start + count]

    def title(self, page: int) -> str:
        """One in six titles of an article says little about it."""
        source = self.original(page)
        draws = stream(self.p.seed, source, b"title", 12)
        plain = draws[0] < 40
        deck = self.deck(source) if plain else self.subject_deck(source)
        return headline(deck, draws, speech(self.layout.host_of(source).chinese))


def fill(pattern: Pattern, deck: Deck, draws: bytes, at: int) -> str:
    return pattern.form % tuple([deck[kind][draws[at + slot]] for slot, kind in enumerate(pattern.kinds)])


def headline(deck: Deck, draws: bytes, ready: Speech) -> str:
    line = fill(ready.headings[draws[1]], deck, draws, 2)
    return line[0].upper() + line[1:]


def sentences(deck: Deck, draws: bytes, count: int, ready: Speech) -> tuple[list[str], bytes]:
    """`count` sentences, and the bytes that they left."""
    said = []
    table = ready.sentences
    left = iter(draws)
    for _ in range(count):
        form, kinds = table[next(left)]
        line = form % tuple([deck[kind][byte] for kind, byte in zip(kinds, left, strict=False)])
        said.append(line if form[0] != "%" else line[0].upper() + line[1:])
    return said, bytes(left)
