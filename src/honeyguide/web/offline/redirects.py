"""Where an address of an off-line web leads: over redirects, as far as a crawl would follow them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from honeyguide.model import Outcome
from honeyguide.web.offline.simulated import fetched
from honeyguide.web.response import Answer

MOST_REDIRECTS = 5


class Answers(Protocol):
    def answer(self, url: str) -> Answer: ...


def led_to(
    web: Answers, url: str, is_known: Callable[[str], bool], may_fetch: Callable[[str], bool] = lambda url: True
) -> str:
    """The first known address on the way from a canonical URL, which may be itself; empty when there is none, or
    when a redirect on the way may not be fetched."""
    for redirects in range(MOST_REDIRECTS + 1):
        if is_known(url):
            return url
        if redirects == MOST_REDIRECTS or not may_fetch(url):
            break
        came = fetched(url, web.answer(url))
        if came.outcome is not Outcome.REDIRECT:
            break
        url = came.location
    return ""
