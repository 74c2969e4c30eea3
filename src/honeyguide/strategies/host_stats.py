"""What a crawl remembers of hosts: how relevant their pages were, in the mean; of the hosts seen last, not of all."""

from __future__ import annotations

from msgspec import Struct


class HostState(Struct, frozen=True):
    seen: list[tuple[int, int, float]] = []
    """Host, pages and their mean relevance; the host that was seen last stands last."""
    settled: list[tuple[int, float]] = []


class HostMemory:
    def __init__(self, most: int) -> None:
        self.most = most
        """Hosts that it remembers; the one that gave no page for longest is forgotten first."""
        self.means: dict[int, float] = {}
        """Host → the mean relevance of its pages so far."""
        self.settled: dict[int, float] = {}
        """The same as it was when `settle` was last called."""
        self._pages: dict[int, int] = {}

    def learn(self, host: int, relevance: float) -> None:
        """One more page of the host."""
        pages = self._pages[host] = self._pages.get(host, 0) + 1
        mean = self.means.pop(host, 0.0)
        self.means[host] = mean + (relevance - mean) / pages
        if len(self.means) > self.most:
            oldest = next(iter(self.means))
            del self.means[oldest], self._pages[oldest]

    def settle(self) -> None:
        """For scores that move all at once: remember the means as they are now."""
        self.settled = dict(self.means)

    def state(self) -> HostState:
        seen = [(host, self._pages[host], mean) for host, mean in self.means.items()]
        return HostState(seen, list(self.settled.items()))

    def restore(self, state: HostState) -> None:
        self._pages = {host: pages for host, pages, _ in state.seen}
        self.means = {host: mean for host, _, mean in state.seen}
        self.settled = dict(state.settled)
