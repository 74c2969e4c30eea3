"""`honeyguide search` on the folder of a real crawl."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.conftest import Command

from honeyguide.storage import results
from honeyguide.storage.files import SEARCH
from honeyguide.storage.lock import locked


@pytest.fixture
def folder(crawled: Path, tmp_path: Path) -> Path:
    """A copy that may be spoilt."""
    copy = tmp_path / "rain"
    shutil.copytree(crawled, copy)
    return copy


def test_where_all_pages_are_older_the_newest_is_named(here: Command, crawled: Path) -> None:
    (newest,) = here("results", crawled, "--by", "date", "--top", "1", "--json").json
    said = here("search", crawled, "rain", "--since", "1d").err
    assert f"without the filters; the newest page on topic is of {newest['published'][:10]}." in said
    assert "newest" not in here("search", crawled, "xylophone", "--since", "1d").err


def test_the_crawl_has_made_the_index_and_search_answers_from_it(here: Command, crawled: Path) -> None:
    assert (crawled / SEARCH).is_dir()
    said = here("search", crawled, "rain OR 暴雨", "--top", "5", "--json")
    assert (said.code, said.err) == (0, "")
    found = said.json
    assert 0 < len(found) <= 5
    scores = [page["score"] for page in found]
    assert scores == sorted(scores, reverse=True)
    known = {page.url for page in results.pages(crawled, relevant=True)}
    for page in found:
        assert page["url"] in known
        assert set(page) >= {"title", "host", "published", "source", "author", "relevance", "language"}
        for start, end in page["hits"]:
            assert page["snippet"][start:end].lower() in {"rain", "rains", "暴雨"}


def test_for_a_person_rank_score_title_address_date_and_snippet(here: Command, crawled: Path) -> None:
    first = here("search", crawled, "rain", "--top", "1", "--json").json[0]
    said = here("search", crawled, "rain", "--top", "1")
    lines = [line.strip() for line in said.out.splitlines()]
    assert lines[0].startswith(f"1  {first['score']:.2f}") or lines[0].startswith(f"1   {first['score']:.2f}")
    assert lines[0].endswith(" ".join(first["title"].split()))
    assert lines[1] == first["url"]
    assert lines[2].endswith(first["source"])
    assert lines[3] == first["snippet"]
    assert "the best 1 shown" in said.err


def test_nothing_found_is_no_failure_and_is_said(here: Command, crawled: Path) -> None:
    said = here("search", crawled, "xylophone")
    assert (said.code, said.out) == (0, "")
    assert said.err.strip().endswith("rain: no page answers this query.")
    said = here("search", crawled, "rain", "--host", "nowhere.example", "--json")
    assert (said.code, said.json) == (0, [])
    assert "pages without the filters" in said.err


def test_filters_keep_what_they_say(here: Command, crawled: Path) -> None:
    everything = here("search", crawled, "rain OR 暴雨", "--top", "1000", "--json").json
    host = everything[0]["host"]
    domain = host.partition(".")[2] if host.count(".") > 1 else host
    of_host = here("search", crawled, "rain OR 暴雨", "--top", "1000", "--json", "--host", domain.upper()).json
    assert [page["url"] for page in of_host] == [
        page["url"] for page in everything if f".{page['host']}".endswith(f".{domain}")
    ]
    relevant = here("search", crawled, "rain OR 暴雨", "--top", "1000", "--json", "--min-relevance", "0.8").json
    assert len(relevant) == sum(page["relevance"] >= 0.8 for page in everything)
    chinese = here("search", crawled, "rain OR 暴雨", "--top", "1000", "--json", "--language", "ZH").json
    assert len(chinese) == sum(page["language"] == "zh" for page in everything)


def test_dates_are_days_moments_or_so_long_ago(here: Command, folder: Path) -> None:
    urls = [page["url"] for page in here("search", folder, "rain", "--top", "3", "--json").json]
    assert len(urls) == 3
    now = time.time()
    with closing(sqlite3.connect(folder / "crawl.db")) as database, database:
        database.execute("UPDATE elements SET published = '', moment = NULL")
        for url, moment in zip(urls, (now - 3600, now - 3 * 86400, 1782864000.0 + 43200), strict=True):
            query = "UPDATE elements SET moment = ? WHERE link = (SELECT id FROM links WHERE url = ?)"
            database.execute(query, (moment, url))
    shutil.rmtree(folder / SEARCH)

    def found(*options: str) -> set[int]:
        pages = here("search", folder, "rain", "--top", "1000", "--json", *options).json
        return {urls.index(page["url"]) for page in pages}

    assert found("--since", "24h") == {0}
    assert found("--since", "7d", "--until", "1d") == {1}
    # 1782864000 is the beginning of 2026-07-01; a bare day ends with its last second.
    assert found("--since", "2026-07-01", "--until", "2026-07-01") == {2}
    assert found("--since", "2026-07-01T11:59", "--until", "2026-07-01T12:01+00:00") == {2}
    assert found("--since", "2026-07-01T12:01", "--until", "2026-07-02") == set()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (['"rain'], 'query, character 1: the quote " is never closed'),
        (["rain OR"], "ends with OR"),
        ([""], "holds no word"),
        (["rain", "--since", "yesterday"], "--since: 'yesterday' is no date; write 2026-07-01"),
        (["rain", "--until", "2026-13-01"], "--until: '2026-13-01' is no date"),
        (["rain", "--since", "0d"], "'0d' is not a length of time"),
        (
            ["rain", "--since", "2026-07-02", "--until", "2026-07-01"],
            "--since 2026-07-02 is later than --until 2026-07-01: nothing can lie between",
        ),
        (["rain", "--since", "tomorrow"], "--since: 'tomorrow' is no date; write 2026-07-01"),
        (["rain", "--language", "english"], "'english' is no language; give two small letters"),
        (["rain", "--language", "\udce9"], "'?' is no language; give two small letters"),
        (["rain", "--min-relevance", "2"], "--min-relevance: 2 is not between 0 and 1"),
        (["rain", "--min-relevance", "nan"], "--min-relevance: nan is not between 0 and 1"),
        (["rain", "--host", "not a host"], "'not a host' is no host"),
    ],
)
def test_what_cannot_be_meant_gets_one_sentence(here: Command, crawled: Path, options: list[str], says: str) -> None:
    said = here("search", crawled, *options)
    assert (said.code, said.out) == (1, "")
    assert says in said.sentence


def test_what_is_no_crawl_is_refused(here: Command) -> None:
    said = here("search", "nowhere", "rain")
    assert said.code == 1
    assert "no such folder" in said.sentence


def test_an_index_behind_the_crawl_catches_up_or_is_made_for_the_query(here: Command, folder: Path) -> None:
    total = len(here("search", folder, "rain", "--top", "1000", "--json").json)
    shutil.rmtree(folder / SEARCH)
    with locked(folder):
        said = here("search", folder, "rain", "--top", "1000", "--json")
    assert (len(said.json), said.err) == (total, "")
    assert not (folder / SEARCH).exists()
    said = here("search", folder, "rain", "--top", "1000", "--json")
    assert (len(said.json), said.err) == (total, "")


def test_what_a_page_says_cannot_reach_the_terminal_as_a_command(here: Command, folder: Path) -> None:
    evil = "\x1b]0;owned\x07 [red]rain[/red] \x9b31m \u202egnp.exe <script>"
    with closing(sqlite3.connect(folder / "crawl.db")) as database, database:
        database.execute("UPDATE elements SET title = ?, content = ?, source = ?", (evil, evil, evil))
    shutil.rmtree(folder / SEARCH)
    shown = here("search", folder, "rain").out + here("search", folder, "rain", "--json").out
    assert "[red]rain[/red]" in shown
    assert not set("\x1b\x07\x9b\u202e") & set(shown)


def test_hits_are_marked_on_a_terminal(honeyguide: Command, crawled: Path) -> None:
    said = honeyguide("search", crawled, "rain", "--top", "1", env={"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    assert "\x1b[1;35mrain\x1b[0m" in said.out
    assert said.err.count("\x1b") == 0  # no bar where there is nothing to catch up with
