"""Columns of numbers indexed by link number: they grow as links are found, a few bytes each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Column:
    """A growing numpy array. `values` is the part in use; indexing beyond it is the caller's mistake."""

    def __init__(self, dtype: DTypeLike, fill: float = 0) -> None:
        self.fill = fill
        self._array: NDArray[Any] = np.full(1024, fill, dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    @property
    def values(self) -> NDArray[Any]:
        return self._array[: self._length]

    def reach(self, length: int) -> NDArray[Any]:
        """Make the column at least `length` long and return what is in use."""
        if length > len(self._array):
            grown = np.full(max(length, 2 * len(self._array)), self.fill, self._array.dtype)
            grown[: self._length] = self._array[: self._length]
            self._array = grown
        self._length = max(self._length, length)
        return self._array[: self._length]

    def append(self, values: NDArray[Any] | list[Any]) -> None:
        start = self._length
        self.reach(start + len(values))[start:] = values
