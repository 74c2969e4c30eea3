"""Seeds from files that mean harm: workbooks that unpack to very much, pipes without a writer, endless views."""

from __future__ import annotations

import io
import os
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from openpyxl import Workbook
from tests.plain_choices import RAIN_FILE

from honeyguide import text_files
from honeyguide.errors import BadFile, BadSeeds
from honeyguide.seeds import databases, read_seeds
from honeyguide.text_files import read_text

URL = "https://a.example/"
HEAD = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'


def seeds(*sources: Path, **more: str) -> list[str]:
    return list(read_seeds([str(source) for source in sources], stdin=io.StringIO(), **more))


def workbook(path: Path, sheet: bytes) -> Path:
    """A true workbook whose sheet is replaced by this."""
    made = io.BytesIO()
    Workbook().save(made)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
    return path


def test_a_workbook_that_unpacks_to_very_much_is_refused(tmp_path: Path) -> None:
    rows = b"<row><c t='inlineStr'><is><t>https://a.example/</t></is></c></row>" * 1_500_000
    path = workbook(tmp_path / "bomb.xlsx", HEAD + rows + b"</sheetData></worksheet>")
    assert path.stat().st_size < 700_000
    with pytest.raises(BadSeeds, match="unpacks to more than"):
        seeds(path)


@pytest.mark.parametrize("place", ["A999999999", "XFD1"])
def test_cells_far_away_are_not_many_cells(tmp_path: Path, place: str) -> None:
    row = place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    cell = f"<row r='{row}'><c r='{place}' t='inlineStr'><is><t>x</t></is></c></row>".encode()
    path = workbook(tmp_path / "far.xlsx", HEAD + cell * (1 if row != "1" else 400) + b"</sheetData></worksheet>")
    with pytest.raises(BadSeeds, match=r"cells|URL"):
        seeds(path)


def test_a_pipe_that_nobody_writes_to_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "PIPE_SECONDS", 0.1)
    os.mkfifo(pipe := tmp_path / "pipe")
    with pytest.raises(BadSeeds, match="holds no URLs"):
        seeds(pipe)
    assert read_text(pipe, "a topic") == ""
    with pytest.raises(BadFile, match="No such file"):
        read_text(tmp_path / "nowhere", "a topic")


def test_a_pipe_that_somebody_writes_to_is_read() -> None:
    reading, writing = os.pipe()

    def write() -> None:
        os.write(writing, URL.encode())
        os.close(writing)

    writer = threading.Thread(target=write)
    writer.start()
    assert seeds(Path(f"/dev/fd/{reading}")) == [URL]
    writer.join()
    os.close(reading)


def test_a_view_without_an_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "ROW_SECONDS", 0.2)
    path = tmp_path / "seeds.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute(
            "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)"
            f" SELECT '{URL}' AS url FROM n WHERE x < 0"
        )
    with pytest.raises(BadSeeds, match=r"'endless' gives no row within 0\.2 seconds"):
        seeds(path)


def test_topics_and_other_files_of_ours_are_still_read() -> None:
    assert "keywords" in read_text(Path(RAIN_FILE), "a topic")
