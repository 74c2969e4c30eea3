"""PDF documents of a crawl, from the wire to the export: fetched, judged, kept, searched, shown, judged again."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Command, CommandHere
from tests.local_web import LocalWeb, local_web
from tests.pdfs import CHINESE, FLOOD, page_of, pdf

from honeyguide import Crawl, CrawlFolder, load_topic, open_crawl
from honeyguide.config import Settings
from honeyguide.recovery import recover
from honeyguide.web.response import Answer

FRONT = "http://a.example/"
PDF, ZH, FILE = f"{FRONT}flood.pdf", f"{FRONT}zh", f"{FRONT}download?id=7"
REPORT = f"{FRONT}report"
OFF = pdf([page_of("Football", "", "The match ended without a goal before many people in the stadium.")])
ANSWERS = {
    "/": (
        "text/html",
        b"<title>Front page</title><p>News of today.</p><a href=flood.pdf>flood</a><a href=zh>rainstorm</a>"
        b"<a href=download?id=7>flood</a><a href=match.pdf>match</a><a href=program>program</a>",
    ),
    "/flood.pdf": ("application/pdf", FLOOD),
    "/zh": ("application/pdf;charset=binary", CHINESE),
    "/download?id=7": ("application/octet-stream", FLOOD.replace(b"%PDF-1.7", b"%PDF-1.4") + b"\n" * 3),
    "/match.pdf": ("application/pdf", OFF),
    "/program": ("application/octet-stream", b"\x7fELF" + b"\0" * 5_000),
    "/report": (
        "text/html",
        b"<title>Report</title><p>Figures of the rainstorm and of the flood, and of rainfall.</p>",
    ),
}


def site(url: str) -> Answer:
    kind, body = ANSWERS.get("/" + url.split("/", 3)[3], ("", b""))
    return Answer(200 if kind else 404, (("Content-Type", kind or "text/html"),), body)


def crawl(web: LocalWeb, out: Path, **changes: object) -> CrawlFolder:
    given = {"connect_to": web.address, "delay": 0.0, "workers": 0, "encoder": "none", **changes}
    Crawl(load_topic("rainstorm-disaster"), [FRONT], out, Settings(**given)).finish()  # type: ignore[arg-type]
    return open_crawl(out)


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(site) as served:
        yield served


@pytest.fixture(scope="module")
def crawled(web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> CrawlFolder:
    return crawl(web, tmp_path_factory.mktemp("pdf") / "crawl", workers=1)


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return CommandHere(tmp_path)


def test_documents_on_topic_are_results_of_their_kind(crawled: CrawlFolder) -> None:
    pages = {page.url: page for page in crawled.pages()}
    assert {url: page.kind for url, page in pages.items()} == {
        FRONT: "html", PDF: "pdf", ZH: "pdf", FILE: "pdf", f"{FRONT}match.pdf": "pdf", REPORT: "html",
    }  # fmt: skip
    assert (pages[PDF].on_topic, pages[ZH].on_topic, pages[f"{FRONT}match.pdf"].on_topic) == (True, True, False)
    found = pages[PDF]
    assert (found.title, found.author, found.language) == ("Rainstorm and flood", "Jane Doe", "en")
    assert found.published == "2026-07-01T08:00:00+02:00"
    assert "is forecast for the night" in found.content
    assert "气象台发布暴雨红色预警" in pages[ZH].text


def test_links_of_a_document_are_followed(crawled: CrawlFolder) -> None:
    (report,) = [page for page in crawled.pages() if page.url == REPORT]
    assert report.parent in {PDF, FILE}


def test_a_file_of_no_known_type_is_left_when_it_is_no_document(crawled: CrawlFolder) -> None:
    (failed,) = [each for each in crawled.errors() if each.outcome == "not-html"]
    assert (failed.detail, failed.examples) == ("application/octet-stream", (f"{FRONT}program",))


def test_documents_are_searched_in_english_and_chinese(crawled: CrawlFolder) -> None:
    assert {hit.url for hit in crawled.search('"worst flood in forty years"').pages} & {PDF, FILE}
    assert [hit.url for hit in crawled.search("红色预警").pages] == [ZH]


def test_the_archive_has_the_bytes_as_they_came(crawled: CrawlFolder) -> None:
    kept = b"".join(gzip.decompress(file.read_bytes()) for file in (crawled.path / "warc").iterdir())
    assert FLOOD in kept
    assert CHINESE in kept


def test_the_kind_is_shown_and_exported(crawled: CrawlFolder, command: Command) -> None:
    assert "PDF · " in command("results", crawled.path).out
    assert {each["kind"] for each in command("results", crawled.path, "--json").json} >= {"pdf"}
    lines = command("export", crawled.path, "--to", "jsonl", "-o", "-").out.splitlines()
    assert {row["url"]: row["kind"] for row in map(json.loads, lines)}[PDF] == "pdf"
    written = command("export", crawled.path, "--to", "markdown", "--relevant", "-o", "-").out
    assert 'kind: "pdf"' in written
    assert "[See the flood report of the weather office for figures of rainfall.](" + REPORT in written
    assert "今晨八时，气象台发布暴雨红色预警信号" in written


def test_a_document_is_explained_from_what_was_kept(crawled: CrawlFolder) -> None:
    assert crawled.explain(PDF).on_topic


def test_documents_are_judged_again_recovered_and_indexed(crawled: CrawlFolder, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(crawled.path, copy)
    judged = open_crawl(copy).rejudge()
    assert (judged.pages, judged.failed) == (6, {})
    before = {(page.url, page.kind, page.on_topic, page.content) for page in crawled.pages()}
    (copy / "crawl.db").unlink()
    recover(copy, load_topic("rainstorm-disaster"))
    assert {(page.url, page.kind, page.on_topic, page.content) for page in open_crawl(copy).pages()} == before


def test_elements_are_drawn_later(web: LocalWeb, tmp_path: Path) -> None:
    plain = crawl(web, tmp_path / "plain", extract=False, pages=4)
    assert all(not page.content for page in plain.pages())
    plain.index(Settings(workers=0, encoder="none"))
    assert any(page.kind == "pdf" and page.author == "Jane Doe" for page in plain.pages())


def test_what_is_off_is_not_fetched(web: LocalWeb, tmp_path: Path) -> None:
    without = crawl(web, tmp_path / "crawl", pdf=False)
    assert {page.kind for page in without.pages()} == {"html"}
    assert "not-html: application/pdf: " in (without.path / "crawl.log").read_text()


def test_without_the_library_a_crawl_goes_on_and_says_what_to_install(
    web: LocalWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honeyguide.extras.find_spec", lambda module: None)
    without = crawl(web, tmp_path / "crawl")
    assert {page.kind for page in without.pages()} == {"html"}
    log = (without.path / "crawl.log").read_text()
    assert "application/pdf; reading PDF documents needs pypdf: pip install 'honeyguide[pdf]'" in log


def test_the_command_says_so_and_ends_when_it_was_asked_for(
    command: Command, web: LocalWeb, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("honeyguide.extras.find_spec", lambda module: None)
    given = ("--out", "crawl", "--connect-to", web.address, "--delay", "0", "--workers", "0", "--encoder", "none")
    said = command("crawl", "rainstorm-disaster", FRONT, *given, "--pages", "1")
    assert said.code == 0
    assert "PDF documents are left out; reading them needs pypdf: pip install 'honeyguide[pdf]'" in said.err
    said = command("crawl", "rainstorm-disaster", FRONT, *given, "--pdf", "--pages", "2")
    assert (said.code, said.sentence) == (3, "reading PDF documents needs pypdf: pip install 'honeyguide[pdf]'")
    assert "pypdf" not in command("crawl", "rainstorm-disaster", *given, "--no-pdf", "--pages", "2").err


def test_one_document_is_tried_and_its_elements_drawn(command: Command) -> None:
    (command.folder / "flood.pdf").write_bytes(FLOOD)
    said = command("try", "flood.pdf", "--topic", "rainstorm-disaster")
    assert (said.code, "Rainstorm and flood" in said.out) == (0, True), said.err
    drawn = command("extract", "flood.pdf", "--json").json
    assert (drawn["title"], drawn["author"]) == ("Rainstorm and flood", "Jane Doe")
