"""What do texts mean? Encoders make vectors of them, one a file; the file's name is what `--encoder` takes."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from msgspec import Struct

from honeyguide.chinese import ANY_HAN
from honeyguide.encoders.packages import missing
from honeyguide.encoders.vectors import Vectors
from honeyguide.model import Topic
from honeyguide.protocols import Encoder
from honeyguide.registry import Parameter, Registry, algorithms

_NONE = "none"
registry = Registry(
    "honeyguide.encoders",
    "text encoder",
    algorithms(__name__, __path__, {"no_encoder", "onnx", "packages", "vectors"})
    | {_NONE: f"{__name__}.no_encoder:NoEncoder"},
    must_have=("encode",),
)
register = registry.register
names = registry.names


class EncoderEntry(Struct, frozen=True):
    """What a listing says of one."""

    name: str
    says: str
    installed: bool
    dimensions: int
    """Numbers in a vector; 0 where that is known only once it is loaded, or there is none."""
    licence: str
    parameters: tuple[Parameter, ...]


def catalogue() -> list[EncoderEntry]:
    found = []
    for entry in registry.entries():
        part = registry.find(entry.name)
        size = getattr(part, "dimensions", 0)
        found.append(
            EncoderEntry(
                entry.name,
                entry.says,
                not missing(part),
                size if isinstance(size, int) else 0,
                getattr(part, "licence", ""),
                entry.parameters,
            )
        )
    return found


def make(spec: str | type | Encoder) -> Encoder | None:
    """`use` or `folder:path=DIR`, a class, or one that is ready; None for `none`. No model is loaded yet."""
    if isinstance(spec, str) and spec.strip() == _NONE:
        return None
    made: Encoder = registry.make(spec)
    return made


def open_vectors(spec: str | type | Encoder, file: Path | None = None) -> Vectors | None:
    """An encoder with a cache in front of it, in memory and, where one is named, in a file; None for `none`."""
    encoder = make(spec)
    return None if encoder is None else Vectors(encoder, file)


def unfit(encoder: Encoder | None, topic: Topic) -> str:
    """What of a topic an encoder does not understand; empty for one that does not tell its languages."""
    known = getattr(encoder, "languages", ())
    words = (topic.name, *topic.keywords, *chain.from_iterable(topic.synonyms.values()))
    if encoder is None or not known or "zh" in known or not any(map(ANY_HAN.search, words)):
        return ""
    return f"the encoder {encoder.name} does not understand Chinese, which words of the topic are in: 'use' does"
