"""What every web that is not live can do: answer any URL at once, and say which pages it has."""

from __future__ import annotations

import math
from collections.abc import Sequence
from hashlib import blake2b
from statistics import NormalDist
from typing import Protocol

from honeyguide.web.offline.labels import Labels
from honeyguide.web.response import Answer
from honeyguide.web.server import Answers

_MEDIAN = 0.15
_SPREAD = 0.6


class PageSource(Protocol):
    @property
    def spec(self) -> str:
        """What `open_web` makes the same web from, in any folder and any process."""
        ...

    @property
    def identity(self) -> str:
        """Another one as soon as a page may be another: what a cache of this web is filed under."""
        ...

    @property
    def labels(self) -> Labels | None:
        """The truth about its pages, where the web brings it."""
        return None

    @property
    def broken(self) -> int:
        """Records or files that had to be skipped."""
        ...

    def __len__(self) -> int:
        """How many pages it has."""
        ...

    def urls(self) -> Sequence[str]:
        """The canonical URLs of all pages, always in the same order."""
        ...

    def answer(self, url: str) -> Answer:
        """What the web says to a request for any URL, robots.txt among them."""
        ...

    def latency(self, host: str) -> float:
        """Virtual seconds until a host answers: always the same for a host.

        Of a replayed web nobody knows it: log-normal over hosts, median 0.15, nine in ten between 0.06 and 0.40.
        """
        bits = int.from_bytes(blake2b(host.encode("utf-8", "replace"), digest_size=6, person=b"latency").digest())
        return _MEDIAN * math.exp(_SPREAD * NormalDist().inv_cdf((bits + 0.5) / 2**48))

    def links(self, url: str) -> Sequence[str] | None:
        """Pages that a crawler gets to from a page (no nofollow, redirects followed), where that is known;
        None when the page must be parsed."""
        return None


def over_http(web: PageSource) -> Answers:
    """As a server gives it, where every request is plain HTTP and names the host: pages stored from https are given
    over http too, and an index file under its own name as well."""

    def answer(url: str) -> Answer:
        found = web.answer(url)
        if found.status == 404 and url.startswith("http://"):
            secure = web.answer(f"https://{url[7:]}")
            found = secure if secure.status != 404 else found
        folder = url.rpartition("/")[0] + "/"
        return web.answer(folder) if found.location == folder and found.status == 301 else found

    return answer
