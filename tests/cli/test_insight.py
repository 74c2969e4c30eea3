"""`honeyguide insight` on a real crawl of a web with planted events."""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import TOPIC, Command, CommandHere
from tests.local_web import local_web

from honeyguide import open_crawl
from honeyguide.cli.insight_shown import course
from honeyguide.insight.model import DAY
from honeyguide.insight.summary import no_events
from honeyguide.storage import results
from honeyguide.web.synthetic import PLANTED, SyntheticWeb

pytestmark = pytest.mark.slow

PAGES = 240


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    web = SyntheticWeb(msgspec.structs.replace(PLANTED, seed=3, pages=540, hosts=18, share=0.4, events=4, slow=0.0))
    folder = tmp_path_factory.mktemp("planted")
    with local_web(web.answer) as served:
        here = CommandHere(folder)
        options = ["--connect-to", served.address, "--delay", "0", "--workers", "1", "--pages", str(PAGES), "--quiet"]
        said = here("crawl", TOPIC, *web.seeds(8), "--out", folder / "rain", *options)
    assert said.code == 0, said.err
    return folder / "rain"


def test_trust_shows_the_most_trusted_with_what_speaks_for_and_against_them(here: Command, planted: Path) -> None:
    said = here("insight", "trust", planted, "--top", "5", "--json")
    assert said.code == 0
    scores = [page["score"] for page in said.json]
    assert len(scores) == 5
    assert scores == sorted(scores, reverse=True)
    for page in said.json:
        assert page["url"].startswith("http://")
        assert page["title"]
        assert page["host"]
        assert sum(each["weight"] for each in page["reasons"]) == pytest.approx(1.0)
        points = sum(each["weight"] * each["value"] for each in page["reasons"])
        assert points == pytest.approx(page["score"], abs=1e-6)
    shown = here("insight", "trust", planted, "--top", "5")
    assert [line.strip() for line in shown.out.splitlines() if "http://" in line] == [
        page["url"] for page in said.json
    ]
    assert "for " in shown.out
    titles = {event["event"]: event["title"] for event in here("insight", "evolution", planted, "--json").json}
    assert [page["event_title"] for page in said.json] == [titles.get(page["event"], "") for page in said.json]
    assert f"event {said.json[0]['event']}: {titles[said.json[0]['event']]}" in " ".join(shown.out.split())
    lowest = here("insight", "trust", planted, "--top", "5", "--lowest", "--json").json
    assert lowest[0]["score"] < scores[-1]
    assert "against " in here("insight", "trust", planted, "--top", "2", "--lowest").out


def test_one_page_is_shown_with_every_ground(here: Command, planted: Path) -> None:
    page = here("insight", "trust", planted, "--top", "1", "--lowest", "--json").json[0]
    said = here("insight", "trust", planted, "--url", page["url"].replace("http://", "HTTP://"))
    for each in page["reasons"]:
        assert each["kind"] in said.out
    assert here("insight", "trust", planted, "--url", page["url"], "--json").json == [page]
    alone = here("insight", "currency", planted, "--url", page["url"], "--json").json
    assert [each["url"] for each in alone] == [page["url"]]


def test_currency_halves_with_the_half_life_and_items_without_a_date_are_left_out(
    here: Command, planted: Path
) -> None:
    def newest(half_life: str) -> dict[str, float]:
        found = here("insight", "currency", planted, "--half-life", half_life, "--top", "1000", "--json").json
        assert all(page["published"] and page["says"] for page in found)
        return {page["url"]: page["score"] for page in found}

    slow, fast = newest("28d"), newest("2w")
    assert slow.keys() == fast.keys()
    # 2^(−age/14) is the square of 2^(−age/28); being replaced by newer items weighs alike on both
    assert all(fast[url] <= slow[url] + 1e-9 for url in slow)
    shown = here("insight", "currency", planted, "--top", "2")
    assert "published" in shown.out


