"""Words of a text: English and other spaced languages by their letters, Chinese by dictionary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain

from honeyguide.chinese import ANY_HAN, HAN, simplified

LONGEST = 40
"""Longer runs of letters are no words."""

WORD = re.compile(rf"([{HAN}]+)|([^\W_{HAN}]+(?:['’][^\W\d_{HAN}]+)*)")

_STOP_WORDS = """
a about above after again against all almost along already also although always am among an and another any are
aren't around as at back be became because become been before behind being below between both but by came can
can't cannot come could couldn't did didn't do does doesn't doing don't done down during each either else even
ever every everything few first for from further get gets give go goes going got had hadn't has hasn't have
haven't having he her here hers herself him himself his how however i i'd i'll i'm i've if in instead into is
isn't it its itself just last least less let like made make makes many may me might mine more most much must my
myself near need never new next no nor not nothing now of off often on once one only onto or other others our
ours ourselves out over own per perhaps please put rather said same say says see seem seen several shall she
should shouldn't since so some something still such take than that the their theirs them themselves then there
therefore these they they're this those though through thus to too toward under until up upon us use used using
very via want was wasn't way we we're well went were weren't what when where whether which while who whom whose
why will with within without won't would wouldn't yes yet you you're your yours yourself
的 了 和 是 在 不 有 也 就 都 而 及 与 與 或 之 其 于 於 以 为 為 被 把 将 將 从 從 到 对 對 对于 對於 由 等 并
並 但 但是 却 卻 还 還 又 再 很 更 最 太 已 已经 已經 曾 会 會 能 可 可以 可能 要 应 應 应该 應該 我 我们 我們
你 你们 你們 您 他 他们 他們 她 她们 她們 它 它们 它們 这 這 这个 這個 这些 這些 那 那个 那個 那些 此 该 該 各
每 某 什么 什麼 怎么 怎麼 如何 哪 谁 誰 几 幾 吗 嗎 呢 吧 啊 呀 么 麼 着 著 过 過 地 得 个 個 一 一个 一個 一些
一种 一種 二 两 兩 三 上 下 中 内 內 外 里 裡 前 后 後 时 時 时候 時候 年 月 日 号 號 人 来 來 去 说 說 做 让 讓
给 給 向 往 因 因为 因為 所以 如果 虽然 雖然 然后 然後 而且 以及 以上 以下 之后 之後 之前 没有 沒有 没 沒 不是
就是 还是 還是 自己 进行 進行 通过 通過 根据 根據 关于 關於 其中 其他 目前 同时 同時 由于 由於 并且 並且 只 只是
所 使 用 于是 於是 这样 這樣 那么 那麼 第一 第 多 大 小 新
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())

_REMEMBERED = 100_000
_CUT = bytes(code if code >= 0x80 or chr(code).isalnum() or chr(code) == "'" else 32 for code in range(256)).lower()


def tokens(text: str, language: str = "") -> list[str]:
    """Words in the order of the text, in small letters. Numbers are no words."""
    return list(_words(text, language))


def content_words(text: str, language: str = "") -> list[str]:
    """The words that carry meaning: no stop words, no single letters."""
    # Looking up what each piece says takes a third of the time of looking for words.
    said = _JAPANESE if language == "ja" else _OTHERS
    return list(chain.from_iterable(map(said.__getitem__, pieces(text))))


def pieces(text: str) -> list[str]:
    """Cut where ASCII cuts: most hold one word."""
    return text.encode("utf-8", "replace").translate(_CUT).decode().split()


def words_in(piece: str) -> tuple[str, ...]:
    """What `content_words` finds in one of the `pieces` of a text."""
    return _OTHERS[piece]


def segmented(text: str, language: str = "") -> str:
    """The words of a text with a space between two of them, Chinese ones in simplified characters.

    A long Chinese word comes after the shorter ones that it holds: 大暴雨 is found by 暴雨 too.
    """
    return " ".join(_searchable(text, language))


def by_character(text: str) -> str:
    """The same character by character where it is Chinese, for phrases; empty for a text without Chinese."""
    if not ANY_HAN.search(text):
        return ""
    parts: list[str] = []
    for han, word in WORD.findall(simplified(text)):
        if han:
            parts += han
        elif len(word) <= LONGEST:
            parts.append(word_form(word))
    return " ".join(parts)


def searchable(title: str, content: str, language: str = "") -> tuple[str, str, str, str]:
    """Title and content as the search index takes them: `segmented`, and both once more `by_character`."""
    return segmented(title, language), segmented(content, language), by_character(title), by_character(content)


def word_form(word: str) -> str:
    """In small letters, without 's at the end."""
    return word.lower().replace("’", "'").removesuffix("'s")


def main_terms(text: str, language: str, n: int) -> list[tuple[str, int]]:
    """The `n` words that a text uses most, with how often."""
    return Counter(content_words(text, language)).most_common(n)


def _words(text: str, language: str) -> Iterator[str]:
    for han, word in WORD.findall(text):
        if word:
            if len(word) <= LONGEST and not word.isdecimal():
                yield word_form(word)
        elif language == "ja":
            yield han
        else:
            yield from _chinese(han)


def _searchable(text: str, language: str) -> Iterator[str]:
    for han, word in WORD.findall(text):
        if word:
            if len(word) <= LONGEST:
                yield word_form(word)
        elif language == "ja":
            yield han
        else:
            yield from _cut_for_search(simplified(han))


class _Pieces(dict[str, tuple[str, ...]]):
    """The words that a piece of text holds."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language

    def __missing__(self, piece: str) -> tuple[str, ...]:
        plain = piece.isascii() and piece.isalnum() and len(piece) <= LONGEST and not piece.isdecimal()
        found = (piece,) if plain else _words(piece, self.language)
        words = tuple([word for word in found if word not in STOP_WORDS and (len(word) > 1 or word >= "\u3400")])
        if len(piece) <= LONGEST:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[piece] = words
        return words


_JAPANESE, _OTHERS = _Pieces("ja"), _Pieces("")


def _cut(run: str) -> list[str]:
    import rjieba  # noqa: PLC0415  # its dictionary takes a tenth of a second, and most pages are not Chinese

    words: list[str] = rjieba.cut(run)
    return words


def _cut_for_search(run: str) -> list[str]:
    import rjieba  # noqa: PLC0415

    words: list[str] = rjieba.cut_for_search(run)
    return words


def _chinese(run: str) -> Iterator[str]:
    """As it is written, cut as its simplified form is: the dictionary knows no other."""
    start = 0
    for word in _cut(simplified(run)):
        yield run[start : start + len(word)]
        start += len(word)
