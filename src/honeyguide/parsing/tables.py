"""Tables of a page: one that holds data becomes a grid of cells; one that only lays out the page does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from honeyguide.model import Block, Span, Spans

MOST_COLUMNS, MOST_SPANNED = 60, 200
LONGEST_CELL = 600
"""Characters; a longer one is a part of the page."""

Held = TypeVar("Held")


class Cell(Struct, Generic[Held]):
    header: bool
    columns: int = 1
    rows: int = 1
    held: list[Held] = []


class Table(Generic[Held]):
    """A table that is being read, and what stands in it."""

    def __init__(self, *, laid_out: bool) -> None:
        self.laid_out = laid_out
        self.rows: list[list[Cell[Held]]] = []
        self.cell: Cell[Held] | None = None
        self.loose: list[Held] = []
        """What stands in no cell: the caption."""

    @property
    def held(self) -> list[Held]:
        """Where what comes now belongs."""
        return self.loose if self.cell is None else self.cell.held

    def open_cell(self, cell: Cell[Held]) -> None:
        self.cell = cell
        if not self.rows:
            self.rows.append([])
        self.rows[-1].append(cell)

    def grid(self, block_of: Callable[[Held], Block]) -> tuple[tuple[Spans, ...], ...]:
        """Its cells in rows of the same length, a header first; nothing when it is a matter of layout."""
        headed = any(cell.header for row in self.rows for cell in row)
        wanted = ("paragraph", "code") if headed else ("paragraph",)
        grid: list[list[Spans]] = []
        hanging: dict[int, int] = {}
        """Columns that a cell of a row above covers, and for how many rows more."""
        for row in self.rows:
            line: list[Spans] = []
            for cell in row:
                blocks = [block_of(each) for each in cell.held]
                if any(block.kind not in wanted for block in blocks):
                    return ()
                spans = _one(blocks)
                if sum(len(span.text) for span in spans) > LONGEST_CELL:
                    return ()
                _skip(line, hanging)
                for number in range(min(cell.columns, MOST_COLUMNS)):
                    if cell.rows > 1:
                        hanging[len(line)] = min(cell.rows, MOST_SPANNED) - 1
                    line.append(() if number else spans)
            _skip(line, hanging)
            if any(line):
                grid.append(line)
        width = max(map(len, grid), default=0)
        if self.laid_out or len(grid) < 2 or not 2 <= width <= MOST_COLUMNS:
            return ()
        full = [tuple(line + [()] * (width - len(line))) for line in grid]
        if all(cell.header for cell in next(row for row in self.rows if row)):
            return tuple(full)
        return (((),) * width, *full)

    def only_row(self, block_of: Callable[[Held], Block]) -> Spans:
        """What the cells of its only row say, in one line; nothing where they hold more than a line each."""
        rows = [row for row in self.rows if any(cell.held for cell in row)]
        if self.laid_out or len(rows) != 1 or len(rows[0]) < 2:
            return ()
        cells = [[block_of(each) for each in cell.held] for cell in rows[0]]
        blocks = [block for cell in cells for block in cell]
        if max(map(len, cells)) > 1 or any(block.kind != "paragraph" or block.depth for block in blocks):
            return ()
        spans = _one(blocks)
        return spans if sum(len(span.text) for span in spans) <= LONGEST_CELL else ()


def _skip(line: list[Spans], hanging: dict[int, int]) -> None:
    while hanging.get(len(line)):
        hanging[len(line)] -= 1
        line.append(())


def _one(blocks: list[Block]) -> Spans:
    """What stands in a cell, in one line."""
    spans: list[Span] = []
    for block in blocks:
        if spans:
            spans.append(Span(" "))
        spans += block.spans
    return tuple(Span(" ".join(span.text.split()), code=True) if "\n" in span.text else span for span in spans)
