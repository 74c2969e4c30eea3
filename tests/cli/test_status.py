"""The folder of a real crawl, looked at with `honeyguide status` and its kin; and what is no crawl."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests import test_traps as traps
from tests.cli.conftest import PAGES, TOPIC, Command
from tests.local_web import local_web

from honeyguide.cli.summary import left, state
from honeyguide.model import Coverage
from honeyguide.storage.results import status as read_status


def test_status_says_how_far_a_crawl_is(honeyguide: Command, crawled: Path) -> None:
    said = honeyguide("status", crawled, "--json")
    assert (said.code, said.err) == (0, "")
    assert said.json["pages"] == PAGES
    assert said.json["topic"] == "rainstorm-disaster"
    assert said.json["waiting"] > 0
    shown = honeyguide("status", crawled).out
    assert "rainstorm-disaster" in shown
    named = {name: said.json[key] for name, key in (("relevance", "relevance"), ("link model", "link_model"))}
    assert all(named.values()), named
    rows = dict(line.split("  ", 1) for line in shown.splitlines() if "  " in line)
    assert {name: rows[name].strip() for name in named} == named
    assert said.json["top_hosts"][0]["host"] in shown


def test_a_running_crawl_of_an_off_line_web_runs_since_a_time_of_this_world(crawled: Path) -> None:
    runs = replace(read_status(crawled), simulated=True, running=True, since="2026-11-19T12:00:00Z", process=7)
    assert state(runs) == "running since 2026-11-19T12:00:00Z, process 7"


def test_times_of_an_off_line_web_are_named_as_simulated(here: Command, crawled: Path) -> None:
    given = ("--web", "synthetic:seed=7,pages=300", "--pages", "5", "--encoder", "none", "--workers", "0")
    ran = here("crawl", TOPIC, "http://harbour-daily.example/", "--out", "c", *given)
    assert ran.code == 0, ran.err
    line, facts = (
        next(each for each in ran.err.splitlines() if word in each) for word in ("links wait", "in this run")
    )
    assert line.endswith(" of simulated time")
    assert "pages/s of simulated time)" in facts
    assert " 0 pages/s" not in line + facts
    rows = dict(line.split("  ", 1) for line in here("status", "c").out.splitlines() if "  " in line)
    for name in ("state", "pace", "first visit", "last visit"):
        assert "of simulated time" in rows[name], name
    assert here("status", "c", "--json").json["simulated"]
    assert "simulated" not in here("status", crawled).out
    assert not here("status", crawled, "--json").json["simulated"]


def test_what_a_list_said_of_its_seeds_is_shown_beside_the_hosts(here: Command) -> None:
    web = "synthetic:seed=7,pages=300"
    (here.folder / "sites.csv").write_text("url,description\nhttp://harbour-daily.example/,The Harbour Daily 港报\n")
    options = ["--out", "c", "--pages", "5", "--web", web, "--strategy", "ops", "--encoder", "none", "--quiet"]
    assert here("crawl", TOPIC, "sites.csv", *options).code == 0
    assert here("status", "c", "--json").json["seeds"] == {"http://harbour-daily.example/": "The Harbour Daily 港报"}
    assert "The Harbour Daily 港报" in here("status", "c").out
    said = here("crawl", TOPIC, "http://harbour-daily.example/", *options[:3], "8", *options[4:])
    assert said.code == 0, said.err
    assert "The Harbour Daily 港报" in here("status", "c").out


def test_status_and_results_say_what_the_strategy_did(here: Command) -> None:
    web = (
        "--web",
        "synthetic:seed=7,pages=500,share=0.4",
        "--pages",
        "60",
        "--concurrency",
        "1",
        "--quiet",
        "--json",
    )
    chosen = ("--strategy", "svm-hits:budget=300,n1=7,n2=2,limit1=5")
    begun = here("crawl", TOPIC, "http://harbour-daily.example/", "--out", "c", *web, *chosen)
    assert begun.code == 0, begun.err
    told = here("status", "c", "--json").json
    assert told["metrics"] == begun.json["metrics"]
    assert {name: told["metrics"][name] for name in ("stage", "hubs", "from_authorities")} == {
        "stage": 3,
        "hubs": 2,
        "from_authorities": 5,
    }
    authorities, hubs = told["roles"]["authority"], told["roles"]["hub"]
    assert (len(authorities), len(hubs)) == (told["metrics"]["authorities"], 2)
    shown = here("status", "c").out
    assert "stage 3, reopened " in shown
    assert hubs[0] in shown
    assert f"and {len(authorities) - 5} more" in shown
    results = here("results", "c", "--top", "100", "--json").json
    assert {each["url"] for each in results if "hub" in each["roles"]} == set(hubs)
    assert "authority · " in here("results", "c", "--top", "100").out


def test_a_strategy_that_counts_nothing_has_no_line_for_it(here: Command) -> None:
    web = ("--web", "synthetic:seed=7,pages=500", "--pages", "10", "--quiet", "--strategy", "bfs")
    here("crawl", TOPIC, "http://harbour-daily.example/", "--out", "c", *web)
    told = here("status", "c", "--json").json
    assert (told["metrics"], told["roles"]) == ({}, {})
    assert "counted" not in here("status", "c").out


def test_status_says_which_links_are_held_back_as_traps(here: Command) -> None:
    with local_web(traps.answer) as web:
        quick = ["--pages", "200", "--strategy", "bfs", "--delay", "0", "--workers", "0", "--no-extract"]
        where = ["--out", "c", "--connect-to", web.address, "--no-robots", "--quiet", "--json"]
        begun = here("crawl", TOPIC, *traps.SEEDS, *where, *quick)
    assert begun.code == 0, begun.err
    told = here("status", "c", "--json").json["traps"]
    assert told == begun.json["traps"]
    repeats = next(each for each in told if each["shape"] == "http://repeats.example/news/…")
    assert (repeats["kind"], repeats["on_topic"]) == ("repeats", 0)
    assert repeats["waiting"] > repeats["fetched"] > 2
    shown = here("status", "c").out
    held = sum(each["waiting"] for each in told)
    assert f"{held:,} links are held back" in " ".join(shown.split())
    assert "repeats.example/news/…" in shown


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
    database.execute("UPDATE elements SET title = ?, source = ?, published = ?", (evil, evil, evil))
    database.commit()
    database.close()
    shown = (
        honeyguide("results", hostile, "--top", "1").out + honeyguide("results", hostile, "--top", "1", "--json").out
    )
    assert "[red]rain[/red]" in shown
    assert not set("\x1b\x07\x9b\u202e") & set(shown)


@pytest.mark.parametrize("arguments", [["status"], ["results"], ["export", "--to", "csv"], ["index"]])
def test_what_is_no_crawl_is_refused_and_left_alone(honeyguide: Command, arguments: list[str]) -> None:
    name, *options = arguments
    assert "no such folder" in refused(honeyguide, name, "nowhere", *options)
    other = honeyguide.folder / "other"
    other.mkdir()
    assert "not a crawl" in refused(honeyguide, name, other, *options)
    (other / "crawl.db").write_text("no database at all, but text that is long enough to look at" * 9)
    assert "is not the database of a crawl" in refused(honeyguide, name, other, *options)
    assert refused(honeyguide, name, other / "crawl.db", *options).endswith("crawl.db: is a file, not a folder")
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
        file.seek(24 * 4096)  # behind the schema and the first page of every table
        file.write(b"\xff" * 4096 * 200)
    said = honeyguide("results", damaged)
    assert said.code == 1
    assert "is damaged" in said.sentence
    assert f"`honeyguide recover {damaged}` makes it anew" in said.sentence


def test_an_unknown_format_is_refused_with_the_nearest_name(honeyguide: Command, crawled: Path) -> None:
    assert "did you mean 'parquet'?" in refused(honeyguide, "export", crawled, "--to", "parket")


def refused(honeyguide: Command, *arguments: str | Path) -> str:
    said = honeyguide(*arguments)
    assert said.code == 1, said.err
    assert said.out == ""
    return said.sentence


@pytest.mark.parametrize("asked", ["status", "results"])
def test_a_question_loads_nothing_that_only_a_crawl_needs(crawled: Path, asked: str) -> None:
    code = (
        "import sys; from honeyguide.cli import main\ntry: main()\nexcept SystemExit: print('loaded', *sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code, asked, str(crawled)], check=True, capture_output=True, text=True
    )
    loaded = said.stdout.rpartition("loaded ")[2].split()
    assert "honeyguide.crawl_folder" in loaded
    heavy = {
        "aiohttp",
        "scipy",
        "lxml",
        "trafilatura",
        "turbohtml",
        "honeyguide.crawl",
        "honeyguide.analysis",
    }
    assert [name for name in loaded if name in heavy] == []


def test_what_nobody_links_to_is_told_where_it_comes_to_a_page(crawled: Path) -> None:
    now = read_status(crawled)
    coverage = Coverage(100, 10, 50, 4.0, 2.0, 6.0, 0, 0.4, 0.7, 0.6, 0.8)
    assert left(replace(now, coverage=coverage)).endswith("70% found (60% to 80%).")
    assert "At least 3 more" in left(replace(now, coverage=replace(coverage, undiscovered=2.6)))


def test_pages_that_ask_not_to_be_indexed_are_counted_and_can_be_taken(here: Command) -> None:
    site = here.folder / "pages" / "docs.example"
    site.mkdir(parents=True)
    story = "<p>A rainstorm brought heavy rain and a flood: a disaster, and rainfall without an end. </p>" * 5
    for name in ("one", "two"):
        asks = "<meta name=robots content=noindex>"
        (site / f"{name}.html").write_text(f"<html lang=en>{asks}<title>Rainstorm {name}</title>{story}{name * 40}")
    german = "<p>Der Sturm brachte viel Regen und eine Flut, und die Stadt steht noch immer unter Wasser. </p>" * 5
    (site / "drei.html").write_text(f"<html lang=de><title>Sturm</title>{german}")
    seeds = [f"http://docs.example/{name}.html" for name in ("one", "two", "drei")]
    said = here("crawl", TOPIC, *seeds, "--out", "c", "--web", "folder:pages", "--workers", "0", "--language", "en")
    row = "2 pages that ask not to be indexed (noindex), 1 page in other languages (de), of the last 2,000 visits"
    assert row in " ".join(said.err.split())
    assert "resume c --no-honour-nofollow # takes pages that ask not to be indexed" in said.err
    assert here("status", "c", "--json").json["kept_out"] == {"noindex": 2, "de": 1}
    assert row in " ".join(here("status", "c").out.split())
    assert "off topic there is none" in here("export", "c", "--to", "markdown").err
    here("resume", "c", "--no-honour-nofollow", "--quiet")
    here("rejudge", "c")
    now = here("status", "c", "--json").json
    assert (now["on_topic"], now["kept_out"]) == (2, {"de": 1})
