"""Results as files for other programs: JSON lines, CSV, XLSX, Parquet; whole, or not there at all."""

from __future__ import annotations

import csv
import io
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Any, get_type_hints

import msgspec

from honeyguide.errors import BadInput, CannotRun, nearest
from honeyguide.model import Found

Value = str | int | float | bool | None
Row = Mapping[str, Value]

COLUMNS: dict[str, type] = get_type_hints(Found)
"""A row may lack some, and has no others."""
BATCH = 1_000
MOST_XLSX_ROWS = 1_048_576
LONGEST_XLSX_CELL = 32_767

_NOT_UNICODE = re.compile(r"[\ud800-\udfff]")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_FORMULA = re.compile(r"[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r]")


def export_rows(rows: Iterable[Row], to: str, path: Path) -> int:
    """Write the rows to a file of the named format, and say how many there were."""
    if to not in _WRITERS:
        raise BadInput(f"'{to}' is no export format{nearest(to, FORMATS)}")
    with _whole(path) as stream:
        return _WRITERS[to](map(_plain, rows), stream)


def export_raw(records: Iterable[bytes], path: Path) -> int:
    """Write WARC records, ready as they are, to a file, and say how many there were."""
    count = 0
    with _whole(path) as stream:
        for record in records:
            stream.write(record)
            count += 1
    return count


def _plain(row: Row) -> dict[str, Value]:
    """All columns in order, text as valid Unicode."""
    if unknown := row.keys() - COLUMNS.keys():
        raise ValueError(f"no such columns: {', '.join(sorted(unknown))}")
    values = {name: row.get(name) for name in COLUMNS}
    return {n: _NOT_UNICODE.sub("\ufffd", v) if isinstance(v, str) else v for n, v in values.items()}


def _write_jsonl(rows: Iterable[dict[str, Value]], stream: IO[bytes]) -> int:
    encode = msgspec.json.Encoder().encode
    count = 0
    for row in rows:
        stream.write(encode(row) + b"\n")
        count += 1
    return count


def _write_csv(rows: Iterable[dict[str, Value]], stream: IO[bytes]) -> int:
    text = io.TextIOWrapper(stream, "utf-8-sig", newline="")  # Excel takes UTF-8 for what it is only with a mark
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    count = 0
    for row in rows:
        writer.writerow([_defused(value) for value in row.values()])
        count += 1
    text.flush()
    text.detach()
    return count


def _defused(value: Value) -> Value:
    """A text that no spreadsheet runs as a formula; numbers are left alone."""
    if not isinstance(value, str):
        return value
    value = value.replace("\x00", "")
    return f"'{value}" if _FORMULA.match(value) else value


def _write_xlsx(rows: Iterable[dict[str, Value]], stream: IO[bytes]) -> int:
    try:
        from openpyxl import Workbook  # noqa: PLC0415
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
    except ImportError:
        raise CannotRun("writing XLSX needs openpyxl: pip install 'honeyguide[spreadsheet]'") from None
    book = Workbook(write_only=True)
    sheet = book.create_sheet("pages")

    def cell(value: Value) -> object:
        if not isinstance(value, str):
            return value
        text = WriteOnlyCell(sheet, _fit_for_xlsx(value))
        text.data_type = "s"
        if _FORMULA.match(value):
            text.quotePrefix = True  # stays a text when it is edited, too
        return text

    count = 0
    with _spooled(sheet):
        sheet.append(list(COLUMNS))
        for row in rows:
            count += 1
            if count >= MOST_XLSX_ROWS:
                raise BadInput(
                    f"an XLSX sheet holds at most {MOST_XLSX_ROWS - 1:,} pages, and there are more; "
                    "export csv or parquet instead"
                )
            sheet.append([cell(value) for value in row.values()])
    book.save(stream)
    return count


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
        raise CannotRun(f"the sheet could not be written to {gettempdir()}: {error}") from error


def _fit_for_xlsx(text: str) -> str:
    text = _NOT_XML.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) * 2 <= LONGEST_XLSX_CELL:
        return text
    return text.encode("utf-16-le")[: 2 * LONGEST_XLSX_CELL].decode("utf-16-le", "ignore")


def _write_parquet(rows: Iterable[dict[str, Value]], stream: IO[bytes]) -> int:
    try:
        import pyarrow  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise CannotRun("writing Parquet needs pyarrow: pip install 'honeyguide[parquet]'") from None
    types = {str: pyarrow.string(), float: pyarrow.float64(), bool: pyarrow.bool_(), int: pyarrow.int64()}
    kinds = {name: types[kind] for name, kind in COLUMNS.items()} | {"fetched_at": pyarrow.timestamp("ms", "UTC")}
    schema = pyarrow.schema(list(kinds.items()))
    remaining = iter(rows)
    count = 0
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        while batch := list(islice(remaining, BATCH)):
            timed = [row | {"fetched_at": _moment(row["fetched_at"])} for row in batch]
            writer.write_batch(pyarrow.RecordBatch.from_pylist(timed, schema=schema))
            count += len(batch)
    return count


def _moment(at: Value) -> datetime | None:
    return datetime.fromisoformat(at) if isinstance(at, str) and at else None


@contextmanager
def _whole(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name when all of it is written."""
    path = path.resolve()
    part = path.parent / f".honeyguide-export-{secrets.token_hex(6)}.part"
    try:
        if path.exists() and not path.is_file():
            raise BadInput(f"{path} is not a file that can be written; name another")
        if not path.parent.is_dir():
            raise BadInput(f"{path.parent} is not a folder; make it first")
        try:
            with part.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise CannotRun(f"{path} could not be written: {error.strerror or error}") from error


_WRITERS = {"jsonl": _write_jsonl, "csv": _write_csv, "xlsx": _write_xlsx, "parquet": _write_parquet}
FORMATS: tuple[str, ...] = tuple(_WRITERS)