def test_hot_events_and_evolution_name_the_same_events(here: Command, planted: Path) -> None:
    listed = here("insight", "evolution", planted, "--top", "1000", "--json").json
    assert listed
    assert all(event["terms"] and event["items"] >= event["stories"] > 0 for event in listed)
    hot = here("insight", "hot", planted, "--window", "52w", "--json").json
    assert hot
    numbers = {event["event"]: event["terms"] for event in listed}
    assert all(numbers[each["event"]] == each["terms"] for each in hot)
    titles = {page.title for page in results.pages(planted, relevant=False)}
    assert all(each["title"] in titles for each in (*listed, *hot))
    assert [each["score"] for each in hot] == sorted((each["score"] for each in hot), reverse=True)
    assert all(each["says"] and each["window"]["until"] for each in hot)
    shown = here("insight", "hot", planted, "--window", "52w")
    assert hot[0]["says"] in re.sub(r"\s+", " ", shown.out)
    number = hot[0]["event"]
    told = here("insight", "evolution", planted, "--event", str(number), "--json").json
    assert told["terms"] == hot[0]["terms"]
    assert sum(len(phase["items"]) for phase in told["phases"]) + told["undated"] == told["items"]
    assert sum(day["items"] for day in told["volume"]) + told["undated"] == told["items"]
    assert all(phase["begun_by"][0]["url"] for phase in told["phases"])
    shown = here("insight", "evolution", planted, "--event", str(number))
    assert f"event {number}  {told['title'][:20]}" in shown.out
    assert f"phase {len(told['phases'])}" in shown.out
    assert told["phases"][0]["begun_by"][0]["title"] in re.sub(r"\s+", " ", shown.out)
    listing = here("insight", "evolution", planted, "--top", "3")
    assert "--event" in listing.err


def test_every_answer_says_what_it_is_drawn_from(here: Command, planted: Path) -> None:
    for arguments in (["trust"], ["currency"], ["hot"], ["evolution"], ["evolution", "--event", "1"]):
        said = here("insight", *arguments, planted, "--json")
        told = re.sub(r" \(\d+ near-duplicates? among them\)", "", said.err)
        assert re.match(r"\d+ items on \d+ sites, \d+ events?; now is \d{4}-\d\d-\d\d \d\d:\d\d UTC", told)
        assert re.search(r"\d+ items have no date and are in no time line", said.err)


def test_few_items_are_said_to_be_few_where_no_events_are_found(here: Command) -> None:
    given = ("--web", "synthetic:seed=7,pages=500", "--encoder", "none", "--pages", "40", "--quiet", "--workers", "0")
    assert here("crawl", TOPIC, "http://harbour-daily.example/", "--out", "few", *given).code == 0
    said = here("insight", "evolution", "few")
    items = re.match(r"\d+ items", said.err)
    assert items
    assert f"{items[0]} are too few to tell events by: with fewer than 50" in said.err
    assert no_events(50) == "no two items report the same event"


def test_the_moment_that_counts_as_now_can_be_chosen(here: Command, planted: Path) -> None:
    said = here("insight", "currency", planted, "--at", "2025-11-01", "--top", "1", "--json")
    assert "now is 2025-11-01 23:59 UTC, as you say" in said.err
    assert "dated after that" in said.err
    assert said.json[0]["published"] < "2025-11-03"


def test_pages_without_elements_are_counted_and_the_way_out_is_named(here: Command, planted: Path) -> None:
    partly = here.folder / "partly"
    shutil.copytree(planted, partly)
    with closing(sqlite3.connect(partly / "crawl.db")) as database, database:
        database.execute("DELETE FROM elements WHERE link % 2")
    assert re.search(
        r"\d+ pages on topic without date and main text: .*index .*partly extracts them",
        here("insight", "hot", partly).err,
    )
    with closing(sqlite3.connect(partly / "crawl.db")) as database, database:
        database.execute("DELETE FROM elements")
    for name in ("trust", "currency", "hot", "evolution", "report"):
        said = here("insight", name, partly)
        assert said.code == 1
        assert "honeyguide index" in said.sentence


def test_the_report_is_one_file_that_is_not_overwritten_unasked(here: Command, planted: Path) -> None:
    said = here("insight", "report", planted, "--json", "--top", "2")
    path = here.folder / "rain-insight.html"
    assert said.json["path"] == path.name
    assert said.json["items"] > 20
    assert said.json["bytes"] == path.stat().st_size
    html = path.read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert "rain: rainstorm-disaster" in html
    assert html.count("<section>") == min(2, said.json["events"])
    overview = open_crawl(planted).insight().overview()
    exported = here("export", planted, "--to", "jsonl", "--relevant", "--json").json["count"]
    assert overview.items - overview.near_duplicates == exported
    document = (here.folder / said.json["path"]).read_text("utf-8")
    assert (f"{exported:,} pages on topic, as results and exports have them" in document) is bool(
        overview.near_duplicates
    )
    refused = here("insight", "report", planted)
    assert refused.code == 1
    assert "--force" in refused.sentence
    assert path.read_text("utf-8") == html
    again = here("insight", "report", planted, "--force", "--top", "0", "-o", "deep/other.html")
    assert again.code == 0
    assert "deep/other.html" in again.err
    assert "<section>" not in (here.folder / "deep/other.html").read_text("utf-8")
    assert "is a folder" in here("insight", "report", planted, "-o", "deep").sentence
    assert "is a folder" in here("insight", "report", planted, "--force", "-o", "deep").sentence


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["evolution", "--event", "9999"], "there is no event 9999"),
        (["evolution", "--event", "0"], "there is no event 0"),
        (["evolution", "--event", "-1"], "there is no event -1"),
        (["hot", "--window", "soon"], "flag --window: 'soon' is not a length of time"),
        (["currency", "--half-life", "0d"], "flag --half-life: '0d' is not a length of time"),
        (["hot", "--at", "yesterday"], "flag --at: 'yesterday' is not a date"),
        (["trust", "--url", "http://nowhere.example/"], "http://nowhere.example/: is no page on topic of this crawl"),
        (["report", "--window", "-1d"], "flag --window: '-1d' is not a length of time"),
    ],
)
def test_what_cannot_be_meant_is_one_clear_sentence(
    here: Command, planted: Path, arguments: list[str], says: str
) -> None:
    name, *options = arguments
    said = here("insight", name, planted, *options)
    assert (said.code, said.out) == (1, "")
    assert said.sentence.startswith(says)


