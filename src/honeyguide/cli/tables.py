"""Tables for people: facts by name, and rows below headings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from honeyguide.cli.terminal import stdout, styled

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show_facts(facts: Iterable[tuple[str, str]], console: Console | None = None) -> None:
    """A name and a value a line."""
    from rich.table import Table  # noqa: PLC0415

    grid = Table.grid(padding=(0, 2))
    for name, value in facts:
        grid.add_row(styled(name, "bold"), styled(value))
    (console or stdout()).print(grid)


def table(*left: str, right: Iterable[str] = (), wide: str = "", title: str | None = None) -> Table:
    """Headings of texts, then of figures, then of a text that takes the rest."""
    from rich.table import Table  # noqa: PLC0415

    made = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, title=title)
    for name in left:
        made.add_column(name, overflow="fold")
    for name in right:
        made.add_column(name, justify="right")
    if wide:
        made.add_column(wide, overflow="fold")
    return made
