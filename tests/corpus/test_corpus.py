"""Documents from folders, files, tables, live pages, crawls and WARC files; and what is refused, in one sentence."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Command
from tests.local_web import local_web, small_synthetic

import honeyguide.corpus
from honeyguide.config import Settings
from honeyguide.corpus import read_documents
from honeyguide.errors import BadInput
from honeyguide.model import Document, Fetched, Outcome
from honeyguide.storage.warc import response_record
from honeyguide.web.response import Answer

RAIN = "The rainstorm flooded the valley."
SNOW = "Snow fell on the mountains."
CHINESE = "今晨发布暴雨红色预警，城区多处积水，请市民注意安全。"
TRADITIONAL = "今晨發布暴雨紅色預警，城區多處積水，請市民注意安全。"


def write(folder: Path, files: dict[str, str | bytes]) -> str:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(folder)


def only(documents: list[Document]) -> Document:
    assert len(documents) == 1
    return documents[0]


def test_the_folders_in_a_folder_are_labels(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "rain/a.txt": RAIN,
        "rain/deeper/b.md": CHINESE,
        "snow/c.html": f"<title>Winter</title><p>{SNOW}</p><script>var x</script>",
        "snow/49960": SNOW,
        "top.txt": RAIN,
        "snow/.hidden.txt": RAIN,
        "snow/empty.txt": " \n",
        "snow/picture.jpg": b"\xff\xd8\xff",
        "snow/picture": b"\x89PNG\r\n\x1a\n\0\0\0",
    }
    notes: list[str] = []
    found = read_documents([write(tmp_path, files)], note=notes.append)
    assert {each.name: each.label for each in found} == {
        "top.txt": "",
        "rain/a.txt": "rain",
        "rain/deeper/b.md": "rain",
        "snow/49960": "snow",
        "snow/c.html": "snow",
    }
    told = {each.name: each for each in found}
    assert told["rain/a.txt"].words == ("rainstorm", "flooded", "valley")
    assert told["snow/c.html"].words == ("winter", "snow", "fell", "mountains")
    assert (told["rain/deeper/b.md"].language, "暴雨" in told["rain/deeper/b.md"].words) == ("zh", True)
    assert notes == ["snow/empty.txt: says nothing", f"{tmp_path}: 2 other files are neither text nor HTML"]


def test_a_label_is_for_documents_that_have_none(tmp_path: Path) -> None:
    found = read_documents([write(tmp_path, {"rain/a.txt": RAIN, "b.txt": SNOW})], label="background")
    assert [each.label for each in found] == ["background", "rain"]


def test_one_document_a_line_of_a_table_in_english_or_chinese(tmp_path: Path) -> None:
    line = {"title": "Floods", "keywords": ["rain", "river"], "abstract": RAIN, "class": "wet", "year": 2007}
    write(
        tmp_path,
        {
            "a.jsonl": f"{json.dumps(line)}\n\n{json.dumps({'text': SNOW, 'url': 'a.example/1', 'label': 5})}\n",
            "b.csv": 'Title;Abstract;Label\nFloods;"Rain;\nand more rain";wet\n;;\nSnow;Cold;dry\n',
            "c.tsv": f"题名\t摘要\t关键词\t类别\n暴雨研究\t{CHINESE}\t暴雨，灾害\t气象\n",
        },
    )
    lines, cells, chinese = (read_documents([str(tmp_path / name)]) for name in ("a.jsonl", "b.csv", "c.tsv"))
    assert [(each.text, each.label) for each in lines] == [(f"Floods\n{RAIN}\nrain, river", "wet"), (SNOW, "5")]
    assert [each.name for each in lines] == [f"{tmp_path}/a.jsonl:1", "http://a.example/1"]
    assert [(each.text, each.label) for each in cells] == [
        ("Floods\nRain;\nand more rain", "wet"),
        ("Snow\nCold", "dry"),
    ]
    assert [each.name for each in cells] == [f"{tmp_path}/b.csv:2", f"{tmp_path}/b.csv:5"]
    assert only(chinese).text == f"暴雨研究\n{CHINESE}\n暴雨，灾害"
    assert only(chinese).label == "气象"


@pytest.mark.parametrize(("text", "encoding"), [(CHINESE, "GB18030"), (TRADITIONAL, "Big5")])
@pytest.mark.parametrize("name", ["a.txt", "b.csv", "c.jsonl"])
def test_chinese_in_another_encoding_is_named_and_read_when_the_user_agrees(
    tmp_path: Path, text: str, encoding: str, name: str
) -> None:
    written = {"a.txt": text, "b.csv": f"title,label\n{text},x\n", "c.jsonl": f'{{"title": "{text}"}}\n'}[name]
    file = str(tmp_path / name)
    Path(file).write_bytes(written.encode(encoding))
    with pytest.raises(BadInput) as refused:
        read_documents([file])
    assert str(refused.value) == (
        f"{file}: is not UTF-8 text; it looks like {encoding}: give --encoding {encoding}, or save it as UTF-8"
    )
    assert only(read_documents([file], encoding=encoding)).text == text


def test_html_is_read_as_in_a_crawl_whatever_its_encoding(tmp_path: Path) -> None:
    page = f"<meta charset=gbk><title>暴雨</title><p>{CHINESE}</p>"
    files: dict[str, str | bytes] = {
        "a.html": page.encode("gbk"),
        "b.html": page.replace("gbk", "x-none").encode("gbk"),
    }
    for each in read_documents([write(tmp_path, files)], encoding="gb18030"):
        assert each.text == f"暴雨\n{CHINESE}"
        assert each.language == "zh"


def test_menus_are_left_out_of_the_main_text_and_stay_in_the_whole(tmp_path: Path) -> None:
    menu = "<nav><a href=/>Welcome aboard</a></nav>"
    said = [RAIN, SNOW, *(f"On day {day} the river rose again, and the town stood under water." for day in range(9))]
    article = "".join(f"<p>{each}</p>" for each in said)
    page = f"<html><head><title>Rain</title></head><body>{menu}<article>{article}</article></body></html>"
    folder = write(tmp_path / "pages", {"a.html": page, "b.txt": RAIN})
    body, text = read_documents([folder], main_text=True)
    assert body.text.split("\n") == ["Rain", *said]
    assert "aboard" not in body.words
    assert "Welcome aboard" in body.whole
    assert (text.text, text.whole) == (RAIN, "")
    both = read_documents([folder])
    assert "Welcome aboard" in both[0].text
    assert both[0].whole == ""


def test_an_encoding_does_not_spoil_what_is_utf_8_or_says_what_it_is(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "a.txt": CHINESE,
        "b.txt": CHINESE.encode("gb18030"),
        "c.txt": b"\xff\xfe" + CHINESE.encode("utf-16-le"),
        "d.txt": CHINESE.encode("utf-8-sig"),
    }
    assert [each.text for each in read_documents([write(tmp_path, files)], encoding="gb18030")] == [CHINESE] * 4


@pytest.mark.parametrize("encoding", ["utf-16-le", "hz", "iso2022_jp"])
def test_encodings_that_look_like_plain_text_are_read_when_named(tmp_path: Path, encoding: str) -> None:
    text = "これは雨です。" if encoding == "iso2022_jp" else "暴雨预警"
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    assert only(read_documents([str(tmp_path / "a.txt")], encoding=encoding)).text == text


def test_every_byte_of_a_western_text_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9 \x93na\xefve\x94 \x81")
    with pytest.raises(BadInput, match="give --encoding windows-1252"):
        read_documents([str(tmp_path / "a.txt")])
    assert only(read_documents([str(tmp_path / "a.txt")], encoding="windows-1252")).words == ("café", "naïve")


def test_text_in_yet_another_encoding_than_the_named_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes((CHINESE * 3).encode("gb18030"))
    with pytest.raises(BadInput, match=r"a\.txt: is not text in shift_jis; it looks like GB18030"):
        read_documents([str(tmp_path / "a.txt")], encoding="shift_jis")
    for nonsense in ("klingon", "rot13", "a\0b"):
        with pytest.raises(BadInput, match="is no text encoding; name one such as GB18030"):
            read_documents([str(tmp_path / "a.txt")], encoding=nonsense)


@pytest.mark.parametrize("encoding", ["GB18030", "gbk", "latin-1"])
def test_an_encoding_that_reads_anything_is_not_believed_against_the_text(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes((TRADITIONAL * 3).encode("big5"))
    with pytest.raises(BadInput, match=rf"a\.txt: is not text in {encoding}; it looks like Big5"):
        read_documents([str(tmp_path / "a.txt")], encoding=encoding)
    assert only(read_documents([str(tmp_path / "a.txt")], encoding="big5hkscs")).text == TRADITIONAL * 3


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty", None, "empty: holds no document with any words"),
        ("missing.txt", None, "is neither a URL nor a file or folder that can be read: no such file"),
        ("a.txt", " \n", "a.txt: holds no document with any words: a.txt: says nothing"),
        ("a.txt", b"\x89PNG\r\n\x1a\n", "a.txt: is not text; save it as plain text or HTML"),
        ("a.json", "[]", "a.json: cannot be read as documents; write one object a line, as .jsonl"),
        ("a.zip", b"PK\3\4", "a.zip: cannot be read as documents; unpack it"),
        ("a.jsonl", '{"title": "x"}\n[1]\n', "a.jsonl:2: is not a JSON object on one line: "),
        ("a.jsonl", '{"title": {"en": 1}}', "a.jsonl:1: 'title' must be text or a list of texts, not an object"),
        ("a.jsonl", "[" * 100_000, "a.jsonl:1: is not a JSON object on one line: "),
        ("a.csv", "title,url\n,no url here\n", "a.csv:2: 'no url here' is not a URL"),
        (
            "a.csv",
            "name,age\nx,3\n",
            "a.csv: its first line names no column such as title, text or url, and it is no",
        ),
        ("a.csv", "", "a.csv: holds no document with any words"),
        ("a.warc", "nothing", "a.warc: is no WARC file"),
        ("a.xlsx", b"PK\3\4", "a.xlsx is no XLSX workbook"),
    ],
)
def test_what_is_no_corpus_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: str | bytes | None, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    if content is not None:
        write(tmp_path, {name: content})
    with pytest.raises(BadInput) as refused:
        read_documents([name])
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_no_sources_are_refused() -> None:
    with pytest.raises(BadInput, match="there are no documents: name a folder"):
        read_documents([])


def test_files_and_corpora_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "a.txt").open("wb") as file:
        file.truncate(16_000_001)
    with pytest.raises(BadInput, match="is larger than 16,000,000 bytes, too large for one document; split it"):
        read_documents([str(tmp_path / "a.txt")])
    monkeypatch.setattr(honeyguide.corpus, "MOST_DOCUMENTS", 2)
    (tmp_path / "b.jsonl").write_text('{"text": "rain"}\n' * 3)
    with pytest.raises(BadInput, match="give a part of them"):
        read_documents([str(tmp_path / "b.jsonl")])


def test_pipes_in_a_folder_are_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "a.txt").write_text(RAIN)
    assert only(read_documents([str(tmp_path)])).name == "a.txt"


def news(url: str) -> Answer:
    if url.endswith("/robots.txt"):
        return Answer(200, (("Content-Type", "text/plain"),), b"User-agent: *\nDisallow: /secret\n")
    if url.endswith("/old"):
        return Answer(301, (("Location", "/rain"),), location="http://a.example/rain")
    texts = {"http://a.example/rain": RAIN, "http://a.example/snow": SNOW, "http://b.example/": CHINESE}
    if url not in texts:
        return Answer(404)
    page = f"<title>News</title><p>{texts[url]}</p>".encode()
    return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), page)


def test_more_urls_than_examples_can_be_are_refused_before_any_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(honeyguide.corpus.pages, "MOST_FETCHED", 2)
    source = write(tmp_path, {"urls.txt": "".join(f"http://127.0.0.1:9/{n}\n" for n in range(3))})
    with pytest.raises(BadInput, match="3 URLs are more than 2; crawl them, and give the folder of the crawl"):
        read_documents([f"{source}/urls.txt"])


def test_urls_are_fetched_in_order_and_failures_are_told(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# pages\na.example/snow\nhttp://b.example/\na.example/secret\na.example/no\n")
    (tmp_path / "labels.csv").write_text("url,label\na.example/old,wet\nb.example,zh\na.example/old,dry\n")
    notes: list[str] = []
    watched: list[tuple[str, int, int]] = []
    with local_web(news) as web:
        settings = Settings(connect_to=web.address, delay=0.0)
        sources = ["http://a.example/rain", str(tmp_path / "list.txt"), str(tmp_path / "labels.csv")]
        found = read_documents(
            sources, settings=settings, note=notes.append, progress=lambda *each: watched.append(each)
        )
        assert web.requests["http://a.example/secret"] == 0
        assert web.requests["http://a.example/old"] == 1
    assert [(each.name, each.label) for each in found] == [
        ("http://a.example/rain", ""),
        ("http://a.example/snow", ""),
        ("http://b.example/", ""),
        ("http://a.example/old", "wet"),
        ("http://b.example/", "zh"),
    ]
    assert found[3].text == f"News\n{RAIN}"
    assert [note.partition(": ")[0] for note in notes] == ["http://a.example/secret", "http://a.example/no"]
    assert ("pages fetched", 4, 4) in watched
    assert watched[-1] == ("documents read", 5, 5)


@pytest.mark.parametrize("header", ["url,title", "URL,URL Description", "网址,标题", "url,title,keywords"])
def test_a_title_beside_a_url_is_no_document_the_page_is_fetched(tmp_path: Path, header: str) -> None:
    more = ",rain" * (header.count(",") - 1)
    (tmp_path / "sites.csv").write_text(f"{header}\na.example/rain,Valley News{more}\nb.example/,谷报{more}\n")
    with local_web(news) as web:
        found = read_documents([str(tmp_path / "sites.csv")], settings=Settings(connect_to=web.address, delay=0.0))
    assert [each.text for each in found] == [f"News\n{RAIN}", f"News\n{CHINESE}"]
    assert [each.description for each in found] == ["Valley News", "谷报"]


def test_when_the_page_beside_a_title_cannot_be_had_the_title_does_not_stand_in(tmp_path: Path) -> None:
    (tmp_path / "sites.csv").write_text("url,title\na.example/no,Floods in the valley\n")
    with local_web(news) as web, pytest.raises(BadInput, match=r"holds no document .*a\.example/no: 404"):
        read_documents([str(tmp_path / "sites.csv")], settings=Settings(connect_to=web.address, delay=0.0))


def test_a_table_and_a_column_of_a_workbook_or_a_database_can_be_named(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["page"])
    sheet = book.create_sheet("news")
    for row in (["first", "second", "description"], ["b.example", "a.example/rain", "Valley News"]):
        sheet.append(row)
    book.save(tmp_path / "sites.xlsx")
    with closing(sqlite3.connect(tmp_path / "sites.db")) as database, database:
        database.execute("CREATE TABLE news (first, second, description)")
        database.execute("CREATE TABLE other (url)")
        database.execute("INSERT INTO news VALUES ('b.example', 'a.example/rain', 'Valley News')")
    (tmp_path / "sites.csv").write_text("first,second,title\nb.example,a.example/rain,Valley News\n")
    with local_web(news) as web:
        settings = Settings(connect_to=web.address, delay=0.0)
        for name in ("sites.xlsx", "sites.db", "sites.csv"):
            table = "" if name.endswith("csv") else "news"
            found = read_documents([str(tmp_path / name)], column="second", table=table, settings=settings)
            assert [(each.name, each.description) for each in found] == [("http://a.example/rain", "Valley News")]


def test_pages_that_cannot_be_had_are_no_corpus() -> None:
    with local_web(news) as web:
        settings = Settings(connect_to=web.address, delay=0.0)
        with pytest.raises(BadInput, match=r"holds no document with any words: http://a\.example/no: 404"):
            read_documents(["http://a.example/no"], settings=settings)
    with pytest.raises(BadInput, match="not a public address"):
        read_documents(["http://127.0.0.1:81/"], settings=Settings(delay=0.0))


def test_the_pages_of_a_warc_file_are_documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    html = (("Content-Type", "text/html"),)
    records = [
        response_record(Fetched("http://a.example/1", Outcome.PAGE, 200, "OK", html, f"<p>{RAIN}".encode())),
        response_record(Fetched("http://a.example/2", Outcome.HTTP_ERROR, 404, "Not Found", html, b"<p>gone")),
        response_record(Fetched("http://a.example/3", Outcome.PAGE, 200, "OK", html, f"<p>{CHINESE}".encode("gbk"))),
    ]
    (tmp_path / "a.warc.gz").write_bytes(b"".join(records) + records[0][:-9])
    notes: list[str] = []
    found = read_documents([str(tmp_path / "a.warc.gz")], note=notes.append)
    assert [(each.name, each.text) for each in found] == [
        ("http://a.example/1", RAIN),
        ("http://a.example/3", CHINESE),
    ]
    assert notes == [f"{tmp_path / 'a.warc.gz'}: 1 broken records"]


@pytest.mark.slow
def test_the_pages_of_a_crawl_are_labelled_by_its_own_judgement(tmp_path: Path) -> None:
    site = small_synthetic(seed=5)
    with local_web(site.answer) as web:
        polite = ["--connect-to", web.address, "--delay", "0", "--workers", "0", "--pages", "30"]
        said = Command(tmp_path)("crawl", "rainstorm-disaster", *site.seeds(2), "--out", "rain", "--json", *polite)
    assert said.code == 0, said.err
    found = read_documents([str(tmp_path / "rain")])
    labels = [each.label for each in found]
    assert labels.count("on-topic") == said.json["on_topic"] > 0
    assert len(labels) == said.json["pages"] - said.json["duplicates"]
    assert set(labels) == {"on-topic", "off-topic"}
    assert all(each.words and each.name.startswith("http://") for each in found)
    bodies = read_documents([str(tmp_path / "rain")], main_text=True)
    assert [(each.name, each.label) for each in bodies] == [(each.name, each.label) for each in found]
    shorter = [each for each in bodies if each.whole and len(each.text) < len(each.whole)]
    assert len(shorter) > len(bodies) / 2
