"""Which of the topic's words and phrases a text holds, counted in one Aho-Corasick pass (ALGORITHMS T1)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType

import numpy as np
from ahocorasick_rs import BytesAhoCorasick, MatchKind
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN, simplified
from honeyguide.model import Topic

LONGEST_TEXT = 250_000
"""Characters counted of one text: enough for a book, and a bound on what a hostile page can cost."""

_SHORT = 2_000
_NOTHING: Mapping[int, int] = MappingProxyType({})
_SEPARATOR = "\0"
_WHITE = b"\t\n\v\f\r\x1c\x1d\x1e\x1f-"
_LOWER_ASCII = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" + _WHITE, b"abcdefghijklmnopqrstuvwxyz" + b" " * len(_WHITE)
)
_WIDE_SPACE = re.compile(rb"\xe2\x80[\x80-\x8a\x90\x91\xa8\xa9\xaf]")  # U+2000–200A, 2010, 2011, 2028, 2029, 202F
_INVISIBLE = re.compile(rb"\xe2\x80[\x8b-\x8d]")  # U+200B–200D
_FULL_WIDTH = re.compile(rb"\xef(?:\xbc[\x90-\x99\xa1-\xba]|\xbd[\x81-\x9a])")  # ０–９, Ａ–Ｚ, ａ–ｚ
_MAYBE_WORD = bytes(byte >= 0x80 or chr(byte).isalnum() for byte in range(256))


def fold(form: str) -> str:
    """A form as it is compared: whether Chinese is traditional or simplified makes no difference, nor does what
    `spelling` leaves out."""
    return simplified(spelling(form))


def spelling(form: str) -> str:
    """Without case, width, hyphens and runs of white space."""
    plain = unicodedata.normalize("NFKC", form).casefold()
    return " ".join(_fold(plain, phrases=True).replace(b"\0", b" ").decode().split())


class Terms:
    """Dimension i is the i-th keyword of the topic, whichever of its forms (itself, its synonyms) occurs.

    A form that begins or ends with a letter of a script with spaces between words, or a digit, matches
    whole words only, `s` and `es` allowed at its end; Chinese forms match anywhere. Forms of one keyword
    that overlap count once, as the longest; forms of different keywords may overlap.
    """

    def __init__(self, topic: Topic) -> None:
        self.names = tuple(topic.keywords)
        self.weights: NDArray[np.float64] = np.array(list(topic.keywords.values()), np.float64)
        forms: dict[tuple[int, str], None] = {}
        for number, keyword in enumerate(self.names):
            for form in (keyword, *topic.synonyms.get(keyword, ())):
                if folded := fold(form):
                    forms[number, folded] = None
        self._keyword = [number for number, _ in forms]
        self._whole_head = [_is_word(form[0]) for _, form in forms]
        self._whole_tail = [_is_word(form[-1]) for _, form in forms]
        self._phrases = any(" " in form for _, form in forms)
        written = "".join(self.names) + "".join(form for all_ in topic.synonyms.values() for form in all_)
        self._cased = any(not char.isascii() and char.upper() != char.lower() for char in written)
        self._chinese = ANY_HAN.search(written) is not None
        patterns = [form.encode() for _, form in forms]
        self._automaton = BytesAhoCorasick(patterns)
        self._scout = BytesAhoCorasick(patterns, matchkind=MatchKind.LeftmostLongest)
        self._reach = max(map(len, patterns), default=1) - 1

    def count(self, text: str) -> Mapping[int, int]:
        return self.count_each((text,))[0]

    def count_each(self, texts: Sequence[str]) -> Sequence[Mapping[int, int]]:
        if sum(map(len, texts)) > LONGEST_TEXT:
            if len(texts) > 1:
                middle = len(texts) // 2
                return [*self.count_each(texts[:middle]), *self.count_each(texts[middle:])]
            texts = (texts[0][:LONGEST_TEXT],)
        joined = _SEPARATOR.join(texts)
        if joined.count(_SEPARATOR) >= len(texts):
            joined = _SEPARATOR.join([text.replace(_SEPARATOR, " ") for text in texts])
        if self._cased and not joined.isascii():
            joined = joined.casefold()
        if self._chinese:
            joined = simplified(joined)
        data = _fold(joined, phrases=self._phrases)
        matches = self._occurrences(data)
        counts: list[Mapping[int, int]] = [_NOTHING] * len(texts)
        if not matches:
            return counts
        # They come by end; by start with the longest first is what leaves out what overlaps.
        matches.reverse()
        matches.sort(key=itemgetter(1))
        keyword, whole_head, whole_tail = self._keyword, self._whole_head, self._whole_tail
        free_from = [0] * len(self.names)
        text, edge = 0, data.find(b"\0")
        found: dict[int, int] = {}
        for pattern, start, end in matches:
            number = keyword[pattern]
            if start < free_from[number]:
                continue
            if whole_head[pattern] and start and _MAYBE_WORD[data[start - 1]] and _word_before(data, start):
                continue
            if whole_tail[pattern] and end < len(data) and _MAYBE_WORD[data[end]] and not _word_ends(data, end):
                continue
            free_from[number] = end
            while 0 <= edge < start:
                text, edge = text + 1, data.find(b"\0", edge + 1)
            if counts[text] is _NOTHING:
                counts[text] = found = {}
            found[number] = found.get(number, 0) + 1
        return counts

    def _occurrences(self, data: bytes) -> list[tuple[int, int, int]]:
        """Pattern, start and end of every occurrence, overlapping or not, by end.

        Without overlaps the search is eight times faster; each occurrence begins within one that it finds.
        """
        windows: list[tuple[int, int]] = []
        for _, start, end in self._scout.find_matches_as_indexes(data):
            touches = windows and start < windows[-1][1]
            windows.append((windows.pop()[0] if touches else start, end + self._reach))
        return [
            (pattern, start + at, end + at)
            for at, stop in windows
            for pattern, start, end in self._automaton.find_matches_as_indexes(data[at:stop], overlapping=True)
        ]


def _fold(text: str, *, phrases: bool) -> bytes:
    ascii_only = text.isascii()
    if not ascii_only:
        text = text.replace("\xad", "")
        if phrases:
            text = text.replace("\xa0", " ").replace("\u3000", " ")
    data = text.encode("utf-8", "replace").translate(_LOWER_ASCII)
    if not ascii_only:
        data = _FULL_WIDTH.sub(_half_width, _INVISIBLE.sub(b"", data))
        if phrases:
            data = _WIDE_SPACE.sub(b" ", data)
    return _single_spaced(data) if phrases else data


def _single_spaced(data: bytes) -> bytes:
    """By numpy: a tenth of the time of `replace` until there are no more; looking is faster in a short text."""
    if len(data) < _SHORT and b"  " not in data:
        return data
    codes = np.frombuffer(data, np.uint8)
    written = codes != ord(" ")
    wanted = np.ones(len(codes), np.bool_)
    np.logical_or(written[1:], written[:-1], out=wanted[1:])
    return data if wanted.all() else codes[wanted].tobytes()


def _half_width(match: re.Match[bytes]) -> bytes:
    _, row, cell = match[0]
    return bytes((cell - 0x20 if row == 0xBD else cell - 0x60 if cell < 0xA0 else cell - 0x40,))


def _is_word(char: str) -> bool:
    """A letter or digit of a script with spaces between its words: not Chinese, Japanese, Korean, Thai …"""
    return char.isalnum() and (char < "\u0e00" or "\u1e00" <= char < "\u2000")


def _word_before(data: bytes, at: int) -> bool:
    if data[at - 1] < 0x80:
        return bool(_MAYBE_WORD[data[at - 1]])
    return _is_word(data[max(0, at - 4) : at].decode("utf-8", "ignore")[-1])


def _word_at(data: bytes, at: int) -> bool:
    if at >= len(data) or data[at] < 0x80:
        return at < len(data) and bool(_MAYBE_WORD[data[at]])
    return _is_word(data[at : at + 4].decode("utf-8", "ignore")[0])


def _word_ends(data: bytes, at: int) -> bool:
    return any(data.startswith(ending, at) and not _word_at(data, at + len(ending)) for ending in (b"", b"s", b"es"))
