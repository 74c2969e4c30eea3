"""Cilin, the thesaurus of Chinese synonyms: `Aa01A01= 人 士 人物`, whose code is a path of five levels.

`=` marks synonyms. `#` marks words of one kind: each is a concept of its own below the group [ours]. `@` marks words
that stand alone.
"""

from __future__ import annotations

import re
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import LexiconFile
from honeyguide.lexicons.drafting import Draft
from honeyguide.lexicons.texts import first_lines, read_lines
from honeyguide.progress import Progress

_LINE = re.compile(r"([A-Z])([a-z])(\d\d)([A-Z])(\d\d)([=#@])\s+(\S.*)")
_MOST_STRAY = 0.05
"""Share of lines that may be something else, such as a heading."""


def found(path: Path) -> Path | None:
    """The file of Cilin that a path leads to."""
    files = [each for each in sorted(path.iterdir()) if each.suffix == ".txt"] if path.is_dir() else [path]
    fitting = [each for each in files[:20] if _fits(first_lines(each))]
    return fitting[0] if len(fitting) == 1 else None


def read(path: Path, language: str, progress: Progress) -> LexiconFile:
    if language != "zh":
        raise BadInput(f"{path}: Cilin is Chinese; say 'honeyguide lexicon add zh {path}'")
    draft = Draft(language, "cilin", str(path.resolve()))
    for line in read_lines(path, progress):
        if fields := _LINE.match(line.strip()):
            *levels, sign, words = fields.groups()
            _enter(levels, sign, words.split(), draft)
    return draft.compiled()


def _enter(levels: list[str], sign: str, words: list[str], draft: Draft) -> None:
    code = ""
    concept = -1
    for level in levels:
        code += level
        upper, concept = concept, draft.concept(code)
        if upper >= 0:
            draft.above(concept, upper)
    for word in words:
        meant = concept
        if sign == "#":
            meant = draft.concept((code, word))
            draft.above(meant, concept)
        draft.sense(word, meant)
        draft.name(meant, word)


def _fits(lines: list[str]) -> bool:
    strays = sum(not _LINE.match(line.strip()) for line in lines[:-1])  # the last may be cut
    return (
        len(lines) > 0
        and bool(_LINE.match(lines[0].strip()) or len(lines) > 2)
        and (strays <= _MOST_STRAY * len(lines))
    )
