"""Cells of files: text with a URL a line, CSV, XLSX."""

from __future__ import annotations

import codecs
import csv
import io
import os
import shlex
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import TextIO

from honeyguide.errors import BadSeeds, CannotRun
from honeyguide.seeds.cells import MOST_CELLS, SAMPLE, Cell, Row, choose_table, column_cells
from honeyguide.text_files import open_bytes

LONGEST_LINE = 65_536
MOST_CHARACTERS = 1_000_000_000
LARGEST_CELL = 16_000_000
LARGEST_WORKBOOK = 200_000_000
"""Bytes that a workbook may unpack to …"""
SMALL_WORKBOOK, MOST_UNPACKED = 20_000_000, 50
"""… and beyond the first of these no more than so many times what it is: tables pack to a tenth or so."""
MOST_WORKBOOK_CELLS = 2_000_000
DELIMITERS = ",;\t|"
ONE_COLUMN = "\x1f"


def text_file_cells(source: str) -> Iterator[Cell]:
    with _text(source) as stream:
        yield from line_cells(stream, source)


def line_cells(stream: TextIO, source: str) -> Iterator[Cell]:
    """One a line, after a tab what it is; a line that starts with # is a comment."""
    characters = 0
    try:
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), ""), start=1):
            characters += len(line)
            if number > MOST_CELLS or characters > MOST_CHARACTERS:
                raise BadSeeds(f"{source} holds more than {MOST_CELLS:,} lines or a billion characters; split it")
            if "\x00" in line:
                raise BadSeeds(
                    f"{source} is not text: line {number:,} holds NUL bytes; UTF-16 needs a byte order mark"
                )
            if not line.lstrip("\ufeff \t").startswith("#"):
                url, _, description = line.partition("\t")
                yield f"{source}:{number}", url, description
    except UnicodeError:
        raise _wrong_encoding(source) from None


def csv_cells(source: str, column: str) -> Iterator[Cell]:
    with _text(source, newline="") as stream, long_fields():
        try:
            start = stream.read(LONGEST_LINE)
            stream.seek(0)
            yield from column_cells(csv_rows(stream, delimiter(start), source), column, source)
        except UnicodeError:
            raise _wrong_encoding(source) from None


def csv_rows(stream: TextIO, delimiter: str, source: str) -> Iterator[Row]:
    reader = csv.reader(stream, delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            yield f"{source}:{line}", row
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadSeeds(f"{source}:{line}: is not CSV: {error}") from None


def delimiter(start: str) -> str:
    """The sign that cuts most rows into as many cells as the first, which must be two or more."""
    whole = len(start) < LONGEST_LINE
    best, found = (0.5, 0), ONE_COLUMN
    for candidate in DELIMITERS:
        rows = csv.reader(io.StringIO(start, newline=""), delimiter=candidate)
        try:
            widths = [len(row) for row in islice(rows, SAMPLE) if row]
        except csv.Error:
            continue
        if not whole and len(widths) > 1 and len(widths) < SAMPLE:
            widths.pop()
        if widths and widths[0] > 1:
            fit = (widths.count(widths[0]) / len(widths), widths[0])
            if fit > best:
                best, found = fit, candidate
    return found


def xlsx_cells(source: str, column: str, table: str) -> Iterator[Cell]:
    try:
        import openpyxl  # noqa: PLC0415
        from openpyxl.utils.exceptions import InvalidFileException  # noqa: PLC0415
    except ImportError:
        raise CannotRun("reading seeds from XLSX needs openpyxl: pip install 'honeyguide[spreadsheet]'") from None
    try:
        with zipfile.ZipFile(source) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
        most = min(LARGEST_WORKBOOK, max(SMALL_WORKBOOK, MOST_UNPACKED * os.path.getsize(source)))
        if unpacked > most:
            raise BadSeeds(f"{source} unpacks to more than {most:,} bytes; save it as .csv and split it")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            workbook = openpyxl.load_workbook(source, read_only=True, data_only=True)
        with closing(workbook):
            sheets = {sheet.title: sheet for sheet in workbook.worksheets}
            name = choose_table(sheets, table or next(iter(sheets), ""), source, "sheet")
            sheets[name].reset_dimensions()  # what a file says of its own size is not always true
            numbered = enumerate(sheets[name].iter_rows(values_only=True), start=1)
            place = f"{source}, sheet '{name}'"
            rows = ((f"{place}, row {number}", row) for number, row in numbered)
            yield from column_cells(rows, column, place, MOST_WORKBOOK_CELLS)
    except (zipfile.BadZipFile, InvalidFileException, zlib.error, EOFError, OSError) as error:
        raise BadSeeds(f"{source} is no XLSX workbook, or a broken one: {error}") from None
    except (AttributeError, LookupError, NotImplementedError, SyntaxError, TypeError, ValueError) as error:
        raise BadSeeds(f"{source} is no XLSX workbook, or a broken one: {type(error).__name__}") from None


@contextmanager
def _text(source: str, newline: str | None = None) -> Iterator[TextIO]:
    """A text file, by its byte order mark in UTF-16, else in UTF-8."""
    try:
        with open_bytes(source) as stream:
            wide = stream.peek(2)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
            yield io.TextIOWrapper(stream, "utf-16" if wide else "utf-8-sig", newline=newline)
    except OSError as error:
        raise BadSeeds(f"{source} cannot be read: {error.strerror or error}") from None


@contextmanager
def long_fields() -> Iterator[None]:
    before = csv.field_size_limit(LARGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _wrong_encoding(source: str) -> BadSeeds:
    file = shlex.quote(source) if source != "standard input" else "FILE"
    return BadSeeds(
        f"{source} is not UTF-8 text; if it is GBK, convert it with: "
        f"iconv -f GB18030 -t UTF-8 {file} > seeds-utf8.txt"
    )
