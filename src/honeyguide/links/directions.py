"""Where the topic lies among all that texts can mean: the middle of pages on topic, their titles one by one, and what
titles and anchors of relevant pages have that others have not."""

from __future__ import annotations

from array import array

import numpy as np
from numpy.typing import NDArray

from honeyguide.links.anchor_regression import direction
from honeyguide.links.anchor_vectors import BESIDES, MOST, AnchorVectors, Compared, Ints, Titles
from honeyguide.protocols import Encoder
from honeyguide.quantized import unit_rows
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.page_features import PageFeatures, unit

Floats = NDArray[np.float32]

MOST_TITLES = 256
"""Titles that anchors are compared with: the newest."""
MOST_LEARNT = 1_000
"""Pages that it is learnt from, evenly over all."""


class Directions:
    """Texts share much of what they seem to mean, so the mean of all is taken away from each."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.anchors = AnchorVectors(encoder)
        usual = encoder.encode(everyday_texts())
        self._leads = self._titles = usual.sum(axis=0)
        self._seen = len(usual)
        self._pages: list[tuple[bytes, bytes]] = []
        """What lead and title of each page mean; empty without vectors of this encoder."""
        self._led = array("i")
        """The anchor that led to each page, -1 for none."""
        self._learned = np.zeros(encoder.dimensions, np.float32)
        self._topic = np.zeros(encoder.dimensions, np.float32)
        """Sum of the leads on topic, by weight, …"""
        self._weights = 0.0
        """… and of the weights."""
        self._of_page: dict[int, float] = {}
        self._titles_on_topic: dict[int, tuple[int, Floats]] = {}
        """The number and the vector of each, by page, …"""
        self._stacked: Titles | None = None
        """… and all together, while they have not changed."""
        self._last = 0
        """The number of the newest."""
        self._new: list[int] = []
        """Titles since the last turn."""
        self._examples = 0

    def add_example(self, example: PageFeatures) -> None:
        if example.lead:
            self._examples -= 1
            self._weigh(self._examples, (example.lead, example.title), 1.0)

    def see(self, page: PageFeatures, anchor: int = -1) -> None:
        """The next page, and which anchor led to it."""
        self._led.append(anchor)
        if page.lead and page.encoder == self.encoder.name:
            self._pages.append((page.lead, page.title))
            self._leads = self._leads + unit(page.lead)
            self._titles = self._titles + unit(page.title)
            self._seen += 1
        else:
            self._pages.append((b"", b""))

    def anchor_of(self, page: int) -> str:
        """That led to it; empty where none is known."""
        number = self._led[page]
        return self.anchors.texts[number] if number >= 0 else ""

    def weigh(self, page: int, weight: float) -> None:
        """How much a page counts as an example of the topic."""
        if self._pages[page][0]:
            self._weigh(page, self._pages[page], weight)

    def learn(self, relevance: Floats, usual: float) -> None:
        """How relevant each page is, and how much pages are: what anchors are compared with from now on."""
        count = len(self._pages)
        pages = np.unique(np.linspace(0, count - 1, min(count, MOST_LEARNT)).astype(np.int64))
        pages = pages[[bool(self._pages[page][1]) for page in pages.tolist()]]
        if not len(pages):
            return
        titles = np.frombuffer(b"".join(self._pages[page][1] for page in pages.tolist()), np.int8)
        led = np.frombuffer(self._led, np.int32)[pages].astype(np.int64)
        by_anchor = (led >= 0) & (led < MOST)
        rows = np.concatenate([unit_rows(titles.reshape(len(pages), -1)), self.anchors.unit_rows(led[by_anchor])])
        values = relevance[np.concatenate([pages, pages[by_anchor]])] - np.float32(usual)
        says = rows.any(axis=1)
        self._learned = direction(_away_from(self._middle(), rows[says]), values[says], len(pages))

    def numbers(self, anchors: list[str]) -> Ints:
        """New ones are compared with the topic as it is now."""
        return self.anchors.add(anchors, self._compared(self._all_titles()))

    def renew(self, anchors: Ints, *, all_titles: bool) -> None:
        """Compare these again: with all titles, or with those that came since the last time."""
        if all_titles:
            titles = self._all_titles()
        else:
            titles = self._stack([page for page in self._new if page in self._titles_on_topic])
        self._new = []
        self.anchors.renew(anchors, self._compared(titles), from_nothing=all_titles)

    def _weigh(self, page: int, means: tuple[bytes, bytes], weight: float) -> None:
        lead, title = means
        before = self._of_page.pop(page, 0.0)
        self._topic = self._topic + np.float32(weight - before) * unit(lead)
        self._weights += weight - before
        if weight:
            self._of_page[page] = weight
        if bool(weight) == bool(before):
            return
        self._stacked = None
        if not weight:
            self._titles_on_topic.pop(page, None)
            return
        self._last += 1
        self._titles_on_topic[page] = self._last, unit(title)
        self._new.append(page)
        if len(self._titles_on_topic) > MOST_TITLES:
            oldest = next(iter(self._titles_on_topic))
            self._titles_on_topic.pop(next((number for number in self._titles_on_topic if number >= 0), oldest))

    def _compared(self, titles: Titles) -> Compared:
        return Compared(self._middle(), self._direction(), self._learned, titles)

    def _middle(self) -> Floats:
        middle: Floats = self._titles / np.float32(self._seen)
        return middle

    def _direction(self) -> Floats:
        direction: Floats = self._topic - np.float32(self._weights / self._seen) * self._leads
        return direction / (np.sqrt(direction @ direction) or np.float32(1.0))

    def _all_titles(self) -> Titles:
        if self._stacked is None:
            self._stacked = self._stack(list(self._titles_on_topic))
        return self._stacked

    def _stack(self, pages: list[int]) -> Titles:
        titles = [self._titles_on_topic[page] for page in pages]
        room = np.zeros(BESIDES * self.encoder.dimensions, np.float32)
        rows = np.concatenate([room, *(row for _, row in titles)]).reshape(-1, self.encoder.dimensions)
        squares = np.einsum("ij,ij->i", rows[BESIDES:], rows[BESIDES:])
        return Titles(np.array([number for number, _ in titles], np.int32), rows, squares)


def _away_from(middle: Floats, rows: Floats) -> Floats:
    """Without it, and of length 1."""
    away = rows - middle
    away /= np.maximum(np.linalg.norm(away, axis=1, keepdims=True), np.float32(1e-6))
    return away
