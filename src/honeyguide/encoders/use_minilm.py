"""USE and MiniLM side by side: finds most in English, and reads Chinese; the slowest; an extra [ours]."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN
from honeyguide.encoders.minilm import Minilm
from honeyguide.encoders.packages import require
from honeyguide.encoders.use import Use


class UseMinilm:
    """A text with Chinese in it has nothing of MiniLM, which does not know it."""

    paper = "none [ours]"
    licence = "Apache-2.0"
    needs = (*Use.needs, *Minilm.needs)
    dimensions = Use.dimensions + Minilm.dimensions

    def __init__(self) -> None:
        require(self, "use-minilm", "honeyguide[minilm]")
        self._use, self._minilm = Use(), Minilm()
        self.name = f"{self._use.name}+{self._minilm.name}"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        rows[:, : Use.dimensions] = _unit(self._use.encode(texts))
        known = [at for at, text in enumerate(texts) if not ANY_HAN.search(text)]
        if known:
            rows[known, Use.dimensions :] = _unit(self._minilm.encode([texts[at] for at in known]))
        return _unit(rows)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Of length 1, but for rows of zeros."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    length[length == 0] = 1
    unit: NDArray[np.float32] = (rows / length).astype(np.float32, copy=False)
    return unit
