"""`honeyguide web`: any web over real HTTP, and its figures."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from tests.cli.conftest import TOPIC, Command

from honeyguide.web.offline import open_web

SMALL = "synthetic:seed=5,pages=300,hosts=10,words=80"

LABEL = "rainstorm-disaster"


@pytest.mark.slow
def test_a_web_is_served_under_its_host_names_and_can_be_crawled(honeyguide: Command, tmp_path: Path) -> None:
    web = open_web(SMALL)
    assert web.labels is not None
    seeds = web.labels.pages(LABEL)[:3]
    server = subprocess.Popen(
        honeyguide.line("web", "serve", SMALL),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        assert address.startswith("127.0.0.1:")
        host, _, path = seeds[0].removeprefix("http://").partition("/")
        with urlopen(Request(f"http://{address}/{path}", headers={"Host": host}), timeout=150) as response:
            assert response.read() == web.answer(seeds[0]).body
        flags = ["--connect-to", address, "--delay", "0", "--workers", "1", "--pages", "20", "--json"]
        said = honeyguide("crawl", TOPIC, *seeds, "--out", "out", *flags)
        assert said.code == 0
        assert said.json["pages"] == 20
    finally:
        server.send_signal(signal.SIGINT)
        _, stderr = server.communicate(timeout=150)
    assert server.returncode == 0
    assert f"--connect-to {address}" in stderr
    assert "300 pages" in stderr


def test_a_port_that_is_taken_is_said_so(honeyguide: Command) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = honeyguide("web", "serve", SMALL, "--port", str(taken.getsockname()[1]))
    assert said.code == 3
    assert "cannot be used" in said.err


@pytest.mark.slow
def test_the_figures_of_a_web_are_printed_for_people_and_programs(honeyguide: Command, tmp_path: Path) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    said = honeyguide("web", "stats", SMALL, "--json", env=cache)
    assert said.code == 0
    found = said.json
    assert (found["pages"], found["hosts"], found["broken"]) == (300, 10, 0)
    assert found["labels"][0]["label"] == LABEL
    assert set(found["out_degree"]) == {"mean", "median", "p90", "p99", "most"}
    assert {"share", "stays", "from_label", "silent_anchors"} <= set(found["labels"][0])
    shown = honeyguide("web", "stats", SMALL, "--exclude", "*/links-*", env=cache)
    assert shown.code == 0
    assert LABEL in shown.out
    assert "links returned" in shown.out
    labelled = shown.out[shown.out.index("share of") :].splitlines()
    assert max(len(line.rstrip()) for line in labelled if LABEL not in line) <= 80


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["serve", "warc:absent.warc.gz"], "no such file"),
        (["stats", "syntetic:seed=1"], "did you mean 'synthetic'"),
        (["stats", SMALL, "--labels", "absent.tsv"], "cannot be read"),
        (["stats", SMALL, "--labels", "labels.tsv"], "1 of 1 labelled URLs are not in this web"),
        (["stats", "folder:."], "holds no pages"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(honeyguide: Command, arguments: list[str], why: str) -> None:
    (honeyguide.folder / "labels.tsv").write_text("http://nowhere.example/\tx\n")
    said = honeyguide("web", *arguments, env={"XDG_CACHE_HOME": str(honeyguide.folder / "cache")})
    assert said.code == 1
    assert why in said.sentence
    assert os.linesep not in said.sentence
