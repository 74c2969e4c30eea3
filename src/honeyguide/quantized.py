"""Vectors in few bytes: their numbers in steps of a 127th of the largest."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_STEPS = 127


def quantized(rows: NDArray[np.float32]) -> NDArray[np.int8]:
    largest = np.abs(rows).max(axis=-1, keepdims=True, initial=0.0)
    largest[largest == 0.0] = 1.0
    steps: NDArray[np.int8] = np.rint(rows / largest * _STEPS).astype(np.int8)
    return steps


def unit_rows(steps: NDArray[np.int8]) -> NDArray[np.float32]:
    """The vectors again, with a length of 1; one of zeros stays what it is."""
    rows = steps.astype(np.float32)
    length = np.linalg.norm(rows, axis=-1, keepdims=True)
    length[length == 0.0] = 1.0
    rows /= length
    return rows
