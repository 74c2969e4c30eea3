"""Sentence encoders as ONNX files with a tokenizer.json: run by onnxruntime, in one thread."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from honeyguide.errors import BadFile

PACKAGES = ("onnxruntime", "tokenizers")
_QUIET = 3
"""Errors alone."""


class OnnxModel:
    """Loaded when first asked. Texts go through it one by one, so that none is changed by its neighbours."""

    def __init__(self, model: Path, tokenizer: Path, pieces: int) -> None:
        """`pieces`: how many of a text are read."""
        self._file, self._tokenizer_file, self._pieces = model, tokenizer, pieces

    @property
    def dimensions(self) -> int:
        size = self._session.get_outputs()[0].shape[-1]
        if not isinstance(size, int):
            raise BadFile(self._file, "does not say how long its vectors are")
        return size

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.zeros((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._vector(text)
        return rows

    def _vector(self, text: str) -> NDArray[np.float32]:
        """The mean over all pieces, unless the model has pooled them itself."""
        numbers = np.array([self._tokenizer.encode(text).ids], np.int64)
        feeds = {
            "input_ids": numbers,
            "attention_mask": np.ones_like(numbers),
            "token_type_ids": np.zeros_like(numbers),
        }
        came: NDArray[np.float32] = self._session.run(None, {name: feeds[name] for name in self._inputs})[0][0]
        vector = came.mean(axis=0) if came.ndim > 1 else came
        return vector / (np.linalg.norm(vector) or 1.0)

    @cached_property
    def _inputs(self) -> list[str]:
        names = [each.name for each in self._session.get_inputs()]
        if unknown := set(names) - {"input_ids", "attention_mask", "token_type_ids"}:
            raise BadFile(self._file, f"is no sentence encoder: it wants {', '.join(sorted(unknown))}")
        return names

    @cached_property
    def _session(self) -> Any:
        import onnxruntime  # noqa: PLC0415

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = _QUIET
        try:
            return onnxruntime.InferenceSession(self._file, options, providers=["CPUExecutionProvider"])
        except Exception as wrong:  # its exceptions have no common class
            raise BadFile(self._file, f"is no ONNX model that can be used: {_first_line(wrong)}") from wrong

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer  # noqa: PLC0415

        try:
            tokenizer = Tokenizer.from_file(str(self._tokenizer_file))
        except Exception as wrong:  # it raises nothing more special
            raise BadFile(self._tokenizer_file, f"is no tokenizer: {_first_line(wrong)}") from wrong
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._pieces)
        return tokenizer


def _first_line(wrong: Exception) -> str:
    return str(wrong).strip().split("\n", 1)[0][:200]
