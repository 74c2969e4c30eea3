"""A web of floods and gardens in English and Chinese, and a relevance model that learns from marks alone."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide import Crawl, Settings, Topic
from honeyguide.model import Page, Relevance
from honeyguide.web.response import NOT_FOUND, Answer

FLOODS = Topic("floods", {"flood": 1.0, "river": 0.5}, synonyms={"flood": ("洪水",)}, relevance="tag-vsm")
GARDENS = Topic("gardens", {"garden": 1.0, "rose": 0.5}, synonyms={"garden": ("花园",)}, relevance="tag-vsm")
HTML = (("Content-Type", "text/html; charset=utf-8"),)
PAGES = 40
SEED = "http://a.example/0"
WORDS = tuple(a + b for a in ("mor", "tal", "ven", "sel") for b in ("an", "eth", "ok", "ir", "um", "as"))
ABOUT = (("flood", "river"), ("garden", "rose"), ("洪水", "river"), ("花园", "rose"), ("market", "price"))


def url(number: int) -> str:
    return f"http://{'abc'[number % 3]}.example/{number}"


def about(number: int) -> tuple[str, str]:
    return ABOUT[number % len(ABOUT)]


def answer(asked: str) -> Answer:
    name = asked.rsplit("/", 1)[-1]
    number = int(name) if name.isdigit() else PAGES
    if asked == "http://a.example/moved":
        return Answer(301, (("Location", url(2)),), b"", location=url(2))
    if number >= PAGES or asked != url(number):
        return NOT_FOUND
    return Answer(200, HTML, _page(number).encode())


def _page(number: int) -> str:
    subject, other = about(number)
    rng = Random(number)
    text = " ".join(f"The {subject} and {other} {' '.join(rng.choices(WORDS, k=12))}." for _ in range(12))
    targets = range(1, PAGES) if number == 0 else (number + 5, number + 7)
    named = {each: about(each)[0] if number == 0 else f"number {each}" for each in (n % PAGES for n in targets)}
    links = "".join(f"<li><a href='{url(each)}'>{name}</a></li>" for each, name in named.items())
    moved = "<a href='http://a.example/moved'>flood</a><a href='http://a.example/99'>gone</a>" if number == 0 else ""
    return (
        f"<html><head><title>{subject} 第{number}号</title></head><body><h1>{subject}</h1>"
        f"<article><p>{text}</p></article><ul>{links}</ul>{moved}</body></html>"
    )


def crawl(address: str, out: Path, pages: int, topic: Topic = FLOODS, **changes: Any) -> Crawl:
    parts = {name: changes.pop(name) for name in ("relevance", "store") if name in changes}
    given = {"connect_to": address, "delay": 0.0, "workers": 0, "retries": 0, "concurrency": 1, "pages": pages}
    made = Crawl(topic, [SEED], out, msgspec.convert({**given, "robots": False, **changes}, Settings), **parts)

    async def whole() -> None:
        async for _ in made:
            pass

    asyncio.run(whole())
    return made


def rows(folder: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "crawl.db")) as database:
        return database.execute(query).fetchall()


ALL = (
    "SELECT visit, link, relevance, on_topic, duplicate_of, title, evidence, text, links, features FROM pages",
    "SELECT * FROM elements ORDER BY link",
    "SELECT * FROM totals ORDER BY name",
    "SELECT * FROM host_totals",
    "SELECT * FROM marks",
    "SELECT key, value FROM state ORDER BY key",
    "SELECT value FROM meta WHERE key = 'topic'",
)
VERDICTS = (
    "SELECT url, pages.relevance, on_topic, evidence, text FROM pages JOIN links ON links.id = link ORDER BY url",
    "SELECT url, title, content, keywords FROM elements JOIN links ON links.id = link ORDER BY url",
    "SELECT name, value FROM totals WHERE name IN ('pages', 'on_topic', 'duplicates') ORDER BY name",
    "SELECT name, pages, on_topic FROM host_totals JOIN hosts ON hosts.id = host ORDER BY name",
)


def everything(folder: Path, queries: Sequence[str] = ALL) -> list[list[tuple[Any, ...]]]:
    return [rows(folder, query) for query in queries]


class Learning:
    """Knows nothing but marks: words of pages that are marked on topic speak for a page, others against it."""

    paper = "none"
    layout = "tag-groups"
    unit = "relevance"
    threshold = 0.5
    groups: Mapping[str, float] = {"title": 1.0}

    def score(self, page: Page) -> Relevance:
        words = sorted({word for word in page.title.split() if not word.startswith("第")})
        return Relevance(0.5, False, features=msgspec.msgpack.encode(words))

    def decision(self) -> LearningByMarks:
        return LearningByMarks()


class LearningByMarks:
    def __init__(self) -> None:
        self.pages: list[list[str]] = []
        self.weights: dict[str, float] = {}
        self.marked: dict[int, bool] = {}
        self._due = False

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        if not relevance.features:
            return relevance
        self.pages.append(msgspec.msgpack.decode(relevance.features))
        return msgspec.structs.replace(self.verdict(len(self.pages) - 1), features=relevance.features)

    def settle(self) -> None:
        """Marks count from now on."""
        self.weights, self._due = {}, False
        for marked, on in self.marked.items():
            for word in self.pages[marked]:
                self.weights[word] = self.weights.get(word, 0.0) + (0.25 if on else -0.25)

    def revise(self) -> NDArray[np.float32] | None:
        due = self._due
        if due:
            self.settle()
        return np.array([self._score(words) for words in self.pages], np.float32) if due else None

    def verdict(self, number: int) -> Relevance:
        score = self._score(self.pages[number])
        return Relevance(score, score > 0.5)

    def mark(self, number: int, on_topic: bool | None) -> None:
        self.marked.pop(number, None)
        if on_topic is not None:
            self.marked[number] = on_topic
        self._due = True

    def ask(self, n: int) -> Sequence[int]:
        """Pages with words that nothing is known of, the last first."""
        left = [number for number, words in enumerate(self.pages) if not set(words) & set(self.weights)]
        return left[::-1][:n]

    def moves(self) -> Sequence[str]:
        return ()

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: Mapping[str, object]) -> None:
        raise AssertionError("it sees all pages again instead")

    def _score(self, words: Sequence[str]) -> float:
        return min(1.0, max(0.0, 0.5 + sum(self.weights.get(word, 0.0) for word in words)))
