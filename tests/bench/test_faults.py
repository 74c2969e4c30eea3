"""`bench/faults.py` and `bench/soak.py` on a handful of cases; and that what they count would be seen."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import forkserver
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.warm_process import WarmProcess

BENCH = Path(__file__).parents[2] / "bench"


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{name}_bench", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


under_test = loaded("crawl_under_test")


def run(script: str, out: Path, *options: str) -> Any:
    command = [sys.executable, str(BENCH / script), *options, "--json", str(out)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(out.read_text())


@pytest.mark.slow
def test_a_handful_of_faults_costs_nothing(tmp_path: Path) -> None:
    none = ("--disks", "0", "--clocks", "0", "--workers", "0")
    outcomes = run("faults.py", tmp_path / "out.json", "--kills", "3", "--aimed", "4", "--torn", "2", *none)
    assert Counter(each["group"] for each in outcomes) == {"killed at random": 1, "killed at": 4, "torn": 2}
    for cost in ("lost", "doubled", "impolite", "failed"):
        assert sum(each[cost] for each in outcomes) == 0, outcomes
    assert sum(each["hit"] for each in outcomes) >= 6


@pytest.mark.slow
def test_a_short_soak_meets_every_kind_of_fault_and_ends(tmp_path: Path) -> None:
    soaked = run("soak.py", tmp_path / "out.json", "--pages", "4000")
    assert soaked["outcomes"]["page"] >= 4_000
    assert soaked["outcomes"].keys() >= {"http-error", "redirect"}
    assert len(soaked["samples"]) == 101
    half, last = soaked["samples"][50], soaked["samples"][-1]
    assert last["pages"] >= 4_000
    grown, more = last["objects"] - half["objects"], last["pages"] - half["pages"]
    # Caches that are bounded and not full yet take one for each page; a page that is kept takes several.
    assert grown < 2 * more, "each page leaves something behind"


def test_threads_that_look_at_once_how_a_command_ended_are_told_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    read = forkserver.read_signed

    def read_late(sentinel: int) -> int:
        time.sleep(0.05)
        return int(read(sentinel))

    monkeypatch.setattr(forkserver, "read_signed", read_late)
    process = WarmProcess("--version")
    with ThreadPoolExecutor(4) as threads:
        assert [each.result() for each in [threads.submit(process.wait) for _ in range(4)]] == 4 * [0]


def test_a_request_before_its_time_is_seen() -> None:
    log = under_test.Log()
    for url in ("http://a.example/robots.txt", "http://b.example/", "http://a.example/"):
        log.answer(url)
    assert log.impolite() == 1


def test_what_is_missing_or_there_twice_is_seen() -> None:
    everything = Counter(("a", "b", "c"))
    kept = under_test.Kept(Counter(("a", "b", "b")), Counter(("a", "a", "b")), searchable=3, indexed=2)
    assert kept.lost(everything) == 2  # c, and a page that cannot be found
    assert kept.doubled == 2


@pytest.mark.slow
def test_crawls_into_postgresql_lose_and_double_nothing_when_cut_off(postgres: str, tmp_path: Path) -> None:
    """`postgres`: skipped where there is no server."""
    found = run("postgres.py", tmp_path / "found.json", "--runs", "0", "--faults", "8")["faults"]
    assert found["kills"] + found["cuts"] + found["crashes"] == 8
    assert [found[name] for name in ("lost", "doubled", "impolite", "stuck")] == [0, 0, 0, 0]
