"""Open Multilingual Wordnet tab files: words of other languages for the concepts of WordNet 3.0."""

from __future__ import annotations

import re
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import LexiconFile, numbers
from honeyguide.lexicons.drafting import Draft
from honeyguide.lexicons.texts import first_lines, read_lines
from honeyguide.lexicons.wordnet import wordnet_key
from honeyguide.progress import Progress

_LINE = re.compile(r"(\d{8})-([nvasr])\t(?:([a-z-]+):)?lemma\t(.+)")
_LANGUAGES = {"en": {"eng", "en"}, "zh": {"cmn", "zho", "zh", "qcn", "yue"}}
_PARTICLES = ("+的", "+地")


def found(path: Path) -> Path | None:
    """The tab file that a path leads to."""
    files = sorted(path.glob("wn-data-*.tab")) if path.is_dir() else [path]
    return files[0] if len(files) == 1 and any(map(_LINE.match, first_lines(files[0]))) else None


def read(path: Path, language: str, progress: Progress) -> LexiconFile:
    draft = Draft(language, "open-wordnet", str(path.resolve()))
    keys: list[int] = []
    for at, line in enumerate(read_lines(path, progress)):
        if at == 0 and line.startswith("#"):
            _check(path, line.split("\t")[1:2], language)
        if line.startswith("#") or not (fields := _LINE.match(line)):
            continue  # definitions and examples
        offset, part, tongue, lemma = fields.groups()
        _check(path, [tongue] if tongue else [], language)
        key = wordnet_key(int(offset), part)
        concept = draft.concept(key)
        if concept == len(keys):
            keys.append(key)
        whole = lemma.replace("+", "")
        draft.sense(whole, concept)
        draft.name(concept, whole)
        if lemma.endswith(_PARTICLES):  # 暴雨+的: the particle is a word of its own in a text
            draft.sense(lemma[:-2].replace("+", ""), concept)
    return draft.compiled(numbers(keys, "<u8"))


def _check(path: Path, said: list[str], language: str) -> None:
    for tongue in said:
        if tongue not in _LANGUAGES[language]:
            asked = {"en": "English", "zh": "Chinese"}[language]
            raise BadInput(f"{path}: its words are in '{tongue[:20]}', not in {asked}")
