"""HowNet: words by their sememes, in records of `W_C=` and `DEF=` or in lines of word, part of speech, definition.

The hierarchy of the sememes is a file of its own, whole.dat: number, sememe and number of the sememe above on a line.
A concept is a definition and the word of the other language: words that share both are synonyms [ours], words that
share the definition alone are not (Beijing and Shanghai have the same).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.lexicons.compiled import LexiconFile
from honeyguide.lexicons.drafting import Draft
from honeyguide.lexicons.texts import first_lines, read_text
from honeyguide.progress import Progress

_FIELD = re.compile(r"(W_C|W_E|DEF)\s*=\s*(.*)")
_GLOSS = re.compile(r"(\S+)\s+([A-Za-z/]+)\s+(\S.*)")
_SEMEME = re.compile(r"(?:(\w+)=\{?|([%&*@$#?^!~+]))?([A-Za-z][\w.\- ]*\|[^\s,;:{}()\"'=]+)")
_NODE = re.compile(r"\s*(\d+)\s+[^\w|]*([A-Za-z][\w.\-]*\|[^\s|]+)\s+(\d+)\s*$")
_KINDS = {"%": "part-of", "whole": "part-of", "&": "attribute-of", "host": "attribute-of"}
_WORDS = ("hownet.txt", "glossary.dat", "hownet.dat")
_HIERARCHY = ("whole.dat", "whole.txt")
_EVERY = 5_000


def found(path: Path) -> Path | None:
    """The file of words that a path leads to."""
    file = _named(path, _WORDS) if path.is_dir() else path
    if file is None:
        return None
    lines = first_lines(file)[:-1] or first_lines(file)
    records = any(line.startswith("W_C=") for line in lines) and any(line.startswith("DEF=") for line in lines)
    glosses = sum(bool((gloss := _GLOSS.match(line)) and _SEMEME.search(gloss[3])) for line in lines)
    return file if records or (lines and glosses > 0.5 * len(lines)) else None


def read(path: Path, language: str, progress: Progress) -> LexiconFile:
    draft = Draft(language, "hownet", str(path.resolve()))
    if hierarchy := _named(path.parent, _HIERARCHY):
        _read_hierarchy(hierarchy, language, draft)
    lines = read_text(path).splitlines()
    if language != "zh" and not any(line.startswith("W_E") for line in lines):
        raise BadInput(f"{path}: has no English words (W_E=); say 'honeyguide lexicon add zh {path}'")
    for at, (word, other, definition) in enumerate(_records(lines, language)):
        if not at % _EVERY:
            progress("lines read", at, len(lines))
        sememes = _SEMEME.findall(definition)
        if not word or not sememes:
            continue
        concept = draft.concept((definition, other))
        parts = [_sememe(name, language, draft) for _, _, name in sememes]
        draft.made_of(concept, parts)
        draft.sense(word, concept)
        draft.name(concept, word)
        for (role, sign, _), part in zip(sememes, parts, strict=True):
            if kind := _KINDS.get(role or sign):
                draft.relate(kind, concept, part)
    compiled = draft.compiled()
    progress("lines read", len(lines), len(lines))
    return compiled


def _records(lines: list[str], language: str) -> Iterator[tuple[str, str, str]]:
    """Word, word of the other language, definition."""
    fields: dict[str, str] = {}
    this, other = ("W_C", "W_E") if language == "zh" else ("W_E", "W_C")
    in_records = any(_FIELD.match(line) for line in lines[:1_000])
    for line in lines:
        if not in_records:
            if gloss := _GLOSS.match(line.strip()):
                yield gloss[1], "", gloss[3]
        elif field := _FIELD.match(line.strip()):
            if field[1] in fields and field[1] == "W_C":  # a record without a definition
                fields.clear()
            fields[field[1]] = field[2].strip()
            if field[1] == "DEF":
                yield fields.get(this, ""), fields.get(other, ""), field[2]
                fields.clear()


def _read_hierarchy(path: Path, language: str, draft: Draft) -> None:
    nodes = {found[1]: (found[2], found[3]) for line in read_text(path).splitlines() if (found := _NODE.match(line))}
    if not nodes:
        raise BadInput(f"{path}: has no lines of number, sememe and number of the sememe above")
    for name, upper in nodes.values():
        if upper not in nodes:
            raise BadInput(f"{path}: '{name[:40]}' lies below number {upper}, which is not there")
        draft.above(_sememe(name, language, draft), _sememe(nodes[upper][0], language, draft))


def _sememe(name: str, language: str, draft: Draft) -> int:
    """`fact|事情`: a node of the hierarchy, called by the half that is in the language."""
    concept = draft.concept(name)
    draft.name(concept, name.split("|", 1)[language == "zh"])
    return concept


def _named(folder: Path, names: tuple[str, ...]) -> Path | None:
    there = {each.name.lower(): each for each in folder.iterdir() if each.is_file()} if folder.is_dir() else {}
    return next((there[name] for name in names if name in there), None)
