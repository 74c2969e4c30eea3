"""What a crawl says of itself while it runs and afterwards: status, log, errors, numbers, exit codes."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
import sqlite3
import subprocess
import sys
from contextlib import aclosing, closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from tests.cli.conftest import CommandHere
from tests.local_web import local_web
from tests.plain_choices import RAIN, RAIN_FILE

from honeyguide import BadFolder, CannotRun, Crawl, Settings, open_crawl
from honeyguide.exposition import Sample, exposition
from honeyguide.storage.lock import locked
from honeyguide.storage.results import Status
from honeyguide.web.response import Answer

HTML = (("Content-Type", "text/html; charset=utf-8"),)
FRONT = "".join(f"<a href='/{n}'>rain</a>" for n in range(40)) + "<a href='http://b.example/busy'>暴雨</a>"


def answer(url: str) -> Answer:
    if url.endswith(("/robots.txt", "/7")):
        return Answer(404, HTML)
    if "b.example" in url:
        return Answer(503, (("Retry-After", "3000"),))
    return Answer(200, HTML, f"<title>Rainstorm</title>{FRONT}".encode())


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def some_settings(address: str, **changes: object) -> Settings:
    given = {"strategy": "bfs", "encoder": "none", "delay": 0.0, "workers": 0, "pages": 60, "connect_to": address}
    return Settings(**{**given, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Status, str]:
    """A crawl; its status and what it serves when it rests, and nothing but the host that asked for it is left."""
    out = tmp_path_factory.mktemp("crawls") / "c"
    port = free_port()

    async def go(address: str) -> tuple[Status, str]:
        given = some_settings(address, metrics_port=port, log_level="debug")
        crawl = Crawl(RAIN, ["http://a.example/"], out, given)
        async with aclosing(crawl.run()) as pages:
            async for _ in pages:
                if crawl.pages == 40:
                    break
            while not crawl.resting:
                await anext(pages)
            told = open_crawl(out).status()
            served = await asyncio.to_thread(lambda: urlopen(f"http://127.0.0.1:{port}/metrics").read().decode())
            crawl.stop()
            async for _ in pages:
                pass
        return told, served

    with local_web(answer) as web:
        told, served = asyncio.run(go(web.address))
    return out, told, served


def test_a_crawl_that_runs_says_so_and_by_which_process(watched: tuple[Path, Status, str]) -> None:
    told = watched[1]
    assert (told.running, told.process, told.why_stopped) == (True, os.getpid(), "")
    assert told.since > "2020"
    assert told.page_limit == 60
    assert told.pages_per_second > 0
    assert told.seconds_left is not None


def test_a_host_that_rests_is_named_with_the_reason(watched: tuple[Path, Status, str]) -> None:
    out, told, _ = watched
    (rest,) = told.resting
    assert (rest.host, rest.why) == ("b.example", "503 Service Unavailable: http://b.example/busy")
    log = (out / "crawl.log").read_text()
    assert "b.example rests for 3000 seconds: 503 Service Unavailable: http://b.example/busy" in log
    shown = CommandHere(out.parent)("status", out).out
    assert "resting" in shown
    assert "503 Service Unavailable: http://b.example/busy" in shown


def test_errors_are_told_by_kind_with_examples(watched: tuple[Path, Status, str]) -> None:
    out = watched[0]
    found = {(each.outcome, each.status): each for each in open_crawl(out).errors()}
    assert found["http-error", 404].examples == ("http://a.example/7",)
    assert (found["http-error", 404].given_up, found["http-error", 503].given_up) == (1, 0)
    assert open_crawl(out).status().errors == tuple(open_crawl(out).errors(2))
    shown = CommandHere(out.parent)("errors", out).out
    assert "http-error 404" in shown
    assert "http://a.example/7" in shown
    assert CommandHere(out.parent)("errors", out, "--json").json[0]["visits"] == 1


def test_the_numbers_are_served_as_prometheus_reads_them(watched: tuple[Path, Status, str]) -> None:
    served = watched[2].splitlines()
    assert "honeyguide_pages_total 40" in served
    assert 'honeyguide_visits_total{outcome="http-error"} 2' in served
    assert "honeyguide_resting_hosts 1" in served
    assert served.count("# TYPE honeyguide_visits_total counter") == 1


def test_the_log_has_start_failures_pages_and_stop(watched: tuple[Path, Status, str]) -> None:
    lines = (watched[0] / "crawl.log").read_text().splitlines()
    assert lines[0].endswith("INFO start: 1 seeds, strategy bfs")
    assert any(" INFO http-error: 404 Not Found: http://a.example/7" in line for line in lines)
    assert sum(" DEBUG page: relevance" in line for line in lines) == open_crawl(watched[0]).status().pages
    assert lines[-1].endswith("INFO stop: stopped by the user")


def test_a_crawl_that_stopped_says_when_and_why(watched: tuple[Path, Status, str]) -> None:
    now = open_crawl(watched[0]).status()
    assert (now.running, now.process, now.seconds_left, now.why_stopped) == (False, None, None, "stopped by the user")
    assert now.since >= watched[1].since
    assert f"stopped {now.since}: stopped by the user" in CommandHere(watched[0].parent)("status", watched[0]).out
    watching = CommandHere(watched[0].parent)("status", watched[0], "--watch", "--json")
    assert (watching.code, watching.json["running"], len(watching.out.splitlines())) == (0, False, 1)


def test_the_speed_of_a_run_with_one_page_counts_all_of_its_time(tmp_path: Path) -> None:
    with local_web(answer) as web:
        Crawl(RAIN, ["http://a.example/"], tmp_path / "c", some_settings(web.address, pages=1)).finish()
    with closing(sqlite3.connect(tmp_path / "c" / "crawl.db")) as database:
        (took,) = database.execute("SELECT max(at) - min(at) FROM events WHERE kind IN ('start', 'stop')").fetchone()
    assert open_crawl(tmp_path / "c").status().pages_per_second == pytest.approx(1 / took)


def test_another_process_that_holds_the_folder_is_named(watched: tuple[Path, Status, str]) -> None:
    with locked(watched[0]), pytest.raises(CannotRun, match=rf"this folder \(process {os.getpid()}, since 20"):
        open_crawl(watched[0]).resume().finish()


def test_less_is_logged_when_less_is_asked_for_and_quiet_says_nothing(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)
    with local_web(answer) as web:
        given = (
            "--connect-to",
            web.address,
            "--pages",
            "3",
            "--delay",
            "0",
            "--workers",
            "0",
            "--log-level",
            "error",
        )
        said = here("crawl", RAIN_FILE, "http://a.example/", "--out", "c", "--quiet", *given)
    assert (said.code, said.out, said.err) == (0, "", "")
    assert not (tmp_path / "c" / "crawl.log").exists()


def test_where_nothing_could_be_fetched_the_exit_code_and_the_reason_say_so(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)
    given = ("crawl", RAIN_FILE, "http://a.example/", "--out", "c", "--quiet", "--workers", "0")
    with closing(socket.socket()) as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        refused = here(*given, "--connect-to", f"127.0.0.1:{nobody_listens.getsockname()[1]}")
        assert here("resume", "c", "--quiet").code == 4
    (told,) = here("errors", "c", "--json").json
    assert (told["visits"], told["examples"]) == (2, ["http://a.example/"])
    assert refused.code == 4
    assert "1 × refused, as in http://a.example/: " in refused.sentence
    assert "robots.txt cannot be read for now: nobody listens at 127.0.0.1:" in refused.sentence
    private = here("crawl", RAIN_FILE, "http://127.0.0.1:8080/", "--out", "d", "--quiet", "--workers", "0")
    assert private.code == 4
    assert "--allow-private" in private.sentence
    assert "tries again" not in private.sentence
    left_out = here("resume", "d", "--quiet", "--exclude", "*8080*")
    assert left_out.code == 4
    assert left_out.sentence.startswith("no page could be fetched (no link waits any more)")


def test_what_to_try_next_after_nothing_was_fetched_is_what_helps(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)
    with local_web(answer) as web:
        seed = f"http://{web.address}/"
        nothing = here("crawl", RAIN_FILE, seed, "--out", "c", "--pages", "3", "--workers", "0", "--delay", "0")
        assert nothing.code == 4
        offered = next_commands(nothing.err)
        assert [words[0] for words in offered] == ["resume", "errors", "try"]
        assert offered[0] == ["resume", "c", "--allow-private"]
        assert offered[2] == ["try", seed, "--crawl", "c"]
        mended = here(*offered[0], "--json")
    assert (mended.code, mended.json["pages"]) == (0, 3), mended.err


def test_what_to_try_next_after_pages_of_other_subjects_shows_why(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)
    with local_web(lambda _: Answer(200, HTML, "<title>Football</title>A match. 足球".encode())) as web:
        seed = f"http://{web.address}/"
        given = ("--workers", "0", "--delay", "0", "--allow-private", "--no-robots")
        said = here("crawl", RAIN_FILE, seed, "--out", "c", *given)
        assert said.code == 0, said.err
        offered = next_commands(said.err)
        assert [words[0] for words in offered] == ["try", "status", "errors", "export"]
        for words in offered:
            assert here(*words).code == 0, words


def test_a_run_that_fetched_nothing_does_not_offer_what_earlier_ones_found(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)

    def answers(url: str) -> Answer:
        if url.endswith("a.example/"):
            return Answer(
                200, HTML, b"<title>Rainstorm</title><a href=/1>rain</a> <a href=http://b.example/2>rain</a>"
            )
        return Answer(404 if "a.example" in url else 503)

    with local_web(answers) as web:
        given = ("--workers", "0", "--delay", "0", "--no-robots", "--connect-to", web.address)
        found = here("crawl", RAIN_FILE, "http://a.example/", "--out", "c", "--pages", "1", *given)
        assert "export" in [words[0] for words in next_commands(found.err)]
        nothing = here("resume", "c", "--pages", "9", "--time", "2")
        assert nothing.code == 4
        assert [words[0] for words in next_commands(nothing.err)] == ["resume", "errors", "try"]
        again = here("resume", "c", "--pages", "9", "--time", "1", "--quiet")
    assert "no page could be fetched (2 × http-error, as in http://" in nothing.err
    assert "404" not in again.err, "what this run did not meet is none of its failures"


def test_a_run_that_only_found_the_last_links_dead_has_finished_the_crawl(tmp_path: Path) -> None:
    here = CommandHere(tmp_path)
    with local_web(lambda url: answer(url) if url.endswith("a.example/") else Answer(404)) as web:
        given = ("--workers", "0", "--delay", "0", "--connect-to", web.address)
        assert here("crawl", RAIN_FILE, "http://a.example/", "--out", "c", "--pages", "1", *given).code == 0
        last = here("resume", "c", "--pages", "9")
        again = here("resume", "c", "--pages", "9", "--quiet", "--json")
    assert last.code == 0, last.err
    assert "could be fetched" not in last.err
    assert "export" in [words[0] for words in next_commands(last.err)]
    assert (again.code, again.json["why_stopped"]) == (0, "no link waits any more")


def next_commands(told: str) -> list[list[str]]:
    """Of what is offered, the words after the name of the program."""
    lines = told.split("what to try next\n")[1].splitlines()
    return [shlex.split(line.split(" # ")[0])[3:] for line in lines if " # " in line]


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        given = some_settings("127.0.0.1:9", metrics_port=taken.getsockname()[1])
        with pytest.raises(CannotRun, match=r"metrics_port: [0-9]+ cannot be served"):
            Crawl(RAIN, ["http://a.example/"], tmp_path / "c", given).finish()
    assert not (tmp_path / "c").exists()


PLAIN_SCRIPT = """
from honeyguide import Crawl, Settings, Topic
crawl = Crawl(Topic("rain", {{"rain": 1.0}}), ["http://a.example/"], "c", Settings(workers=0, connect_to="{}"))
crawl.finish()
print(crawl.pages)
"""


def test_a_script_whose_crawl_fetched_nothing_is_told_why(tmp_path: Path) -> None:
    with closing(socket.socket()) as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))
        code = PLAIN_SCRIPT.format(f"127.0.0.1:{nobody_listens.getsockname()[1]}")
        ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "0\n")
    (said,) = ran.stderr.splitlines()
    assert said.startswith("no page was fetched: 1 × refused, as in http://a.example/: ")
    assert "nobody listens at 127.0.0.1:" in said
    assert said in (tmp_path / "c" / "crawl.log").read_text()


def test_a_crawl_that_its_user_stopped_does_not_complain(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    crawl = Crawl(RAIN, ["http://a.example/"], tmp_path / "c", some_settings("127.0.0.1:9"))
    crawl.stop()
    crawl.finish()
    assert crawl.pages == 0
    assert not caplog.records


def test_labels_of_numbers_are_escaped() -> None:
    told = exposition(
        [Sample("visits_total", "Visits.", 2, "outcome", 'a"\\\n'), Sample("run_seconds", "Time.", 0.5)]
    )
    assert 'honeyguide_visits_total{outcome="a\\"\\\\\\n"} 2\n' in told
    assert told.endswith("# TYPE honeyguide_run_seconds gauge\nhoneyguide_run_seconds 0.5\n")


def test_what_is_no_crawl_has_no_errors(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="no such folder"):
        open_crawl(tmp_path / "nowhere").errors()
