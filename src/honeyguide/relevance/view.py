"""One way to look at all pages: where the topic lies, how much likeness is much, what chance each page has [ours]."""

from __future__ import annotations

import numpy as np

from honeyguide.relevance.border import LEAST_LIKENESS, STRICT
from honeyguide.relevance.label_propagation import Heard, Neighbours
from honeyguide.relevance.page_space import ROOM, Floats, Ints, doubled

COMPANY = 0.2
"""How much what a page hears of those most like it counts beside its own likeness."""


class View:
    def __init__(self, high: tuple[float, float] | None) -> None:
        """`high`: from where on texts about anything stand for pages off topic, since most pages are on it; never
        without it."""
        self.high = high
        self.chance = np.zeros(ROOM, np.float32)
        """Of each row to be on topic."""
        self.topic: Floats = np.zeros(0, np.float32)
        self.away: Floats | None = None
        """What pages marked off topic are like, as far as it counts,"""
        self.sure = 0.0
        """and how much of what a page that is unlike them wins by that counts."""
        self.off: Floats = np.zeros(2, np.float32)
        self.spread: Floats = np.ones(2, np.float32)
        """Middle and spread of the likeness of pages off topic, by language;"""
        self.on = LEAST_LIKENESS
        """how far above that middle pages on topic are, in spreads,"""
        self.level = STRICT
        """and how much of that a page must have."""
        self.heard: Heard | None = None
        """What pages hear of those most like them,"""
        self.company: Floats = np.zeros(0, np.float32)
        """and what that adds to the likeness of each row."""

    def make_room(self, rows: int) -> None:
        if rows > len(self.chance):
            self.chance = doubled(self.chance)

    def hear(self, neighbours: Neighbours | None, weights: Floats, near: Ints) -> None:
        """What the pages near the topic hear of each other, where rows count so much as examples."""
        self.heard, self.company = None, np.zeros(len(weights), np.float32)
        if neighbours:
            self.heard = neighbours.hear(weights[near])
            self.company[near] = np.float32(COMPANY) * self.heard.by_all()

    def company_of(self, place: Floats) -> float:
        """What a page that came since hears of those most like it, as far as it counts."""
        return COMPANY * self.heard.by(place[0]) if self.heard else 0.0

    def likeness_of(self, place: Floats) -> Floats:
        """Of a page that came since."""
        likeness: Floats = place @ self.topic - self.taken(place) + np.float32(self.company_of(place))
        return likeness

    def taken(self, rows: Floats) -> Floats:
        """How much of their likeness the marks take from rows. Of few pages, what is unlike one that was marked off
        topic is hardly more like the topic for that."""
        if self.away is None:
            return np.zeros(len(rows), np.float32)
        taken = rows @ self.away
        return np.where(taken < 0, np.float32(self.sure) * taken, taken)

    def towards(self, row: Floats) -> Floats:
        """What likeness is measured against, for this one."""
        if self.away is None:
            return self.topic
        counts = 1.0 if self.taken(row)[0] > 0 else self.sure
        return self.topic - np.float32(counts) * self.away

    def heights(self, likeness: Floats, language: Ints) -> Floats:
        """How much more alike these are than pages off topic, in standard deviations of the latter."""
        heights: Floats = (likeness - self.off[language]) / self.spread[language]
        return heights
