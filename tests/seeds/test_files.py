"""Seeds from a column of a CSV or XLSX file."""

from __future__ import annotations

import csv
import io
import random
import sys
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import openpyxl
import pytest

from honeyguide.errors import BadSeeds, CannotRun
from honeyguide.seeds import files, read_seeds

EXPECTED = ["http://a.org/", "http://b.org/x"]


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(source: str, column: str = "", table: str = "") -> list[str]:
    return list(read_seeds([source], column=column, table=table, stdin=io.StringIO()))


def refusal(source: str, column: str = "", table: str = "") -> str:
    with pytest.raises(BadSeeds) as caught:
        read(source, column, table)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def write_csv(text: str, name: str = "s.csv", encoding: str = "utf-8") -> str:
    Path(name).write_text(text, encoding=encoding, newline="")
    return name


def write_xlsx(*rows: Sequence[object], name: str = "s.xlsx", **more: Sequence[Sequence[object]]) -> str:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for title, others in more.items():
        sheet = book.create_sheet(title)
        for row in others:
            sheet.append(row)
    book.save(name)
    return name


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_any_usual_delimiter_and_encoding_is_recognised(delimiter: str, encoding: str) -> None:
    rows = ['名称|网址|"备 注"', "雨|http://a.org|x", '"a, ""b""; c"|http://b.org/x|"two\r\nlines"', ""]
    write_csv("\r\n".join(rows).replace("|", delimiter), encoding=encoding)
    assert read("s.csv") == EXPECTED


@pytest.mark.parametrize("name", ["url", "URL", "Link", "网址", "链接"])
def test_the_column_of_urls_is_found_by_its_name(name: str) -> None:
    assert read(write_csv(f"home,{name}\nhttp://z.org,a.org\nhttp://y.org,b.org/x\n")) == EXPECTED


def test_else_the_first_column_whose_cells_are_urls_is_taken() -> None:
    assert read(write_csv("id,site,other\n1,http://a.org,http://z.org\n2,http://b.org/x,\n")) == EXPECTED


def test_a_file_without_a_header_loses_no_row() -> None:
    assert read(write_csv("1,http://a.org\n2,http://b.org/x\n")) == EXPECTED
    assert read(write_csv("1,http://a.org\n2,http://b.org/x\n"), column="2") == EXPECTED
    assert read(write_csv("a.org\nb.org/x\n")) == EXPECTED


def test_a_column_may_be_named_or_numbered() -> None:
    write_csv("Start Page,zweite,3\nhttp://a.org,http://z.org,c.org\nhttp://b.org/x,http://z.org,d.org\n")
    assert read("s.csv", column="Start Page") == EXPECTED
    assert read("s.csv", column="start page") == EXPECTED
    assert read("s.csv", column="1") == EXPECTED
    assert read("s.csv", column="3") == ["http://c.org/", "http://d.org/"]


def test_a_missing_column_is_told_with_the_nearest_or_all() -> None:
    write_csv("name,adress\nx,http://a.org\n")
    assert refusal("s.csv", "address") == "s.csv has no column 'address'; did you mean 'adress'?"
    assert refusal("s.csv", "7") == "s.csv has no column '7'; there is adress, name"
    assert refusal(write_csv("a,b\n1,2\n")) == "s.csv has no column of URLs; name the column to read; there is a, b"


def test_a_url_with_commas_in_a_file_of_one_column_stays_whole() -> None:
    assert read(write_csv("url\nhttp://a.org/x,y\nhttp://a.org/z;1,2\n")) == [
        "http://a.org/x,y",
        "http://a.org/z;1,2",
    ]


def test_blank_cells_and_short_rows_are_passed_over() -> None:
    assert read(write_csv("\n,\nid,url\n1,\n2\n3,http://a.org\n\n4, http://b.org/x \n")) == EXPECTED


def test_a_bad_cell_is_told_with_its_line() -> None:
    write_csv('id,url\n1,"http://a.org"\n"2\n3",oops\n4,http://b.org\n')
    assert refusal("s.csv") == "s.csv:3: 'oops' is not a URL"


def test_a_header_alone_holds_no_urls() -> None:
    assert refusal(write_csv("id,url\n")) == "s.csv holds no URLs"


def test_a_gbk_csv_is_refused_with_the_way_out() -> None:
    Path("s.csv").write_bytes("名称,网址\n雨,http://a.org\n".encode("gbk"))
    assert "s.csv is not UTF-8 text; if it is GBK" in refusal("s.csv")
    Path("s.csv").write_bytes(b"url\n" + b"http://a.org\n" * 10_000 + "http://a.org/雨\n".encode("gbk"))
    assert "s.csv is not UTF-8 text; if it is GBK" in refusal("s.csv")


