"""Pages that are laid out by tables, as in 1998: trafilatura takes them for rows of data, and loses text in them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

MOSTLY = 0.5
"""Share of a text that stands in rows, from which on it is looked at for such tables."""
LONG_CELL = 250
"""Characters of a cell that holds text, not data."""
_LARGE = ("table", "h1", "h2", "h3", "h4")
_PARTS = ("tr", "td", "th", "tbody", "thead", "tfoot")


def is_mostly_rows(text: str) -> bool:
    return sum(len(line) for line in text.splitlines() if line.startswith("|")) > MOSTLY * len(text)


def without_layout_tables(tree: Any) -> Any:
    """A copy in which they are plain blocks; tables of data stay."""
    loose = deepcopy(tree)
    for table in list(loose.iter("table")):
        if _lays_out(table):
            for part in list(table.iter(*_PARTS)):
                if next(part.iterancestors("table"), None) is table:
                    part.tag = "div"
            table.tag = "div"
    for centred in list(loose.iter("center")):  # trafilatura knows no such block, and joins it to what follows
        centred.tag = "div"
    return loose


def _lays_out(table: Any) -> bool:
    """It says so, holds another table or a heading, or a cell with much text."""
    if table.get("role") in ("presentation", "none") or any(True for _ in table.iterdescendants(*_LARGE)):
        return True
    return any(len(_text(cell)) > LONG_CELL for cell in table.iter("td"))


def _text(cell: Any) -> str:
    return " ".join("".join(cell.itertext()).split())
