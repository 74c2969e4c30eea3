"""Exports, read back with readers of their own."""

from __future__ import annotations

import csv
import errno
import gc
import io
import json
import os
import random
import resource
import sys
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pyarrow.parquet
import pytest

from honeyguide.errors import BadInput, CannotRun
from honeyguide.model import StoredPage
from honeyguide.storage import xlsx
from honeyguide.storage.export import COLUMNS, FORMATS, RANKED, Row, Value, export_rows

PAGE = StoredPage(
    url="http://a.org/雨?x=1&y=2",
    title='暴雨 "红色" 预警, today',
    relevance=0.75,
    on_topic=True,
    language="zh",
    description="",
    host="a.org",
    depth=2,
    parent="http://a.org/",
    fetched_at="2024-07-01T12:00:00+00:00",
    status=200,
    duplicate_of="",
    text="first line\nsecond\tline\n<b>三</b> 🌧",
    published="2024-07-01T08:30:00+08:00",
    updated="2024-07-02",
    source="山城日报",
    author="林一, Ann Example",
    keywords=("暴雨", "rain"),
    content="first line\nsecond line",
)
TRAPS = [
    "=1+2",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "  =1",
    "\n=1",
    "\u3000=1",
    "＝1+2",
    "＠x",
    "\ufeff=1",
    "\u200b-1",
]


def row(**changes: Value) -> Row:
    return msgspec.structs.asdict(PAGE) | changes


def cells(row: Row) -> dict[str, object]:
    """The same in a table, which has no lists."""
    return {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in row.items()}


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


def read_xlsx(path: Path) -> list[dict[str, object]]:
    header, *rows = openpyxl.load_workbook(path)["pages"].iter_rows(values_only=True)
    return [dict(zip(header, values, strict=True)) for values in rows]


