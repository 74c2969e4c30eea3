"""When was it last changed? What the page declares, marked elements, lines such as "Last updated" and 更新时间."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from honeyguide.parsing.article.dates import moment
from honeyguide.parsing.article.metadata import Declared
from honeyguide.parsing.article.scan import Scan
from honeyguide.timestamps import is_day
from honeyguide.timestamps import parse as parse_time

ABOVE, BELOW = 3, 12
"""Lines around the title in which any line may tell of a change; elsewhere it must be the only one on the page."""
LONGEST_LINE, LONGEST_MOMENT = 160, 60
LINE = re.compile(
    r"\b(?:(?:was\s)?last\s(?:updated|modified|changed|edited|revised)|(?<![\w-])updated?|revised|modified)\b"
    r"(?:\s(?:on|at|date|time))?\s?[:：\-–—|]?\s?|"
    r"(?:更新|修改)(?:时间|時間|日期|于|於)\s?[:：]?\s?|(?:最后|最後|最近)(?:更新|修改)(?:时间|時間|日期|于|於)?\s?[:：]?\s?",
    re.IGNORECASE,
)


def changes(declared: Declared, found: Scan, chinese: str, title_line: int, host: str) -> list[str]:
    """Moments at which the page says it was changed, the most reliable first; `chinese` is what its rules found."""
    texts = (*declared.modified, *_marked(found), chinese, *_lines(found.lines, title_line))
    return list(dict.fromkeys(filter(None, (moment(text, host) for text in texts))))


def updated(moments: Iterable[str], published: str) -> str:
    """The first that is after the publication; a page that is not dated has none."""
    return next((when for when in moments if published and is_later(when, published)), "")


def is_later(when: str, than: str) -> bool:
    """Days are compared where one of the two is a bare day, or only one knows its time zone [ours]."""
    if is_day(when) or is_day(than) or _has_zone(when) != _has_zone(than):
        return when[:10] > than[:10]
    one, other = parse_time(when), parse_time(than)
    return one is not None and other is not None and one > other


def _has_zone(when: str) -> bool:
    return "+" in when or "-" in when[10:]


def _marked(found: Scan) -> Iterator[str]:
    for mark in found.marked:
        if mark.changed:
            yield from (mark.value, mark.text)


def _lines(lines: list[str], title_line: int) -> Iterator[str]:
    told = [
        (number, line[label.end() :][:LONGEST_MOMENT])
        for number, line in enumerate(lines)
        if len(line) <= LONGEST_LINE and (label := LINE.search(line)) and any(map(str.isdigit, line))
    ]
    near = [text for number, text in told if title_line - ABOVE <= number <= title_line + BELOW and title_line >= 0]
    yield from near or ([told[0][1]] if len(told) == 1 else [])
