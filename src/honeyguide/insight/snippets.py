"""The part of a text that answers a query best, and where in it the words stand that were asked for.

Words are compared as the search index compares them: by the same stems, Chinese character by character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from honeyguide.chinese import simplified
from honeyguide.errors import BadInput
from honeyguide.parsing.tokens import LONGEST, WORD, searchable, word_form
from honeyguide.storage.search_query import LONGEST as LONGEST_QUERY
from honeyguide.storage.search_query import Term, parse
from honeyguide.storage.search_schema import analyzer

_LENGTH = 240
"""Characters of a snippet; Chinese ones count twice."""
_LOOKED_AT = 100_000
"""Characters of a text."""
_BEFORE = 60
"""As much of what stands before the first hit is shown."""
_QUOTES = re.compile(r'["“”＂「」『』]')
_STOPS = ".!?。！？…;；\n"


class Pattern(NamedTuple):
    """Tokens in a row that are marked."""

    tokens: tuple[str, ...]
    prefix: str = ""
    """The last token may be any that begins so."""


class Snippet(NamedTuple):
    text: str
    hits: tuple[tuple[int, int], ...]
    """Where they begin and end in the text."""


class _Token(NamedTuple):
    start: int
    end: int
    text: str


def patterns(terms: Iterable[Term]) -> tuple[Pattern, ...]:
    """What is marked for the terms of a query."""
    found: list[Pattern] = []
    for term in terms:
        if term.by_character:
            found.append(Pattern(term.by_character))
            found += () if term.quoted else _chinese_words(term)
        elif term.prefix:
            found += [Pattern((word,)) for word in term.words[:-1]]
            found.append(Pattern(term.words[-1:], term.prefix))
        else:
            found.append(Pattern(term.words))
    return tuple(dict.fromkeys(found))


def _chinese_words(term: Term) -> Iterator[Pattern]:
    """A single character says little, unless there is nothing else."""
    words = [(word,) if word.isascii() else tuple(word) for word in term.words[: -1 if term.prefix else None]]
    longer = [word for word in words if len(word) > 1 or word[0].isascii()]
    yield from map(Pattern, longer or words)
    if term.prefix:
        yield Pattern((term.words[-1],), term.prefix)


def snippet(text: str, wanted: Sequence[Pattern]) -> Snippet:
    """The window with the most different patterns, then with the most hits, then the first."""
    text = text[:_LOOKED_AT]
    hits = _hits(_tokens(text, wanted), wanted)
    length = _LENGTH // 2 if _is_chinese(text) else _LENGTH
    start, end = _window(hits, length)
    start, end = _rounded(text, start, end, length)
    return _shown(text, start, end, [(a, b) for a, b, _ in hits if a >= start and b <= end])


def spans(text: str, terms: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Where these words and phrases stand in a text; those that touch or overlap as one."""
    wanted = patterns(term for each in terms if each.strip() for term in _phrase(each))
    found = _hits(_tokens(text, wanted), wanted) if wanted else []
    return tuple((start, end) for start, end in _merged((start, end) for start, end, _ in found))


def _phrase(words: str) -> Iterator[Term]:
    try:
        asked = parse(f'"{_QUOTES.sub(" ", words)[: LONGEST_QUERY - 2]}"', searchable)
    except BadInput:  # nothing but signs
        return
    for group in asked.groups:
        yield from group


def _tokens(text: str, wanted: Sequence[Pattern]) -> dict[int, _Token]:
    """The tokens of `parsing.tokens.by_character` that a pattern could want, by their number in the text."""
    keys = {token for pattern in wanted for token in pattern.tokens}
    text = text if "".join(keys).isascii() else simplified(text)
    stems = _stems({word for _, word in WORD.findall(text) if len(word) <= LONGEST}, wanted, keys)
    found: dict[int, _Token] = {}
    number = 0
    for match in WORD.finditer(text):
        start, end = match.span()
        if run := match[1]:
            for place, char in enumerate(run):
                if char in keys:
                    found[number + place] = _Token(start + place, start + place + 1, char)
            number += len(run)
        elif end - start <= LONGEST:
            if (stem := stems.get(match[2])) is not None:
                found[number] = _Token(start, end, stem)
            number += 1
    return found