@pytest.mark.parametrize("name", ["trust", "currency", "hot", "evolution", "report"])
def test_what_is_no_crawl_is_refused_and_left_alone(here: Command, name: str) -> None:
    (here.folder / "empty").mkdir()
    for folder in ("nowhere", "empty"):
        said = here("insight", name, folder)
        assert said.code == 1
        assert folder in said.sentence
    assert sorted(path.name for path in here.folder.rglob("*")) == ["empty"]


def test_a_crawl_without_a_page_on_topic_is_one_clear_sentence(here: Command, planted: Path) -> None:
    bare = here.folder / "bare"
    shutil.copytree(planted, bare)
    with closing(sqlite3.connect(bare / "crawl.db")) as database, database:
        database.execute("DELETE FROM elements")
        database.execute("UPDATE pages SET on_topic = 0")
    said = here("insight", "report", bare)
    assert said.code == 1
    assert f"none of its {PAGES} pages is on topic" in said.sentence


def test_pages_without_dates_are_no_hindrance(here: Command, planted: Path) -> None:
    undated = here.folder / "undated"
    shutil.copytree(planted, undated)
    with closing(sqlite3.connect(undated / "crawl.db")) as database, database:
        database.execute("UPDATE elements SET published = '', moment = NULL, updated = ''")
    for name in ("trust", "currency", "hot", "evolution", "report"):
        said = here("insight", name, undated)
        assert said.code == 0, said.err
        assert re.search(r"\d+ items have no date and are in no time line", said.err)
        assert "the last visit" in said.err
        assert ("no item has a date" in said.err) == (name == "currency")
    said = here("insight", "evolution", undated, "--event", "1")
    assert said.code == 1
    assert "event 1 has no item with a date" in said.sentence


def test_what_a_page_says_cannot_reach_the_terminal_as_a_command(here: Command, planted: Path) -> None:
    hostile = here.folder / "hostile"
    shutil.copytree(planted, hostile)
    evil = "\x1b]0;owned\x07 [red]rain[/red] \x9b31m \u202egnp.exe"
    with closing(sqlite3.connect(hostile / "crawl.db")) as database, database:
        database.execute("UPDATE elements SET title = ?, author = ?, source = ?", (evil, evil, evil))
    number = str(here("insight", "evolution", hostile, "--json").json[0]["event"])
    shown = "".join(
        said.out + said.err
        for arguments in (["trust"], ["currency"], ["hot", "--window", "52w"], ["evolution", "--event", number])
        for said in (here("insight", *arguments, hostile), here("insight", *arguments, hostile, "--json"))
    )
    assert "[red]rain[/red]" in shown
    assert not set("\x1b\x07\x9b\u202e") & set(shown)


def test_the_course_of_an_event_is_a_line_of_blocks() -> None:
    assert course([(0.0, 1, 1), (2 * DAY, 8, 3)]) == ("▁ █", "day")
    # 121 days on at most 60 blocks: three days a block, so 41 of them
    line, unit = course([(0.0, 2, 1), (120 * DAY, 1, 1)])
    assert (len(line), unit, line[0], line[-1]) == (41, "3 days", "█", "▄")
    assert course([]) == ("", "day")


def test_a_share_of_the_items_and_of_the_events_can_be_asked_for(here: Command, planted: Path) -> None:
    for asked in (("trust",), ("currency",), ("evolution",), ("hot", "--window", "10000d")):
        everything = here("insight", *asked, planted, "--top", "1000000", "--json").json
        fifth = here("insight", *asked, planted, "--top", "20%", "--json").json
        assert fifth == everything[: -(-len(everything) // 5)]
        assert len(fifth) < len(everything)
