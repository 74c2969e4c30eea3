"""A warm process is like one that was begun from a shell."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.warm_process import WarmProcess

pytestmark = pytest.mark.slow


def test_it_says_and_returns_what_the_command_does(tmp_path: Path) -> None:
    for arguments in (["topic", "list", "--json"], ["crawl", "--pagse", "3"], ["topic", "check", "none.toml"]):
        cold = subprocess.run(
            [sys.executable, "-m", "honeyguide", *arguments], cwd=tmp_path, capture_output=True, check=False
        )
        warm = WarmProcess(*arguments, cwd=tmp_path)
        assert (warm.wait(), warm.out, warm.err) == (cold.returncode, cold.stdout, cold.stderr)


def test_it_reads_from_standard_input_and_can_be_killed(tmp_path: Path) -> None:
    warm = WarmProcess("try", "-", "--topic", "rainstorm-disaster", "--json", stdin=b"<title>flood</title>")
    assert warm.wait() == 0
    assert b'"outcome": "page"' in warm.out
    serving = WarmProcess("web", "serve", "synthetic:pages=50", cwd=tmp_path)
    serving.kill()
    assert serving.poll() == -signal.SIGKILL
