"""Chinese characters: which they are, and traditional ones in their simplified form, by the tables of OpenCC."""

from __future__ import annotations

import re
from functools import cache

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""For a set of a regular expression."""
ANY_HAN = re.compile(f"[{HAN}]")
_RANGES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x33480))


def simplified(text: str) -> str:
    """Every character by itself, one for one: whatever stands at some place of the text stands there still.

    OpenCC would look at words, too; then a word would change with what stands beside it, and no search could find it.
    """
    if text.isascii() or not ANY_HAN.search(text):
        return text
    traditional, table = _traditional()
    return text.translate(table) if traditional.search(text) else text


@cache
def _traditional() -> tuple[re.Pattern[str], dict[int, str]]:
    """What finds traditional characters fast, and the simplified form of each."""
    from opencc import OpenCC  # noqa: PLC0415  # a tenth of a second with its tables, and most pages are not Chinese

    all_of_them = [chr(code) for first, end in _RANGES for code in range(first, end)]
    converted: list[str] = OpenCC("t2s").convert("\n".join(all_of_them)).split("\n")
    table = {
        ord(written): simple
        for written, simple in zip(all_of_them, converted, strict=True)
        if simple != written and len(simple) == 1
    }
    # Single characters beyond U+FFFF would make the search slow; a range of them does not.
    return re.compile(f"[{''.join(chr(code) for code in table if code < 0x10000)}\U00020000-\U0003ffff]"), table
