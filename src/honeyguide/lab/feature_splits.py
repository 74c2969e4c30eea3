"""A folder of labelled texts, split into what trains and what is tested: as it says itself, or in thirds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from msgspec import Struct

from honeyguide.corpus import Note, read_documents
from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.progress import Progress

PARTS = 3
"""Without a split of its own, a corpus is cut into so many parts, and each is the test once (HYB 3.3.1)."""


class Split(Struct, frozen=True):
    training: list[Document]
    test: list[Document]


def read_splits(corpus: Path, seed: int, encoding: str, progress: Progress, note: Note) -> Iterator[Split]:
    """Sub-folders `train` and `test`, or two whose names end so, split a corpus; else it is cut into thirds."""
    if not corpus.is_dir():
        raise BadInput(f"{corpus}: is no folder; give one with a sub-folder of texts for each theme")
    folders = _split_folders(corpus)
    names = folders or [corpus]
    read = [read_documents([str(name)], encoding=encoding, progress=progress, note=note) for name in names]
    for documents, name in zip(read, names, strict=True):
        themes = {document.label for document in documents}
        if len(themes) < 2 or "" in themes:
            raise BadInput(f"{name}: must have two sub-folders or more, one for each theme, and no texts beside them")
    if folders:
        unknown = {document.label for document in read[1]} - {document.label for document in read[0]}
        if unknown:
            raise BadInput(f"{folders[1]}: has the theme '{min(unknown)}', which {folders[0]} does not have")
        yield Split(*read)
        return
    (documents,) = read
    few, many = min((count, label) for label, count in Counter(each.label for each in documents).items())
    if few < PARTS:
        raise BadInput(f"{corpus}: the theme '{many}' has {few} texts; each third needs one of every theme")
    parts = _thirds(documents, seed)
    for part in range(PARTS):
        yield Split(
            [document for document, its in zip(documents, parts, strict=True) if its != part],
            [document for document, its in zip(documents, parts, strict=True) if its == part],
        )


def _split_folders(corpus: Path) -> list[Path]:
    inside = sorted(path for path in corpus.iterdir() if path.is_dir())
    if len(inside) == 1:  # as archives unpack
        return _split_folders(inside[0])
    found = [[path for path in inside if path.name.lower().endswith(end)] for end in ("train", "test")]
    return [found[0][0], found[1][0]] if len(inside) == 2 and all(found) else []


def _thirds(documents: Sequence[Document], seed: int) -> list[int]:
    """The part of every document: a third of each theme to each."""
    rng = Random(f"thirds:{seed}")  # noqa: S311
    parts = [0] * len(documents)
    places: dict[str, list[int]] = {}
    for place, document in enumerate(documents):
        places.setdefault(document.label, []).append(place)
    for mine in places.values():
        for number, place in enumerate(rng.sample(mine, len(mine))):
            parts[place] = number % PARTS
    return parts
