"""Search in a crawl, from a line of text to pages with snippets."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from honeyguide.config import Settings
from honeyguide.errors import BadFolder, BadInput
from honeyguide.insight.search import search
from honeyguide.model import Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.files import SEARCH
from honeyguide.storage.folder import connect, lay_out_or_check
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_query import parse
from honeyguide.storage.search_schema import Damaged
from honeyguide.storage.searching import open_reader

PAGES = [
    ("Heavy rain over the valley", "A rainstorm flooded two villages. The river rose.", "en", "2026-07-01", 0.9),
    ("Drought", "No rain fell, and no flood came.", "en", "2026-06-01", 0.6),
    ("暴雨红色预警", "气象台发布特大暴雨红色预警，多地山洪。", "zh", "2026-07-02", 0.8),
    ("颱風消息", "颱風帶來暴雨，颶風登陸，居民撤離。", "zh", "", 0.7),
]


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    lay_out_or_check(tmp_path, Topic("rain", {"rain": 1.0}), Settings(), "0.1")
    with closing(connect(tmp_path, write=True)) as database:
        for number, (title, content, language, published, relevance) in enumerate(PAGES):
            host = f"www.{language}.example"
            moment = (
                None if not published else {"2026-07-01": 100.0, "2026-06-01": 50.0, "2026-07-02": 150.0}[published]
            )
            rows = {
                "hosts": (number, host),
                "links": (number, f"http://{host}/{number}", number, 0, -1, 0, 0),
                "visits": (number, number, 0.0, 0.1, "page", 200, 1, 1, None, "", None, None, None),
                "pages": (
                    number,
                    number,
                    relevance,
                    1,
                    None,
                    b"",
                    language,
                    title,
                    "",
                    "",
                    0,
                    "[]",
                    content,
                    *[None] * 2,
                    "html",
                ),
                "elements": (number, title, published, "", moment, "Herald", "Ann", language, content, "[]", b""),
            }
            for table, row in rows.items():
                database.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    return tmp_path


def titles(folder: Path, query: str, filters: Filters | None = None) -> list[str]:
    return [page.title for page in search(folder, query, filters).pages]


def test_an_answer_tells_all_that_is_known_of_a_page(crawl: Path) -> None:
    answer = search(crawl, "floods rainstorm")
    (page,) = answer.pages
    assert (answer.total, answer.unfiltered, answer.degraded_reason) == (1, 1, "")
    assert (page.url, page.host, page.title) == ("http://www.en.example/0", "www.en.example", PAGES[0][0])
    assert (page.published, page.source, page.author) == ("2026-07-01", "Herald", "Ann")
    assert (page.relevance, page.language) == (0.9, "en")
    assert page.snippet == PAGES[0][1]
    assert [page.snippet[a:b] for a, b in page.hits] == ["rainstorm", "flooded"]
    assert page.score > 0


def test_the_best_comes_first_and_a_title_says_more(crawl: Path) -> None:
    assert titles(crawl, "rain") == ["Heavy rain over the valley", "Drought"]
    assert titles(crawl, "暴雨") == ["暴雨红色预警", "颱風消息"]
    assert len(search(crawl, "rain OR 暴雨", top=2).pages) == 2
    assert search(crawl, "rain OR 暴雨", top=2).total == 4


def test_filters_and_how_many_there_were_without_them(crawl: Path) -> None:
    assert titles(crawl, "rain OR 暴雨", Filters(hosts=("zh.example",), since=120.0)) == ["暴雨红色预警"]
    answer = search(crawl, "rain", Filters(languages=("zh",)))
    assert (answer.pages, answer.total, answer.unfiltered) == ((), 0, 2)


def test_a_broken_query_is_refused_before_anything_is_touched(crawl: Path) -> None:
    with pytest.raises(BadInput, match="never closed"):
        search(crawl, '"rain')
    assert not (crawl / SEARCH).exists()
    with pytest.raises(BadFolder, match="no such folder"):
        search(crawl / "nowhere", "rain")


def test_progress_hears_of_pages_that_the_index_lacks(crawl: Path) -> None:
    heard: list[tuple[str, int, int]] = []
    search(crawl, "rain", progress=lambda *told: heard.append(told))
    assert heard[-1] == ("made searchable", 4, 4)
    heard.clear()
    search(crawl, "rain", progress=lambda *told: heard.append(told))
    assert heard == []


def test_an_index_that_turns_out_to_be_damaged_is_built_anew(crawl: Path) -> None:
    """Its ends are whole, its beginning is not: only a search can tell."""
    search(crawl, "rain")
    for file in list((crawl / SEARCH).glob("*.idx")):
        damaged = bytes(40) + file.read_bytes()[40:]
        file.unlink()  # the search above may still have it mapped: what is cut under it ends the process
        file.write_bytes(damaged)
    reader = open_reader(crawl)
    assert reader is not None
    with pytest.raises(Damaged, match="cannot be read"):
        reader.find(parse('"heavy rain"', searchable), Filters(), 1)
    assert titles(crawl, '"heavy rain"') == ["Heavy rain over the valley"]
    assert titles(crawl, "「特大暴雨红色预警」") == ["暴雨红色预警"]


@pytest.mark.parametrize("query", ["飓风", "颶風", '"飓风登陆"'])
def test_a_page_is_found_in_whichever_script_it_is_asked_for(crawl: Path, query: str) -> None:
    (page,) = search(crawl, query).pages
    assert page.title == "颱風消息"
    assert [page.snippet[start:end][:2] for start, end in page.hits] == ["颶風"]
