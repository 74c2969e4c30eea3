"""Which English term is the plural of which, by its ending alone: whether both are there, a corpus says."""

from __future__ import annotations

import re

_CONSONANT_Y = re.compile(r"[^\W\d_aeiou]y\Z")


def singulars(term: str) -> list[str]:
    """What it would be the plural of."""
    found = []
    if term.endswith("s") and not term.endswith("ss"):
        found.append(term[:-1])
    if term.endswith("es"):
        found.append(term[:-2])
    if term.endswith("ies"):
        found.append(f"{term[:-3]}y")
    return found


def irregular(term: str) -> tuple[str, ...]:
    """The plural that is more than the term and an `s` or `es`, which match as the term does."""
    return (f"{term[:-1]}ies",) if _CONSONANT_Y.search(term) else ()


def same_word(one: str, other: str) -> bool:
    """Whether one is the plural of the other."""
    return one in singulars(other) or other in singulars(one)
