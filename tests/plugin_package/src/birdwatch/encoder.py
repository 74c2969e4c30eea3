"""An encoder that knows no language: texts with the same letters in a row are near each other."""

from collections.abc import Sequence
from typing import Annotated
from zlib import crc32

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray


class Letters:
    """How often each run of letters stands in a text, by its hash."""

    licence = "Apache-2.0"

    class Parameters(Struct, frozen=True):
        length: Annotated[int, Meta(ge=1, le=8, description="Letters in a run.")] = 3
        dimensions: Annotated[int, Meta(ge=1, le=4096, description="Numbers in a vector.")] = 128

    def __init__(self, parameters: Parameters) -> None:
        self.length, self.dimensions = parameters.length, parameters.dimensions
        self.name = f"letters-{self.length}-{self.dimensions}"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            padded = f" {text.lower()} ".ljust(self.length)
            for at in range(len(padded) - self.length + 1):
                row[crc32(padded[at : at + self.length].encode()) % self.dimensions] += 1
            row[:] /= np.linalg.norm(row)
        return rows