def _stems(words: Set[str], wanted: Sequence[Pattern], keys: Set[str]) -> dict[str, str]:
    """Of the words that could be meant. A stem begins like its word, so that most need no look."""
    beginnings = tuple(pattern.prefix for pattern in wanted if pattern.prefix)
    letters = {key[0] for key in (*keys, *beginnings)}
    likely = [word for word in words if word and (word[0] > "\x7f" or word[0].lower() in letters)]
    stems = analyzer().analyze(" ".join(map(word_form, likely)))
    return {
        word: stem
        for word, stem in zip(likely, stems, strict=True)
        if stem in keys or (beginnings and stem.startswith(beginnings))
    }


def _hits(tokens: Mapping[int, _Token], wanted: Sequence[Pattern]) -> list[tuple[int, int, int]]:
    """Start, end and number of the pattern, in the order of the text."""
    found = []
    for place, token in tokens.items():
        for number, (row, prefix) in enumerate(wanted):
            if token.text != row[0] and not (prefix and token.text.startswith(prefix)):
                continue
            rest = [tokens.get(place + step) for step in range(1, len(row))]
            if all(other and other.text == each for other, each in zip(rest, row[1:], strict=True)):
                end = rest[-1].end if rest and rest[-1] else token.end
                found.append((token.start, end, number))
    return found


def _window(hits: Sequence[tuple[int, int, int]], length: int) -> tuple[int, int]:
    best, window = (0, 0), (0, 0)
    counts: dict[int, int] = {}
    last = 0
    for left, (start, end, number) in enumerate(hits):
        while last < len(hits) and hits[last][1] - start <= length:
            counts[hits[last][2]] = counts.get(hits[last][2], 0) + 1
            last += 1
        if last <= left:  # a hit longer than the window
            last = left + 1
            counts[number] = 1
        if (value := (len(counts), last - left)) > best:
            best, window = value, (start, max(end, hits[last - 1][1]))
        counts[number] -= 1
        if not counts[number]:
            del counts[number]
    return window


def _rounded(text: str, start: int, end: int, length: int) -> tuple[int, int]:
    """Room around the hits, from the beginning of a sentence where one is near, without a word cut in two."""
    free = max(0, length - (end - start))
    earliest = max(0, start - min(free, _BEFORE if start < len(text) - length else free))
    begin = next((at for at in range(earliest, start) if _is_stop(text, at - 1)), earliest) if earliest else 0
    while begin and begin < start and _inside_word(text, begin):
        begin += 1
    finish = min(len(text), max(end, begin + length))
    while finish < len(text) and finish > end and _inside_word(text, finish):
        finish -= 1
    return begin, finish


def _is_stop(text: str, at: int) -> bool:
    return text[at] in _STOPS and not text[at + 1 : at + 2].isalnum()


def _inside_word(text: str, at: int) -> bool:
    return text[at - 1].isalnum() and text[at].isalnum() and text[at - 1] < "\u2e80" and text[at] < "\u2e80"


def _is_chinese(text: str) -> bool:
    beginning = text[:500]
    return sum(char >= "\u2e80" for char in beginning) * 3 > len(beginning)


def _shown(text: str, start: int, end: int, hits: Sequence[tuple[int, int]]) -> Snippet:
    """On one line, without what a terminal obeys; hits that touch or overlap as one."""
    merged = _merged(hits)
    shown = ["…"] if start else []
    places = {}
    for at in range(start, end):
        places[at] = len(shown)
        if text[at].isprintable() and text[at] != " ":
            shown.append(text[at])
        elif shown and shown[-1] not in {" ", "…"}:
            shown.append(" ")
    places[end] = len(shown)
    whole = "".join(shown)
    line = whole.rstrip()
    return Snippet(line + "…" if end < len(text) and line else line, tuple((places[a], places[b]) for a, b in merged))


def _merged(hits: Iterable[tuple[int, int]]) -> list[list[int]]:
    merged: list[list[int]] = []
    for a, b in sorted(hits):
        if merged and a <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], b)
        else:
            merged.append([a, b])
    return merged
