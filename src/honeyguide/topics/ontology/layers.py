"""Places for nodes that are drawn layer under layer, with few crossings and edges as straight as may be.

Sugiyama, Tagawa and Toda (Methods for visual understanding of hierarchical system structures, IEEE Transactions on
Systems, Man and Cybernetics 11, 1981): edges across several layers pass through points on each, a layer is ordered by
the means of its neighbours, and so are the places, moved apart by isotonic regression [ours].
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

SWEEPS = 16
POINT = 14.0
"""Room for an edge that passes through a layer."""


class Layout(NamedTuple):
    layer: list[int]
    x: list[float]
    """Of the middle of each node, from 0 up."""
    paths: list[list[tuple[int, float]]]
    """For each edge (layer, x) of its ends and of the points between."""
    width: float


def layered(widths: Sequence[float], edges: Sequence[tuple[int, int]], widest: float = inf) -> Layout:
    """`edges` lead from a node to one below it that has a higher number; no layer's nodes are wider than `widest`."""
    layer = [0] * len(widths)
    for above, below in sorted(edges):
        layer[below] = max(layer[below], layer[above] + 1)
    layer = _cut(layer, widths, widest)
    graph = _Layers(list(widths), layer, edges)
    graph.order()
    x = graph.places()
    rows = graph.layer
    paths = [[(rows[node], x[node]) for node in path] for path in graph.paths]
    return Layout(layer, x[: len(widths)], paths, max(map(lambda place, room: place + room / 2, x, graph.rooms)))


def _cut(layer: Sequence[int], widths: Sequence[float], widest: float) -> list[int]:
    """The layers with those that are too wide in several: no edge leads from one of their nodes to another."""
    cut = [0] * len(layer)
    row = -1
    for each in range(max(layer, default=-1) + 1):
        row, used = row + 1, 0.0
        for node in (node for node, place in enumerate(layer) if place == each):
            if used and used + widths[node] > widest:
                row, used = row + 1, 0.0
            cut[node], used = row, used + widths[node]
    return cut


class _Layers:
    def __init__(self, rooms: list[float], layer: list[int], edges: Sequence[tuple[int, int]]) -> None:
        self.rooms = rooms
        self.layer = list(layer)
        self.paths: list[list[int]] = []
        for above, below in edges:
            points = range(len(self.layer), len(self.layer) + layer[below] - layer[above] - 1)
            self.layer += range(layer[above] + 1, layer[below])
            self.rooms += [POINT] * len(points)
            self.paths.append([above, *points, below])
        self.above: list[list[int]] = [[] for _ in self.layer]
        self.below: list[list[int]] = [[] for _ in self.layer]
        for path in self.paths:
            for one, other in pairwise(path):
                self.below[one].append(other)
                self.above[other].append(one)
        self.rows: list[list[int]] = [[] for _ in range(max(self.layer) + 1)]
        for node, place in enumerate(self.layer):
            self.rows[place].append(node)

    def order(self) -> None:
        """By the means of the neighbours above, then below, and so on; the order with the fewest crossings stays."""
        best, fewest = [list(row) for row in self.rows], self._crossings()
        for sweep in range(SWEEPS):
            down = sweep % 2 == 0
            neighbours = self.above if down else self.below
            place = self._ranks()
            for row in self.rows if down else reversed(self.rows):
                row.sort(key=lambda node: _mean([place[each] for each in neighbours[node]], place[node]))
                place.update((node, rank) for rank, node in enumerate(row))
            if (crossings := self._crossings()) < fewest:
                best, fewest = [list(row) for row in self.rows], crossings
        self.rows = best

    def places(self) -> list[float]:
        """Each as near to the mean of its neighbours as its row allows; all from 0 up."""
        x = [0.0] * len(self.layer)
        for row in self.rows:
            self._put(row, [0.0] * len(row), x)
        for sweep in range(SWEEPS):
            rows = self.rows if sweep % 2 == 0 else self.rows[::-1]
            for row in rows:
                self._put(row, [_mean([x[each] for each in self.above[n] + self.below[n]], x[n]) for n in row], x)
        left = min(place - room / 2 for place, room in zip(x, self.rooms, strict=True))
        return [place - left for place in x]

    def _put(self, row: list[int], wanted: list[float], x: list[float]) -> None:
        offset = 0.0
        pools: list[tuple[float, int]] = []
        offsets = []
        for node, place in zip(row, wanted, strict=True):
            offsets.append(offset + self.rooms[node] / 2)
            offset += self.rooms[node]
            mean, size = place - offsets[-1], 1
            while pools and pools[-1][0] > mean:
                other, many = pools.pop()
                mean, size = (mean * size + other * many) / (size + many), size + many
            pools.append((mean, size))
        starts = [mean for mean, size in pools for _ in range(size)]
        for node, start, own in zip(row, starts, offsets, strict=True):
            x[node] = start + own

    def _ranks(self) -> dict[int, float]:
        return {node: float(rank) for row in self.rows for rank, node in enumerate(row)}

    def _crossings(self) -> int:
        rank = self._ranks()
        crossings = 0
        for row in self.rows:
            ends: list[float] = []
            for node in row:
                ranks = [rank[each] for each in self.below[node]]
                crossings += sum(len(ends) - bisect_right(ends, end) for end in ranks)
                for end in ranks:
                    insort(ends, end)
        return crossings


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
