"""What the links of a page look like, in few bytes: packed by the workers, given back for link models to learn from.

A packed page is a MessagePack array, deflated: the numbers of the matched terms, then a column each of anchors, words
around, headings, tag paths, rels, which links are not to be followed, and the places of the links on the page where
these are not all of it; at last the anchor that led another shard to the page. Columns take fewer bytes than rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from isal import isal_zlib
from msgspec import Struct
from msgspec.structs import replace

from honeyguide.model import OutLink, Page, Relevance
from honeyguide.records import PageLinks
from honeyguide.storage.folder import reading

_LEVEL = 1
_RAW = -15
"""zlib's window bits for a stream without head and checksum."""
_PAGES = """
SELECT links, link, title, relevance, on_topic, features FROM (
  SELECT visit, links, link, title, relevance, on_topic, features FROM pages
  UNION ALL SELECT visit, links, link, title, relevance, on_topic, features FROM referrals
) AS holders ORDER BY visit
"""
_CITATIONS = """
SELECT source, target, position, url, name, anchor
FROM citations JOIN links ON links.id = target JOIN hosts ON hosts.id = links.host
WHERE anchor IS NOT NULL ORDER BY citations.rowid
"""

_ELSEWHERE = "SELECT link, links FROM links_elsewhere"


class Packed(Struct, array_like=True, gc=False):
    matched_terms: tuple[int, ...]
    anchors: list[str]
    contexts: list[str]
    headings: list[str]
    paths: list[str]
    rels: list[str]
    nofollow: list[int]
    """Which of them."""
    places: Sequence[int] = ()
    """Of each on the page; empty for all links of the page in their order."""
    anchor: str = ""
    """Of a page that another shard told of, see `Page.anchor`."""


class Cited(Struct, array_like=True, gc=False):
    """A link of a page that the crawl may follow."""

    source: int
    target: int
    position: int | None
    """None in crawls that older versions stored: then its place among those that may be followed stands for it."""
    url: str
    host: str
    anchor: str


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Packed)


def pack(page: Page, relevance: Relevance, places: Sequence[int] = ()) -> bytes:
    """`places` where the links stand on the page, when they are not all of its links."""
    links = page.links
    packed = Packed(
        relevance.matched_terms,
        [out.anchor for out in links],
        [out.context for out in links],
        [out.heading for out in links],
        [out.path for out in links],
        [out.rel for out in links],
        [place for place, out in enumerate(links) if out.nofollow],
        places,
        page.anchor,
    )
    data: bytes = isal_zlib.compress(_encoder.encode(packed), _LEVEL, _RAW)
    return data


def unpack(packed: bytes | None) -> Packed | None:
    """None where a page's links were not packed."""
    return _decoder.decode(isal_zlib.decompress(packed, _RAW)) if packed else None


def with_terms(packed: bytes, matched_terms: tuple[int, ...]) -> bytes:
    """The same links on a page that holds these terms."""
    known = _decoder.decode(isal_zlib.decompress(packed, _RAW))
    known.matched_terms = matched_terms
    data: bytes = isal_zlib.compress(_encoder.encode(known), _LEVEL, _RAW)
    return data


def together(link: int, title: str, relevance: Relevance, known: Packed | None, cited: Sequence[Cited]) -> PageLinks:
    """What a page's packed links and its citations say, in one; without the first there are anchors only."""
    targets = tuple(each.target for each in cited)
    if known is None:
        plain = tuple(OutLink(each.url, each.host, each.anchor) for each in cited)
        return PageLinks(link, title, relevance, plain, tuple(range(len(cited))), targets)
    nofollow = set(known.nofollow)
    positions = tuple(each.position for each in cited if each.position is not None)
    where = {place: number for number, place in enumerate(known.places)} if known.places else None
    stand = [where[place] for place in positions] if where else positions
    links = tuple(
        OutLink(
            each.url,
            each.host,
            known.anchors[place],
            known.contexts[place],
            known.headings[place],
            known.paths[place],
            place in nofollow,
            known.rels[place],
        )
        for place, each in zip(stand, cited, strict=True)
    )
    judged = replace(relevance, matched_terms=known.matched_terms)
    return PageLinks(link, title, judged, links, positions, targets, anchor=known.anchor)


def page_links(folder: Path) -> Iterator[PageLinks]:
    """What the links of each page look like, in the order in which pages came."""
    with reading(folder) as database:
        database.snapshot()
        elsewhere = dict(database.execute(_ELSEWHERE).fetchall())
        cited = (Cited(*row) for row in database.stream(_CITATIONS))
        ahead = next(cited, None)
        for packed, link, title, score, on_topic, features in database.stream(_PAGES):
            own: list[Cited] = []
            known = unpack(packed)
            while ahead and ahead.source == link and not _begins_again(own, ahead, known):
                own.append(ahead)
                ahead = next(cited, None)
            relevance = Relevance(score, bool(on_topic), features=features or b"")
            found = together(link, title, relevance, known, own)
            yield found._replace(links_elsewhere=elsewhere.get(link, 0))


def _begins_again(own: Sequence[Cited], following: Cited, known: Packed | None) -> bool:
    """Whether the next visit of the same link begins here, or the next that another shard told of it."""
    if following.position is None or not own:
        return False
    last = own[-1].position
    return (last is not None and following.position <= last) or bool(
        known and known.places and following.position not in known.places
    )
