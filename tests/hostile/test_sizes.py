"""Pages that are small on the wire and large on the disk: what is kept of each is bounded."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random

from honeyguide import Crawl
from honeyguide.config import Settings
from honeyguide.model import Topic
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.response import Answer

TOPIC = Topic(name="floods", keywords={"flood": 1.0}, relevance="tag-vsm")
PAGES = 2


class Web:
    """A few pages of one host, each with this body."""

    def __init__(self, body: bytes, *headers: tuple[str, str]) -> None:
        self._body, self._headers = body, (("Content-Type", "text/html"), *headers)

    def answer(self, url: str) -> Answer:
        return Answer(404 if url.endswith("/robots.txt") else 200, self._headers, self._body)

    def latency(self, host: str) -> float:
        return 0.1


def kept(out: Path, web: Web) -> int:
    """Bytes of the database for each page, when all of them are crawled."""
    seeds = [f"http://a.example/{number}/" for number in range(PAGES)]
    settings = Settings(strategy="ops", pages=PAGES, workers=0, delay=0.0, extract=False)
    crawl = Crawl(TOPIC, seeds, out, settings, web=SimulatedWeb(web, delay=0.0))
    crawl.finish()
    assert crawl.pages == PAGES
    return (out / "crawl.db").stat().st_size // PAGES


def test_a_text_is_cut_however_much_it_unpacks_to(tmp_path: Path) -> None:
    text = b"<title>flood</title><p>" + b"the flood came at night " * 600_000
    packed = gzip.compress(text)
    assert len(packed) < 100_000
    assert kept(tmp_path, Web(packed, ("Content-Encoding", "gzip"))) < 1_000_000


def test_chinese_text_is_cut_as_well(tmp_path: Path) -> None:
    packed = gzip.compress(("<meta charset=utf-8><title>flood</title><p>" + "flood 洪水来了。" * 300_000).encode())
    assert kept(tmp_path, Web(packed, ("Content-Encoding", "gzip"))) < 2_000_000


def test_long_links_cost_no_more_than_many_short_ones(tmp_path: Path) -> None:
    rng = Random(1)

    def page(links: int, length: int) -> bytes:
        hrefs = (rng.randbytes(length // 2).hex() for _ in range(links))
        return b"<title>flood</title>" + b"".join(
            f"<p><a href='{href}'>{href[:200]}</a> about {href[:30]}".encode() for href in hrefs
        )

    assert kept(tmp_path / "long", Web(page(2_000, 1_900))) < 2_000_000
    assert kept(tmp_path / "short", Web(page(2_000, 60))) < 2_000_000


def test_long_names_of_tags_are_cut(tmp_path: Path) -> None:
    deep = b"".join(b"<x-%s>" % Random(n).randbytes(2_000).hex().encode() for n in range(12))
    body = b"<title>flood</title>" + deep + b"".join(b"<a href=%d>flood %d</a> " % (n, n) for n in range(1_000))
    assert kept(tmp_path, Web(body)) < 500_000
