"""`honeyguide status`, `results` and `export` on the folder of a real crawl."""

from __future__ import annotations

import csv
import json
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest
from fastwarc.warc import ArchiveIterator, WarcRecordType
from tests.cli.conftest import PAGES, TOPIC, Command

from honeyguide.storage import results


def test_status_says_how_far_a_crawl_is(honeyguide: Command, crawled: Path) -> None:
    said = honeyguide("status", crawled, "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json["pages"] == PAGES
    assert said.json["topic"] == TOPIC
    assert said.json["waiting"] > 0
    shown = honeyguide("status", crawled).out
    assert TOPIC in shown
    assert said.json["top_hosts"][0]["host"] in shown


def test_results_are_the_best_pages_first_with_their_evidence(honeyguide: Command, crawled: Path) -> None:
    said = honeyguide("results", crawled, "--top", "5", "--json")
    found = said.json
    assert len(found) == 5
    scores = [page["relevance"] for page in found]
    assert scores == sorted(scores, reverse=True)
    for page in found:
        assert page["on_topic"]
        assert page["title"]
        assert sum(each["contribution"] for each in page["evidence"]) == pytest.approx(page["relevance"])
    shown = honeyguide("results", crawled, "--top", "5")
    assert [line.strip() for line in shown.out.splitlines()][1::3] == [page["url"] for page in found]
    assert "rainstorm ×" in shown.out


@pytest.mark.parametrize("to", ["jsonl", "csv", "xlsx", "parquet"])
def test_export_writes_the_relevant_pages_in_every_format(honeyguide: Command, crawled: Path, to: str) -> None:
    said = honeyguide("export", crawled, "--to", to, "--relevant", "--json")
    path = honeyguide.folder / f"rain.{to}"
    relevant = [page.url for page in results.pages(crawled, relevant=True)]
    assert said.json == {"path": path.name, "format": to, "relevant": True, "count": len(relevant)}
    assert urls_in(path, to) == relevant


def urls_in(path: Path, to: str) -> list[str]:
    if to == "jsonl":
        return [json.loads(line)["url"] for line in path.read_text().splitlines()]
    if to == "csv":
        return [row["url"] for row in csv.DictReader(path.read_text("utf-8-sig").splitlines(keepends=True))]
    if to == "xlsx":
        openpyxl = pytest.importorskip("openpyxl")
        rows = openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True)
        return [row[0] for row in rows][1:]
    parquet = pytest.importorskip("pyarrow.parquet")
    urls: list[str] = parquet.read_table(path)["url"].to_pylist()
    return urls


def test_export_to_warc_holds_every_response_and_reads_back(honeyguide: Command, crawled: Path) -> None:
    said = honeyguide("export", crawled, "--to", "warc", "--output", "all.warc.gz", "--json")
    with (honeyguide.folder / "all.warc.gz").open("rb") as file:
        kinds = [(record.record_type, record.headers.get("WARC-Target-URI")) for record in ArchiveIterator(file)]
    assert kinds[0][0] == WarcRecordType.warcinfo
    urls = {url for _, url in kinds[1:]}
    assert len(kinds) - 1 == said.json["count"]
    assert urls >= {page.url for page in results.pages(crawled, relevant=False)}


def test_export_overwrites_only_when_told_to(honeyguide: Command, crawled: Path) -> None:
    path = honeyguide.folder / "rain.csv"
    path.write_text("mine")
    said = honeyguide("export", crawled, "--to", "csv")
    assert said.code == 1
    assert "--force" in said.sentence
    assert path.read_text() == "mine"
    assert honeyguide("export", crawled, "--to", "csv", "--force").code == 0
    assert len(urls_in(path, "csv")) == PAGES


def test_a_reader_that_leaves_is_no_error(honeyguide: Command, crawled: Path) -> None:
    for options in (["--json"], []):
        line = honeyguide.line("results", crawled, "--top", "10000", *options)
        process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(60) == 0


def test_what_a_page_says_cannot_reach_the_terminal_as_a_command(honeyguide: Command, crawled: Path) -> None:
    hostile = honeyguide.folder / "hostile"
    shutil.copytree(crawled, hostile)
    database = sqlite3.connect(hostile / "crawl.db")
    evil = "\x1b]0;owned\x07 [red]rain[/red] \x9b31m \u202egnp.exe"
    database.execute("UPDATE pages SET title = ?", (evil,))
    database.commit()
    database.close()
    shown = (
        honeyguide("results", hostile, "--top", "1").out + honeyguide("results", hostile, "--top", "1", "--json").out
    )
    assert "[red]rain[/red]" in shown
    assert not set("\x1b\x07\x9b\u202e") & set(shown)


@pytest.mark.parametrize("arguments", [["status"], ["results"], ["export", "--to", "csv"]])
def test_what_is_no_crawl_is_refused_and_left_alone(honeyguide: Command, arguments: list[str]) -> None:
    name, *options = arguments
    assert "no such folder" in refused(honeyguide, name, "nowhere", *options)
    other = honeyguide.folder / "other"
    other.mkdir()
    assert "not a crawl" in refused(honeyguide, name, other, *options)
    (other / "crawl.db").write_text("no database at all, but text that is long enough to look at" * 9)
    assert "is not the database of a crawl" in refused(honeyguide, name, other, *options)
    assert sorted(path.name for path in honeyguide.folder.rglob("*")) == ["crawl.db", "other"]


def test_a_crawl_of_a_newer_version_is_refused(honeyguide: Command, crawled: Path) -> None:
    newer = honeyguide.folder / "newer"
    shutil.copytree(crawled, newer)
    database = sqlite3.connect(newer / "crawl.db")
    database.execute("UPDATE meta SET value = '999' WHERE key = 'schema_version'")
    database.commit()
    database.close()
    assert "newer Honeyguide" in refused(honeyguide, "status", newer)
    assert "newer Honeyguide" in refused(honeyguide, "crawl", TOPIC, "--out", newer)


def test_a_damaged_database_gets_a_sentence_too(honeyguide: Command, crawled: Path) -> None:
    damaged = honeyguide.folder / "damaged"
    shutil.copytree(crawled, damaged)
    with (damaged / "crawl.db").open("r+b") as file:
        file.seek(8 * 4096)
        file.write(b"\xff" * 4096 * 200)
    said = honeyguide("results", damaged)
    assert said.code == 3
    assert "cannot be used" in said.sentence


def test_an_unknown_format_is_refused_with_the_nearest_name(honeyguide: Command, crawled: Path) -> None:
    assert "did you mean 'parquet'?" in refused(honeyguide, "export", crawled, "--to", "parket")


def refused(honeyguide: Command, *arguments: str | Path) -> str:
    said = honeyguide(*arguments)
    assert said.code == 1, said.err
    assert said.out == ""
    return said.sentence
