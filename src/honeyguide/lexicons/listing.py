"""Which lexicons there are: for a list that a person reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import LexiconFile, array_of, concept_count, read
from honeyguide.lexicons.folder import HOW_TO_GET, LANGUAGES, compiled_files, lexicon_folder
from honeyguide.lexicons.folding import language_of


class Entry(Struct, frozen=True):
    language: str
    kind: str
    words: int
    concepts: int
    source: str
    """The file or folder that it was compiled from."""


def entry_of(file: LexiconFile) -> Entry:
    with_sense = int((np.diff(array_of(file.senses.starts)) > 0).sum())
    return Entry(file.language, file.kind, with_sense, concept_count(file), file.source)


def entries(folder: Path | None = None) -> list[Entry]:
    """Those that can be read; `Lexicons.missing` names the others."""
    found = []
    for path in compiled_files(folder or lexicon_folder()):
        try:
            found.append(entry_of(read(path)))
        except BadInput:
            continue
    return found


def missing_for(missing: Iterable[str], forms: Iterable[str]) -> list[str]:
    """Of what is missing, what has to do with the languages of these words."""
    used = {language_of(form) for form in forms}
    unused = {HOW_TO_GET[language] for language in LANGUAGES if language not in used}
    return [sentence for sentence in missing if sentence not in unused]
