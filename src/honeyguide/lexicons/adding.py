"""Lexicons that the user has: recognised by what their files look like, compiled, and listed for a person."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import numpy as np
from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.lexicons import cilin, hownet, open_wordnet, wordnet
from honeyguide.lexicons.compiled import LexiconFile, array_of, concept_count, read, write
from honeyguide.lexicons.folder import HOW_TO_GET, LANGUAGES, compiled_files, file_of, lexicon_folder
from honeyguide.lexicons.texts import language_of
from honeyguide.progress import Progress, silent


class Format(Protocol):
    """A module that reads one."""

    def found(self, path: Path, /) -> Path | None: ...

    def read(self, path: Path, language: str, progress: Progress, /) -> LexiconFile: ...


_FORMATS: tuple[Format, ...] = (wordnet, open_wordnet, hownet, cilin)
_KNOWN = (
    "there is WordNet (a folder with data.noun and index.noun), Open Multilingual Wordnet (wn-data-cmn.tab), "
    "HowNet (W_C= and DEF=, with whole.dat beside it) and Cilin (Aa01A01= …)"
)


def add(language: str, path: Path, *, folder: Path | None = None, progress: Progress = silent) -> LexiconFile:
    """Compile a lexicon and keep it; one of the same language and kind is replaced."""
    if language not in LANGUAGES:
        raise BadInput(f"'{language[:20]}' is no language of a lexicon; say en or zh")
    if not path.exists():
        raise BadInput(f"{path}: there is no such file or folder")
    for known in _FORMATS:
        if source := known.found(path):
            compiled = known.read(source, language, progress)
            write(compiled, file_of(folder or lexicon_folder(), language, compiled.kind))
            return compiled
    raise BadInput(f"{path}: is no lexicon of a format that is known; {_KNOWN}")


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


def entries() -> list[Entry]:
    """Those that can be read; `Lexicons.missing` names the others."""
    found = []
    for path in compiled_files(lexicon_folder()):
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
