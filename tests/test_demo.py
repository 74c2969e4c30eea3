"""The demo: the built-in web crawled over real HTTP, judged afterwards by the truth."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Command, Said

from honeyguide import demo
from honeyguide.errors import BadFolder, CannotRun
from honeyguide.storage import results
from honeyguide.storage.lock import locked
from honeyguide.web.server import ServerProcess

pytestmark = pytest.mark.slow


def run(folder: Path, *options: str) -> Said:
    return Command(folder)("demo", *options)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    folder = tmp_path_factory.mktemp("demo")
    return folder, run(folder, "--pages", "120", "--json")


@pytest.fixture(scope="module")
def built_in() -> Iterator[ServerProcess]:
    with demo.serving(1) as server:
        yield server


def test_the_demo_crawls_the_built_in_web_and_says_what_it_found(
    shown: tuple[Path, Said],
) -> None:
    folder, said = shown
    assert said.code == 0, said.err
    summary = msgspec.json.decode(said.out, type=dict[str, object])
    assert summary["pages"] == 120
    assert summary["folder"] == "demo-crawl"
    assert (summary["seed"], summary["strategy"]) == (1, "guide")
    web = demo.web(1)
    urls = [page.url for page in results.pages(folder / "demo-crawl", relevant=False)]
    assert summary["label_on_topic"] == sum(map(web.is_relevant, urls)) > 0
    assert summary["label_harvest_rate"] == pytest.approx(sum(map(web.is_relevant, urls)) / 120)
    for key in ("on_topic", "harvest_rate", "seconds", "pages_per_second", "hosts", "waiting"):
        assert summary[key]


def test_the_demo_names_the_best_pages_and_commands_that_work(
    shown: tuple[Path, Said],
) -> None:
    folder, said = shown
    for page, _ in results.best(folder / "demo-crawl", 5):
        assert page.url in said.err
    for word in ("self-judged", "label-judged", "pages/s", "results are in demo-crawl"):
        assert word in said.err
    lines = [line.split(" # ")[0].strip() for line in said.err.splitlines() if "-m honeyguide" in line]
    assert len(lines) >= 3
    assert subprocess.run(lines[0], shell=True, cwd=folder, capture_output=True, check=False).returncode == 0
    for line in [*lines[1:-1], f"{lines[-1]} --pages 20"]:
        python, _, package, *arguments = shlex.split(line)
        assert (python, package) == (sys.executable, "honeyguide")
        if arguments[0] == "app":
            assert arguments == ["app", "."]  # where demo-crawl is; it runs until it is interrupted
        else:
            assert Command(folder)(*arguments).code == 0, line
    assert sum(shlex.split(line)[3] == "app" for line in lines) == 1
    assert (folder / "demo-bfs" / "crawl.db").exists()


def test_only_a_former_demo_is_replaced(shown: tuple[Path, Said], tmp_path: Path) -> None:
    again = run(shown[0], "--pages", "30", "--seed", "2", "--json")
    assert msgspec.json.decode(again.out)["new_pages"] == 30
    foreign = tmp_path / "demo-crawl"
    foreign.mkdir()
    (foreign / "novel.txt").write_text("years of work")
    said = run(tmp_path)
    assert said.code == 1
    assert said.err.startswith("honeyguide: demo-crawl: is there already and is no former demo")
    assert os.listdir(foreign) == ["novel.txt"]


def test_a_demo_that_somebody_put_files_into_is_not_replaced(tmp_path: Path) -> None:
    demo.mark(tmp_path, 1)
    (tmp_path / "warc").mkdir()
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(BadFolder, match=r"notes\.txt"):
        demo.clear(tmp_path)
    assert (tmp_path / "warc").exists()
    (tmp_path / "notes.txt").unlink()
    with locked(tmp_path), pytest.raises(CannotRun, match="another process"):
        demo.clear(tmp_path)
    demo.clear(tmp_path)
    assert os.listdir(tmp_path) == ["lock"]


def test_a_demo_that_is_kept_goes_on(built_in: ServerProcess, tmp_path: Path) -> None:
    async def walk(pages: int) -> list[str]:
        crawl = demo.crawl(built_in.address, tmp_path / "kept", pages=pages, seed=1, strategy="bfs", workers=0)
        return [found.url async for found in crawl.run()]

    first, then = asyncio.run(walk(20)), asyncio.run(walk(35))
    assert (len(first), len(then)) == (20, 15)
    assert not set(first) & set(then)
    demo.mark(tmp_path / "kept", 1)
    assert demo.seed_of(tmp_path / "kept") == 1
    assert demo.judge(tmp_path / "kept", 1).pages == 35
    said = run(tmp_path, "--keep", "kept", "--seed", "2")
    assert said.code == 1
    assert "holds another crawl" in said.err


def test_bad_input_is_refused_before_anything_starts(tmp_path: Path) -> None:
    said = run(tmp_path, "--strategy", "obs")
    assert (said.code, said.out) == (1, "")
    assert said.err == "honeyguide: 'obs' is not a strategy; did you mean 'ops'?\n"
    assert os.listdir(tmp_path) == []
