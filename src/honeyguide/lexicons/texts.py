"""Files of lexicons as text: bounded, UTF-8 or GB18030; and words as lexicons compare them."""

from __future__ import annotations

import unicodedata
from codecs import getincrementaldecoder
from collections.abc import Iterator
from pathlib import Path

from honeyguide.chinese import ANY_HAN, simplified
from honeyguide.errors import BadInput
from honeyguide.progress import Progress
from honeyguide.text_files import read_bytes

LARGEST_FILE = 200_000_000
_HEAD = 100_000
_EVERY = 1_000
LONGEST_WORD = 100
"""Characters; what is longer is no word."""


def read_text(path: Path) -> str:
    """What a lexicon file says, whichever of the two encodings of the trade it is in."""
    data = read_bytes(path, "a lexicon", LARGEST_FILE)
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{path}: is neither UTF-8 nor GB18030 (GBK); save it as UTF-8")


def read_lines(path: Path, progress: Progress) -> Iterator[str]:
    """The lines of a lexicon file; `progress` hears how many were read."""
    lines = read_text(path).splitlines()
    for at, line in enumerate(lines):
        if not at % _EVERY:
            progress("lines read", at, len(lines))
        yield line
    progress("lines read", len(lines), len(lines))


def first_lines(path: Path) -> list[str]:
    """The first lines that say something, to tell the format by; none when the file cannot be text."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError as wrong:
        raise BadInput(f"{path}: cannot be read: {wrong.strerror}") from wrong
    if b"\0" in head:
        return []
    try:
        text = getincrementaldecoder("utf-8-sig")().decode(head, final=len(head) < _HEAD)  # the end may be cut
    except UnicodeDecodeError:
        text = head.decode("gb18030", "replace")
    return [line for line in text.splitlines() if line.strip()][:200]


def fold(word: str) -> str:
    """Small letters, one width, single spaces, simplified characters."""
    if len(word) > LONGEST_WORD:
        return ""
    return " ".join(simplified(unicodedata.normalize("NFKC", word)).lower().replace("_", " ").split())


def language_of(word: str) -> str:
    return "zh" if ANY_HAN.search(word) else "en"
