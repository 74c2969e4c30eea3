"""`honeyguide export` on the folder of a real crawl."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
import yaml
from fastwarc.warc import ArchiveIterator, WarcRecordType
from tests.cli.conftest import PAGES, Command

from honeyguide.parsing.tokens import tokens
from honeyguide.storage import results


def urls_in(path: Path, to: str) -> list[str]:
    if to == "jsonl":
        return [json.loads(line)["url"] for line in path.read_text().splitlines()]
    if to == "csv":
        return [row["url"] for row in csv.DictReader(path.read_text("utf-8-sig").splitlines(keepends=True))]
    if to == "xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        head, *rows = openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True)
        return [row[head.index("url")] for row in rows]
    if to == "markdown":
        return [yaml.safe_load(file.read_text("utf-8").split("---\n")[1])["url"] for file in path.glob("*.md")]
    if to == "chunks":
        return list(dict.fromkeys(json.loads(line)["url"] for line in path.read_text().splitlines()))
    parquet = pytest.importorskip("pyarrow.parquet")
    urls: list[str] = parquet.read_table(path)["url"].to_pylist()
    return urls


@pytest.mark.parametrize(
    ("to", "name"),
    [
        ("jsonl", "rain.jsonl"),
        ("csv", "rain.csv"),
        ("xlsx", "rain.xlsx"),
        ("parquet", "rain.parquet"),
        ("markdown", "rain-markdown"),
        ("chunks", "rain-chunks.jsonl"),
    ],
)
def test_export_writes_the_relevant_pages_in_every_format(here: Command, crawled: Path, to: str, name: str) -> None:
    said = here("export", crawled, "--to", to, "--relevant", "--json").json
    relevant = [page.url for page in results.pages(crawled, relevant=True)]
    chunks = said.pop("chunks", 0)
    assert said == {"path": name, "format": to, "relevant": True, "count": len(relevant)}
    assert (chunks > len(relevant)) is (to == "chunks")
    found = urls_in(here.folder / name, to)
    assert sorted(found) == sorted(relevant) if to == "markdown" else found == relevant


def test_all_columns_are_exported_with_what_is_known_of_a_page(here: Command, crawled: Path) -> None:
    here("export", crawled, "--to", "jsonl", "--relevant")
    pages = [json.loads(line) for line in (here.folder / "rain.jsonl").read_text("utf-8").splitlines()]
    assert all(page["content"] and page["keywords"] and page["source"] for page in pages)
    assert sum(bool(page["published"]) for page in pages) > len(pages) // 2
    assert any(page["author"] for page in pages)


def test_title_and_content_are_divided_into_words_when_asked_for(here: Command, crawled: Path) -> None:
    here("export", crawled, "--to", "jsonl", "--relevant", "--words")
    pages = [json.loads(line) for line in (here.folder / "rain.jsonl").read_text("utf-8").splitlines()]
    for page in pages:
        assert page["title_words"] == tokens(page["title"], page["language"])
        assert page["content_words"] == tokens(page["content"], page["language"]) != []
    chinese = next(page for page in pages if page["language"] == "zh")
    assert 1 < len(chinese["content_words"]) < len(chinese["content"])
    here("export", crawled, "--to", "csv", "--relevant", "--words")
    here("export", crawled, "--to", "parquet", "--relevant", "--words")
    (row, *_) = csv.DictReader((here.folder / "rain.csv").read_text("utf-8-sig").splitlines(keepends=True))
    assert row["title_words"] == ", ".join(pages[0]["title_words"])
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(here.folder / "rain.parquet")["content_words"][0].as_py() == pages[0]["content_words"]
    here("export", crawled, "--to", "jsonl", "--force")
    assert "title_words" not in json.loads((here.folder / "rain.jsonl").read_text("utf-8").splitlines()[0])
    said = here("export", crawled, "--to", "markdown", "--words")
    assert (said.code, said.sentence) == (1, "words are columns of jsonl, csv, xlsx, parquet; markdown has none")


def test_pages_whose_text_is_not_kept_are_left_out_of_texts_and_counted(here: Command, crawled: Path) -> None:
    kept = sum(bool(page.text) for page in results.pages(crawled, relevant=False))
    for to in ("markdown", "chunks"):
        said = here("export", crawled, "--to", to, "--json").json
        assert (said["count"], said["left_out"]) == (kept, PAGES - kept)
    assert (
        f"left out: {PAGES - kept} pages without a text that is kept; off topic there is none"
        in here("export", crawled, "--to", "chunks", "--force").err
    )


def test_pages_without_raw_responses_are_said_to_be_plain_text(here: Command, crawled: Path, tmp_path: Path) -> None:
    pruned = tmp_path / "pruned"
    shutil.copytree(crawled, pruned, ignore=shutil.ignore_patterns("warc"))
    (pruned / "warc").mkdir()
    said = here("export", pruned, "--to", "markdown", "--relevant")
    plain = said.err.partition("plain text, without headings, tables and code: ")[2]
    assert plain.endswith("pages whose raw responses are not there or do not say the text\n")
    count = here("export", pruned, "--to", "chunks", "--relevant", "--json").json["plain"]
    assert plain.startswith(f"{count} ")
    assert "plain" not in here("export", crawled, "--to", "chunks", "--relevant", "--json").json


def test_the_size_of_chunks_can_be_chosen(here: Command, crawled: Path) -> None:
    here("export", crawled, "--to", "chunks", "--relevant", "--chunk-size", "200")
    lines = (here.folder / "rain-chunks.jsonl").read_text("utf-8").splitlines()
    assert max(len(json.loads(line)["text"]) for line in lines) <= 200
    said = here("export", crawled, "--to", "csv", "--chunk-size", "200")
    assert (said.code, said.sentence) == (1, "--chunk-size is for --to chunks, not for --to csv")
    assert here("export", crawled, "--to", "chunks", "--chunk-size", "3").code == 2
    for command in ("export", "results"):
        said = here(command, crawled, "--to", "csv", "--columns", " ,")
        assert (said.code, "names no column" in said.err) == (2, True)


def test_export_to_warc_holds_every_response_and_reads_back(here: Command, crawled: Path) -> None:
    said = here("export", crawled, "--to", "warc", "--output", "all.warc.gz", "--json")
    with (here.folder / "all.warc.gz").open("rb") as file:
        kinds = [(record.record_type, record.headers.get("WARC-Target-URI")) for record in ArchiveIterator(file)]
    assert kinds[0][0] == WarcRecordType.warcinfo
    urls = {url for _, url in kinds[1:]}
    assert len(kinds) - 1 == said.json["count"]
    assert urls >= {page.url for page in results.pages(crawled, relevant=False)}


def test_export_overwrites_only_when_told_to(here: Command, crawled: Path) -> None:
    path = here.folder / "rain.csv"
    path.write_text("mine")
    said = here("export", crawled, "--to", "csv")
    assert said.code == 1
    assert "--force" in said.sentence
    assert path.read_text() == "mine"
    assert here("export", crawled, "--to", "csv", "--force").code == 0
    assert len(urls_in(path, "csv")) == PAGES


def test_a_crawl_is_never_overwritten(here: Command, crawled: Path) -> None:
    before = (crawled / "crawl.db").read_bytes()
    for place in (crawled / "crawl.db", crawled / "warc" / "pages.csv", crawled / "search"):
        for options in (["--to", "csv"], ["--to", "markdown"]):
            said = here("export", crawled, *options, "--output", place, "--force")
            assert said.code == 1
            assert "is part of a crawl; name another place" in said.sentence
    assert "is part of a crawl" in here("results", crawled, "--to", "csv", "-o", crawled / "crawl.db").sentence
    assert (crawled / "crawl.db").read_bytes() == before


def test_a_folder_is_overwritten_only_when_told_to_and_a_former_export_made_it(here: Command, crawled: Path) -> None:
    mine = here.folder / "rain-markdown"
    mine.mkdir()
    (mine / "notes.txt").write_text("mine")
    assert "--force" in here("export", crawled, "--to", "markdown").sentence
    assert "no former export made it" in here("export", crawled, "--to", "markdown", "--force").sentence
    assert (mine / "notes.txt").read_text() == "mine"
    for options in ([], ["--force"]):
        assert here("export", crawled, "--to", "markdown", "--output", "pages", *options).code == 0


def test_an_unknown_format_is_refused_with_the_nearest_name(here: Command, crawled: Path) -> None:
    said = here("export", crawled, "--to", "parket")
    assert said.code == 1
    assert "did you mean 'parquet'?" in said.sentence


def test_columns_are_those_named_in_their_order(here: Command, crawled: Path) -> None:
    names = ["title", "url", "content_words", "fetched_at"]
    for to in ("jsonl", "csv", "xlsx", "parquet"):
        here("export", crawled, "--to", to, "--relevant", "--columns", " title, url,content_words,fetched_at")
    assert list(json.loads((here.folder / "rain.jsonl").read_text("utf-8").splitlines()[0])) == names
    assert (here.folder / "rain.csv").read_text("utf-8-sig").splitlines()[0] == ",".join(names)
    assert pytest.importorskip("pyarrow.parquet").read_table(here.folder / "rain.parquet").column_names == names
    book = pytest.importorskip("openpyxl").load_workbook(here.folder / "rain.xlsx")
    assert [cell.value for cell in book.active[1]] == names
    said = here("export", crawled, "--to", "csv", "--columns", "titel,url", "--force")
    assert said.code == 1
    assert said.sentence == "'titel' is no column; did you mean 'title'?"
    assert "columns are for" in here("export", crawled, "--to", "markdown", "--columns", "title").sentence
    here("results", crawled, "--by", "trust", "--to", "csv", "--columns", "score,title")
    assert (here.folder / "rain-top.csv").read_text("utf-8-sig").splitlines()[0] == "score,title"


def test_a_spreadsheet_begins_with_what_people_look_for_and_has_no_text_unless_it_is_asked_for(
    here: Command, crawled: Path
) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    here("export", crawled, "--to", "xlsx", "--relevant")
    head, *rows = openpyxl.load_workbook(here.folder / "rain.xlsx").active.iter_rows(values_only=True)
    assert head[:5] == ("title", "url", "published", "source", "author")
    assert not {"text", "content"} & set(head)
    assert max(len(str(value)) for row in rows for value in row) <= 1_002


def test_pages_go_to_standard_output_as_they_come(here: Command, crawled: Path) -> None:
    relevant = [page.url for page in results.pages(crawled, relevant=True)]
    lines = here("export", crawled, "--to", "jsonl", "--relevant", "--output", "-")
    assert [json.loads(line)["url"] for line in lines.out.splitlines()] == relevant
    assert f"standard output: {len(relevant)} pages" in lines.err
    table = here("export", crawled, "--to", "csv", "--relevant", "--output", "-", "--columns", "url").out
    assert table.split() == ["url", *relevant]
    text = here("export", crawled, "--to", "markdown", "--relevant", "--output", "-").out
    assert [line for line in text.splitlines() if line.startswith("url: ")] == [f'url: "{url}"' for url in relevant]
    chunks = here("results", crawled, "--top", "3", "--to", "chunks", "--output", "-").out
    assert len({json.loads(line)["url"] for line in chunks.splitlines()}) == 3
    assert list(here.folder.iterdir()) == []
    assert "xlsx cannot go to standard output" in here("export", crawled, "--to", "xlsx", "--output", "-").sentence
    assert "--json" in here("export", crawled, "--to", "csv", "--output", "-", "--json").sentence
