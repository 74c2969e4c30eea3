"""Thresholds and vectors that move during a crawl are not lost with it: real crawls, killed with SIGKILL."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from tests.local_web import LocalWeb, local_web
from tests.relevance.trained import WEB, taught
from tests.test_resume import count, rows

from honeyguide.topics.writing import write_topic

PAGES = 60


def begin(web: LocalWeb, topic: Path, out: Path) -> subprocess.Popen[bytes]:
    fixed = ["--connect-to", web.address, "--delay", "0", "--retries", "0", "--no-robots", "--quiet"]
    one_by_one = ["--concurrency", "1", "--workers", "0", "--pages", str(PAGES)]
    command = [sys.executable, "-m", "honeyguide", "crawl", str(topic), *WEB.seeds(3), "--out", str(out)]
    return subprocess.Popen([*command, *fixed, *one_by_one])


@pytest.mark.parametrize("name", ["adaptive-vsm", "centroid"])
def test_a_killed_crawl_judges_like_an_undisturbed_one(name: str, tmp_path: Path) -> None:
    topic = tmp_path / "topic.toml"
    write_topic(taught(name), topic)
    rng = Random(name)
    out = tmp_path / "killed"
    with local_web(WEB.answer) as web:
        assert begin(web, topic, tmp_path / "undisturbed").wait(120) == 0
        for moment in sorted(rng.randrange(PAGES) for _ in range(2)):
            process = begin(web, topic, out)
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and process.poll() is None and count(out, "visits") < moment:
                time.sleep(0.005)
            process.kill()
            process.wait()
        assert begin(web, topic, out).wait(120) == 0
    for query in (
        "SELECT link, relevance, on_topic, evidence, text FROM pages ORDER BY visit",
        "SELECT detail FROM events WHERE kind = 'relevance' ORDER BY id",
        "SELECT value FROM state WHERE key = 'verdict'",
    ):
        assert len(rows(out, query)) > 0
        assert rows(out, query) == rows(tmp_path / "undisturbed", query)
