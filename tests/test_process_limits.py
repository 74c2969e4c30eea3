"""Systems differ in what they let a process have: a refusal is no failure."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

import pytest

from honeyguide.lab.processes import all_cores
from honeyguide.process_limits import ONE_THREAD, bound_memory, open_many_files

GIB = 1 << 30


def in_a_process(code: str) -> str:
    told = f"import resource\nfrom honeyguide.process_limits import *\n{code}"
    return subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True).stdout.strip()


def test_a_crawl_may_open_as_many_files_as_the_system_allows() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    lowered = f"resource.setrlimit(resource.RLIMIT_NOFILE, (64, {most}))"
    assert in_a_process(f"{lowered}\nopen_many_files()\nprint(resource.getrlimit(resource.RLIMIT_NOFILE)[0])") == str(
        most
    )


def test_memory_that_is_bounded_more_closely_stays_so() -> None:
    bounded = f"bound_memory({4 * GIB})\nprint(resource.getrlimit(resource.RLIMIT_AS)[0])"
    assert in_a_process(bounded) == str(4 * GIB)
    assert in_a_process(f"resource.setrlimit(resource.RLIMIT_AS, ({2 * GIB}, {2 * GIB}))\n{bounded}") == str(2 * GIB)


def test_a_system_that_refuses_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """As macOS does: no bound of address space, and 10,240 files where it says that there is no limit."""
    set_to: list[tuple[int, int]] = []

    def as_on_macos(kind: int, limits: tuple[int, int]) -> None:
        if kind == resource.RLIMIT_AS or limits[0] == resource.RLIM_INFINITY:
            raise ValueError("current limit exceeds maximum limit")
        set_to.append(limits)

    monkeypatch.setattr(resource, "setrlimit", as_on_macos)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    bound_memory(4 * GIB)
    open_many_files()
    assert set_to == [(10_240, resource.RLIM_INFINITY)]


def test_windows_is_told_what_to_do() -> None:
    code = """
import sys
sys.modules["fcntl"] = sys.modules["resource"] = None
from honeyguide.cli import main
sys.platform = "win32"
main()
"""
    said = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert said.returncode == 3
    assert said.stderr == "honeyguide: Honeyguide runs on Linux and macOS; on Windows, run it in WSL\n"


COMMAND = """
import sys
from honeyguide.cli import main
sys.argv[1:] = ["version"]
try:
    main()
except SystemExit:
    pass
import numpy
import threadpoolctl
print([each["num_threads"] for each in threadpoolctl.threadpool_info()])
"""


@pytest.mark.skipif(all_cores() == 1, reason="OpenBLAS has one thread on one core anyway")
def test_a_command_computes_in_one_thread_unless_a_person_says_otherwise() -> None:
    """Further threads wait by turning round: making an ontology took three times the time on a busy machine."""
    usual = {name: value for name, value in os.environ.items() if name not in ONE_THREAD}

    def threads(environment: dict[str, str]) -> str:
        return subprocess.run(
            [sys.executable, "-c", COMMAND], check=True, capture_output=True, text=True, env=environment
        ).stdout.splitlines()[-1]

    assert threads(usual) == "[1]"
    assert threads(usual | {"OPENBLAS_NUM_THREADS": ""}) == "[1]"
    assert threads(usual | {"OPENBLAS_NUM_THREADS": "2"}) == "[2]"
