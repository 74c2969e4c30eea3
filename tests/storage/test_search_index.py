"""The index itself: ranking worked by hand, stems, Chinese, phrases, filters, and how it is made again."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from honeyguide.config import Settings
from honeyguide.errors import CannotRun
from honeyguide.model import Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.storage import query_builder, search_index, searching
from honeyguide.storage.database import Database
from honeyguide.storage.files import SEARCH
from honeyguide.storage.folder import connect, lay_out_or_check
from honeyguide.storage.lock import locked
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_index import Entry, SearchFailed, SearchIndex, caught_up, missing
from honeyguide.storage.search_query import parse
from honeyguide.storage.search_schema import MARK, discard, domains
from honeyguide.storage.search_writer import SearchWriter
from honeyguide.storage.searching import SearchReader, open_reader, up_to_date

EVERYTHING = "valley"


def entry(number: int, title: str, content: str, *, host: str = "a.example", language: str = "en") -> Entry:
    return Entry(number, number, host, None, 0.5, language, searchable(title, content, language))


def indexed(folder: Path, *entries: Entry) -> SearchReader:
    index = SearchIndex(folder)
    for each in entries:
        index.add(each)
    index.close()
    reader = open_reader(folder)
    assert reader is not None
    return reader


def found(reader: SearchReader, query: str, filters: Filters | None = None) -> list[int]:
    return sorted(match.link for match in reader.find(parse(query, searchable), filters or Filters(), 100)[1])


def test_ranking_is_bm25_with_the_title_boosted(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "", "rain rain valley"),
        entry(2, "", "rain town"),
        entry(3, "Rain", "sunny town today now"),
    )
    total, matches = reader.find(parse("rain", searchable), Filters(), 10)
    assert total == 3
    scores = {match.link: match.score for match in matches}
    # BM25, k1 = 1.2, b = 0.75. Content: 3 texts of 3, 2 and 4 words, 3 on average; rain is in 2 of them:
    # idf = ln(1 + (3 − 2 + 0.5) / (2 + 0.5)) = ln 1.6 = 0.4700
    # 1: twice in 3 words: 0.4700 · 2.2 · 2 / (2 + 1.2 · (0.25 + 0.75 · 3/3)) = 0.4700 · 4.4 / 3.2
    assert scores[1] == pytest.approx(0.6463, abs=1e-4)
    # 2: once in 2 words: 0.4700 · 2.2 / (1 + 1.2 · (0.25 + 0.75 · 2/3)) = 0.4700 · 2.2 / 1.9
    assert scores[2] == pytest.approx(0.5442, abs=1e-4)
    # 3: titles have a third of a word on average, and 1 of 3 has rain: idf = ln(1 + 2.5 / 1.5) = 0.9808
    # 3 · 0.9808 · 2.2 / (1 + 1.2 · (0.25 + 0.75 · 1 / (1/3))) = 3 · 0.9808 · 2.2 / 4
    assert scores[3] == pytest.approx(1.6184, abs=1e-4)
    assert [match.link for match in matches] == [3, 1, 2]


def test_a_chinese_term_weighs_what_an_english_one_does(tmp_path: Path) -> None:
    reader = indexed(tmp_path, entry(1, "", "flood town"), entry(2, "", "洪水 城市", language="zh"))
    _, matches = reader.find(parse("flood OR 洪水", searchable), Filters(), 10)
    scores = {match.link: match.score for match in matches}
    # Words: 2 texts of 2 words, each word in one: ln(1 + (2 − 1 + 0.5) / (1 + 0.5)) · 2.2 / 2.2 = ln 2 = 0.6931
    assert scores[1] == pytest.approx(0.6931, abs=1e-4)
    # Characters: 4 where 2 are the average, half of (ln 2 + ln 2) · 2.2 / (1 + 1.2 · (0.25 + 0.75 · 4/2)) = 0.4919;
    # a tenth of it comes on top
    assert scores[2] == pytest.approx(0.6931 + 0.0492, abs=1e-4)
    _, ((_, quoted),) = reader.find(parse("「洪水」", searchable), Filters(), 10)
    assert quoted == pytest.approx(0.4919, abs=1e-4)


def test_exactly_what_was_asked_comes_before_its_words_elsewhere(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "", "红色的伞挡不住暴雨，预警来得太晚", language="zh"),
        entry(2, "", "昨晚发布了暴雨红色预警，来得太晚", language="zh"),
    )
    _, matches = reader.find(parse("暴雨红色预警", searchable), Filters(), 10)
    assert [match.link for match in matches] == [2, 1]


def test_english_words_are_found_by_their_stem_and_without_accents(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "", "The floods came."),
        entry(2, "", "Flooding continues, said China's ministry"),
        entry(3, "", "a café in São Paulo"),
    )
    assert found(reader, "flooded") == [1, 2]
    assert found(reader, "china") == [2]
    assert found(reader, "Cafe sao") == [3]
    assert found(reader, "CAFÉ") == [3]


def test_the_order_of_a_phrase_matters(tmp_path: Path) -> None:
    reader = indexed(tmp_path, entry(1, "", "heavy rain and wind"), entry(2, "", "rain heavy with wind"))
    assert found(reader, "heavy rain") == [1, 2]
    assert found(reader, '"heavy rain"') == [1]
    assert found(reader, '"rain heavy"') == [2]
    assert found(reader, 'wind -"heavy rain"') == [2]
    assert found(reader, '"heavy rain" OR "with wind"') == [1, 2]


def test_chinese_words_are_found_in_longer_ones_and_phrases_character_by_character(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "", "昨夜北京遭遇大暴雨。", language="zh"),
        entry(2, "", "气象台发布特大暴雨红色预警信号", language="zh"),
        entry(3, "", "红色的伞挡不住暴雨，预警来得太晚，特大的损失", language="zh"),
        entry(4, "", "王小明说，颱風已經過去", language="zh"),
        entry(5, "", "王小明同学研究生命起源 with COVID疫情2026年", language="zh"),
    )
    assert found(reader, "暴雨") == [1, 2, 3]
    assert found(reader, "大暴雨") == [1, 2]
    assert found(reader, "暴雨 红色 预警") == [2, 3]
    assert found(reader, "暴雨红色预警") == [2, 3]
    assert found(reader, "「特大暴雨红色预警」") == [2]
    assert found(reader, '"暴雨红色预警"') == [2]
    assert found(reader, '"雨红"') == [2]
    assert found(reader, '"预警红色"') == []
    assert found(reader, "雨") == [1, 2, 3]
    assert found(reader, "王小明") == [4, 5]
    assert found(reader, '"COVID疫情2026年"') == [5]
    assert found(reader, "暴雨 -预警") == [1]


def test_simplified_and_traditional_find_each_other(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "颱風", "颱風帶來暴雨，紅色預警", language="zh"),
        entry(2, "台风", "台风带来暴雨，红色预警", language="zh"),
    )
    for query in ("台风", "颱風", '"红色预警"', "「紅色預警」", "title:台风", "帶來"):
        assert found(reader, query) == [1, 2], query


def test_titles_and_prefixes(tmp_path: Path) -> None:
    reader = indexed(
        tmp_path,
        entry(1, "Storm surge", "the coast"),
        entry(2, "The coast", "a storm, a rainstorm, disasters"),
        entry(3, "", "disastrous rainfall"),
    )
    assert found(reader, "storm") == [1, 2]
    assert found(reader, "title:storm") == [1]
    assert found(reader, 'title:"storm surge"') == [1]
    assert found(reader, "rain*") == [2, 3]
    assert found(reader, "disast*") == [2, 3]
    assert found(reader, "disasters*") == [2]  # words are kept by their stem
    assert found(reader, "title:stor*") == [1]
    assert found(reader, "the-coa*") == [1, 2]
    assert found(reader, "surge-coa*") == [1]


def test_of_very_many_words_that_begin_so_those_that_most_pages_hold_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query_builder, "_MOST_EXPANSIONS", 1)
    reader = indexed(tmp_path, *(entry(number, "", word) for number, word in enumerate(("raina", "rainb", "rainb"))))
    assert found(reader, "rain*") == [1, 2]


def test_filters(tmp_path: Path) -> None:
    def page(number: int, host: str, published: float | None, relevance: float, language: str) -> Entry:
        return Entry(number, number, host, published, relevance, language, searchable("", "valley"))

    reader = indexed(
        tmp_path,
        page(1, "news.example.org", 1000.0, 0.9, "en"),
        page(2, "example.org", 2000.0, 0.5, "zh"),
        page(3, "notexample.org:8080", None, 0.7, ""),
    )
    for filters, pages in (
        (Filters(hosts=("example.org",)), [1, 2]),
        (Filters(hosts=("news.example.org",)), [1]),
        (Filters(hosts=("notexample.org",)), [3]),
        (Filters(hosts=("notexample.org:8080", "news.example.org")), [1, 3]),
        (Filters(since=1000.0), [1, 2]),
        (Filters(until=2000.0), [1]),
        (Filters(since=1001.0, until=2001.0), [2]),
        (Filters(min_relevance=0.7), [1, 3]),
        (Filters(languages=("zh", "en")), [1, 2]),
        (Filters(hosts=("org",), min_relevance=0.6, since=1.0), [1]),
        (Filters(hosts=("nowhere.example",)), []),
    ):
        assert found(reader, EVERYTHING, filters) == pages, filters
    every = Filters(hosts=("example.org",), since=1.0, min_relevance=0.1, languages=("en",))
    scores = [reader.find(parse(EVERYTHING, searchable), each, 1)[1][0].score for each in (Filters(), every)]
    assert scores[0] == scores[1], "what is left out says nothing of what is not"


def test_a_host_belongs_to_its_domains() -> None:
    assert domains("a.b.example") == ["a.b.example", "b.example", "example"]
    assert domains("b.example:8080") == ["b.example:8080", "b.example", "example"]
    assert domains("127.0.0.1:80") == ["127.0.0.1:80", "127.0.0.1"]
    assert domains("[::1]") == ["[::1]"]


PAGES = 6
"""Of `crawl`, number 2 off topic and number 4 a duplicate."""
INDEXED = [0, 1, 3, 5]


@pytest.fixture
def crawl(tmp_path: Path) -> Path:
    """A crawl whose index was never written."""
    folder = tmp_path / "crawl"
    folder.mkdir()
    lay_out_or_check(folder, Topic("rain", {"rain": 1.0}), Settings(), "0.1")
    with closing(connect(folder, write=True)) as database:
        database.execute("INSERT INTO hosts VALUES (0, 'a.example')")
        for number in range(PAGES):
            add_page(database, number)
    return folder


def add_page(database: Database, number: int) -> None:
    on_topic, copy_of = number != 2, 0 if number == 4 else None
    database.execute("INSERT INTO links VALUES (?, ?, 0, 0, -1, 0, 0)", (number, f"http://a.example/{number}"))
    visit = (number, number, 0.0, 0.1, "page", 200, 1, 1, None, "", None, None, None)
    database.execute(f"INSERT INTO visits VALUES ({', '.join('?' * 13)})", visit)
    judged = (number, number, 0.5, on_topic, copy_of, b"")
    page = (*judged, "en", "Title", "", "", 0, "[]", "valley of rain", None, None, "html")
    database.execute(f"INSERT INTO pages VALUES ({', '.join('?' * 16)})", page)


def ready(folder: Path) -> tuple[SearchReader, str]:
    with closing(connect(folder)) as database:
        return up_to_date(folder, database, searchable)


def test_what_is_missing_is_added_from_the_database_once(crawl: Path) -> None:
    reader, degraded_reason = ready(crawl)
    assert (found(reader, EVERYTHING), degraded_reason) == (INDEXED, "")
    with closing(connect(crawl, write=True)) as database:
        add_page(database, 6)
        add_page(database, 7)
        assert missing(database, reader.last_visit) == 2
    heard: list[tuple[str, int, int]] = []
    with closing(connect(crawl)) as database:
        reader, _ = up_to_date(crawl, database, searchable, lambda *each: heard.append(each))
    assert found(reader, EVERYTHING) == [*INDEXED, 6, 7]
    assert heard == [("made searchable", 1, 2), ("made searchable", 2, 2)]


def test_what_was_added_before_an_interruption_is_kept(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_index, "_COMMIT_PAGES", 2)

    def interrupted(what: str, done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with closing(connect(crawl)) as database, pytest.raises(KeyboardInterrupt):
        caught_up(crawl, database, searchable, interrupted)
    reader = open_reader(crawl)
    assert reader is not None
    assert found(reader, EVERYTHING) == INDEXED[:2]


def test_the_main_text_is_searched_where_it_is_known(crawl: Path) -> None:
    with closing(connect(crawl, write=True)) as database:
        row = (0, "Headline", "2026-07-01", "", 1782907200.0, "", "", "en", "about snow", "[]", b"")
        database.execute(f"INSERT INTO elements VALUES ({', '.join('?' * 11)})", row)
    reader, _ = ready(crawl)
    assert found(reader, "snow headline") == [0]
    assert found(reader, EVERYTHING) == INDEXED[1:]
    assert found(reader, "snow", Filters(since=1782907200.0)) == [0]


def test_what_a_power_cut_took_from_the_database_leaves_the_index_too(crawl: Path) -> None:
    ready(crawl)
    with closing(connect(crawl, write=True)) as database:
        database.execute("DELETE FROM pages WHERE visit > 1")
    assert found(ready(crawl)[0], EVERYTHING) == [0, 1]
    with closing(connect(crawl, write=True)) as database:
        database.execute("DELETE FROM links WHERE id = 3")
        database.execute("DELETE FROM visits WHERE id = 3")
        add_page(database, 3)
    assert found(ready(crawl)[0], EVERYTHING) == [0, 1, 3]


def _emptied(path: Path) -> None:
    for file in path.iterdir():
        file.write_bytes(b"")


def _cut_in_half(path: Path) -> None:
    for file in path.glob("*.idx"):
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _of_another_format(path: Path) -> None:
    (path / MARK).write_text("honeyguide 0, tantivy index_format v1\n")


def _without_a_file(path: Path) -> None:
    next(path.glob("*.term")).unlink()


def _without_meta(path: Path) -> None:
    (path / "meta.json").write_text("{")


def _a_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("what is this?")


@pytest.mark.parametrize(
    "harm", [shutil.rmtree, _emptied, _cut_in_half, _of_another_format, _without_a_file, _without_meta, _a_file]
)
def test_an_index_that_cannot_be_used_is_built_anew(crawl: Path, harm: Callable[[Path], None]) -> None:
    ready(crawl)
    harm(crawl / SEARCH)
    reader, degraded_reason = ready(crawl)
    assert (found(reader, EVERYTHING), degraded_reason) == (INDEXED, "")
    harm(crawl / SEARCH)
    with closing(connect(crawl)) as database:
        caught_up(crawl, database, searchable).close()
    assert found(ready(crawl)[0], EVERYTHING) == INDEXED


def test_a_discarded_index_is_made_again(crawl: Path) -> None:
    ready(crawl)
    discard(crawl)
    discard(crawl)
    assert open_reader(crawl) is None
    assert found(ready(crawl)[0], EVERYTHING) == INDEXED


def test_a_removal_that_is_cut_short_leaves_nothing_that_passes_for_an_index(
    crawl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready(crawl)

    def stopped(path: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", stopped)
        with pytest.raises(KeyboardInterrupt):
            discard(crawl)
    assert list((crawl / SEARCH).glob("*.idx"))
    assert open_reader(crawl) is None
    assert found(ready(crawl)[0], EVERYTHING) == INDEXED


def test_a_full_disk_is_told_once_and_the_index_is_made_when_there_is_room(crawl: Path, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk cannot be made here: it needs the rights of root")
    try:
        full = Path(shutil.copytree(crawl, disk / "crawl"))
        heard: list[str] = []
        with closing(connect(full)) as database:
            growth = SearchWriter(full, database, searchable, heard.append)
            (disk / "ballast").write_bytes(b"x" * (shutil.disk_usage(disk).free - 20_000))
            for number in range(10, 20):
                growth.add([entry(number, "", " ".join(f"valley{n:x}" for n in range(2_000)))])
                growth.commit()
            growth.close()
            (said,) = heard
            assert "the search index cannot be written" in said
            assert said.endswith("; the disk is full, 0.0 MB are left")
            (disk / "ballast").unlink()
            assert found(up_to_date(full, database, searchable)[0], EVERYTHING) == INDEXED
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)


def test_while_another_process_writes_a_young_crawl_is_searched_whole(crawl: Path) -> None:
    with locked(crawl):
        reader, degraded_reason = ready(crawl)
    assert (found(reader, EVERYTHING), degraded_reason) == (INDEXED, "")
    assert not (crawl / "search").exists()
    ready(crawl)
    with closing(connect(crawl, write=True)) as database:
        add_page(database, 6)
    with locked(crawl):
        reader, degraded_reason = ready(crawl)
    assert (found(reader, EVERYTHING), degraded_reason) == ([*INDEXED, 6], "")


def test_while_another_process_writes_what_is_there_is_searched(crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_YOUNG", 0)
    with locked(crawl), pytest.raises(CannotRun, match=r"another process .* there is no search index yet"):
        ready(crawl)
    ready(crawl)
    with closing(connect(crawl, write=True)) as database:
        add_page(database, 6)
    with locked(crawl):
        reader, degraded_reason = ready(crawl)
    assert found(reader, EVERYTHING) == INDEXED
    assert "another process is crawling" in degraded_reason
    assert "1 page is not in the search index yet" in degraded_reason


def test_two_writers_do_not_meet(crawl: Path) -> None:
    index = SearchIndex(crawl)
    with pytest.raises(SearchFailed, match="cannot be written"):
        SearchIndex(crawl)
    index.close()
    SearchIndex(crawl).close()


def test_a_reader_sees_what_was_committed_and_no_more(tmp_path: Path) -> None:
    index = SearchIndex(tmp_path)
    index.add(entry(1, "", "valley"))
    index.commit()
    index.add(entry(2, "", "valley"))
    reader = open_reader(tmp_path)
    assert reader is not None
    assert found(reader, EVERYTHING) == [1]
    index.commit()
    assert found(reader, EVERYTHING) == [1]
    again = open_reader(tmp_path)
    assert again is not None
    assert found(again, EVERYTHING) == [1, 2]
    index.close()


def test_a_folder_that_cannot_be_written_is_searched_all_the_same(crawl: Path) -> None:
    bare = crawl.with_name("bare")
    shutil.copytree(crawl, bare)
    ready(crawl)
    place = crawl.parent
    if subprocess.run(["mount", "--bind", place, place], check=False, capture_output=True).returncode:
        pytest.skip("a folder cannot be made read-only here: it needs the rights of root")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", place], check=True)
        assert found(ready(crawl)[0], EVERYTHING) == INDEXED
        assert found(ready(bare)[0], EVERYTHING) == INDEXED
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def test_opening_costs_no_second_process_anything() -> None:
    """Who only looks at a crawl does not load the engine."""
    code = "import sys, honeyguide.storage.results; print('tantivy' in sys.modules)"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
    )
