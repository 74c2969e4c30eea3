"""How much of a page is links: a front page, an index or a list of headlines is about nothing that it names [ours].

Front pages and sections have teasers below their headlines, so that less than half of their text may be links: a page
whose headings are links and whose paragraphs nearly all stand right below one is a list as well. An article that ends
in headlines of others is none, since its own paragraphs stand elsewhere.
"""

from __future__ import annotations

import re

from honeyguide.chinese import ANY_HAN
from honeyguide.model import Page

HEADLINES = 4
"""Headings that are links, at least."""
TEASERS, ALL_LINKS = 0.8, 0.95
"""Of the paragraphs, so many at least stand right below such a heading; that page counts as if so much were links."""
PARAGRAPH, PARAGRAPH_CHINESE = 60, 20
"""A line with fewer characters is no paragraph: a name, a date, a menu."""
NEAR = 3
"""A headline stands so many lines above its teaser at most: a date or a name may come between."""
_IN_HEADING = re.compile(r"(?:^|/)h[1-6](?:/|$)")


def linked_share(page: Page, text: str) -> float:
    """Of the text, from 0 to 1."""
    linked = min(1.0, sum([len(out.anchor) for out in page.links]) / (len(text) or 1))
    return max(linked, ALL_LINKS) if _is_of_headlines(page) else linked


def _is_of_headlines(page: Page) -> bool:
    headlines = {out.anchor for out in page.links if "h" in out.path and _IN_HEADING.search(out.path)}
    if len(headlines) < HEADLINES:
        return False
    teasers = paragraphs = 0
    since = NEAR  # lines since the last headline, when nothing but short ones stands between
    for line in page.text.split("\n"):
        if line.strip() in headlines:
            since = 0
        elif not _is_paragraph(line):
            since += 1
        else:
            paragraphs += 1
            teasers += since < NEAR
            since = NEAR
    return teasers >= TEASERS * paragraphs


def _is_paragraph(line: str) -> bool:
    return len(line) >= (PARAGRAPH_CHINESE if ANY_HAN.search(line) else PARAGRAPH)
