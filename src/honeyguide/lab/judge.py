"""Knows which pages are on topic: for the measures and the oracles, never for a strategy that is judged."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from honeyguide.lab.graph import LinkGraph
from honeyguide.model import Outcome
from honeyguide.urls import host_of
from honeyguide.web.offline import Labels, OfflineWeb
from honeyguide.web.offline.source import fetched
from honeyguide.web.scope import Scope


class Judge:
    def __init__(self, web: OfflineWeb, labels: Labels, label: str, graph: LinkGraph | None, scope: Scope) -> None:
        self.web = web
        self.labels = labels
        self.label = label
        self.graph = graph
        self.relevant: NDArray[np.bool_] = np.zeros(len(graph) if graph else 0, np.bool_)
        self.allowed: NDArray[np.bool_] = np.ones(len(graph) if graph else 0, np.bool_)
        if graph:
            self.relevant[[graph.number(url) for url in labels.pages(label)]] = True
            if not scope.is_open:
                self.allowed[:] = [scope.allows(url, host_of(url)) for url in graph.urls]

    def is_on_topic(self, url: str) -> bool:
        """The page at this very URL."""
        return self.label in self.labels.of(url)

    def is_relevant(self, url: str) -> bool:
        """The page that this URL leads to, by redirects too."""
        if self.graph:
            number = self.graph.number(url)
            return number >= 0 and bool(self.relevant[number])
        for _ in range(5):
            if self.is_on_topic(url):
                return True
            if self.labels.of(url):
                return False
            came = fetched(url, self.web.answer(url))
            if came.outcome is not Outcome.REDIRECT:
                return False
            url = came.location
        return False
