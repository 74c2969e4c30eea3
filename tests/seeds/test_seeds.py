"""Seeds as arguments, from text files and standard input."""

from __future__ import annotations

import codecs
import io
import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

import honeyguide.seeds
from honeyguide.errors import BadSeeds
from honeyguide.seeds import cells, files, read_seeds


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(*sources: str, column: str = "", table: str = "", stdin: str = "") -> list[str]:
    return list(read_seeds(sources, column=column, table=table, stdin=io.StringIO(stdin)))


def refusal(*sources: str, column: str = "", table: str = "", stdin: str = "") -> str:
    with pytest.raises(BadSeeds) as caught:
        read(*sources, column=column, table=table, stdin=stdin)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_urls_as_arguments_come_canonical_once_and_in_order() -> None:
    assert read("http://b.org", "HTTP://A.org:80/x#top", "http://b.org/", "https://例子.中国/雨") == [
        "http://b.org/",
        "http://a.org/x",
        "https://xn--fsqu00a.xn--fiqs8s/%E9%9B%A8",
    ]


@pytest.mark.parametrize(
    ("bare", "url"),
    [
        ("example.org", "http://example.org/"),
        ("example.org/news?a=1", "http://example.org/news?a=1"),
        ("example.org:8080/x", "http://example.org:8080/x"),
        ("127.0.0.1:8000/a", "http://127.0.0.1:8000/a"),
        ("www.例子.中国", "http://www.xn--fsqu00a.xn--fiqs8s/"),
    ],
)
def test_a_bare_host_gets_http(bare: str, url: str) -> None:
    assert read(bare) == [url]
    assert read("-", stdin=bare) == [url]


@pytest.mark.parametrize(
    "text", ["3.14", "1.2.3.999", "hello", "a@b.org", "-a.org", "a..org", "localhost", "http://", "a.org b.org"]
)
def test_what_looks_like_no_host_is_no_url(text: str) -> None:
    assert f"standard input:2: '{text}' is not a URL" in refusal("-", stdin=f"http://a.org\n{text}\n")


def test_two_urls_in_one_line_are_not_glued_together() -> None:
    assert "is not a URL" in refusal("http://a.org/ http://b.org/")
    assert "is not a URL" in refusal("http://a.org/\thttp://b.org/")


def test_no_seeds_at_all_is_said() -> None:
    assert refusal() == "there are no seeds: name URLs, a file, a database, or - for standard input"
    assert refusal("-", stdin="\n# nothing\n") == "standard input holds no URLs"
    Path("s.txt").write_text("\n\n  # nothing\n")
    assert refusal("http://a.org", "s.txt") == "s.txt holds no URLs"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_text_files_have_a_url_a_line_with_comments_in_the_usual_encodings(encoding: str, newline: str) -> None:
    lines = ["# 种子", "http://a.org/雨", "", "  b.org  ", "http://a.org/雨", "http://c.org/#x"]
    Path("s.txt").write_bytes(newline.join(lines).encode(encoding))
    assert read("s.txt") == ["http://a.org/%E9%9B%A8", "http://b.org/", "http://c.org/"]


def test_big_endian_utf_16_is_read_and_utf_16_without_a_mark_is_refused() -> None:
    Path("s.txt").write_bytes(codecs.BOM_UTF16_BE + "http://a.org\n".encode("utf-16-be"))
    assert read("s.txt") == ["http://a.org/"]
    Path("s.txt").write_bytes("http://a.org\n".encode("utf-16-le"))
    assert refusal("s.txt") == "s.txt is not text: line 1 holds NUL bytes; UTF-16 needs a byte order mark"
    Path("s.txt").write_bytes(codecs.BOM_UTF16_LE + b"h\x00t")
    assert "s.txt is not UTF-8 text" in refusal("s.txt")


def test_a_gbk_file_is_told_how_to_be_converted() -> None:
    Path("雨 s.txt").write_bytes("http://a.org/北京\n".encode("gbk"))
    assert refusal("雨 s.txt") == (
        "雨 s.txt is not UTF-8 text; if it is GBK, convert it with: "
        "iconv -f GB18030 -t UTF-8 '雨 s.txt' > seeds-utf8.txt"
    )


def test_standard_input_in_another_encoding_is_refused_too() -> None:
    stream = io.TextIOWrapper(io.BytesIO("http://a.org/北京\n".encode("gbk")), "utf-8")
    with pytest.raises(BadSeeds, match="standard input is not UTF-8 text"):
        read_seeds(["-"], stdin=stream)
    assert "is not a URL" in refusal("-", stdin="http://a.org/\udcb1\n")


def test_standard_input_may_start_with_a_byte_order_mark() -> None:
    assert read("-", stdin="\ufeff# x\nhttp://a.org\n") == ["http://a.org/"]
    assert read("-", stdin="\ufeffhttp://a.org\n") == ["http://a.org/"]


