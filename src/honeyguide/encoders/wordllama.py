"""Word vectors of a large language model, averaged (wordllama): fast, mostly English."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.encoders.packages import require
from honeyguide.lexicons.vectors import A_BYTE, NO_WORD, load_model


class Wordllama:
    """Loaded when first asked; pieces that are bytes of unknown characters mean nothing and are left out [ours]."""

    licence = "MIT"
    needs = ("wordllama",)
    dimensions = 256

    def __init__(self) -> None:
        require(self, "wordllama", "honeyguide[vectors]")
        self.name = f"wordllama-{version('wordllama')}"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            pieces = self._model.tokenizer.encode(text, add_special_tokens=False)
            known = [
                number
                for number, piece in zip(pieces.ids, pieces.tokens, strict=True)
                if piece != NO_WORD and not piece.startswith(A_BYTE)
            ]
            if known:
                mean = self._model.embedding[known].mean(axis=0)
                row[:] = mean / (np.linalg.norm(mean) or 1.0)
        return rows

    @cached_property
    def _model(self) -> Any:
        return load_model()
