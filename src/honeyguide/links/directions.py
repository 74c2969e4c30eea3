"""Where the topic lies among all that texts can mean: the middle of pages on topic, and their titles one by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from honeyguide.links.anchor_vectors import AnchorVectors, Ints
from honeyguide.protocols import Encoder
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.page_features import PageFeatures, unit

Floats = NDArray[np.float32]

MOST_TITLES = 256
"""Titles that anchors are compared with: the newest."""


class Directions:
    """Texts share much of what they seem to mean, so the mean of all is taken away from each."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.anchors = AnchorVectors(encoder)
        usual = encoder.encode(everyday_texts())
        self._leads = self._titles = usual.sum(axis=0)
        self._seen = len(usual)
        self._topic = np.zeros(encoder.dimensions, np.float32)
        """Sum of the leads on topic, by weight, …"""
        self._weights = 0.0
        """… and of the weights."""
        self._of_page: dict[int, float] = {}
        self._titles_on_topic: dict[int, Floats] = {}
        self._new: list[int] = []
        """Titles since the last turn."""
        self._examples = 0

    def add_example(self, example: PageFeatures) -> None:
        self._examples -= 1
        self.weigh(self._examples, example, 1.0)

    def see(self, page: PageFeatures) -> None:
        if page.lead:
            self._leads = self._leads + unit(page.lead)
            self._titles = self._titles + unit(page.title)
            self._seen += 1

    def weigh(self, page: int, features: PageFeatures, weight: float) -> None:
        """How much a page counts as an example of the topic."""
        if not features.lead:
            return
        before = self._of_page.pop(page, 0.0)
        self._topic = self._topic + np.float32(weight - before) * unit(features.lead)
        self._weights += weight - before
        if not weight:
            self._titles_on_topic.pop(page, None)
            return
        self._of_page[page] = weight
        if not before:
            self._titles_on_topic[page] = unit(features.title)
            self._new.append(page)
            if len(self._titles_on_topic) > MOST_TITLES:
                self._titles_on_topic.pop(next(number for number in self._titles_on_topic if number >= 0))

    def numbers(self, anchors: list[str]) -> Ints:
        """New ones are compared with the topic as it is now."""
        return self.anchors.add(
            anchors, self._direction(), self._centred(list(self._titles_on_topic)), self._middle()
        )

    def renew(self, anchors: Ints, *, all_titles: bool) -> None:
        """Compare these again: with all titles, or with those that came since the last time."""
        titles = (
            self._titles_on_topic if all_titles else [page for page in self._new if page in self._titles_on_topic]
        )
        self._new = []
        self.anchors.renew(
            anchors, self._direction(), self._centred(list(titles)), self._middle(), from_nothing=all_titles
        )

    def _middle(self) -> Floats:
        middle: Floats = self._titles / np.float32(self._seen)
        return middle

    def _direction(self) -> Floats:
        direction = self._topic - np.float32(self._weights / self._seen) * self._leads
        return _unit(direction)

    def _centred(self, pages: list[int]) -> Floats:
        middle = self._middle()
        rows = [_unit(self._titles_on_topic[page] - middle) for page in pages]
        return np.array(rows, np.float32).reshape(len(rows), self.encoder.dimensions)


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(vector @ vector)) or 1.0
    return vector / np.float32(length)
