"""What htmldate makes of a page, with bounds on what it gives to dateparser: so many texts, in so many languages."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy, deepcopy
from functools import cache
from typing import Any

from honeyguide.parsing.article.body import LIBRARY_ERRORS, tell_failure

MOST = 8
"""Texts of a page that dateparser gets; 200 real articles gave it 3 at most."""
EVERYWHERE = "en"
"""A language that dates of all pages may be in. dateparser by itself tries 205: that takes 15 ms a text, and two
seconds for the first one, after which it holds all of them in memory."""

SENTENCE = 60
"""Characters of an element that make it body text."""
TEXT, CODE = ("p", "li", "dd", "blockquote"), ("pre", "code")
INSIDE = frozenset(("div", "p", "ul", "ol", "table", "article", "section", "header", "footer", "time", "abbr"))
"""Elements that make what they stand in more than a sentence."""


class TooMany(LookupError):
    """A page has more texts that could be dates than are tried."""


class BoundedParser(threading.local):
    """htmldate's own parser; while a page of ours is read, for so many texts and the languages that it may be in."""

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._for_page: Any = None
        self._left = 0
        """Texts that it still takes of the page."""

    @contextmanager
    def page(self, language: str) -> Iterator[None]:
        from dateparser.data.languages_info import language_order  # noqa: PLC0415

        self._for_page = copy(self._parser())
        self._for_page.languages = [each for each in {EVERYWHERE, language} if each in language_order]
        self._left = MOST
        try:
            yield
        finally:
            self._for_page = None

    def get_date_data(self, text: str) -> Any:
        if self._for_page is None:
            return self._parser().get_date_data(text)
        if not self._left:
            raise TooMany
        self._left -= 1
        return self._for_page.get_date_data(text)


def by_htmldate(tree: Any, url: str, language: str) -> str:
    """What htmldate finds in the tree of a page: never in text, which it would fetch if it were an address.

    Body text is taken away first: the days that it speaks of are not the page's.
    A page with too many texts that could be dates is read without dateparser.
    """
    if tree is None:
        return ""
    from htmldate.meta import reset_caches  # noqa: PLC0415

    reset_caches()  # else what a page gets would depend on the pages before it
    bare = _without_text(tree)
    try:
        with bounded().page(language):
            day = _find(bare, url, extensive=True)
    except TooMany:
        day = _find(bare, url, extensive=False)
    return "" if day.endswith("-01-01") else day  # what it makes of a bare year, as in a copyright line


def _without_text(tree: Any) -> Any:
    bare = deepcopy(tree)
    for element in list(bare.iter(*TEXT, *CODE)):
        whole = element.getparent() is not None and (
            element.tag in CODE
            or (
                all(child.tag not in INSIDE for child in element.iterdescendants())
                and len(element.text_content()) > SENTENCE
            )
        )
        if whole:
            element.drop_tree()
    return bare


def _find(tree: object, url: str, *, extensive: bool) -> str:
    from htmldate import find_date  # noqa: PLC0415
    from lxml.etree import LxmlError  # noqa: PLC0415

    try:
        return find_date(tree, original_date=True, url=url, extensive_search=extensive) or ""
    except TooMany:
        raise
    except (*LIBRARY_ERRORS, LxmlError) as wrong:
        tell_failure("htmldate", wrong)
        return ""


@cache
def bounded() -> BoundedParser:
    """The parser that htmldate uses from now on."""
    from htmldate import extractors  # noqa: PLC0415

    logging.getLogger("htmldate").setLevel(logging.CRITICAL)
    parser = BoundedParser(extractors.get_external_parser)
    setattr(extractors, "get_external_parser", lambda: parser)  # noqa: B010 (its type is that of a cached function)
    return parser
