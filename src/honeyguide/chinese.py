"""Chinese characters: which they are, and traditional ones in their simplified form, by the tables of OpenCC."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""For a set of a regular expression."""
ANY_HAN = re.compile(f"[{HAN}]")
_FIRST_HAN = 0x3400
_RANGES = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xF900, 0xFB00), (0x20000, 0x33480))


def simplified(text: str) -> str:
    """Every character by itself, one for one: whatever stands at some place of the text stands there still.

    OpenCC would look at words, too; then a word would change with what stands beside it, and no search could find it.
    """
    if text.isascii():
        return text
    # By numpy: a third of the time of a regular expression.
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)
    if units.max() < _FIRST_HAN:
        return text
    if not _traditional.cache_info().currsize and not ANY_HAN.search(text):
        return text  # slower than by the tables, which take a tenth of a second to load
    is_traditional, table = _traditional()
    return text.translate(table) if is_traditional.take(units).any() else text


@cache
def _traditional() -> tuple[NDArray[np.bool_], dict[int, str]]:
    """Which units of UTF-16 traditional characters may have, and the simplified form of each character."""
    from opencc import OpenCC  # noqa: PLC0415  # only where there is Chinese

    all_of_them = [chr(code) for first, end in _RANGES for code in range(first, end)]
    converted: list[str] = OpenCC("t2s").convert("\n".join(all_of_them)).split("\n")
    table = {
        ord(written): simple
        for written, simple in zip(all_of_them, converted, strict=True)
        if simple != written and len(simple) == 1
    }
    is_traditional = np.zeros(0x10000, np.bool_)
    is_traditional[[code for code in table if code < 0x10000]] = True
    is_traditional[0xD840:0xD8C0] = True  # with these begin the characters from U+20000 to U+3FFFF
    return is_traditional, table
