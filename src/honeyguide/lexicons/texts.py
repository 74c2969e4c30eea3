"""Files of lexicons as text: bounded, UTF-8 or GB18030."""

from __future__ import annotations

from codecs import getincrementaldecoder
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.text_files import read_bytes

LARGEST_FILE = 200_000_000
_HEAD = 100_000


def read_text(path: Path) -> str:
    """What a lexicon file says, whichever of the two encodings of the trade it is in."""
    data = read_bytes(path, "a lexicon", LARGEST_FILE)
    for encoding in ("utf-8-sig", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{path}: is neither UTF-8 nor GB18030 (GBK); save it as UTF-8")


def first_lines(path: Path, most: int = 200) -> list[str]:
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
    return [line for line in text.splitlines() if line.strip()][:most]
