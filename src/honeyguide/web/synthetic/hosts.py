"""How many pages each host has, and about what: one small table of hosts, nothing for each page."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from honeyguide.web.synthetic.draws import fractions
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.vocabulary import BORDERING

GENERAL, MAIN, ISLAND, SPAM, OTHERS = range(5)
"""Classes of pages: home pages, lists and hubs; the main topic; its islands; spam; one for every other subject."""

SECTION = 8
"""A class with so many pages on a host has a page that lists them."""

Counts = NDArray[np.int64]


def host_sizes(p: SyntheticParameters) -> Counts:
    """Pages of every host, at least one, the largest host first."""
    weights: NDArray[np.float64] = np.power(np.arange(p.hosts) + 5.0, -p.host_tail)
    return spread(p.pages - p.hosts, weights) + 1


def spread(total: int, weights: NDArray[np.float64]) -> Counts:
    """Whole numbers in the ratio of the weights that add up to the total."""
    heights = np.cumsum(weights)
    if not heights.size or heights[-1] <= 0:
        return np.zeros(len(weights), np.int64)
    shares: Counts = np.diff(np.floor(heights / heights[-1] * total + 0.5), prepend=0.0).astype(np.int64)
    return shares


def spread_within(total: int, weights: NDArray[np.float64], limits: Counts) -> Counts:
    """The same, none above its limit; what finds no place there goes where there is room."""
    placed: Counts = np.minimum(spread(total, weights), limits)
    for _ in range(3):
        free = limits - placed
        placed += np.minimum(spread(total - int(placed.sum()), free.astype(np.float64)), free)
    return placed


class Census:
    """`counts[host, class]`, the hosts' hubs, and which classes have a list of their pages on a host."""

    def __init__(self, p: SyntheticParameters, subjects: tuple[str, ...]) -> None:
        self.sizes = host_sizes(p)
        self.primary, purity = _characters(p, subjects)
        room = self.sizes - 1
        counts = np.zeros((p.hosts, OTHERS + p.subjects - 1), np.int64)
        counts[:, MAIN] = self._main_topic(p, room, purity, subjects)
        wanted = round(p.share * p.pages)
        without = np.where(counts[:, MAIN] == 0, room, 0) * (fractions(p.seed, p.hosts, 3) < 0.5)
        weights = (without if without.any() else room).astype(np.float64)
        islands = spread_within(round(p.islands * wanted), weights, (room - counts[:, MAIN]) // 2)
        counts[:, ISLAND] = islands
        counts[:, SPAM] = _spam(p, room, counts)
        left = room - counts.sum(axis=1)
        self.hubs = spread(round(p.hubs * p.pages), left * fractions(p.seed, p.hosts, 5) ** 2)
        self.hubs = np.minimum(self.hubs, left // 2)
        left -= self.hubs
        self.listed = counts >= SECTION
        self.listed[:, ISLAND] = False
        self.listed &= (left >= 2)[:, None]
        left -= self.listed.sum(axis=1)
        counts[:, OTHERS:] = _other_subjects(p, left, self.primary, purity)
        self.listed[:, OTHERS:] = counts[:, OTHERS:] >= SECTION
        counts[:, OTHERS:] -= self.listed[:, OTHERS:]
        counts[:, GENERAL] = 1 + self.listed.sum(axis=1) + self.hubs
        self.counts = counts

    def _main_topic(
        self, p: SyntheticParameters, room: Counts, purity: NDArray[np.float64], subjects: tuple[str, ...]
    ) -> Counts:
        """Half of the on-topic pages on hosts of their own, the others where they are near: on few hosts, many."""
        wanted = round(p.share * p.pages)
        wanted -= round(p.islands * wanted)
        own = np.floor(room * purity).astype(np.int64)
        order = np.argsort(fractions(p.seed, p.hosts, 1), kind="stable")
        order = order[(own[order] >= 1) & (own[order] <= max(wanted // 4, 3))]
        chosen = order[np.cumsum(own[order]) <= wanted // 2]
        main = np.zeros(p.hosts, np.int64)
        main[chosen] = own[chosen]
        self.primary[chosen] = MAIN
        near = np.isin(self.primary, [OTHERS - 1 + at for at, name in enumerate(subjects) if name in BORDERING])
        affinity = np.where(near, 3.0, np.where(self.primary == GENERAL, 2.0, 0.5))
        affinity[chosen] = 0.0
        some = fractions(p.seed, p.hosts, 2) < 0.6
        weights = affinity * room.astype(np.float64)
        if (some & (weights > 0)).any():
            weights = weights * some
        return main + spread_within(wanted - int(main.sum()), weights, (room - main) * 2 // 3)


def _characters(p: SyntheticParameters, subjects: tuple[str, ...]) -> tuple[Counts, NDArray[np.float64]]:
    """The class that a host is mostly about (`GENERAL` for a portal), and how much."""
    primary = OTHERS + (fractions(p.seed, p.hosts, 10) * (len(subjects) - 1)).astype(np.int64)
    purity = np.minimum(p.purity * (0.5 + fractions(p.seed, p.hosts, 11)), 0.95)
    portal = fractions(p.seed, p.hosts, 12) < 0.15
    primary[portal] = GENERAL
    return primary, purity


def _spam(p: SyntheticParameters, room: Counts, counts: Counts) -> Counts:
    """On few hosts, one after the other in random order, until there is enough."""
    wanted = round(p.spam * p.pages)
    space = np.maximum(np.where(counts[:, MAIN] == 0, room * 7 // 10, 0) - counts[:, ISLAND], 0)
    if space.sum() < wanted:
        space = (room - counts.sum(axis=1)) // 2
    order = np.argsort(fractions(p.seed, p.hosts, 4), kind="stable")
    order = order[np.argsort(space[order] > max(wanted, 3), kind="stable")]
    before = np.cumsum(space[order]) - space[order]
    spam = np.zeros(p.hosts, np.int64)
    spam[order] = np.clip(wanted - before, 0, space[order])
    return spam


def _other_subjects(p: SyntheticParameters, left: Counts, primary: Counts, purity: NDArray[np.float64]) -> Counts:
    others = p.subjects - 1
    weights = fractions(p.seed, p.hosts * others, 20).reshape(p.hosts, others)
    weights *= weights
    rows = np.nonzero(primary >= OTHERS)[0]
    columns = primary[rows] - OTHERS
    weights[rows, columns] = 0.0
    rest = np.cumsum(weights, axis=1)[:, -1]
    weights[rows, columns] = np.where(rest > 0, rest * purity / (1 - purity), 1.0)[rows]
    heights = np.cumsum(weights, axis=1)
    edges = np.floor(left[:, None] * heights / heights[:, -1:] + 0.5)
    return np.diff(edges, axis=1, prepend=0.0).astype(np.int64)


def chinese_hosts(p: SyntheticParameters, sizes: Counts) -> list[bool]:
    """Whole hosts, such that their pages add up to the share wanted."""
    chosen = []
    debt = float(fractions(p.seed, 1, 30)[0] - 0.5) * float(sizes[0]) * p.chinese
    for size in sizes.tolist():
        debt += size * p.chinese
        take = debt >= size / 2
        chosen.append(take)
        debt -= size * take
    return chosen
