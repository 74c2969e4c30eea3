"""A crawl of as many made pages as one likes, written as a crawl writes it, but for raw responses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from honeyguide import __version__
from honeyguide.config import Settings
from honeyguide.model import (
    Article,
    Extract,
    Fetched,
    Keyword,
    Link,
    Outcome,
    OutLink,
    Page,
    Relevance,
    TermEvidence,
    Topic,
)
from honeyguide.parsing.tokens import searchable
from honeyguide.records import Citation, Record
from honeyguide.storage.store import FolderStore
from honeyguide.timestamps import isoformat

START, DAY = 1_760_000_000.0, 86_400.0
WORDS, LINKS, HOSTS = 350, 10, 2_000
FINGERPRINT = 360
"""Bytes, as of a real page."""
_EVERY = 500
_SYLLABLES = [a + b for a in "bcdfghlmnprstvw" for b in ("a", "e", "i", "o", "u")]


class MadeWeb:
    """Pages by number; the same for the same seed."""

    def __init__(self, seed: int = 1, vocabulary: int = 20_000) -> None:
        self.rng = np.random.default_rng(seed)
        names = {"".join(self.rng.choice(_SYLLABLES, 3)) for _ in range(2 * vocabulary)}
        self.words = np.array(sorted(names)[:vocabulary], object)
        chance = 1 / (np.arange(len(self.words)) + 4.0)
        self._until = np.cumsum(chance / chance.sum())

    def text(self, length: int) -> str:
        drawn = np.searchsorted(self._until, self.rng.random(length)).clip(0, len(self.words) - 1)
        return " ".join(self.words[drawn].tolist())

    def record(self, store: FolderStore, number: int, link: Link, pages: int) -> Record:
        """The page of a link, whose own links lead on: to a page that comes later, and to some that came before."""
        rng = self.rng
        score = float(rng.beta(2, 2))
        on_topic = score > 0.5
        at = START + number * 0.01
        title, content = self.text(8), "\n".join(self.text(WORDS // 7) for _ in range(7))
        places = [*(int(each) for each in rng.integers(0, pages, LINKS - 1)), min(number + 1, pages - 1)]
        found = [OutLink(address(each), host(each), self.text(3)) for each in places]
        targets = store.link_table.add_all(found, link.depth + 1, link.id)
        cited = [
            Citation(link.id, to.id, out.anchor, float(rng.random()), None, place)
            for place, (to, out) in enumerate(zip(targets, found, strict=True))
        ]
        evidence = tuple(TermEvidence(word, (1, 2, 3), 0.5, score / 2) for word in ("rain", "flood"))
        fingerprint = rng.bytes(FINGERPRINT)
        return Record(
            link,
            Fetched(link.url, Outcome.PAGE, 200, at=at, seconds=0.1),
            Outcome.PAGE,
            "",
            final=True,
            citations=cited,
            page=Page(link.url, title, f"{title}\n{content}", (), (), "en", description=title),
            relevance=Relevance(score, on_topic, evidence),
            fingerprint=fingerprint,
            duplicate_of=None,
            extract=self._extract(link.url, title, content, number, fingerprint) if on_topic else None,
        )

    def _extract(self, url: str, title: str, content: str, number: int, fingerprint: bytes) -> Extract:
        published = isoformat(START - float(self.rng.random()) * 200 * DAY)[:10]
        article = Article(
            url, title, published, source=host(number), author=self.text(2), content=content, language="en",
            keywords=(Keyword("rain", 0.5),),
        )  # fmt: skip
        return Extract(article, fingerprint, (title, content, "", ""))


def host(number: int) -> str:
    """Few hosts have many pages."""
    return f"www.site{int(HOSTS * ((number * 2_654_435_761) % 2**32 / 2**32) ** 3)}.example"


def address(number: int) -> str:
    return f"http://{host(number)}/{number}"


def fill(folder: Path, pages: int, *, seed: int = 1) -> Iterator[int]:
    """A crawl with so many pages; says how many there are now and then."""
    topic = Topic("rain", {"rain": 1.0, "flood": 0.8}, relevance="tag-vsm")
    store = FolderStore.open(folder, topic, Settings(), version=__version__, now=START, searchable=searchable)
    made = MadeWeb(seed)
    try:
        for number in range(pages):
            if number % 1_000 == 0:
                store.link_table.add(address(number), host(number), 0, -1)
            place = store.link_table.find(address(number))
            link = store.link_table.add(address(number), host(number), 1, 0) if place is None else store.link(place)
            store.add(made.record(store, number, link, pages))
            if number % _EVERY == _EVERY - 1 or number == pages - 1:
                store.commit({})
                yield number + 1
    finally:
        store.checkpoint()
        store.close()