def test_long_fields_are_read_and_endless_ones_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    before = csv.field_size_limit()
    long = "x" * 300_000
    assert read(write_csv(f'text,url\n"{long}",http://a.org\n"{long}",b.org/x\n')) == EXPECTED
    monkeypatch.setattr(files, "LARGEST_CELL", 1000)
    write_csv('text,url\nx,http://a.org\n"' + "y" * 100_000)
    assert refusal("s.csv").startswith("s.csv:3: is not CSV: ")
    assert csv.field_size_limit() == before


def test_a_column_of_the_first_or_the_named_sheet_of_a_workbook_is_read() -> None:
    write_xlsx(
        ["id", "网址"], [1, "http://a.org"], [2, None], [3, "b.org/x"], 雨=[["x", "Seite"], [None, "http://c.org"]]
    )
    assert read("s.xlsx") == EXPECTED
    assert read("s.xlsx", table="雨") == ["http://c.org/"]
    assert read("s.xlsx", table="雨", column="Seite") == ["http://c.org/"]
    assert refusal("s.xlsx", table="Shete") == "s.xlsx has no sheet 'Shete'; did you mean 'Sheet'?"
    assert refusal("s.xlsx", column="webseite") == (
        "s.xlsx, sheet 'Sheet' has no column 'webseite'; there is id, 网址"
    )


def test_a_bad_cell_of_a_workbook_is_told_with_its_row() -> None:
    write_xlsx(["url"], ["http://a.org"], [42])
    assert refusal("s.xlsx") == "s.xlsx, sheet 'Sheet', row 3: '42' is not a URL"


def test_a_workbook_that_lies_about_its_size_is_read_to_the_end() -> None:
    write_xlsx(["url"], ["http://a.org"], ["http://b.org/x"], name="whole.xlsx")
    with zipfile.ZipFile("whole.xlsx") as whole, zipfile.ZipFile("s.xlsx", "w") as lying:
        for part in whole.namelist():
            lying.writestr(part, whole.read(part).replace(b'ref="A1:A3"', b'ref="A1"'))
    assert read("s.xlsx") == EXPECTED


def test_what_is_no_workbook_is_refused() -> None:
    Path("s.xlsx").write_text("url\nhttp://a.org\n")
    assert refusal("s.xlsx").startswith("s.xlsx is no XLSX workbook, or a broken one")
    with zipfile.ZipFile("s.xlsx", "w") as archive:
        archive.writestr("hello.txt", "hello")
    assert refusal("s.xlsx").startswith("s.xlsx is no XLSX workbook, or a broken one")


def test_a_workbook_broken_anywhere_never_ends_in_anything_but_a_sentence() -> None:
    write_xlsx(["url"], *[[f"http://a.org/{n}"] for n in range(50)], name="whole.xlsx")
    whole = Path("whole.xlsx").read_bytes()
    rng = random.Random(1)
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(rng.randint(1, 20)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        Path("s.xlsx").write_bytes(broken[: rng.randint(1, len(broken))] if rng.random() < 0.3 else broken)
        with suppress(BadSeeds):
            assert read("s.xlsx")


def test_a_workbook_with_broken_xml_inside_never_ends_in_anything_but_a_sentence() -> None:
    write_xlsx(["url"], *[[f"http://a.org/{n}"] for n in range(5)], name="whole.xlsx")
    rng = random.Random(2)
    with zipfile.ZipFile("whole.xlsx") as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    for _ in range(80):
        changed = dict(parts)
        name = rng.choice(sorted(parts))
        data = bytearray(parts[name])
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice(b'<>/"=09AZaz&; ')
        changed[name] = bytes(data)
        if rng.random() < 0.1:
            del changed[name]
        with zipfile.ZipFile("s.xlsx", "w") as archive:
            for part, content in changed.items():
                archive.writestr(part, content)
        with suppress(BadSeeds):
            assert read("s.xlsx")


def test_a_workbook_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_WORKBOOK", 100)
    assert "unpacks to more than 100 bytes" in refusal(write_xlsx(["url"], ["http://a.org"]))


def test_without_the_extra_the_command_that_brings_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    write_xlsx(["url"], ["http://a.org"])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(CannotRun, match=r"pip install 'honeyguide\[spreadsheet\]'"):
        read("s.xlsx")
