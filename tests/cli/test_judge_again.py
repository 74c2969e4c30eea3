"""A crawl that has ended by itself judges its pages again, by all that it learnt, with the command."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from subprocess import PIPE

import pytest
from tests.cli.conftest import Command
from tests.warm_process import WarmProcess

from honeyguide import open_crawl
from honeyguide.cli import marking

ON = {"HONEYGUIDE_REJUDGE": "true"}
OFF = {"HONEYGUIDE_REJUDGE": "false"}
SEED = "http://harbour-daily.example/"
WEB = ("--web", "synthetic:seed=7,pages=800", "--workers", "0")
TOPIC = "rainstorm-disaster"
"""With the default judge."""
LINE = r"judged (\d+) pages again by .* \(.*\): (\d+) joined, (\d+) left"


def verdicts(out: Path) -> list[tuple[str, float, int]]:
    query = (
        "SELECT links.url, pages.relevance, pages.on_topic FROM pages JOIN links ON links.id = pages.link ORDER BY 1"
    )
    with closing(sqlite3.connect(out / "crawl.db")) as database:
        return database.execute(query).fetchall()


def events(out: Path) -> list[str]:
    return [str(event.kind) for event in open_crawl(out).events()]


@pytest.fixture
def other(here: Command) -> Path:
    """The same crawl as others, as its pages were judged when they came."""
    assert here("crawl", TOPIC, SEED, "--out", "other", "--pages", "60", *WEB, env=OFF).code == 0
    return here.folder / "other"


def test_a_crawl_that_has_ended_has_the_verdicts_that_rejudge_would_give(here: Command, other: Path) -> None:
    said = here("crawl", TOPIC, SEED, "--out", "rain", "--pages", "60", *WEB, env=ON)
    assert said.code == 0, said.err
    (told,) = re.findall(LINE, said.err)
    assert told[0] == "60"
    assert int(told[1]) + int(told[2]) > 0
    before = verdicts(other)
    here("rejudge", other)
    assert verdicts(here.folder / "rain") == verdicts(other) != before
    shown = re.search(r"on topic +(\d+) by", said.err)
    assert shown
    assert int(shown[1]) == open_crawl(here.folder / "rain").status().on_topic
    advice = said.err.partition("what to try next")[2]
    assert "results rain" in advice
    assert "rejudge" not in advice
    assert here("status", "rain", "--json").json["why_stopped"] == "60 pages"


def test_quiet_and_json_say_nothing_else(here: Command) -> None:
    given = ("--out", "rain", "--pages", "60", "--quiet", "--json", *WEB)
    said = here("crawl", TOPIC, SEED, *given, env=ON)
    assert (said.code, said.err) == (0, "")
    assert said.json["on_topic"] == open_crawl(here.folder / "rain").status().on_topic
    assert "rejudged" in events(here.folder / "rain")
    assert said.json["why_stopped"] == "60 pages"


def test_with_json_alone_people_are_told_beside_it(here: Command) -> None:
    said = here("crawl", TOPIC, SEED, "--out", "rain", "--pages", "60", "--json", *WEB, env=ON)
    assert said.json["pages"] == 60
    assert re.search(LINE, said.err)


def test_a_crawl_that_goes_on_is_judged_again_when_something_new_came(here: Command) -> None:
    given = ("--out", "rain", *WEB)
    assert here("crawl", TOPIC, SEED, "--pages", "40", *given, env=ON).code == 0
    out = here.folder / "rain"
    judged = events(out).count("rejudged")
    said = here("resume", "rain", "--pages", "40", env=ON)
    assert said.code == 0
    assert "rejudge" not in said.err.partition("what to try next")[2]
    assert events(out).count("rejudged") == judged == 1
    said = here("resume", "rain", "--pages", "90", "--json", env=ON)
    assert (said.code, said.json["pages"]) == (0, 90)
    assert events(out).count("rejudged") == 2
    found = [url for url, _, _ in verdicts(out)]
    assert len(set(found)) == len(found) == 90
    here("rejudge", out)
    again = verdicts(out)
    assert here("resume", "rain", "--pages", "90").code == 0
    assert verdicts(out) == again


@pytest.mark.parametrize(("more", "most"), [(("--no-rejudge",), 20_000), ((), 59)])
def test_it_is_not_where_the_setting_or_the_number_of_pages_says_so(
    here: Command, other: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], most: int
) -> None:
    monkeypatch.setattr(marking, "MOST_JUDGED_AGAIN", most)
    said = here("crawl", TOPIC, SEED, "--out", "rain", "--pages", "60", *WEB, *more, env=ON)
    assert said.code == 0, said.err
    assert verdicts(here.folder / "rain") == verdicts(other)
    assert "rejudge rain" in said.err.partition("what to try next")[2]


def test_a_crawl_with_as_many_pages_as_may_be_is(here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(marking, "MOST_JUDGED_AGAIN", 60)
    here("crawl", TOPIC, SEED, "--out", "rain", "--pages", "60", *WEB, env=ON)
    assert "rejudged" in events(here.folder / "rain")


@pytest.mark.slow
def test_the_demo_judges_again_too(here: Command) -> None:
    said = here("demo", "--pages", "60", "--keep", "demo", "--json", env=ON)
    assert said.code == 0, said.err
    assert re.search(LINE, said.err)
    assert said.json["on_topic"] == open_crawl(here.folder / "demo").status().on_topic


JUDGE = '''
import os, sqlite3, time
from pathlib import Path

from honeyguide import relevance
from honeyguide.errors import CannotRun
from honeyguide.relevance.judge import Judge, Parameters

made = []


@relevance.register("troubled")
class Troubled(Judge):
    """Where pages are judged again, what TROUBLE says comes in between."""

    def __init__(self, topic, terms, words, encoder):
        super().__init__(Parameters(), topic, terms, words, encoder)

    def decision(self):
        decision = super().decision()
        made.append(decision)
        if len(made) > 1:
            decision.settle = trouble
        return decision


def trouble():
    match os.environ.get("TROUBLE"):
        case "refused":
            raise CannotRun("there is no room")
        case "disk":
            raise OSError(28, "No space left on device")
        case "database":
            raise sqlite3.OperationalError("database or disk is full")
        case "none":
            return
    Path("judging").touch()
    time.sleep(60)
'''


@pytest.fixture
def troubled(here: Command) -> tuple[str, ...]:
    (here.folder / "mine.py").write_text(JUDGE)
    words = "flood = 1.0\nrainstorm = 1.0\nrain = 0.6\n"
    (here.folder / "t.toml").write_text(f'name = "rain"\nrelevance = "troubled"\n[keywords]\n{words}')
    return ("--plugin", "./mine.py", "crawl", "t.toml", SEED, "--out", "rain", "--pages", "60", *WEB)


@pytest.mark.parametrize("trouble", ["refused", "disk", "database"])
def test_trouble_is_told_in_a_sentence_and_the_crawl_ends_as_it_would_have(
    honeyguide: Command, troubled: tuple[str, ...], trouble: str
) -> None:
    says = {"refused": "there is no room", "disk": "No space left on device", "database": "database or disk is full"}
    said = honeyguide(*troubled, "--json", env={**ON, "TROUBLE": trouble})
    assert said.code == 0, said.err
    assert said.json["pages"] == 60
    assert f"pages keep the verdicts of when they came: {says[trouble]}" in said.err
    assert "Traceback" not in said.err
    assert "rejudge rain" in said.err.partition("what to try next")[2]
    assert "rejudged" not in events(honeyguide.folder / "rain")


def begun(folder: Path, command: tuple[str, ...]) -> WarmProcess:
    """A crawl that has ended and judges its pages again."""
    process = WarmProcess(*command, cwd=folder, env={**os.environ, **ON})
    while not (folder / "judging").exists():
        assert process.poll() is None, process.err.decode()
        time.sleep(0.01)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_while_it_judges_leaves_the_verdicts_and_ends_as_any_stop_does(
    honeyguide: Command, troubled: tuple[str, ...], number: signal.Signals
) -> None:
    line, env = honeyguide.line(*troubled, "--json"), {**os.environ, **ON}
    with subprocess.Popen(line, cwd=honeyguide.folder, env=env, stdout=PIPE, stderr=PIPE, text=True) as process:
        while not (honeyguide.folder / "judging").exists():
            time.sleep(0.01)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "stopped: pages keep the verdicts of when they came" in err
    assert "rejudge rain" in err.partition("what to try next")[2]
    told = json.loads(out)
    assert (told["pages"], told["interrupted"], told["why_stopped"]) == (60, True, "60 pages")
    assert "rejudged" not in events(honeyguide.folder / "rain")


def test_a_kill_while_it_judges_costs_no_verdict_and_the_crawl_goes_on(
    honeyguide: Command, troubled: tuple[str, ...]
) -> None:
    plain = tuple("plain" if each == "rain" else each for each in troubled)
    assert honeyguide(*plain, env={**OFF, "TROUBLE": "none"}).code == 0
    out = honeyguide.folder / "rain"
    begun(honeyguide.folder, troubled).kill()
    assert verdicts(out) == verdicts(honeyguide.folder / "plain")
    status = open_crawl(out).status()
    assert (status.running, status.why_stopped) == (False, "60 pages")
    said = honeyguide(
        "--plugin",
        "./mine.py",
        "resume",
        "rain",
        "--pages",
        "90",
        "--json",
        "--quiet",
        env={**OFF, "TROUBLE": "none"},
    )
    assert (said.code, said.json["pages"]) == (0, 90), said.err
    found = [url for url, _, _ in verdicts(out)]
    assert len(set(found)) == len(found)
