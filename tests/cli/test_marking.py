"""`honeyguide mark`, `ask`, `rejudge` and `crawl --new-topic`, as a person types them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.cli.conftest import WEB, Command

GARDENS = """
name = "gardens"
relevance = "tag-vsm"
[keywords]
garden = 1.0
season = 0.5
"""


@pytest.fixture
def copy(crawled: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(crawled, tmp_path / "rain"))


def urls(here: Command, folder: Path, top: int) -> list[str]:
    return [each["url"] for each in here("results", folder, "--top", str(top), "--json").json]


def test_pages_are_marked_listed_and_marked_elsewhere_by_the_list(here: Command, copy: Path, crawled: Path) -> None:
    best, second, third = urls(here, copy, 3)
    said = here("mark", copy, best, second, "--off")
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines()[0] == "marked: 2 off topic; 0 joined the pages on topic, 2 left them"
    assert "rejudge" in said.err
    assert urls(here, copy, 1) == [third]
    here("mark", copy, third, "--on")
    listed = here("mark", copy, "--list").out
    assert sorted(listed.splitlines()[:2]) == sorted([f"{best}\toff", f"{second}\toff"])
    assert listed.splitlines()[2:] == [f"{third}\ton"]
    assert here("mark", copy, "--list", "--json").json == {best: "off", second: "off", third: "on"}
    shown = here("results", copy, "--top", "1").out
    assert "marked by you · " in shown
    other = shutil.copytree(crawled, here.folder / "other")
    (here.folder / "marks.tsv").write_text(f"# from another crawl\n\n{listed}")
    assert here("mark", other, "--file", "marks.tsv", "--json").json == {
        "on": 1, "off": 2, "cleared": 0, "joined": 0, "left": 2
    }  # fmt: skip
    assert set(here("mark", other, "--list").out.splitlines()) == set(listed.splitlines())
    (here.folder / "plain.txt").write_text(f"{best}\n{second}\n{third}\n")
    assert here("mark", other, "--file", "plain.txt", "--clear", "--json").json["cleared"] == 3
    assert urls(here, other, 3) == [best, second, third]
    here("mark", other, "--file", "marks.tsv")
    assert here("mark", other, "--file", "marks.tsv", "--clear", "--json").json["cleared"] == 3  # whatever it says
    assert here("mark", other, "--list").out == ""


def test_what_cannot_be_marked_is_refused_in_one_sentence(here: Command, copy: Path) -> None:
    (best,) = urls(here, copy, 1)
    (here.folder / "words.tsv").write_text(f"{best}\tperhaps\n")
    (here.folder / "bare.txt").write_text(f"{best}\n")
    for arguments, says in [
        ([best], "say one of --on, --off and --clear"),
        ([best, "--on", "--off"], "say one of --on, --off and --clear"),
        (["--on"], "there is nothing to mark: name the URLs of pages"),
        ([best, "--list"], "--list prints the marks that there are; give it alone"),
        (["--file", "words.tsv"], "words.tsv:1: 'perhaps' is no mark; write on or off after the tab"),
        (["--file", "bare.txt"], "bare.txt:1: says no mark;"),
        (["--file", "nowhere.txt", "--on"], "nowhere.txt: cannot be read"),
        ([best + "x", "--on"], f"did you mean {best}?"),
    ]:
        said = here("mark", copy, *arguments)
        assert (said.code, said.out) == (1, "")
        assert says in said.sentence
    assert "there is no such folder" in here("mark", "nowhere", best, "--on").sentence
    assert here("mark", copy, "--list").out == ""


def test_a_file_that_contradicts_itself_is_told_and_its_last_line_counts(here: Command, copy: Path) -> None:
    first, second = urls(here, copy, 2)
    (here.folder / "marks.tsv").write_text(f"{first}\ton\n{second}\ton\n{second}\ton\n{first}#top\toff\n")
    said = here("mark", copy, "--file", "marks.tsv")
    told = f"marks.tsv: {first} is both on and off topic there; the last line counts"
    assert said.err.splitlines()[0] == told
    assert here("mark", copy, "--list", "--json").json == {first: "off", second: "on"}


def test_ask_shows_the_pages_nearest_to_the_threshold_of_many_hosts(here: Command, copy: Path) -> None:
    asked = here("ask", copy, "--json").json
    assert len(asked) == 10
    assert len({each["url"].split("/")[2] for each in asked}) > 5
    said = here("ask", copy, "--count", "3")
    for each in asked[:3]:
        assert each["url"] in said.out
        assert each["why"] in said.out
        assert f"{each['relevance']:.3f}" in said.out
    assert said.err.count("URL… --on") == said.err.count("URL… --off") == 1
    here("mark", copy, *(each["url"] for each in asked), "--on")
    assert not {each["url"] for each in asked} & {each["url"] for each in here("ask", copy, "--json").json}


def test_ask_takes_answers_one_by_one(here: Command, copy: Path) -> None:
    first, second, third, *_ = [each["url"] for each in here("ask", copy, "--json").json]
    said = here("ask", copy, "--interactive", stdin="what\nyes\ns\nN\nq\n")
    assert said.code == 0
    assert second in said.out
    assert "marked: 1 on topic, 1 off topic" in said.err
    assert here("mark", copy, "--list", "--json").json == {first: "on", third: "off"}
    assert here("ask", copy, "-i", stdin="y\n").code == 0  # the end of the input quits
    assert len(here("mark", copy, "--list", "--json").json) == 3
    assert "give one of them" in here("ask", copy, "-i", "--json").sentence


@pytest.mark.slow
def test_rejudge_tells_what_changes_before_and_after(here: Command, copy: Path) -> None:
    (here.folder / "gardens.toml").write_text(GARDENS)
    tried = here("rejudge", copy, "--topic", "gardens.toml", "--dry-run", "--workers", "0")
    assert tried.code == 0
    assert "would have judged 150 pages again by gardens (tag-vsm): " in tried.err
    assert "leaves" in tried.out
    assert here("status", copy, "--json").json["topic"] == "rainstorm-disaster"
    said = here("rejudge", copy, "--topic", "gardens.toml", "--json", "--workers", "0").json
    assert (said["pages"], said["written"]) == (150, True)
    assert here("status", copy, "--json").json["topic"] == "gardens"
    on_topic = here("status", copy, "--json").json["on_topic"]
    assert on_topic == len(urls(here, copy, 1000))
    assert "0 joined, 0 left" in here("rejudge", copy, "--workers", "0").err
    here("mark", copy, *urls(here, copy, 2), "--off")
    assert "that you made" not in here("rejudge", copy, "--workers", "0").err
    back = here("rejudge", copy, "--topic", "rainstorm-disaster", "--workers", "0").err
    assert "2 marks that you made for 'gardens' count for 'rainstorm-disaster', too; to take them back:" in back
    assert "neither a file nor a shipped topic" in here("rejudge", copy, "--topic", "gardenz").sentence


@pytest.mark.slow
def test_a_crawl_takes_a_new_topic_when_it_is_told_to(here: Command, copy: Path, polite: list[str]) -> None:
    (here.folder / "gardens.toml").write_text(GARDENS)
    line = ["crawl", "gardens.toml", *WEB.seeds(4), "--out", str(copy), "--pages", "160", "--seed", "3", *polite]
    refused = here(*line, "--quiet")
    assert refused.code == 1
    assert "holds a crawl with another topic" in refused.sentence
    assert "--new-topic" in refused.sentence
    said = here(*line, "--new-topic")
    assert said.code == 0, said.err
    assert "judged 150 pages again by gardens" in said.err
    now = here("status", copy, "--json").json
    assert (now["topic"], now["pages"]) == ("gardens", 160)
    again = here(*line, "--new-topic")
    assert again.code == 0
    assert "pages again by" not in again.err  # it has the topic already


@pytest.mark.slow
def test_a_crawl_that_goes_on_takes_the_topic_that_it_is_told(here: Command, copy: Path, polite: list[str]) -> None:
    (here.folder / "gardens.toml").write_text(GARDENS)
    line = ["resume", str(copy), "--pages", "155", *polite, "--new-topic"]
    assert "neither a file nor a shipped topic" in here(*line, "gardenz").sentence
    said = here(*line, "gardens.toml")
    assert said.code == 0, said.err
    assert "judged 150 pages again by gardens" in said.err
    now = here("status", copy, "--json").json
    assert (now["topic"], now["pages"]) == ("gardens", 155)
