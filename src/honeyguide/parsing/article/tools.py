"""What is no text of a page though it stands in it: marks to link to a heading, numbers of lines, labels of tabs.

The tree that trafilatura reads goes without them, and lines of code in elements of their own are a `<pre>` there;
`structure` does the same. The name of a language above a piece of code stays: trafilatura would join two that touch.
"""

from __future__ import annotations

import re
from typing import Any

from honeyguide.parsing.structure import (
    CAN_BE_NUMBERED,
    CODE_LINES,
    HIGHLIGHTER,
    MARKS,
    NUMBERED,
    SIGNS,
    TABS,
)

NUMBERS = re.compile(r"[\d\s]*")
MOST_CELLS = 4
"""Of a table that is one piece of code with the numbers of its lines."""


def leave_out_tools(tree: Any) -> None:
    for element in list(tree.iter(*_CAN_BE)):
        if element.getparent() is None:
            continue
        if _is_tool(element):
            element.drop_tree()
        elif element.tag == "div" and _holds_code(element):
            _to_code(element)
    for table in list(tree.iter("table")):
        _without_table(table)


_CAN_BE = ("a", "button", "div", "label", "li", "ol", "span", "td", "th", "ul")


def _is_tool(element: Any) -> bool:
    tag, classes = element.tag, element.get("class") or ""
    if element.get("role") in ("tablist", "tab"):
        return True
    if tag == "a" and (element.get("href") or "").startswith("#"):
        return bool(MARKS.search(classes)) or element.text_content().strip(" \u200b\ufeff") in SIGNS
    if not classes and tag != "label":
        return False
    parent = element.getparent().get("class") or ""
    if tag == "label":
        return element.get("for") is not None and TABS.search(parent) is not None
    if tag in ("ul", "ol"):
        return TABS.search(classes) is not None or MARKS.search(classes) is not None
    if tag == "span" and NUMBERED.search(classes):
        return any(above.tag == "pre" for above in element.iterancestors())
    return tag not in CAN_BE_NUMBERED and MARKS.search(classes) is not None


def _holds_code(element: Any) -> bool:
    classes = (element.get("class") or "").split()
    if CODE_LINES in classes:
        return True
    return "container" in classes and any(
        HIGHLIGHTER in (above.get("class") or "") for above in element.iterancestors("div")
    )


def _to_code(element: Any) -> None:
    """Lines in elements of their own become a `<pre>`."""
    lines = [child.text_content() for child in element]
    for child in list(element):
        element.remove(child)
    element.tag, element.text = "pre", "\n".join(lines)


def _without_table(table: Any) -> None:
    """A table that holds a piece of code and the numbers of its lines becomes that code."""
    cells = [cell for _, cell in zip(range(MOST_CELLS + 1), table.iter("td", "th"), strict=False)]
    if table.getparent() is None or len(cells) > MOST_CELLS:
        return
    code = [each for each in table.iter("pre") if not NUMBERS.fullmatch(each.text_content())]
    if len(code) != 1:
        return
    others = [cell for cell in cells if cell not in code[0].iterancestors()]
    if all(NUMBERS.fullmatch(cell.text_content()) for cell in others):
        code[0].tail = table.tail
        table.getparent().replace(table, code[0])
