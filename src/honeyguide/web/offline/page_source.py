"""What every web that is not live can do: answer any URL at once, and say which pages it has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from honeyguide.web.offline.labels import Labels
from honeyguide.web.response import Answer


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
        ...

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
        """Virtual seconds until a host answers: always the same for a host."""
        ...

    def links(self, url: str) -> Sequence[str] | None:
        """Pages that a crawler gets to from a page (no nofollow, redirects followed), where that is known;
        None when the page must be parsed."""
        ...
