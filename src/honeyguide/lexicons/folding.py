"""A word as lexicons compare it, and the language that its script tells."""

from __future__ import annotations

import re
import unicodedata

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
LONGEST = 100
"""Characters; what is longer is no word."""


def fold(word: str) -> str:
    """Small letters, one width, single spaces."""
    if len(word) > LONGEST:
        return ""
    return " ".join(unicodedata.normalize("NFKC", word).lower().replace("_", " ").split())


def language_of(word: str) -> str:
    return "zh" if _HAN.search(word) else "en"
