"""Results as files for other programs: JSON lines, CSV, XLSX, Parquet, chunks; whole, or not there at all."""

from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO, get_type_hints

import msgspec

from honeyguide.atomic import whole_file
from honeyguide.errors import BadInput, CannotRun, nearest
from honeyguide.model import Block, StoredPage
from honeyguide.storage.chunks import chunk_records
from honeyguide.storage.xlsx import FORMULA, write_xlsx

Value = str | int | float | bool | tuple[str, ...] | None
Row = Mapping[str, Value]
Structure = Callable[[Row], Sequence[Block]]
"""The blocks of a page's main text; none where they are not known."""

Target = Path | IO[bytes]
"""A file, or a stream that is open."""

COLUMNS: dict[str, type] = get_type_hints(StoredPage)
"""A row may lack some, and has no others but those of `RANKED`."""
RANKED: dict[str, type] = COLUMNS | {"score": float, "reasons": str}
"""With what a ranking says of a page."""
BATCH = 1_000

_NOT_UNICODE = re.compile(r"[\ud800-\udfff]")


@contextmanager
def opened(target: Target) -> Iterator[IO[bytes]]:
    """A file that is there whole or not at all; a stream gets what comes as it comes."""
    if isinstance(target, Path):
        with whole_file(target) as stream:
            yield stream
    else:
        yield target
        target.flush()


def export_rows(rows: Iterable[Row], to: str, target: Target, columns: Mapping[str, type] = COLUMNS) -> int:
    """Write the rows to a file of the named format, and say how many there were."""
    if to not in _WRITERS:
        raise BadInput(f"'{to}' is no export format{nearest(to, FORMATS)}")
    written = 0

    def counted() -> Iterator[dict[str, Value]]:
        nonlocal written
        for row in rows:
            written += 1
            yield plain(row, columns)

    with opened(target) as stream:
        if to == "csv" and isinstance(target, Path):
            stream.write(BOM_UTF8)  # Excel takes UTF-8 for what it is only with a mark
        _WRITERS[to](counted(), stream, columns)
    return written


def unknown(_: Row) -> Sequence[Block]:
    """The structure of a page of which only the text is known."""
    return ()


def export_chunks(
    rows: Iterable[Row], target: Target, size: int = 0, structure: Structure = unknown
) -> tuple[int, int]:
    """Write the rows' texts in pieces, one JSON object a line; how many pages had a text, and how many pieces.

    `size` is in characters; 0 for what suits the language.
    """
    encode = msgspec.json.Encoder().encode
    pages = chunks = 0
    with opened(target) as stream:
        for row in rows:
            known = plain(row, row.keys())
            records = chunk_records(known, size, structure(known))
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
    text = io.TextIOWrapper(stream, "utf-8", newline="")
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
    return f"'{value}" if FORMULA.match(value) else value


def _write_xlsx(rows: Iterable[dict[str, Value]], stream: IO[bytes], columns: Mapping[str, type]) -> None:
    write_xlsx(({name: _cell(value) for name, value in row.items()} for row in rows), stream, columns)


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
    moment = pyarrow.timestamp("ms", "UTC")
    kinds = {name: moment if name == "fetched_at" else types[kind] for name, kind in columns.items()}
    schema = pyarrow.schema(list(kinds.items()))
    remaining = iter(rows)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        while batch := list(islice(remaining, BATCH)):
            timed = [
                {name: _moment(each) if name == "fetched_at" else each for name, each in row.items()} for row in batch
            ]
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
