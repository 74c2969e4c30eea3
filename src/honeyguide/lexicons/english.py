"""Base forms of English words: the endings that WordNet's own lookup takes off, by part of speech."""

from __future__ import annotations

from collections.abc import Iterator

NOUN, VERB, ADJECTIVE, ADVERB = 1, 2, 3, 4

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


def base_forms(word: str) -> Iterator[tuple[int, str]]:
    """Words that this one may be a form of, each with the part of speech in which it would be one."""
    if word.endswith("ss"):
        return
    for part, endings in _ENDINGS.items():
        for ending, instead in endings:
            if word.endswith(ending) and len(word) >= len(ending) + _SHORTEST:
                yield part, word[: -len(ending)] + instead
