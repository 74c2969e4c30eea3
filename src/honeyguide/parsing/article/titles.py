"""Which of a page's headings and declared titles is the title of what it says?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

SHARED = 0.5
"""Share of the words of the shorter of two titles that the other must have to be the same [ours]."""
ENOUGH = 5
"""Words of an only heading that make it a title, whatever the page declares [ours]."""
LONGEST = 200
"""Characters of a heading that can be a title."""
BETWEEN = re.compile(r"\s+[|\-–—•·»:~/]{1,2}\s+|\s*[|｜]\s*|\s*::\s*")
"""What stands between a title and the name of the site …"""
BETWEEN_CHINESE = re.compile(r"\s*[|｜_\-–—]+\s*")
"""… which Chinese sites write without spaces."""
WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
HAN = re.compile(r"[\u3400-\u9fff]")


def choose_title(
    declared: Sequence[str], headings: Sequence[tuple[int, str, int]], source: str, host: str
) -> tuple[str, int]:
    """The title and how many lines of the page stand before it (-1 when it is no heading)."""
    known = [_words(title) for title in declared]
    names = {_squeezed(source), *map(_squeezed, host.removeprefix("www.").split("."))} - {""}
    best, best_rank = ("", -1), (0.0, 0.0)
    mains = [
        each for each in headings if each[0] == 1 and len(each[1]) <= LONGEST and _squeezed(each[1]) not in names
    ]
    for level, text, line in headings:
        words = _words(text)
        if not words or len(text) > LONGEST or _squeezed(text) in names:
            continue
        shared = max((_shared(words, other) for other in known), default=0.0)
        if level == 2:
            bare = {_squeezed(without_site(title, names)) for title in declared}
            shared = shared if _squeezed(text) in bare else 0.0  # a heading further down may say much the same
        rank = (shared, max((_overlap(words, other) for other in known), default=0.0))
        if shared >= SHARED and rank > best_rank:
            best, best_rank = (text, line), rank
    if not best[0] and mains and (not declared or (len(mains) == 1 and len(WORD.findall(mains[0][1])) >= ENOUGH)):
        best = mains[0][1], mains[0][2]
    title, line = best if best[0] or not declared else (declared[0], -1)
    return without_site(title, names), line


def without_site(title: str, names: set[str]) -> str:
    """A title without the name of the site at its end or its beginning."""
    pattern = BETWEEN_CHINESE if HAN.search(title) else BETWEEN
    while cuts := list(pattern.finditer(title)):
        first, last = cuts[0], cuts[-1]
        if last.start() and (_is_name(title[last.end() :], names) or _is_section(title, last, names)):
            title = title[: last.start()]
        elif first.end() < len(title) and _squeezed(title[: first.start()]) in names:
            title = title[first.end() :]
        else:
            break
    return title.strip()


def _is_section(title: str, cut: re.Match[str], names: set[str]) -> bool:
    """Whether what follows a bar is short beside what stands before it: a section or a site of unknown name."""
    before, after = title[: cut.start()], title[cut.end() :]
    bar = cut[0].strip() in ("|", "｜", "_", "::", "•", "»")
    return bar and len(_words(after)) <= 6 and len(_words(before)) >= 2 * len(_words(after)) - 1


def _is_name(part: str, names: set[str]) -> bool:
    squeezed = _squeezed(part)
    return any(
        squeezed == name or (len(name) > 4 and (name in squeezed or squeezed in name)) for name in names if squeezed
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(WORD.findall(unicodedata.normalize("NFKC", text[:400]).lower()))


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0


def _squeezed(text: str) -> str:
    return "".join(WORD.findall(unicodedata.normalize("NFKC", text[:400]).lower()))
