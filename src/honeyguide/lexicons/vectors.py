"""How near two words are by their vectors (wordllama): an optional extra, and never a download."""

from __future__ import annotations

import logging
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_REMEMBERED = 20_000
NO_WORD = "▁"
A_BYTE = "<0x"
"""How a piece begins that is a byte of a character that the model does not have."""


def there() -> bool:
    """Whether the extra `honeyguide[vectors]` is installed."""
    return find_spec("wordllama") is not None


def load_model() -> Any:
    """The model that comes in the package, with `tokenizer` and `embedding`."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    import wordllama  # noqa: PLC0415

    root.handlers[:], root.level = before  # it sets up logging for everybody
    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    model.tokenizer.no_padding()
    return model


class WordVectors:
    """Loaded when first asked.

    A word is the mean of its pieces. Characters that the model does not have it spells in bytes, and bytes have no
    meaning: a word with such characters, as most Chinese words have, is not known [ours].
    """

    def __init__(self) -> None:
        self.vector = lru_cache(_REMEMBERED)(self._make)

    def similarity(self, one: str, other: str) -> float | None:
        """The cosine; below 0 counts as 0."""
        first, second = self.vector(one), self.vector(other)
        if first is None or second is None:
            return None
        return 1.0 if one == other else min(1.0, max(0.0, float(first @ second)))

    @cached_property
    def _model(self) -> Any:
        return load_model()

    def _make(self, word: str) -> NDArray[np.float32] | None:
        pieces = self._model.tokenizer.encode(word, add_special_tokens=False)
        if any(piece.startswith(A_BYTE) for piece in pieces.tokens):
            return None
        numbers = [number for number, piece in zip(pieces.ids, pieces.tokens, strict=True) if piece != NO_WORD]
        if not numbers:
            return None
        mean: NDArray[np.float32] = self._model.embedding[numbers].mean(axis=0)
        length = float(np.linalg.norm(mean))
        return mean / length if length else None
