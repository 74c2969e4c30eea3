"""`honeyguide results` on the folder of a real crawl: the best pages by what the user asks for."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing
from math import ceil, exp
from pathlib import Path

import pytest
import yaml
from tests.cli.conftest import Command
from tests.cli.test_export import urls_in

from honeyguide import open_crawl
from honeyguide.storage import results
from honeyguide.storage.items import host_graph
from honeyguide.timestamps import parse as parse_time


def test_results_are_the_best_pages_first_with_their_evidence(honeyguide: Command, crawled: Path) -> None:
    found = honeyguide("results", crawled, "--top", "5", "--json").json
    assert len(found) == 5
    scores = [page["relevance"] for page in found]
    assert scores == sorted(scores, reverse=True)
    for page in found:
        assert page["on_topic"]
        assert page["title"]
        assert sum(each["contribution"] for each in page["evidence"]) == pytest.approx(page["relevance"])
    shown = honeyguide("results", crawled, "--top", "5").out.splitlines()
    addresses = [line.split() for line in shown[1::3]]
    assert [words[0] for words in addresses] == [page["url"] for page in found]
    assert [words[1] for words in addresses] == [page["published"][:10] or "no" for page in found]
    assert [words[-1] for words in addresses] == [page["source"] for page in found]
    assert "rainstorm ×" in shown[2]


def test_what_is_shown_of_a_score_adds_up_to_its_log_odds(here: Command) -> None:
    given = ("--web", "synthetic:seed=7,pages=800", "--pages", "60", "--quiet", "--workers", "0")
    assert here("crawl", "rainstorm-disaster", "http://harbour-daily.example/", "--out", "c", *given).code == 0
    for _ in ("by the crawl", "judged again"):
        found = here("results", "c", "--top", "100%", "--json").json
        lines = here("results", "c", "--top", "100%").out.splitlines()[2::3]
        assert len(lines) == len(found) > 5
        for page, line in zip(found, lines, strict=True):
            assert page["unit"] == "log-odds"
            evidence = sum(each["contribution"] for each in page["evidence"])
            assert page["bias"] + evidence + page["others"] == pytest.approx(page["total"], abs=1e-4)
            assert 1 / (1 + exp(-page["total"])) == pytest.approx(page["relevance"], abs=1e-4)
            total, parts = line.split(": ", 1)
            assert "×" not in parts  # where a word stands says how much it counts, and how often it is there does not
            assert parts.startswith(f"starts from {page['bias']:+.3f} · ")
            shown = [float(part.split()[-1]) for part in parts.split(" · ")]
            assert sum(shown) == pytest.approx(float(total.split()[-1]), abs=0.0015)
            against = [each for each in page["evidence"] if each["contribution"] < -0.001]
            assert not against or any(share < 0 for share in shown[1:])
        assert here("rejudge", "c").code == 0


def test_title_and_content_are_shown_divided_into_words(here: Command, crawled: Path) -> None:
    (page,) = here("results", crawled, "--top", "1", "--words", "--json").json
    assert page["title_words"]
    assert len(page["content_words"]) > 30
    shown = here("results", crawled, "--top", "1", "--words").out.splitlines()
    assert shown[-2].strip() == " / ".join(page["title_words"])
    assert shown[-1].strip() == " / ".join(page["content_words"][:30]) + " …"
    assert "title_words" not in here("results", crawled, "--top", "1", "--json").json[0]
    here("results", crawled, "--by", "trust", "--top", "2", "--to", "jsonl", "--words")
    (first, _) = (here.folder / "rain-top.jsonl").read_text("utf-8").splitlines()
    assert {"score", "title_words", "content_words"} <= set(json.loads(first))


@pytest.mark.parametrize("by", ["relevance", "trust", "currency", "date"])
def test_the_best_tenth_is_a_tenth_of_what_could_be_shown(here: Command, dated: Path, by: str) -> None:
    everything = here("results", dated, "--by", by, "--top", "100%", "--json").json
    left_out = {"relevance": 0, "date": 2}.get(by, 1)  # without a date; without elements
    assert len(everything) == len(list(results.best(dated, 1000))) - left_out
    tenth = here("results", dated, "--by", by, "--top", "10%", "--json").json
    assert len(tenth) == ceil(len(everything) / 10) > 1
    assert tenth == everything[: len(tenth)]


def test_a_share_is_of_what_was_published_in_the_time_that_is_asked_for(dated: Path) -> None:
    crawl = open_crawl(dated)
    between = list(crawl.results(top=None, since="2026-07-01"))
    assert 2 < len(between) < len(list(crawl.results(top=None)))
    assert list(crawl.results(top="50%", since="2026-07-01")) == between[: ceil(len(between) / 2)]


def test_what_is_no_number_of_pages_is_refused(here: Command, crawled: Path) -> None:
    for top in ("0", "many", "0%", "120%"):
        said = here("results", crawled, "--top", top)
        assert said.code == 2
        assert "top must be a number from 1" in said.err


@pytest.fixture
def dated(crawled: Path, tmp_path: Path) -> Path:
    """A copy of the crawl in which two pages on topic have no date, and one of them has no elements."""
    copy = tmp_path / "dated"
    shutil.copytree(crawled, copy)
    links = [page for page, _ in results.best(crawled, 2)]
    with closing(sqlite3.connect(copy / "crawl.db")) as database, database:
        one, other = (
            database.execute("SELECT id FROM links WHERE url = ?", (page.url,)).fetchone()[0] for page in links
        )
        database.execute("UPDATE elements SET published = '', moment = NULL")
        database.execute("UPDATE elements SET published = '2026-07-01', moment = 1782907200.0 + link")
        database.execute("UPDATE elements SET published = '', moment = NULL WHERE link = ?", (one,))
        database.execute("DELETE FROM elements WHERE link = ?", (other,))
    return copy


def test_the_newest_come_first_and_what_has_no_date_is_left_out_and_counted(here: Command, dated: Path) -> None:
    said = here("results", dated, "--by", "date", "--top", "1000", "--json")
    everything = list(results.best(dated, 1000))
    assert len(said.json) == len(everything) - 2
    lines = said.err.splitlines()
    assert lines[0] == "2 pages on topic have no date before the crawl: left out"
    assert lines[1].startswith("1 page on topic without date and main text")
    assert "index" in lines[1]
    with closing(sqlite3.connect(dated / "crawl.db")) as database:
        query = "SELECT url, moment FROM elements JOIN links ON links.id = elements.link"
        moments = dict(database.execute(query).fetchall())
    order = [moments[page["url"]] for page in said.json]
    assert order == sorted(order, reverse=True)
    assert here("results", dated, "--by", "date", "--top", "3").out.count("2026-07-01") == 3


def test_the_date_of_a_real_crawl_orders_its_pages(here: Command, crawled: Path) -> None:
    found = here("results", crawled, "--by", "date", "--json").json
    moments = [parse_time(page["published"]) for page in found]
    assert None not in moments
    assert moments == sorted(moments, key=lambda at: -(at or 0.0))


def test_results_by_currency_say_what_counts_as_now(here: Command, crawled: Path) -> None:
    (told,) = [line for line in here("results", crawled, "--by", "currency").err.splitlines() if "now is" in line]
    assert re.fullmatch(r"now is \d{4}-\d\d-\d\d \d\d:\d\d UTC, the newest publication", told)
    assert told in here("insight", "currency", crawled).err
    assert "now is" not in here("results", crawled, "--by", "trust").err


@pytest.mark.parametrize("by", ["trust", "currency"])
def test_scores_of_the_analyses_order_pages_and_are_told_with_their_reasons(
    here: Command, crawled: Path, by: str
) -> None:
    found = here("results", crawled, "--by", by, "--top", "10", "--json").json
    scores = [page["score"] for page in found]
    assert len(found) == 10
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert all(page["reasons"] and not page["duplicate_of"] for page in found)
    shown = here("results", crawled, "--by", by, "--top", "1").out
    assert f"{scores[0]:.3f}" in shown
    assert found[0]["reasons"][0] in shown


def test_near_duplicates_are_told_of_by_none_of_the_rankings(here: Command, crawled: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(crawled, tmp_path / "copy"))
    (one, _), (other, _) = results.best(copy, 2)
    with closing(sqlite3.connect(copy / "crawl.db")) as database, database:
        number = "(SELECT id FROM links WHERE url = ?)"
        database.execute(f"UPDATE pages SET duplicate_of = {number} WHERE link = {number}", (one.url, other.url))
    for by in ("relevance", "date", "trust", "currency"):
        found = {page["url"] for page in here("results", copy, "--by", by, "--top", "1000", "--json").json}
        assert other.url not in found, by
        assert one.url in found, by


def test_trust_is_what_the_analysis_says(here: Command, crawled: Path) -> None:
    from honeyguide.insight.analysis import analyse
    from honeyguide.insight.authority import host_authority
    from honeyguide.insight.trust import trust

    analysis = analyse(crawled)
    scores = {
        analysis.items[each.item].url: each.score for each in trust(analysis, host_authority(host_graph(crawled)))
    }
    found = here("results", crawled, "--by", "trust", "--top", "1000", "--json").json
    assert {page["url"]: page["score"] for page in found} == pytest.approx(
        {page["url"]: scores[page["url"]] for page in found}
    )
    originals = {page.url for page in results.pages(crawled, relevant=True)}
    assert {page["url"] for page in found} == originals


def test_a_crawl_without_elements_is_told_how_to_get_them(here: Command, crawled: Path) -> None:
    bare = here.folder / "bare"
    shutil.copytree(crawled, bare)
    with closing(sqlite3.connect(bare / "crawl.db")) as database, database:
        database.execute("DELETE FROM elements")
    said = here("results", bare, "--by", "trust")
    assert said.code == 1
    assert "honeyguide index" in said.sentence
    assert "no page with a date yet" in here("results", bare, "--by", "date").err


@pytest.mark.parametrize(
    ("to", "name"),
    [
        ("jsonl", "rain-top.jsonl"),
        ("csv", "rain-top.csv"),
        ("xlsx", "rain-top.xlsx"),
        ("parquet", "rain-top.parquet"),
        ("markdown", "rain-top-markdown"),
        ("chunks", "rain-top-chunks.jsonl"),
    ],
)
def test_the_best_pages_are_written_in_every_format(here: Command, crawled: Path, to: str, name: str) -> None:
    best = [page["url"] for page in here("results", crawled, "--top", "4", "--json").json]
    said = here("results", crawled, "--top", "4", "--to", to, "--json").json
    said.pop("chunks", 0)
    assert said == {"path": name, "format": to, "by": "relevance", "count": 4}
    found = urls_in(here.folder / name, to)
    assert sorted(found) == sorted(best) if to == "markdown" else found == best
    assert "--force" in here("results", crawled, "--to", to).sentence
    assert here("results", crawled, "--to", to, "--force").code == 0


def test_score_and_reasons_go_into_the_files(here: Command, crawled: Path) -> None:
    (best,) = here("results", crawled, "--top", "1", "--by", "trust", "--json").json
    reasons = "; ".join(best["reasons"])
    here("results", crawled, "--top", "1", "--by", "trust", "--to", "jsonl", "-o", "best.jsonl")
    row = json.loads((here.folder / "best.jsonl").read_text("utf-8"))
    assert (row["score"], row["reasons"]) == (best["score"], reasons)
    here("results", crawled, "--top", "1", "--by", "trust", "--to", "markdown", "-o", "best")
    (file,) = (here.folder / "best").glob("*.md")
    head = yaml.safe_load(file.read_text("utf-8").split("---\n")[1])
    assert (head["score"], head["reasons"]) == (pytest.approx(best["score"], abs=1e-6), reasons)


def test_what_cannot_be_meant_is_refused(here: Command, crawled: Path) -> None:
    assert "need --to FORMAT" in here("results", crawled, "--output", "x.csv").sentence
    assert "did you mean 'markdown'?" in here("results", crawled, "--to", "markdwon").sentence
    assert "is no export format" in here("results", crawled, "--to", "warc").sentence
    wrong = here("results", crawled, "--by", "beauty")
    assert wrong.code == 2
    assert "'--by': 'beauty' is not one of" in wrong.err
    assert "'--count': must be greater than or equal to 1" in here("ask", crawled, "--count", "0").err
    assert list(here.folder.iterdir()) == []
