"""Numbers for the pages of a web, found by any address that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from honeyguide.web.offline import PageSource
from honeyguide.web.offline.simulated import led_to


class PageNumbers:
    """Pages are numbered in the order of `urls`."""

    def __init__(
        self, web: PageSource, urls: Sequence[str], may_fetch: Callable[[str], bool] = lambda url: True
    ) -> None:
        self.web = web
        self.may_fetch = may_fetch
        """Whether a redirect may be followed at this address."""
        self._numbers = {url: number for number, url in enumerate(urls)}
        self._elsewhere: dict[str, int] = {}

    def of(self, url: str) -> int:
        """The page at a canonical URL, redirects followed; -1 for none."""
        number = self._numbers.get(url)
        if number is None:
            number = self._elsewhere.get(url)
        if number is None:
            goal = led_to(self.web, url, self._numbers.__contains__, self.may_fetch)
            number = self._elsewhere[url] = self._numbers[goal] if goal else -1
        return number
