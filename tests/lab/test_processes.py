from __future__ import annotations

import operator
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from honeyguide.errors import BadInput, CannotRun
from honeyguide.lab.processes import Processes, each
from honeyguide.process_limits import ONE_THREAD
from honeyguide.web.offline import open_web

PARENT = """
import os, sys, time
from pathlib import Path
from honeyguide.lab.processes import each

def stay(folder, item):
    (folder / str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    list(each(stay, [1, 2], 2, None, Path, (sys.argv[1],)))
"""


THREADS = """
import sys
from honeyguide.lab.processes import each

def threads(here, item):
    import numpy
    import threadpoolctl
    return [pool["num_threads"] for pool in threadpoolctl.threadpool_info()]

if __name__ == "__main__":
    print(*each(threads, [1, 2], 2, None, dict, ()))
"""


def test_processes_that_share_the_cores_compute_in_one_thread_each(tmp_path: Path) -> None:
    (tmp_path / "threads.py").write_text(THREADS)
    usual = {name: value for name, value in os.environ.items() if name not in ONE_THREAD}
    told = subprocess.run(
        [sys.executable, tmp_path / "threads.py"], check=True, capture_output=True, text=True, env=usual
    ).stdout
    assert told == "[1] [1]\n"


def test_every_item_is_worked_on_here_or_in_other_processes() -> None:
    assert list(each(operator.add, [1, 2, 3], 1, 10, int, (20,))) == [11, 12, 13]
    assert sorted(each(operator.add, [1, 2, 3], 2, 10, int, (20,))) == [21, 22, 23]
    assert list(each(operator.add, [], 2, 10, int, (20,))) == []


def test_processes_stay_for_the_next_work_with_what_they_opened() -> None:
    with Processes(2) as processes:
        before, after = (
            list(processes.each(operator.iadd, [[run]] * 20, [], list, ())) for run in ("first", "second")
        )
        assert not any("second" in each for each in before)
        assert any("first" in each for each in after)
        assert sorted(processes.each(operator.add, [1, 2], 10, int, (20,))) == [21, 22]


def test_a_process_that_is_ended_from_outside_is_said_so() -> None:
    with pytest.raises(CannotRun, match="ended from outside"):
        list(each(os.kill, [signal.SIGKILL, signal.SIGKILL], 2, 0, os.getpid, ()))


def test_what_goes_wrong_when_a_process_opens_its_own_is_told_as_it_is() -> None:
    with pytest.raises(BadInput, match="'nowhere' is no web"):
        list(each(operator.eq, [1, 2], 2, None, open_web, ("nowhere",)))


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(PARENT)
    parent = subprocess.Popen([sys.executable, str(tmp_path / "parent.py"), str(tmp_path)])
    while len(workers := [file.name for file in tmp_path.iterdir() if file.name.isdigit()]) < 2:
        assert parent.poll() is None
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    while any(_is_running(int(worker)) for worker in workers):
        time.sleep(0.05)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return b"\nState:\tZ" not in Path(f"/proc/{process}/status").read_bytes()
