"""Knows which pages are on topic: for the measures and the oracles, never for a strategy that is judged."""

from __future__ import annotations

from copy import copy

import numpy as np
from numpy.typing import NDArray

from honeyguide.lab.graph import LinkGraph
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels, PageSource
from honeyguide.web.offline.simulated import Permission, led_to
from honeyguide.web.scope import Scope

_REMEMBERED = 100_000


class GroundTruth:
    def __init__(self, web: PageSource, labels: Labels, label: str, graph: LinkGraph | None, scope: Scope) -> None:
        self.web = web
        self.labels = labels
        self.label = label
        self.graph = graph
        self.scope = scope
        self.permission = Permission(web)
        self._on_topic: dict[str, bool] = {}
        """Of URLs that were asked for: every strategy is judged on the same web."""
        self.relevant: NDArray[np.bool_] = np.zeros(len(graph) if graph else 0, np.bool_)
        self.allowed: NDArray[np.bool_] = np.ones(len(graph) if graph else 0, np.bool_)
        if graph:
            self.relevant[[graph.number(url) for url in labels.pages(label)]] = True
            self.allowed[:] = [self.may_fetch(url) for url in graph.urls]

    def about(self, label: str) -> GroundTruth:
        """The same web, with another label on topic."""
        other = copy(self)
        other.label, other._on_topic = label, {}
        other.relevant = np.zeros_like(self.relevant)
        if self.graph:
            other.relevant[[self.graph.number(url) for url in self.labels.pages(label)]] = True
        return other

    def may_fetch(self, url: str) -> bool:
        """Whether a crawl may have the page at a canonical URL: by the experiment's patterns and by robots.txt."""
        return self.scope.allows(url, host_of(url)) and self.permission.allows(url)

    def is_on_topic(self, url: str) -> bool:
        """The page at this very URL."""
        known = self._on_topic.get(url)
        if known is None:
            known = self.label in self.labels.of(url)
            if len(self._on_topic) < _REMEMBERED:
                self._on_topic[url] = known
        return known

    def is_relevant(self, url: str) -> bool:
        """The page that this URL leads to, by redirects too."""
        if self.graph:
            number = self.graph.number(url)
            return number >= 0 and bool(self.relevant[number])
        goal = led_to(self.web, url, lambda known: bool(self.labels.of(known)))
        return bool(goal) and self.is_on_topic(goal)
