"""A lexicon that the user has, recognised by what its files look like, and compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from honeyguide.errors import BadInput
from honeyguide.lexicons import cilin, hownet, open_wordnet, wordnet
from honeyguide.lexicons.compiled import LexiconFile, write
from honeyguide.lexicons.folder import LANGUAGES, file_of, lexicon_folder
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
