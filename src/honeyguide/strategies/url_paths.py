"""Where on the web is a link? On a host, and there on a path: the directory of its URL."""

from __future__ import annotations

from heapq import nlargest

import numpy as np
from xxhash import xxh32_intdigest

from honeyguide.model import Visit
from honeyguide.strategies.frontier import Frontier


def path_of(url: str) -> int:
    """A number for the directory, its host included; the same in every run. The query says nothing of it."""
    return xxh32_intdigest(url.partition("?")[0].rpartition("/")[0].encode())


def best_links(visit: Visit, most: int, above: float, queue: Frontier) -> tuple[list[int], list[int]]:
    """Of the page's links that wait and score above `above`, the `most` best, best first; and their paths."""
    links = np.array([scored.link.id for scored in visit.links], np.int32)
    wanted = set(queue.waiting_above(links, above).tolist())
    best = nlargest(most, (s for s in visit.links if s.link.id in wanted), key=lambda scored: scored.score)
    return [scored.link.id for scored in best], [path_of(scored.link.url) for scored in best]
