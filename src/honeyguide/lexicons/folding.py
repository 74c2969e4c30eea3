"""A word as lexicons compare it, and the language that its script tells."""

from __future__ import annotations

import unicodedata

from honeyguide.chinese import ANY_HAN, simplified

LONGEST = 100
"""Characters; what is longer is no word."""


def fold(word: str) -> str:
    """Small letters, one width, single spaces, simplified characters."""
    if len(word) > LONGEST:
        return ""
    return " ".join(simplified(unicodedata.normalize("NFKC", word)).lower().replace("_", " ").split())


def language_of(word: str) -> str:
    return "zh" if ANY_HAN.search(word) else "en"
