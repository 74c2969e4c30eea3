"""Results as files for other programs: JSON lines, CSV, XLSX, Parquet, chunks; whole, or not there at all."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Any, get_type_hints
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from honeyguide.atomic import whole_file
from honeyguide.errors import BadInput, CannotRun, nearest
from honeyguide.model import StoredPage
from honeyguide.storage.chunks import chunk_records

Value = str | int | float | bool | tuple[str, ...] | None
Row = Mapping[str, Value]

COLUMNS: dict[str, type] = get_type_hints(StoredPage)
"""A row may lack some, and has no others but those of `RANKED`."""
RANKED: dict[str, type] = COLUMNS | {"score": float, "reasons": str}
"""With what a ranking says of a page."""
BATCH = 1_000
MOST_XLSX_ROWS = 1_048_576
LONGEST_XLSX_CELL = 32_767

_NOT_UNICODE = re.compile(r"[\ud800-\udfff]")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_FORMULA = re.compile(r"[\s\x00-\x1f\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r]")


def export_rows(rows: Iterable[Row], to: str, path: Path, columns: Mapping[str, type] = COLUMNS) -> int:
    """Write the rows to a file of the named format, and say how many there were."""
    if to not in _WRITERS:
        raise BadInput(f"'{to}' is no export format{nearest(to, FORMATS)}")
    written = 0

    def counted() -> Iterator[dict[str, Value]]:
        nonlocal written
        for row in rows:
            written += 1
            yield plain(row, columns)

    with whole_file(path) as stream:
        _WRITERS[to](counted(), stream, columns)
    return written


def export_chunks(rows: Iterable[Row], path: Path, size: int = 0) -> tuple[int, int]:
    """Write the rows' texts in pieces, one JSON object a line; how many pages had a text, and how many pieces.

    `size` is in characters; 0 for what suits the language.
    """
    encode = msgspec.json.Encoder().encode
    pages = chunks = 0
    with whole_file(path) as stream:
        for row in rows:
            records = chunk_records(plain(row, row.keys()), size)
            stream.writelines(encode(record) + b"\n" for record in records)
            pages += bool(records)
            chunks += len(records)
    return pages, chunks


def export_raw(records: Iterable[bytes], path: Path) -> int:
    """Write WARC records, ready as they are, to a file, and say how many there were."""
    count = 0
    with whole_file(path) as stream:
        for record in records:
            stream.write(record)
            count += 1
    return count


def plain(row: Row, columns: Iterable[str]) -> dict[str, Value]:
    """These columns in their order, text as valid Unicode."""
    if unknown := row.keys() - set(columns):
        raise ValueError(f"no such columns: {', '.join(sorted(unknown))}")
    return {name: _valid(row.get(name)) for name in columns}


def _valid(value: Value) -> Value:
    if isinstance(value, tuple):
        return tuple(_NOT_UNICODE.sub("\ufffd", each) for each in value)
    return _NOT_UNICODE.sub("\ufffd", value) if isinstance(value, str) else value


def _cell(value: Value) -> str | int | float | bool | None:
    """What a table takes."""
    return ", ".join(value) if isinstance(value, tuple) else value


def _write_jsonl(rows: Iterable[dict[str, Value]], stream: IO[bytes], _: Mapping[str, type]) -> None:
    encode = msgspec.json.Encoder().encode
    stream.writelines(encode(row) + b"\n" for row in rows)


def _write_csv(rows: Iterable[dict[str, Value]], stream: IO[bytes], columns: Mapping[str, type]) -> None:
    text = io.TextIOWrapper(stream, "utf-8-sig", newline="")  # Excel takes UTF-8 for what it is only with a mark
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_defused(_cell(value)) for value in row.values()] for row in rows)
    text.flush()
    text.detach()


def _defused(value: Value) -> Value:
    """A text that no spreadsheet runs as a formula; numbers are left alone."""
    if not isinstance(value, str):
        return value
    value = value.replace("\x00", "")
    return f"'{value}" if _FORMULA.match(value) else value


def _write_xlsx(rows: Iterable[dict[str, Value]], stream: IO[bytes], columns: Mapping[str, type]) -> None:
    try:
        from openpyxl import Workbook  # noqa: PLC0415
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
        from openpyxl.writer.excel import ExcelWriter  # noqa: PLC0415
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

    with _spooled(sheet):
        sheet.append(list(columns))
        for count, row in enumerate(rows, start=1):
            if count >= MOST_XLSX_ROWS:
                raise BadInput(
                    f"an XLSX sheet holds at most {MOST_XLSX_ROWS - 1:,} pages, and there are more; "
                    "export csv or parquet instead"
                )
            sheet.append([cell(_cell(value)) for value in row.values()])
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:  # book.save leaves its own open when the disk is full
        ExcelWriter(book, archive).write_data()


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


def _fit_for_xlsx(text: str) -> str:
    text = _NOT_XML.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if len(text) * 2 <= LONGEST_XLSX_CELL:
        return text
    return text.encode("utf-16-le")[: 2 * LONGEST_XLSX_CELL].decode("utf-16-le", "ignore")


def _write_parquet(rows: Iterable[dict[str, Value]], stream: IO[bytes], columns: Mapping[str, type]) -> None:
    try:
        import pyarrow  # noqa: PLC0415
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError:
        raise CannotRun("writing Parquet needs pyarrow: pip install 'honeyguide[parquet]'") from None
    types: dict[object, object] = {
        str: pyarrow.string(),
        float: pyarrow.float64(),
        bool: pyarrow.bool_(),
        int: pyarrow.int64(),
        tuple[str, ...]: pyarrow.list_(pyarrow.string()),
    }
    kinds = {name: types[kind] for name, kind in columns.items()} | {"fetched_at": pyarrow.timestamp("ms", "UTC")}
    schema = pyarrow.schema(list(kinds.items()))
    remaining = iter(rows)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        while batch := list(islice(remaining, BATCH)):
            timed = [row | {"fetched_at": _moment(row["fetched_at"])} for row in batch]
            writer.write_batch(pyarrow.RecordBatch.from_pylist(timed, schema=schema))


def _moment(at: Value) -> datetime | None:
    return datetime.fromisoformat(at) if isinstance(at, str) and at else None


_Writer = Callable[[Iterable[dict[str, Value]], IO[bytes], Mapping[str, type]], None]
_WRITERS: dict[str, _Writer] = {
    "jsonl": _write_jsonl,
    "csv": _write_csv,
    "xlsx": _write_xlsx,
    "parquet": _write_parquet,
}
FORMATS: tuple[str, ...] = tuple(_WRITERS)
