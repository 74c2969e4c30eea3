"""`honeyguide crawl`, run as people run it."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import PAGES, TOPIC, WEB, Command, Said
from tests.local_web import LocalWeb, local_web

from honeyguide.cli.flags import seconds
from honeyguide.config import Settings, describe
from honeyguide.errors import BadFolder, BadSetting
from honeyguide.storage import results
from honeyguide.web.response import Answer


def stored(out: Path) -> int:
    try:
        return results.status(out).pages
    except BadFolder:  # not laid out yet
        return 0


def failed(out: Path) -> bool:
    try:
        return bool(results.status(out).failures)
    except BadFolder:
        return False


def interrupt(process: subprocess.Popen[bytes], out: Path, *signals: signal.Signals) -> bytes:
    """Send the signals at once when some pages are stored; what the process then says."""
    while stored(out) < 10:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGSTOP)
    for each in signals:
        process.send_signal(each)
    process.send_signal(signal.SIGCONT)
    return process.communicate(timeout=150)[1]


@pytest.fixture(scope="module")
def slow_web() -> Iterator[LocalWeb]:
    """It answers one after the other: a crawl of it takes its time, however busy the machine is that watches it."""

    def answer(url: str) -> Answer:
        time.sleep(0.1)
        return WEB.answer(url)

    with local_web(answer) as served:
        yield served


def slowly(honeyguide: Command, web: LocalWeb, out: Path, *options: str) -> subprocess.Popen[bytes]:
    asked = ["--connect-to", web.address, "--delay", "0.3", "--workers", "0", "--no-robots", "--pages", "80"]
    line = honeyguide.line("crawl", TOPIC, *WEB.seeds(4), "--out", out, *asked, *options)
    return subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_a_crawl_fetches_as_many_pages_as_were_asked_for(finished: tuple[Path, Said]) -> None:
    out, said = finished
    assert said.code == 0, said.err
    summary = said.json
    assert summary["pages"] == summary["new_pages"] == PAGES
    assert summary["on_topic"] == results.status(out).on_topic > 0
    assert summary["harvest_rate"] == pytest.approx(summary["on_topic"] / PAGES)
    assert summary["seed"] == 3
    assert summary["folder"] == str(out)
    assert summary["pages_per_second"] > 0
    assert not summary["interrupted"]


@pytest.mark.slow
def test_commentary_goes_to_stderr_and_names_commands_that_work(
    finished: tuple[Path, Said], honeyguide: Command
) -> None:
    said = finished[1]
    lines = [line.split(" # ")[0].strip() for line in said.err.splitlines() if "-m honeyguide" in line]
    assert len(lines) == 4
    assert lines[2].endswith(f" --pages {2 * PAGES}")
    for line in lines[:2] + lines[3:]:
        assert subprocess.run(line, shell=True, cwd=honeyguide.folder, check=False).returncode == 0
    assert (honeyguide.folder / "rain.csv").exists()


@pytest.mark.slow
def test_the_same_command_goes_on_and_needs_no_seeds_then(
    honeyguide: Command, polite: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "crawl"
    first = honeyguide(
        "crawl", TOPIC, "-", "--out", out, "--pages", "20", "--json", *polite, stdin="\n".join(WEB.seeds(3))
    )
    assert first.json["pages"] == 20, first.err
    then = honeyguide("crawl", TOPIC, "--out", out, "--pages", "30", "--json", "--quiet", *polite)
    assert (then.json["pages"], then.json["new_pages"]) == (30, 10)
    assert then.err == ""
    urls = [page.url for page in results.pages(out, relevant=False)]
    assert len(urls) == len(set(urls)) == 30


def test_limits_and_scope_hold(honeyguide: Command, polite: list[str], tmp_path: Path) -> None:
    host = WEB.seeds(1)[0].split("/")[2]
    scoped = ["--allow-host", host, "--exclude", "*tag*", "--language", "en", "--language", "zh"]
    seeds = tmp_path / "seeds.csv"
    seeds.write_text("name,address\n" + "".join(f"x,{url}\n" for url in WEB.seeds(4)))
    said = honeyguide(
        "crawl", TOPIC, "--seeds", seeds, "--column", "address", "--out", "crawl", "--per-host", "6", "--time", "2m",
        "--json", *scoped, *polite,
    )  # fmt: skip
    assert said.json["pages"] == 6, said.err
    assert {page.host for page in results.pages(tmp_path / "crawl", relevant=False)} == {host}


@pytest.mark.slow
def test_ctrl_c_stops_cleanly_and_the_same_command_goes_on(
    honeyguide: Command, slow_web: LocalWeb, tmp_path: Path
) -> None:
    out = tmp_path / "crawl"
    process = slowly(honeyguide, slow_web, out)
    said = interrupt(process, out, signal.SIGINT).decode()
    assert process.returncode == 130, said
    assert "the same command goes on" in said
    assert "Traceback" not in said
    assert 0 < stored(out) < 80
    assert results.status(out).last_event == "stop: stopped by the user"
    again = slowly(honeyguide, slow_web, out, "--delay", "0", "--json", "--quiet")
    assert json.loads(again.communicate(timeout=150)[0])["pages"] == 80
    urls = [page.url for page in results.pages(out, relevant=False)]
    assert len(urls) == len(set(urls)) == 80


@pytest.mark.slow
def test_a_second_signal_ends_at_once_and_the_folder_survives(
    honeyguide: Command, slow_web: LocalWeb, tmp_path: Path
) -> None:
    out = tmp_path / "crawl"
    process = slowly(honeyguide, slow_web, out)
    said = interrupt(process, out, signal.SIGINT, signal.SIGTERM)
    assert process.returncode in (130, 143), said
    before = stored(out)
    again = slowly(honeyguide, slow_web, out, "--delay", "0", "--json", "--quiet")
    summary = json.loads(again.communicate(timeout=150)[0])
    assert (summary["pages"], summary["new_pages"]) == (80, 80 - before)


@pytest.mark.slow
def test_ctrl_c_is_heard_while_every_host_rests(honeyguide: Command, tmp_path: Path) -> None:
    def busy(url: str) -> Answer:
        return Answer(404) if url.endswith("robots.txt") else Answer(503, (("Retry-After", "3000"),))

    out = tmp_path / "crawl"
    with local_web(busy) as web:
        process = slowly(honeyguide, web, out)
        while not failed(out):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert b"Stopped cleanly" in process.communicate(timeout=150)[1]


@pytest.mark.slow
def test_a_second_process_is_refused(honeyguide: Command, slow_web: LocalWeb, tmp_path: Path) -> None:
    out = tmp_path / "crawl"
    process = slowly(honeyguide, slow_web, out, "--pages", "1000")
    try:
        while stored(out) < 1:
            time.sleep(0.02)
        said = honeyguide("crawl", TOPIC, "--out", out, "--quiet")
        assert said.code == 3
        assert "another process" in said.sentence
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_progress_is_live_on_a_terminal(honeyguide: Command, polite: list[str]) -> None:
    ours, theirs = pty.openpty()
    line = honeyguide.line(
        "crawl", TOPIC, *WEB.seeds(3), "--out", honeyguide.folder / "crawl", "--pages", "60", *polite
    )
    environ = os.environ | {"TERM": "xterm-256color", "COLUMNS": "160"}
    process = subprocess.Popen(line, stderr=theirs, env=environ)
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # how a terminal without a process reads
            break
        seen += piece
    assert process.wait(150) == 0
    os.close(ours)
    text = seen.decode()
    for word in ("of 60 pages", "on topic", "harvest", "pages/s", "links wait", "hosts"):
        assert word in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")


def test_every_setting_has_a_flag(honeyguide: Command) -> None:
    said = honeyguide("crawl", "--help", env={"COLUMNS": "200"})
    for name in Settings.__struct_fields__:
        assert f"--{name.replace('_', '-')}" in said.out
        assert name in describe()


def test_show_config_says_what_holds_and_where_it_came_from(honeyguide: Command) -> None:
    (honeyguide.folder / "honeyguide.toml").write_text("pages = 7\ndepth = 2\ndelay = 3.5\n")
    arguments = ("crawl", "--show-config", "--pages", "9", "--time", "10m", "--no-robots", "--deny-host", "x.example")
    said = honeyguide(*arguments, env={"HONEYGUIDE_DEPTH": "4"})
    origins = {line.split(" ")[0]: line.split("  # ")[1] for line in said.out.splitlines()}
    assert origins["pages"] == "flag --pages"
    assert origins["depth"] == "environment HONEYGUIDE_DEPTH"
    assert origins["delay"] == "honeyguide.toml"
    assert origins["workers"] == "default"
    held = tomllib.loads(said.out)
    assert (held["pages"], held["depth"], held["delay"], held["time"], held["robots"]) == (9, 4, 3.5, 600.0, False)
    assert held["deny_hosts"] == ["x.example"]
    as_json = honeyguide(*arguments, "--json", env={"HONEYGUIDE_DEPTH": "4"}).json
    assert as_json["depth"]["value"] == 4
    assert as_json["depth"]["from"] == "environment HONEYGUIDE_DEPTH"


def test_times_are_written_as_people_write_them() -> None:
    assert seconds("90") == seconds("90s") == seconds("1m30s") == 90.0
    assert seconds("10m") == 600.0
    assert seconds("2h") == 7200.0
    assert seconds("0.5") == 0.5
    with pytest.raises(BadSetting, match="'soon' is not a time"):
        seconds("soon")


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_library_that_is_missing_ends_the_crawl_and_breaks_no_page(
    honeyguide: Command, web: LocalWeb, tmp_path: Path, workers: str
) -> None:
    (tmp_path / "lxml_html_clean.py").write_text("raise ImportError('no cleaner of HTML')", "utf-8")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH", ""))))
    asked = ["--connect-to", web.address, "--delay", "0", "--workers", workers, "--pages", "80", "--quiet"]
    line = honeyguide.line("crawl", TOPIC, *WEB.seeds(4), "--out", tmp_path / "rain", *asked)
    ran = subprocess.run(
        line, check=False, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    )
    said = Said(ran.returncode, ran.stdout, ran.stderr)
    assert said.code == 3
    assert said.sentence.startswith("pages cannot be read: ")
    assert "clean" in said.sentence
    told = results.status(tmp_path / "rain")
    assert "broken" not in told.failures
    assert told.why_stopped == said.sentence


def test_the_end_says_how_many_of_the_first_verdicts_have_changed(here: Command) -> None:
    site = "http://harbour-daily.example/"
    web = ("--web", "synthetic:seed=7,pages=800", "--workers", "0")
    said = here("crawl", "rainstorm-disaster", site, "--out", "rain", "--pages", "60", *web)
    advice = said.err.partition("what to try next")[2].strip().splitlines()[0]
    assert re.search(r"rejudge rain +# .*: about [1-9]\d* would leave, \d+ join", advice)
