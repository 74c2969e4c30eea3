"""Rows as a spreadsheet that a person can read: a header that stays, fitting widths, dates, links, a filter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from importlib import import_module
from tempfile import gettempdir
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from honeyguide.errors import BadInput, CannotRun

MOST_ROWS = 1_048_576
LONGEST_CELL = 32_767
LONGEST_SHOWN = 1_000
"""Characters of a cell that is not one of `WHOLE`."""
MOST_LINKS, LONGEST_LINK = 65_530, 2_079
"""Of a sheet, and characters of one."""
WHOLE = frozenset(("text", "content", "title_words", "content_words", "url", "parent", "duplicate_of"))
"""Columns that are never shortened: long ones are there because somebody asked for them."""
DATES = frozenset(("published", "updated", "fetched_at"))
LINKS = frozenset(("url", "parent", "duplicate_of"))
WIDTHS = {"title": 60, "url": 50, "reasons": 60, "description": 60, "keywords": 40, "text": 80, "content": 80}
"""In characters; 17 for dates, 14 for others."""
FORMULA = re.compile(r"[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r]")
"""What a spreadsheet takes for a formula."""

_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_FIRST_YEAR = 1900

Cell = str | int | float | bool | None


def write_xlsx(rows: Iterable[Mapping[str, Cell]], stream: IO[bytes], columns: Iterable[str]) -> None:
    try:
        from openpyxl import Workbook  # noqa: PLC0415
        from openpyxl.writer.excel import ExcelWriter  # noqa: PLC0415
    except ImportError:
        raise CannotRun("writing XLSX needs openpyxl: pip install 'honeyguide[spreadsheet]'") from None
    book = Workbook(write_only=True)
    sheet = _Sheet(book.create_sheet("pages"), list(columns))
    with _spooled(sheet.sheet):
        sheet.begin()
        for count, row in enumerate(rows, start=1):
            if count >= MOST_ROWS:
                raise BadInput(
                    f"an XLSX sheet holds at most {MOST_ROWS - 1:,} pages, and there are more; "
                    "export csv or parquet instead"
                )
            sheet.add(row)
        sheet.end()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:  # book.save leaves its own open when the disk is full
        ExcelWriter(book, archive).write_data()


class _Sheet:
    def __init__(self, sheet: Any, columns: list[str]) -> None:
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
        from openpyxl.styles import Alignment, Font, PatternFill  # noqa: PLC0415
        from openpyxl.utils import get_column_letter  # noqa: PLC0415

        self.sheet = sheet
        self._columns = columns
        self._cell = WriteOnlyCell
        self._letters = [get_column_letter(number) for number in range(1, len(columns) + 1)]
        self._head = Font(bold=True), PatternFill("solid", fgColor="DDE7EE"), Alignment(vertical="top")
        self._link = Font(color="0563C1", underline="single")
        self._row = 1
        self._links = 0

    def begin(self) -> None:
        """The header, which stays in sight with the first column; openpyxl must know the widths before any row."""
        for letter, name in zip(self._letters, self._columns, strict=True):
            self.sheet.column_dimensions[letter].width = WIDTHS.get(name, 17 if name in DATES else 14)
        self.sheet.freeze_panes = "B2"
        cells = []
        for name in self._columns:
            cell = self._cell(self.sheet, name)
            cell.font, cell.fill, cell.alignment = self._head
            cells.append(cell)
        self.sheet.append(cells)

    def add(self, row: Mapping[str, Cell]) -> None:
        self._row += 1
        self.sheet.append([self._made(number, name, row[name]) for number, name in enumerate(self._columns)])

    def end(self) -> None:
        self.sheet.auto_filter.ref = f"A1:{self._letters[-1]}{self._row}"

    def _made(self, number: int, name: str, value: Cell) -> object:
        if isinstance(value, float):
            cell = self._cell(self.sheet, value)
            cell.number_format = "0.000"
            return cell
        if not isinstance(value, str):
            return value
        if name in DATES and (when := _when(value)) is not None:
            cell = self._cell(self.sheet, when)
            cell.number_format = "yyyy-mm-dd hh:mm" if isinstance(when, datetime) else "yyyy-mm-dd"
            return cell
        cell = self._cell(self.sheet, _fit(value if name in WHOLE else _shortened(value)))
        cell.data_type = "s"
        if FORMULA.match(value):
            cell.quotePrefix = True  # stays a text when it is edited, too
        if name in LINKS and 0 < len(value) <= LONGEST_LINK and self._links < MOST_LINKS:
            self._links += 1
            cell.row, cell.column = self._row, number + 1
            shown = cell.value
            cell.hyperlink = value
            cell.value, cell.data_type, cell.font = shown, "s", self._link
        return cell


def _when(text: str) -> date | None:
    """A date or a time by the clock of the page, since a cell knows no time zone; None for what is no date to it."""
    try:
        at = date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None
    return at if at.year >= _FIRST_YEAR else None


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN].rstrip()} …"


def _fit(text: str) -> str:
    text = _NOT_XML.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) * 2 <= LONGEST_CELL:
        return text
    return text.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")


@contextmanager
def _spooled(sheet: Any) -> Iterator[None]:
    """openpyxl first keeps a sheet in the temporary folder; where lxml is installed, failures there are lxml's."""
    try:
        failure: type[Exception] = import_module("lxml.etree").SerialisationError
    except ImportError:
        failure = OSError
    try:
        try:
            yield
        finally:
            sheet.close()
    except failure as error:
        raise CannotRun(f"the sheet cannot be written to {gettempdir()}: {error}") from error
