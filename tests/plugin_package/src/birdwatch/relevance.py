"""Relevance as plain functions of a page."""

import sys
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.model import Page
from honeyguide.protocols import Encoder


def bird_words(page: Page) -> float:
    """The share of words that are about birds, times three."""
    words = page.text.lower().split()
    return min(1.0, 3 * sum(word.startswith("bird") for word in words) / max(1, len(words)))


def which_process(page: Page) -> float:
    """0.9 where a worker judges, 0.6 where the main process does."""
    main = sys.modules["__main__"].__spec__
    return 0.9 if main is not None and main.name == "honeyguide.analysis" else 0.6


class LikeBirds:
    """How much a title looks like a word about birds, of its encoder; 0.1 more in a worker, 0 without an encoder."""

    def __init__(self, encoder: Encoder | None) -> None:
        self.encoder = encoder

    def __call__(self, page: Page) -> float:
        if self.encoder is None:
            return 0.0
        title, birds = self.encoder.encode([page.title, "birds"])
        return 0.1 * (which_process(page) > 0.8) + 0.8 * max(0.0, float(title @ birds))


class FixedScore:
    """The same for all pages, and 0.05 more in a worker; no entry point names it."""

    class Parameters(Struct, frozen=True):
        base: Annotated[float, Meta(ge=0, le=0.9, description="What every page scores.")] = 0.5

    def __init__(self, parameters: Parameters) -> None:
        self.base = parameters.base

    def __call__(self, page: Page) -> float:
        return self.base + 0.05 * (which_process(page) > 0.8)
