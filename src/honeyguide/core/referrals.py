"""How the shards of one crawl share its links: each owns some sites, and tells others of what it finds of theirs.

A referral is a page as far as another shard needs it: who it is, how relevant, what a relevance model and a link
model learn from it, and those of its links that the other owns. These are scored there as if it had fetched the page.
The first pages of a shard are told to all others, also where no link is theirs: what learns in them begins with more
than they have themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from isal import isal_zlib
from msgspec import Struct
from xxhash import xxh3_64_intdigest

from honeyguide.core.recall_shares import RecallShare
from honeyguide.model import Link, OutLink, Relevance
from honeyguide.records import Message
from honeyguide.sites import site_of

FOREIGN = -2
"""Parent of a link whose page another shard fetched; -1 is that of a seed."""
LESSONS = 256
"""Pages that a shard hears of from all others together, only to learn from: when it begins, its own are few."""
PLACES = tuple(dict.fromkeys(max(n, round(1.1**n)) for n in range(1, 125)))
"""Of the best links of a shard, the first ones and then a tenth further each: to 135,000."""
_LEVEL = 1
_RAW = -15
"""zlib's window bits for a stream without head and checksum."""


class Partition(NamedTuple):
    """Which sites are whose. Those of one registrable domain are together, so that politeness is a matter of one."""

    number: int
    """Of this shard …"""
    shards: int
    """… among so many."""

    def owner(self, host: str) -> int:
        return xxh3_64_intdigest(site_of(host).encode()) % self.shards

    def owns(self, host: str) -> bool:
        return self.owner(host) == self.number

    @property
    def lessons(self) -> int:
        """How many of its first pages this shard tells all others of."""
        return LESSONS // self.shards + (self.number < LESSONS % self.shards)

    def others(self) -> Iterator[int]:
        return (shard for shard in range(self.shards) if shard != self.number)

    def divide(self, links: Sequence[OutLink], places: Iterable[int]) -> tuple[list[int], dict[int, list[int]]]:
        """Places of links that are this shard's own, and of those of each other one."""
        own: list[int] = []
        others: dict[int, list[int]] = {}
        owners: dict[str, int] = {}
        for place in places:
            host = links[place].host
            owner = owners.get(host)
            if owner is None:
                owner = owners[host] = self.owner(host)
            if owner == self.number:
                own.append(place)
            else:
                others.setdefault(owner, []).append(place)
        return own, others


class Passed(Struct, frozen=True, array_like=True, gc=False):
    """A link that is worth what another was: the target of a redirect, a list that a page names."""

    url: str
    host: str
    depth: int
    hops: int
    worth: float
    seed: bool = False
    """What led there is a seed: so is this."""


class Referral(Struct, frozen=True, array_like=True):
    url: str
    host: str
    depth: int
    title: str = ""
    relevance: Relevance | None = None
    """None where no page came, but a redirect."""
    links: tuple[OutLink, ...] = ()
    passed: tuple[Passed, ...] = ()
    places: tuple[int, ...] = ()
    """Of `links` among all links of the page."""
    links_elsewhere: int = 0
    """Links of the page beside `links`."""
    largest: float = 0.0
    """Of the numbers that link models divide by, see `protocols.SharesScale`."""
    anchor: str = ""
    """That led to the page, where a link model learns from it, see `protocols.NamesAnchors`."""


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Referral)


def packed(referral: Referral) -> bytes:
    data: bytes = isal_zlib.compress(_encoder.encode(referral), _LEVEL, _RAW)
    return data


def unpacked(data: bytes) -> Referral:
    return _decoder.decode(isal_zlib.decompress(data, _RAW))


def messages(
    link: Link,
    host: str,
    title: str,
    relevance: Relevance | None,
    links: Sequence[OutLink],
    places: Mapping[int, Sequence[int]],
    passed: Mapping[int, Sequence[Passed]],
    followed: int = 0,
    largest: float = 0.0,
    anchor: str = "",
) -> list[Message]:
    """What each other shard is to hear of what came of a link: by shard, the places of its links among those of the
    page, and what is passed on to it. `followed`: links of the page that may be followed, whoever owns them.
    `anchor`: what led to the page."""
    told = None
    if relevance is not None:
        told = Relevance(
            relevance.score, relevance.on_topic, matched_terms=relevance.matched_terms, features=relevance.features
        )
    return [
        Message(
            shard,
            packed(
                Referral(
                    link.url,
                    host,
                    link.depth,
                    title,
                    told,
                    tuple(links[place] for place in places.get(shard, ())),
                    tuple(passed.get(shard, ())),
                    tuple(places.get(shard, ())),
                    followed - len(places.get(shard, ())),
                    largest,
                    anchor,
                )
            ),
        )
        for shard in sorted({*places, *passed})
    ]


class Lease(NamedTuple):
    """What a shard may fetch until it hears more."""

    pages: int
    """In all, those that it has included …"""
    room: int | None = None
    """… where its strategy is patient, of so many best links that wait; None: of any."""


class ShardReport(Struct, frozen=True, array_like=True):
    """How a shard stands."""

    pages: int
    on_topic: int
    failures: int
    in_flight: int
    waiting: int
    hosts: int
    best: tuple[float, ...]
    """Scores of the best links that wait, the highest first."""
    is_done: bool
    """There is nothing to do for as long as nobody tells of more links."""
    undelivered: int = 0
    """Shards that have not stored yet what they are to hear."""
    hosts_beyond_seeds: int = 0
    """Of `hosts`, those that no seed names."""
    resting: int = 0
    """Hosts that are left alone on account of a failure."""
    retrying: int = 0
    """Pages that failed for now while their hosts go on."""
    recall: RecallShare | None = None
    """Where there is a rule for recall."""
    ladder: tuple[float, ...] = ()
    """Of a patient strategy: scores of the links at `PLACES` among all that can be had soon, also those of hosts that
    rest."""
    why_kept: str = ""
    """Why links that wait are not fetched, when it is done; as the end of a sentence."""
    why_refused: str = ""
    """What a proxy says that lets nobody through any more."""
