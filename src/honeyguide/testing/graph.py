"""Small webs for strategies to walk on, and what a crawl would know of them."""

from random import Random

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide.core.referrals import FOREIGN
from honeyguide.model import Link, Outcome, ScoredLink, Visit


class Graph:
    """A random web of twelve hosts; links are numbered as they are found."""

    factor_weights = (0.3, 0.15, 0.35, 0.2)

    def __init__(self, seed: int, pages: int = 300) -> None:
        rng = Random(seed)
        self.targets = [sorted(set(rng.choices(range(pages), k=rng.randrange(1, 9)))) for _ in range(pages)]
        self.worth = [rng.random() for _ in range(pages)]
        self.found: dict[int, Link] = {}
        self.page_of: list[int] = []
        self.visited: list[int] = []
        self.own = pages
        """Pages that are not another shard's."""
        self.foreign: set[int] = set()
        """Links of those that are."""
        self.seeds = [self.link(page, 0) for page in range(3)]

    def link(self, page: int, depth: int, parent: int = -1) -> Link:
        if page not in self.found:
            host = page % 12
            number = len(self.page_of)
            self.found[page] = Link(number, f"http://h{host}.example/{page % 5}/{page}", host, depth, parent)
            self.page_of.append(page)
        return self.found[page]

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """Any four numbers that belong to a page and do not change."""
        pages = [self.page_of[number] for number in ids.tolist()]
        rows = [[self.worth[p], self.worth[p - 1], self.worth[p - 2], self.worth[p - 3]] for p in pages]
        return np.array(rows, np.float32).reshape(-1, 4)

    def parent(self, number: int) -> int:
        return self.by_number(number).parent

    def depth(self, number: int) -> int:
        return self.by_number(number).depth

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array([self.by_number(number).host for number in ids.tolist()], np.int64)

    def graph(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        targets = [[self.found[page].id for page in self.targets[self.page_of[n]]] for n in self.visited]
        ends = np.cumsum([len(each) for each in targets])
        flat = [number for each in targets for number in each]
        return np.array(self.visited, np.int32), ends.astype(np.int32), np.array(flat, np.int32)

    def score(self, link: Link) -> float:
        return 1.0 if link.depth == 0 else self.worth[self.page_of[link.id]]

    def scores(self) -> NDArray[np.float32]:
        """Of all links."""
        return np.array([self.score(self.by_number(number)) for number in range(len(self.page_of))], np.float32)

    def forget_seeds(self) -> None:
        """As if other shards had all of them."""
        self.found.clear()
        self.page_of.clear()
        self.seeds = []

    def by_number(self, number: int) -> Link:
        return self.found[self.page_of[number]]

    def visit(self, number: int) -> Visit:
        page, link = self.page_of[number], self.by_number(number)
        if number not in self.visited:
            self.visited.append(number)
        links = tuple(
            ScoredLink(found, self.score(found), self.worth[t - 2], self.worth[t - 1], self.worth[t - 3])
            for t, found in ((t, self.link(t, link.depth + 1, number)) for t in self.targets[page])
        )
        return Visit(link, Outcome.PAGE, self.worth[page], links, on_topic=self.worth[page] > 0.5)

    def referral(self, rng: Random) -> Visit:
        """A page that another shard of the crawl fetched, with links of this one."""
        page = len(self.targets)
        self.targets.append(sorted(set(rng.choices(range(self.own), k=4))))
        self.worth.append(rng.random())
        self.found[page] = foreign = Link(len(self.page_of), f"http://far.example/{page}", 12, 1, FOREIGN)
        self.page_of.append(page)
        self.foreign.add(foreign.id)
        return msgspec.structs.replace(self.visit(foreign.id), outcome=Outcome.REFERRAL)

    def reachable(self) -> set[int]:
        seen, front = set(range(3)), [0, 1, 2]
        while front:
            front = [t for n in front for t in self.targets[n] if t not in seen]
            seen.update(front)
        return seen