@pytest.fixture(params=FORMATS)
def to(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_json_lines_hold_one_object_a_line_and_chinese_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    assert export_rows([row(), row(depth=3)], "jsonl", path) == 2
    lines = path.read_text("utf-8").split("\n")
    assert len(lines) == 3
    assert lines[2] == ""
    assert json.loads(lines[0]) == {**row(), "keywords": ["暴雨", "rain"]}
    assert json.loads(lines[1])["depth"] == 3
    assert "暴雨" in lines[0]


def test_csv_reads_back_and_excel_sees_that_it_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    text = 'quote " comma , semicolon ; lone \r both \r\n end\n'
    assert export_rows([row(), row(text=text)], "csv", path) == 2
    assert path.read_bytes().startswith(b"\xef\xbb\xbfurl,title,")
    first, second = read_csv(path)
    assert first == {name: str(value) for name, value in cells(row()).items()}
    assert first["keywords"] == "暴雨, rain"
    assert second["text"] == text


def test_xlsx_reads_back_with_numbers_as_numbers(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    assert export_rows([row(), row(relevance=None, depth=-1)], "xlsx", path) == 2
    first, second = read_xlsx(path)
    known = {name: value if value != "" else None for name, value in cells(row()).items()}
    assert first == known | {
        "published": datetime(2024, 7, 1, 8, 30),  # by the clock of the page: cells know no time zone
        "updated": datetime(2024, 7, 2),
        "fetched_at": datetime(2024, 7, 1, 12),
    }
    assert (second["relevance"], second["depth"]) == (None, -1)


def test_a_person_can_read_the_xlsx(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    long = row(
        description="d" * 5_000, published="1066-10-14", updated="spring", url="http://a.example/" + "x" * 3_000
    )
    export_rows([row(), long], "xlsx", path)
    sheet = openpyxl.load_workbook(path)["pages"]
    at = {cell.value: cell.column_letter for cell in sheet[1]}
    assert all(cell.font.bold and cell.fill.fill_type == "solid" for cell in sheet[1])
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == f"A1:{sheet[1][-1].column_letter}3"
    assert sheet.column_dimensions[at["title"]].width > sheet.column_dimensions[at["depth"]].width >= 10
    assert sheet[f"{at['url']}2"].hyperlink.target == sheet[f"{at['url']}2"].value == row()["url"]
    assert sheet[f"{at['url']}3"].hyperlink is None  # Excel takes no link of that length
    assert sheet[f"{at['relevance']}2"].number_format == "0.000"
    assert [sheet[f"{at[name]}2"].number_format for name in ("published", "updated")] == [
        "yyyy-mm-dd hh:mm",
        "yyyy-mm-dd",
    ]
    assert [sheet[f"{at[name]}3"].value for name in ("published", "updated")] == ["1066-10-14", "spring"]
    assert len(sheet[f"{at['description']}3"].value) == 1_002


def test_a_link_that_looks_like_a_formula_is_a_text_with_a_link(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    export_rows([row(parent='=HYPERLINK("http://evil.example")')], "xlsx", path)
    with zipfile.ZipFile(path) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


def test_parquet_reads_back_typed_and_in_batches(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    rows = [row(depth=n, relevance=None if n % 2 else 0.5) for n in range(2_500)]
    assert export_rows(iter(rows), "parquet", path) == 2_500
    table = pyarrow.parquet.read_table(path)
    assert pyarrow.parquet.ParquetFile(path).num_row_groups == 3
    assert table.column_names == list(COLUMNS)
    assert [str(table.schema.field(name).type) for name in ("url", "relevance", "on_topic", "depth")] == [
        "string",
        "double",
        "bool",
        "int64",
    ]
    assert table["depth"].to_pylist() == list(range(2_500))
    at = datetime(2024, 7, 1, 12, tzinfo=UTC)
    first = {**row(depth=0, relevance=0.5), "fetched_at": at, "keywords": ["暴雨", "rain"]}
    assert table.slice(0, 1).to_pylist() == [first]
    assert str(table.schema.field("published").type) == "string"  # as precise as the page told it
    assert str(table.schema.field("keywords").type).startswith("list<")
    assert table["relevance"].null_count == 1_250


def test_nothing_found_is_a_file_with_no_rows(tmp_path: Path, to: str) -> None:
    path = tmp_path / f"none.{to}"
    assert export_rows([], to, path) == 0
    match to:
        case "jsonl":
            assert path.read_bytes() == b""
        case "csv":
            assert path.read_bytes() == b"\xef\xbb\xbf" + ",".join(COLUMNS).encode() + b"\r\n"
        case "xlsx":
            assert read_xlsx(path) == []
        case "parquet":
            assert pyarrow.parquet.read_table(path).num_rows == 0


def test_a_ranking_adds_its_score_and_reasons(tmp_path: Path, to: str) -> None:
    path = tmp_path / "ranked"
    assert export_rows([row(score=0.5, reasons="one; two")], to, path, RANKED) == 1
    found: Mapping[str, object]
    match to:
        case "jsonl":
            found = json.loads(path.read_text("utf-8"))
        case "csv":
            (found,) = read_csv(path)
        case "xlsx":
            (tmp_path / "ranked.xlsx").hardlink_to(path)
            (found,) = read_xlsx(tmp_path / "ranked.xlsx")
        case "parquet":
            (found,) = pyarrow.parquet.read_table(path).to_pylist()
    assert (str(found["score"]), found["reasons"]) == ("0.5", "one; two")


def test_lists_are_defused_too(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    export_rows([row(keywords=("=1+2", "\ud800"))], "csv", path)
    assert read_csv(path)[0]["keywords"] == "'=1+2, \ufffd"


@pytest.mark.parametrize("trap", TRAPS)
def test_a_formula_in_csv_becomes_text(tmp_path: Path, trap: str) -> None:
    path = tmp_path / "pages.csv"
    export_rows([row(title=trap, depth=-1, relevance=-0.5)], "csv", path)
    (found,) = read_csv(path)
    assert found["title"] == f"'{trap}"
    assert (found["depth"], found["relevance"]) == ("-1", "-0.5")


@pytest.mark.parametrize("trap", [*TRAPS, "#N/A", "#REF!", '=HYPERLINK("http://evil.example")'])
def test_a_formula_in_xlsx_stays_a_text_as_it_was(tmp_path: Path, trap: str) -> None:
    path = tmp_path / "pages.xlsx"
    export_rows([row(title=trap)], "xlsx", path)
    cell = openpyxl.load_workbook(path)["pages"]["B2"]
    assert cell.data_type in ("s", "inlineStr")
    assert bool(cell.quotePrefix) is not trap.startswith("#")  # what begins like a formula stays a text when edited
    assert cell.value == trap.replace("\r", "\n")
    with zipfile.ZipFile(path) as parts:
        assert b"<f>" not in parts.read("xl/worksheets/sheet1.xml")


def test_harmless_text_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    for title in ("a=b", "雨 - 晴", "'quoted'", "1-2", ""):
        export_rows([row(title=title)], "csv", path)
        assert read_csv(path)[0]["title"] == title


def test_text_that_no_file_may_hold_is_made_fit(tmp_path: Path, to: str) -> None:
    path = tmp_path / f"pages.{to}"
    every = "".join(map(chr, range(32))) + "\x7f\x85\ud800\udfff\ufffe\uffff\U0010ffff 完"
    assert export_rows([row(title=every, text="\ud83d")], to, path) == 1
    match to:
        case "jsonl":
            title = json.loads(path.read_text("utf-8"))["title"]
        case "csv":
            title = read_csv(path)[0]["title"]
        case "xlsx":
            title = read_xlsx(path)[0]["title"]
        case "parquet":
            title = pyarrow.parquet.read_table(path)["title"][0].as_py()
    assert str(title).endswith("\U0010ffff 完")
    if to == "xlsx":
        assert str(title).startswith("\t\n\n\x7f")


def test_a_score_that_is_no_number_does_not_break_json(tmp_path: Path) -> None:
    path = tmp_path / "pages.jsonl"
    export_rows([row(relevance=float("nan"))], "jsonl", path)
    assert json.loads(path.read_text("utf-8"), parse_constant=pytest.fail)["relevance"] is None


def test_long_cells_are_cut_for_xlsx_without_halving_a_character(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    export_rows([row(text="雨" * 40_000), row(text="x" + "🌧" * 20_000), row(text="y" * 32_767)], "xlsx", path)
    texts = [str(found["text"]) for found in read_xlsx(path)]
    assert texts == ["雨" * 32_767, "x" + "🌧" * 16_383, "y" * 32_767]


def test_more_rows_than_a_sheet_holds_are_refused_with_a_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert xlsx.MOST_ROWS == 1_048_576
    monkeypatch.setattr(xlsx, "MOST_ROWS", 4)
    path = tmp_path / "pages.xlsx"
    assert export_rows([row()] * 3, "xlsx", path) == 3
    before = path.read_bytes()
    with pytest.raises(BadInput, match="an XLSX sheet holds at most 3 pages, and there are more; export csv"):
        export_rows([row()] * 4, "xlsx", path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["pages.xlsx"]


def test_an_interrupted_export_leaves_the_old_file_and_nothing_else(tmp_path: Path, to: str) -> None:
    def interrupted() -> Iterator[Row]:
        for _ in range(1_500):
            yield row()
        raise KeyboardInterrupt

    path = tmp_path / "pages"
    with pytest.raises(KeyboardInterrupt):
        export_rows(interrupted(), to, path)
    assert os.listdir(tmp_path) == []
    path.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        export_rows(interrupted(), to, path)
    assert os.listdir(tmp_path) == ["pages"]
    assert path.read_text() == "old"


def test_nothing_stands_under_the_name_before_all_is_written(tmp_path: Path, to: str) -> None:
    path = tmp_path / "pages"

    def watching() -> Iterator[Row]:
        for _ in range(1_500):
            assert not path.exists()
            yield row()

    assert export_rows(watching(), to, path) == 1_500
    assert os.listdir(tmp_path) == ["pages"]


def test_a_disk_that_takes_no_more_gets_a_sentence_and_keeps_no_half_file(tmp_path: Path, to: str) -> None:
    rng = random.Random(3)
    rows = [row(text="".join(chr(rng.randrange(0x4E00, 0x9FFF)) for _ in range(500))) for _ in range(200)]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        with pytest.raises(CannotRun, match="cannot be written"):
            export_rows(rows, to, tmp_path / "pages")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert os.listdir(tmp_path) == []


def test_a_disk_that_is_full_when_the_sheet_is_saved_leaves_no_word_but_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(io.FileIO):
        def write(self, data: Any, /) -> int:
            if self.tell() + len(data) > 2_000:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(data) or 0

    def opened(path: Path, mode: str) -> Full:
        return Full(path, mode)

    heard: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)
    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(CannotRun, match="cannot be written: No space left on device"):
        export_rows([row()] * 50, "xlsx", tmp_path / "pages.xlsx")
    gc.collect()
    assert heard == []


def test_the_file_may_be_read_by_whom_the_user_allows(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        export_rows([row()], "csv", tmp_path / "pages.csv")
    finally:
        os.umask(before)
    assert (tmp_path / "pages.csv").stat().st_mode & 0o777 == 0o644


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").touch()
    (tmp_path / "link").symlink_to("real")
    export_rows([row()], "jsonl", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").stat().st_size > 0


def test_a_place_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is not a file that can be written"):
        export_rows([row()], "csv", tmp_path)
    with pytest.raises(BadInput, match="is not a folder; make it first"):
        export_rows([row()], "csv", tmp_path / "none" / "pages.csv")
    with pytest.raises(CannotRun, match="cannot be written: File name too long"):
        export_rows([row()], "csv", tmp_path / ("x" * 300))
    assert os.listdir(tmp_path) == []


def test_an_unknown_format_is_told_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'parket' is no export format; did you mean 'parquet'"):
        export_rows([row()], "parket", tmp_path / "pages")


def test_columns_may_be_missing_but_not_unknown(tmp_path: Path, to: str) -> None:
    assert export_rows([{"url": "http://a.org/"}], to, tmp_path / "pages") == 1
    with pytest.raises(ValueError, match="no such columns: colour"):
        export_rows([{"url": "http://a.org/", "colour": "red"}], to, tmp_path / "pages")


@pytest.mark.parametrize(
    ("to", "module", "extra"), [("xlsx", "openpyxl", "spreadsheet"), ("parquet", "pyarrow", "parquet")]
)
def test_without_the_extra_the_command_that_brings_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(CannotRun, match=rf"pip install 'honeyguide\[{extra}\]'"):
        export_rows([row()], to, tmp_path / "pages")
    assert os.listdir(tmp_path) == []
