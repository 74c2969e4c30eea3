"""A generation: links that are all to be fetched before the next step, in order, each as soon as its host is free."""

from __future__ import annotations

from collections.abc import Sequence, Set

from honeyguide.strategies.frontier import Frontier

NOBODY = -1


class Generation:
    """Its links go on waiting in the strategy's queue until they are named."""

    def __init__(self, queue: Frontier, links: Sequence[int]) -> None:
        self.sent: dict[int, int] = {}
        """Links that were named and not told yet, with their place in the order."""
        self._queue = queue
        self._links: list[int] = []
        self._order = Frontier()
        """Places instead of link numbers, all with the same score: the first comes first."""
        for link in links:
            self.join(link)

    def __len__(self) -> int:
        """How many it had, ever."""
        return len(self._links)

    @property
    def is_over(self) -> bool:
        return not self._order.waiting and not self.sent

    def join(self, link: int) -> None:
        """One more, if it waits."""
        if self._queue.waits(link):
            self._order.add([len(self._links)], [self._queue.host_of(link)], [1.0])
            self._links.append(link)

    def take(self, busy: Set[int]) -> int:
        """The next link whose host is free."""
        while places := self._order.take(1, busy):
            link = self._links[places[0]]
            if self._queue.remove(link):
                self.sent[link] = places[0]
                return link
        return NOBODY

    def back(self, link: int) -> None:
        """It could not be fetched for now: it takes its old place."""
        self._order.put_back(self.sent.pop(link))

    def let_go(self) -> None:
        """Give up what was not named: it waits in the queue like any other link."""
        self._order.take(self._order.waiting)

    def left(self) -> list[int]:
        """What is still to come, in order; links that were named and not told among it."""
        waits = self._order.waits
        sent = set(self.sent.values())
        return [link for place, link in enumerate(self._links) if place in sent or waits(place)]
