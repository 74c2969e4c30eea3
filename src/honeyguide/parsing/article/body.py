"""What does it say? The main text by trafilatura (Barbaresi 2021), and what mends it where it fails.

Mended [ours]: where it finds nothing it is asked again with recall preferred, and then turbohtml's density; where it
finds mostly rows of tables, it is asked again without those that lay out the page; what follows a heading such as
"Related posts" near the end is left out.
Bounded: a page that is too large, too deep or of too many elements does not reach trafilatura, whose time is not
linear in them.
"""

from __future__ import annotations

import logging
import re
from typing import Any

import turbohtml

from honeyguide.parsing.article.layout_tables import is_mostly_rows, without_layout_tables
from honeyguide.parsing.article.scan import LONGEST_HTML, Scan
from honeyguide.parsing.article.tools import leave_out_tools
from honeyguide.parsing.html import bounded, visible

DEEPEST, MOST_ELEMENTS = 250, 40_000
"""Of a page that trafilatura gets."""
ENDING = 0.7
"""Share of the text after which a heading can end it."""
LONGEST = 500_000
ENDINGS = re.compile(
    r"\W*(?:you (?:may|might) also (?:like|enjoy)|(?:related|recommended|recent|popular|latest|similar|more) "
    r"(?:posts?|articles?|reading|content|stories|news|blogs?|resources)|more from\b.{0,40}|read next|up next|"
    r"what to read next|about the author|leave a (?:reply|comment)|related|相关(?:阅读|新闻|文章|推荐|链接|报道)|"
    r"相關(?:閱讀|新聞|文章|推薦|報導)|推荐阅读|推薦閱讀|延伸阅读|延伸閱讀|热门推荐|猜你喜欢|更多新闻|网友评论|"
    r"(?:免责|版权)声明|(?:was|is) this (?:page |article |section |document |content )?(?:helpful|useful)|"
    r"(?:last )?(?:updated|modified|edited) (?:\d{1,3}|an?|last) (?:minute|hour|day|week|month|year)s?(?: ago)?)\W*",
    re.IGNORECASE,
)
EDITOR = re.compile(r"[（(\[【]?\s*(?:责任编辑|責任編輯|责编|責編|编辑|編輯)\s*[:：].{0,40}")

LIBRARY_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What a page may provoke in the libraries: it then has no text or date from them."""
_told: set[tuple[str, str]] = set()
_log = logging.getLogger(__name__)


def tell_failure(library: str, wrong: Exception) -> None:
    """Once of each kind in a process: one page of many is no news, but a library that always fails must be seen."""
    kind = type(wrong).__name__
    if (library, kind) not in _told:
        _told.add((library, kind))
        _log.warning("%s failed on a page, which goes without: %s: %s", library, kind, str(wrong)[:200])


def tree_of(html: str, found: Scan) -> Any:
    """The page as lxml has it, for trafilatura and htmldate; None when it is more than they can take."""
    if found.deepest > DEEPEST or found.elements > MOST_ELEMENTS or len(html) > LONGEST_HTML:
        return None
    from lxml.etree import LxmlError  # noqa: PLC0415
    from trafilatura.utils import load_html  # noqa: PLC0415

    logging.getLogger("trafilatura").setLevel(logging.CRITICAL)
    try:
        tree = load_html(html)
        if tree is not None:
            leave_out_tools(tree)
        return tree
    except (*LIBRARY_ERRORS, LxmlError) as wrong:
        tell_failure("lxml", wrong)
        return None


def main_text(html: str, tree: Any) -> str:
    """The main text, a paragraph a line."""
    text = (by_trafilatura(tree) or by_trafilatura(tree, recall=True)) if tree is not None else ""
    if is_mostly_rows(text):
        text = by_trafilatura(without_layout_tables(tree)) or text
    return _ended(visible(text or by_density(html))[:LONGEST])


def by_trafilatura(tree: Any, *, recall: bool = False) -> str:
    from lxml.etree import LxmlError  # noqa: PLC0415
    from trafilatura import bare_extraction  # noqa: PLC0415

    try:
        document: Any = bare_extraction(tree, favor_recall=recall)
    except (*LIBRARY_ERRORS, LxmlError) as wrong:
        tell_failure("trafilatura", wrong)
        return ""
    return (document.text or "") if document is not None else ""


def by_density(html: str) -> str:
    """Where the text of the page is densest, by turbohtml: 2 ms a page, linear, and less exact."""
    text = turbohtml.parse(bounded(html[:LONGEST_HTML])).article().text
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def _ended(text: str) -> str:
    place = 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if place > ENDING * len(text) and len(line) < 80 and (ENDINGS.fullmatch(line) or EDITOR.fullmatch(line)):
            return "\n".join(lines[:number])
        place += len(line) + 1
    return text
