"""A lexicon as it is kept: plain arrays in one MessagePack file, read in a fraction of a second."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from honeyguide import atomic
from honeyguide.errors import BadInput
from honeyguide.lexicons.folder import KINDS, LANGUAGES
from honeyguide.text_files import read_bytes

FORMAT = 1
LARGEST_FILE = 500_000_000
RELATIONS = ("part-of", "attribute-of", "induce")
"""Kinds that a lexicon keeps beside its hierarchy; `is-a` is the hierarchy, `synonym` a name of the same concept."""


class Rows(Struct, frozen=True, array_like=True):
    """A list of numbers for each row: all numbers one after the other, and where each row begins."""

    starts: bytes
    numbers: bytes

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Rows:
        starts = np.zeros(len(rows) + 1, "<u4")
        np.cumsum([len(row) for row in rows], out=starts[1:])
        return cls(starts.tobytes(), numbers([number for row in rows for number in row]))


class LexiconFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Words, the concepts that they can mean, and how the concepts lie above each other."""

    format: int
    language: str
    kind: str
    source: str
    """The file or folder that it was compiled from."""
    words: tuple[str, ...]
    senses: Rows
    """Concepts of each word, the most usual first."""
    names: Rows
    """Words of each concept."""
    above: Rows
    """Concepts right above each concept."""
    relations: Rows
    """Of each concept: other concept × 8 + number of the kind in `RELATIONS`."""
    sememes: Rows
    """Concepts that a concept is made of (HowNet); none: it is a node of the hierarchy itself."""
    below: bytes
    """How many concepts lie below each concept, at any depth."""
    keys: bytes
    """WordNet's own number of each concept, see `wordnet_key`; empty where there is none."""
    forms: dict[str, tuple[str, ...]] = {}
    """Irregular forms of words."""
    has_hierarchy: bool = True


def numbers(values: Iterable[int], kind: str = "<u4") -> bytes:
    return np.fromiter(values, np.int64).astype(kind).tobytes()


def array_of(data: bytes, kind: str = "<u4") -> NDArray[np.int64]:
    return np.frombuffer(data, kind).astype(np.int64)


def concept_count(file: LexiconFile) -> int:
    return len(file.below) // 4


def write(file: LexiconFile, path: Path) -> None:
    atomic.write(path, msgspec.msgpack.encode(file))


def read(path: Path) -> LexiconFile:
    data = read_bytes(path, "a lexicon", LARGEST_FILE)
    try:
        file = msgspec.msgpack.decode(data, type=LexiconFile)
    except msgspec.DecodeError:
        file = None
    if file is None or not _is_sound(file):
        raise BadInput(f"{path}: is no lexicon that this version can read; say 'honeyguide lexicon add' again")
    return file


def _is_sound(file: LexiconFile) -> bool:
    """Whether every number leads somewhere."""
    words, concepts = len(file.words), concept_count(file)
    return (
        file.format == FORMAT
        and file.language in LANGUAGES
        and file.kind in KINDS
        and len(file.below) == 4 * concepts
        and len(file.keys) == (8 * concepts if "wordnet" in file.kind else 0)
        and _leads(file.senses, words, concepts)
        and _leads(file.names, concepts, words)
        and _leads(file.above, concepts, concepts)
        and _leads(file.relations, concepts, 8 * concepts)
        and _leads(file.sememes, concepts, concepts)
    )


def _leads(rows: Rows, count: int, below: int) -> bool:
    if len(rows.starts) != 4 * (count + 1) or len(rows.numbers) % 4:
        return False
    starts, values = array_of(rows.starts), array_of(rows.numbers)
    ordered = starts[0] == 0 and starts[-1] == len(values) and bool((np.diff(starts) >= 0).all())
    return bool(ordered and values.max(initial=-1) < below)
