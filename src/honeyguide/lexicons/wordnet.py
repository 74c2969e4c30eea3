"""WordNet database files, as its manual page wndb describes them: data.noun, index.noun, noun.exc and so on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import LexiconFile, numbers
from honeyguide.lexicons.drafting import Draft
from honeyguide.lexicons.texts import fold, read_text
from honeyguide.progress import Progress

NOUN, VERB, ADJECTIVE, ADVERB = 1, 2, 3, 4
PARTS = {"noun": NOUN, "verb": VERB, "adj": ADJECTIVE, "adv": ADVERB}
_LETTERS = {"n": NOUN, "v": VERB, "a": ADJECTIVE, "s": ADJECTIVE, "r": ADVERB}
_ABOVE = {"@", "@i"}
_PART_OF = {"#m", "#s", "#p"}
_INDUCE = {">", "*"}
_PER_PART = 100_000_000
_ENDINGS = {
    NOUN: (
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
        ("s", ""),
    ),
    VERB: (("ies", "y"), ("es", "e"), ("es", ""), ("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ADJECTIVE: (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
}
_SHORTEST = 2


def wordnet_key(offset: int, part: str) -> int:
    """WordNet's number of a concept: part of speech, and place in its file."""
    return _LETTERS[part] * _PER_PART + offset


def parts_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Part of speech of each concept."""
    return keys // _PER_PART


def found(path: Path) -> Path | None:
    """The folder of WordNet's files that a path leads to."""
    for folder in (path, path / "dict", path.parent):
        if (folder / "data.noun").is_file() and (path.is_dir() or path.name.startswith(("data.", "index."))):
            return folder
    return None


def read(folder: Path, language: str, progress: Progress) -> LexiconFile:
    if language != "en":
        raise BadInput(f"{folder}: WordNet's files are English; say 'honeyguide lexicon add en {folder}'")
    draft = Draft(language, "wordnet", str(folder.resolve()))
    keys: list[int] = []
    there = [part for part in PARTS if (folder / f"data.{part}").is_file()]
    for number, part in enumerate(there):
        _read_data(folder / f"data.{part}", draft, keys)
        progress("files read", 2 * number + 1, 2 * len(there))
        _read_index(folder / f"index.{part}", part, draft)
        progress("files read", 2 * number + 2, 2 * len(there))
        exceptions = folder / f"{part}.exc"
        if exceptions.is_file():
            for line in read_text(exceptions).splitlines():
                form, *bases = line.split() or [""]
                if bases:
                    draft.forms[fold(form)] = tuple(map(fold, bases))
    return draft.compiled(numbers(keys, "<u8"))


def _read_data(path: Path, draft: Draft, keys: list[int]) -> None:
    """`offset file type words (word number)… pointers (kind offset part where)… | explanation`."""

    def concept(offset: str, part: str) -> int:
        key = wordnet_key(int(offset), part)
        number = draft.concept(key)
        if number == len(keys):
            keys.append(key)
        return number

    for at, line in enumerate(read_text(path).splitlines()):
        if line.startswith(" ") or not line:
            continue  # the licence
        fields = line.partition("|")[0].split()
        try:
            this = concept(fields[0], fields[2])
            words = int(fields[3], 16)
            for word in fields[4 : 4 + 2 * words : 2]:
                draft.name(this, word.partition("(")[0])
            rest = fields[4 + 2 * words :]
            for kind, offset, part in zip(rest[1::4], rest[2::4], rest[3::4], strict=False):
                if kind in _ABOVE:
                    draft.above(this, concept(offset, part))
                elif kind in _PART_OF:
                    draft.relate("part-of", this, concept(offset, part))
                elif kind in _INDUCE:
                    draft.relate("induce", this, concept(offset, part))
                elif kind == "=" and fields[2] in "as":
                    draft.relate("attribute-of", this, concept(offset, part))
        except (IndexError, ValueError, KeyError):
            raise BadInput(f"{path}:{at + 1}: is not a line of WordNet's data files") from None


def _read_index(path: Path, part: str, draft: Draft) -> None:
    """`word part senses kinds kind… senses known offset…`: the offsets stand from the most usual sense on."""
    if not path.is_file():
        raise BadInput(f"{path}: is missing beside data.{part}; both belong to WordNet's files")
    letter = next(letter for letter, number in _LETTERS.items() if number == PARTS[part])
    for at, line in enumerate(read_text(path).splitlines()):
        if line.startswith(" ") or not line:
            continue
        fields = line.split()
        try:
            for offset in fields[6 + int(fields[3]) :]:
                key = wordnet_key(int(offset), letter)
                if key not in draft:
                    raise ValueError(offset)
                draft.sense(fields[0], draft.concept(key))
        except (IndexError, ValueError):
            raise BadInput(f"{path}:{at + 1}: is not a line that fits to data.{part}") from None


def base_forms(word: str) -> Iterator[tuple[int, str]]:
    """Words that this one may be a form of, by the endings that WordNet's own lookup takes off; each with the part of
    speech in which it would be one."""
    if word.endswith("ss"):
        return
    for part, endings in _ENDINGS.items():
        for ending, instead in endings:
            if word.endswith(ending) and len(word) >= len(ending) + _SHORTEST:
                yield part, word[: -len(ending)] + instead
