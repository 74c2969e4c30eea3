"""Relevance as plain functions of a page."""

import sys
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Page


def bird_words(page: Page) -> float:
    """The share of words that are about birds, times three."""
    words = page.text.lower().split()
    return min(1.0, 3 * sum(word.startswith("bird") for word in words) / max(1, len(words)))


def which_process(page: Page) -> float:
    """0.9 where a worker judges, 0.6 where the main process does."""
    main = sys.modules["__main__"].__spec__
    return 0.9 if main is not None and main.name == "honeyguide.analysis" else 0.6


class FixedScore:
    """The same for all pages, and 0.05 more in a worker; no entry point names it."""

    class Parameters(Struct, frozen=True):
        base: Annotated[float, Meta(ge=0, le=0.9, description="What every page scores.")] = 0.5

    def __init__(self, parameters: Parameters) -> None:
        self.base = parameters.base

    def __call__(self, page: Page) -> float:
        return self.base + 0.05 * (which_process(page) > 0.8)
