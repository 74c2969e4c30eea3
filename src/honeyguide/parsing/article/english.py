"""What English pages say under the title with labels: Source, Author, Published and their kin."""

from __future__ import annotations

import re
from collections.abc import Sequence

from honeyguide.parsing.article.chinese import Named
from honeyguide.parsing.article.scan import SEAM

ABOVE, BELOW = 2, 8
"""Lines around the title that are looked at."""
LONGEST_LINE = 160
LABEL = re.compile(
    rf"(?:^|(?<=[|•·;–—{SEAM}])|(?<=[|•·;–—{SEAM}]\s)|(?<=\s-\s))"
    r"(?:(?P<source>(?:News\s)?Source)|(?P<author>Authors?|Writer|Reporter|Reported by|Written by)|"
    r"(?P<time>Published(?:\son)?|Posted(?:\son)?|Publication date|Release date|Date)|"
    r"(?P<other>[A-Z][a-z]+(?:\s[a-z]+)?))"
    rf"\s?:[\s{SEAM}]{{0,3}}"
)
STOPS = re.compile(rf"\s*[|•·;–—{SEAM}]\s*|\.\s")
NAME = re.compile(r"[A-Z0-9][^:<>{}=@]{1,59}")
MOST_WORDS = 7


def labelled(lines: Sequence[str], title_line: int) -> Named:
    """What labels near the title say; the lines have their seams."""
    found: dict[str, str] = {}
    if title_line >= 0:
        for line in lines[max(0, title_line - ABOVE) : title_line + BELOW + 1]:
            if len(line) <= LONGEST_LINE:
                _read(line, found)
    return Named(*(found.get(kind, "") for kind in ("source", "author", "time")))


def _read(line: str, found: dict[str, str]) -> None:
    labels = list(LABEL.finditer(line))
    for number, label in enumerate(labels):
        kind = label.lastgroup or ""
        end = labels[number + 1].start() if number + 1 < len(labels) else len(line)
        value = line[label.end() : end].strip(f" |•·;–—{SEAM}")
        if kind == "time":
            found.setdefault(kind, value.replace(SEAM, " "))
        elif kind != "other":
            value = STOPS.split(value, maxsplit=1)[0].strip(" ,.")
            if NAME.fullmatch(value) and len(value.split()) <= MOST_WORDS:
                found.setdefault(kind, value)
