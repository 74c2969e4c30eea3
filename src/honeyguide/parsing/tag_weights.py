"""The same pass with the text by the HTML labels of HYB Table 1; of nested labels the weightiest counts [ours]."""

from __future__ import annotations

import re

from honeyguide.model import LABELS
from honeyguide.parsing.page_handler import GROUPED, TAGS, Attributes, PageHandler

H1, H2, H3, ONE, SMALL_FONT = 1, 2, 3, 4, 5
"""Places in `model.LABELS`, the weightiest first: the lowest of nested labels counts …"""
BARE = len(LABELS)
"""… and text in no label, which weighs what `ONE` does, is lower than any."""
SIZED = 7
"""A font, whose size tells its place."""
_LABELLED = {H1: "h1", H2: "h2 b", H3: "h3 h4 h5 h6 i u big", ONE: "sup sub small", SIZED: "font"}
_BY_SIZE = (SMALL_FONT, SMALL_FONT, SMALL_FONT, ONE, H3, H2, H1)
_SIZE = re.compile(r"\s*([+-]?)(\d{1,9})")
_USUAL_SIZE = 3

BITS = {tag: bits & ~(GROUPED | 7) for tag, bits in TAGS.items()}
for _place, _tags in _LABELLED.items():
    for _tag in _tags.split():
        BITS[_tag] = BITS.get(_tag, 0) | GROUPED | _place


class TagWeightHandler(PageHandler):
    __slots__ = ()

    bits_of = staticmethod(BITS.get)

    def __init__(self, tries: int) -> None:
        super().__init__(tries)
        parts: list[list[str]] = [[] for _ in LABELS]
        self.groups = (*parts, parts[ONE])
        self.group = self.last = BARE

    def start_element(self, tag: str, attrs: Attributes) -> None:
        outer, depth = self.group, len(self.outer)
        super().start_element(tag, attrs)
        if len(self.outer) > depth:
            self.group = min(outer, _place_of(attrs) if self.group == SIZED else self.group)


def _place_of(attrs: Attributes) -> int:
    """Of a font: sizes are 1 to 7, `+1` and `-1` relative to 3; without one it is no label."""
    size = _SIZE.match(dict(attrs).get("size") or "")
    if not size:
        return BARE
    number = int(size[2])
    if size[1]:
        number = _USUAL_SIZE + number if size[1] == "+" else _USUAL_SIZE - number
    return _BY_SIZE[min(7, max(1, number)) - 1]
