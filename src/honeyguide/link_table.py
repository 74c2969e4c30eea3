"""Which URLs the crawl knows, by number. 64 bits of a URL's hash stand for it, in memory and between machines."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from xxhash import xxh3_64_intdigest

from honeyguide.model import Link, OutLink

_HASHES = 1 << 64


class LinkTable:
    """Numbers links and hosts in order of discovery; new ones wait in `new_links` and `new_hosts` to be stored.

    Two of ten million URLs share a hash with a chance of 3 in a million; the second would be taken for the first.
    """

    def __init__(self) -> None:
        self.hosts: dict[str, int] = {}
        self.host_names: list[str] = []
        self.new_links: list[Link] = []
        self.new_hosts: list[tuple[int, str]] = []
        self._host = array("i")
        self._depth = array("h")
        self._parent = array("i")
        self._hashes = array("Q", bytes(8 * 1024))
        self._numbers = array("i", bytes(4 * 1024))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def find(self, url: str) -> int | None:
        slot = self._slot(_hash(url))
        return self._numbers[slot] if self._hashes[slot] else None

    def add(self, url: str, host: str, depth: int, parent: int, hops: int = 0) -> Link:
        """The link of this URL; a new one if the table does not hold it yet."""
        digest = _hash(url)
        slot = self._slot(digest)
        if self._hashes[slot]:
            number = self._numbers[slot]
            return Link(number, url, self._host[number], self._depth[number], parent)
        link = Link(self._count, url, self._add_host(host), min(depth, 32_767), parent, hops)
        self._put(slot, digest, link.host, link.depth, parent)
        self.new_links.append(link)
        return link

    def add_all(self, found: Sequence[OutLink], depth: int, parent: int) -> list[Link]:
        """The links of a page's out-links, as `add` gives them."""
        links = []
        # The hot path of a crawl, so `_slot` is written out once more: 60 links a page, most of them known.
        hashes, numbers, hosts, depths = self._hashes, self._numbers, self._host, self._depth
        mask = len(hashes) - 1
        for out in found:
            digest = xxh3_64_intdigest(out.url.encode()) or 1
            slot = digest & mask
            while (there := hashes[slot]) and there != digest:
                slot = (slot + 1) & mask
            if there:
                number = numbers[slot]
                links.append(Link(number, out.url, hosts[number], depths[number], parent))
            else:
                links.append(self.add(out.url, out.host, depth, parent))
                hashes, numbers = self._hashes, self._numbers
                mask = len(hashes) - 1
        return links

    def load(self, hosts: Iterable[tuple[int, str]], links: Iterable[tuple[int, int, int, int]]) -> None:
        """Fill an empty table with what was stored: (`url_hash`, host, depth, parent) in order of their numbers."""
        for number, name in hosts:
            self.hosts[name] = number
            self.host_names.append(name)
        for signed, host, depth, parent in links:
            digest = signed % _HASHES
            self._put(self._slot(digest), digest, host, depth, parent)

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array(self._host, np.int64)[ids]

    def host(self, number: int) -> int:
        return self._host[number]

    def depth(self, number: int) -> int:
        return self._depth[number]

    def parent(self, number: int) -> int:
        return self._parent[number]

    def depths_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.array(self._depth, np.int64)[ids]

    def _add_host(self, name: str) -> int:
        number = self.hosts.get(name)
        if number is None:
            number = self.hosts[name] = len(self.host_names)
            self.host_names.append(name)
            self.new_hosts.append((number, name))
        return number

    def _put(self, slot: int, digest: int, host: int, depth: int, parent: int) -> None:
        self._hashes[slot] = digest
        self._numbers[slot] = self._count
        self._count += 1
        self._host.append(host)
        self._depth.append(depth)
        self._parent.append(parent)
        if 2 * self._count > len(self._hashes):
            self._grow()

    def _slot(self, digest: int) -> int:
        """Open addressing: where this hash stands, or the free place where it would."""
        hashes = self._hashes
        mask = len(hashes) - 1
        slot = digest & mask
        while (there := hashes[slot]) and there != digest:
            slot = (slot + 1) & mask
        return slot

    def _grow(self) -> None:
        old = zip(self._hashes, self._numbers, strict=True)
        size = 2 * len(self._hashes)
        self._hashes = array("Q", bytes(8 * size))
        self._numbers = array("i", bytes(4 * size))
        for digest, number in old:
            if digest:
                slot = self._slot(digest)
                self._hashes[slot] = digest
                self._numbers[slot] = number


class LinkNumbers:
    """Numbers of links by `url_hash`, many at a time; 16 bytes a link, and nothing else is known of them."""

    _FEW = 100_000

    def __init__(self) -> None:
        self._count = 0
        self._most = self._recent = (np.empty(0, np.int64), np.empty(0, np.int64))
        """Hashes in their order, and numbers; what comes is sorted in among the recent ones."""

    def __len__(self) -> int:
        return self._count

    def number(self, hashes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Of each of these, which are all different; those that are not known get the next ones, in their order."""
        numbers = np.full(len(hashes), -1, np.int64)
        for known, theirs in (self._most, self._recent):
            if len(known):
                places = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
                there = known[places] == hashes
                numbers[there] = theirs[places[there]]
        new = numbers < 0
        numbers[new] = np.arange(self._count, self._count + int(new.sum()))
        self._count += int(new.sum())
        self._recent = _sorted_in(self._recent, (hashes[new], numbers[new]))
        if len(self._recent[0]) > max(self._FEW, len(self._most[0]) // 8):
            self._most = _sorted_in(self._most, self._recent)
            self._recent = (np.empty(0, np.int64), np.empty(0, np.int64))
        return numbers


def _sorted_in(
    known: tuple[NDArray[np.int64], NDArray[np.int64]], more: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    order = np.argsort(more[0])
    hashes, numbers = more[0][order], more[1][order]
    places = np.searchsorted(known[0], hashes)
    return np.insert(known[0], places, hashes), np.insert(known[1], places, numbers)


def url_hash(url: str) -> int:
    """A URL's identity between machines: XXH3 of its UTF-8, 64 bits with a sign, as databases take it."""
    digest = _hash(url)
    return digest - _HASHES if digest >= _HASHES // 2 else digest


def _hash(url: str) -> int:
    return xxh3_64_intdigest(url.encode()) or 1
