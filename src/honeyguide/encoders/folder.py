"""A sentence encoder of your own: model.onnx and tokenizer.json in a folder, by onnxruntime."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from xxhash import xxh3_64

from honeyguide.encoders.onnx import PACKAGES, OnnxModel
from honeyguide.encoders.packages import require
from honeyguide.errors import BadFile, BadSetting

_PART = 1 << 20


class Parameters(Struct, frozen=True):
    path: Annotated[str, Meta(description="The folder.")] = ""
    pieces: Annotated[int, Meta(ge=1, le=100_000, description="How many pieces of a text are read.")] = 256


class Folder(OnnxModel):
    licence = "its own"
    needs = PACKAGES

    def __init__(self, parameters: Parameters) -> None:
        require(self, "folder", "honeyguide[onnx]")
        if not parameters.path:
            raise BadSetting("the encoder 'folder' must be given a path: folder:path=DIR")
        self._files = [Path(parameters.path).expanduser() / name for name in ("model.onnx", "tokenizer.json")]
        for file in self._files:
            if not file.is_file():
                raise BadFile(file, "there is no such file; the encoder 'folder' needs it")
        model, tokenizer = self._files
        super().__init__(model, tokenizer, parameters.pieces)

    @cached_property
    def name(self) -> str:
        """By what is in the files: another model of the same folder is another encoder."""
        digest = xxh3_64(str(self._pieces).encode())
        for each in self._files:
            with each.open("rb") as file:
                while part := file.read(_PART):
                    digest.update(part)
        return f"folder-{digest.hexdigest()}"