def test_bad_seeds_are_refused_with_the_first_and_how_many() -> None:
    Path("s.txt").write_text("http://a.org\nnews\nhttp://b.org\nmailto:x\nftp://c.org/\n")
    assert refusal("s.txt") == "s.txt:2: 'news' is not a URL, and 2 more of 5 seeds are not"


def test_a_bad_seed_is_cut_to_eighty_characters_and_shown_without_control_characters() -> None:
    said = refusal("-", stdin="\x1b[31m" + "x" * 500)
    assert "\x1b" not in said
    assert len(said) < len("standard input:1: '' is not a URL") + 81
    assert "x…'" in said


def test_a_password_in_a_bad_url_is_not_shown() -> None:
    for bad in ("mysql://me:geheim@db/x", "http://me:geheim@ho st/", "postgresql:/me:geheim@db/x"):
        assert "geheim" not in refusal(bad)
    assert "geheim" not in refusal("-", stdin="http://me:ge/geheim@ho st/")


def test_files_that_are_not_there_are_not_taken_for_hosts() -> None:
    for name in ("seeds.txt", "SEEDS.CSV", "dir.d/seeds.db", "nosuch", "./x"):
        assert refusal(name) == (f"'{name}' is neither a URL nor a file that can be read: no such file or directory")
    assert read("http://seeds.txt") == ["http://seeds.txt/"]
    assert "not a file name" in refusal("a\x00b")
    assert "file name too long" in refusal("x" * 5000)


def test_other_schemes_are_refused() -> None:
    assert refusal("ftp://a.org/x") == "'ftp://a.org/x' is neither http, https nor postgresql"


def test_a_folder_and_an_empty_file_are_refused() -> None:
    Path("d.txt").mkdir()
    assert refusal("d.txt") == "d.txt is a folder; name a file in it"
    Path("e.txt").touch()
    assert refusal("e.txt") == "e.txt is empty"


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused() -> None:
    Path("s.txt").write_text("http://a.org")
    Path("s.txt").chmod(0)
    assert refusal("s.txt") == "s.txt cannot be read: Permission denied"


def test_archives_and_old_workbooks_are_not_read_as_text() -> None:
    for start in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"\x1f\x8b\x08"):
        Path("s.xls").write_bytes(start + bytes(100))
        assert refusal("s.xls") == "s.xls is a workbook or an archive; save it as .xlsx, .csv or plain text"


def test_a_pipe_is_read_as_text() -> None:
    os.mkfifo("pipe")
    writer = threading.Thread(target=lambda: Path("pipe").write_text("http://a.org\n"))
    writer.start()
    assert read("pipe") == ["http://a.org/"]
    writer.join(10)


def test_sources_of_different_kinds_are_put_together() -> None:
    Path("s.txt").write_text("b.org\n")
    Path("s.csv").write_text("id,url\n1,c.org\n")
    assert read("a.org", "s.txt", "-", "s.csv", column="url", stdin="d.org") == [
        f"http://{letter}.org/" for letter in "abdc"
    ]


def test_a_column_or_table_needs_a_source_that_has_some() -> None:
    assert "column 'url' was asked for" in refusal("a.org", column="url")
    Path("s.csv").write_text("url\na.org\n")
    assert "table 'pages' was asked for" in refusal("s.csv", table="pages")


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("s.txt").write_text("a.org\nb.org\nc.org\n")
    monkeypatch.setattr(honeyguide.seeds, "LARGEST_FILE", 10)
    assert refusal("s.txt") == "s.txt is larger than 10 bytes; split it"
    monkeypatch.setattr(files, "MOST_CELLS", 2)
    assert "more than 2 lines" in refusal("-", stdin="a.org\nb.org\nc.org\n")
    monkeypatch.setattr(cells, "MOST_CELLS", 3)
    monkeypatch.setattr(honeyguide.seeds, "LARGEST_FILE", 1000)
    Path("s.csv").write_text("a,url\n1,a.org\n2,b.org\n")
    assert "s.csv holds more than 3 cells" in refusal("s.csv")


def test_an_endless_line_is_no_url_and_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_CHARACTERS", 1_000_000)
    with open("/dev/zero") as stream, pytest.raises(BadSeeds, match="NUL bytes"):
        read_seeds(["-"], stdin=stream)
    assert "a billion characters" in refusal("-", stdin="x" * 1_100_000)


def test_what_a_list_says_of_its_urls_is_kept(tmp_path: Path) -> None:
    Path("sites.txt").write_text("a.org\tA  daily\nb.org/x\n")
    Path("sites.csv").write_text("URL,URL Description\nb.org/x,中国新闻网\na.org,Another\n")
    said = read_seeds(["sites.txt", "sites.csv"], stdin=io.StringIO())
    assert said == {"http://a.org/": "A daily", "http://b.org/x": "中国新闻网"}
    with closing(sqlite3.connect("sites.db")) as database, database:
        database.execute("CREATE TABLE sites (name, link)")
        database.execute("INSERT INTO sites VALUES ('A weekly', 'http://a.org/')")
    assert read_seeds(["sites.db"], stdin=io.StringIO()) == {"http://a.org/": "A weekly"}
