"""Thresholds and vectors that move during a crawl are not lost with it: real crawls, killed with SIGKILL."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.local_web import LocalWeb, local_web
from tests.relevance.trained import trained
from tests.test_resume import count, rows
from tests.warm_process import WarmProcess

from honeyguide.testing.example_pages import web as example_web
from honeyguide.topics.writing import write_topic

pytestmark = pytest.mark.slow

PAGES = 60


def begin(web: LocalWeb, topic: Path, out: Path) -> WarmProcess:
    fixed = ["--connect-to", web.address, "--delay", "0", "--retries", "0", "--no-robots", "--quiet"]
    one_by_one = ["--concurrency", "1", "--workers", "0", "--pages", str(PAGES)]
    return WarmProcess("crawl", topic, *example_web().seeds(3), "--out", out, *fixed, *one_by_one)


@pytest.mark.parametrize("name", ["adaptive-vsm", "centroid"])
def test_a_killed_crawl_judges_like_an_undisturbed_one(name: str, tmp_path: Path) -> None:
    topic = tmp_path / "topic.toml"
    write_topic(trained(name), topic)
    rng = Random(name)
    out = tmp_path / "killed"
    with local_web(example_web().answer) as web:
        assert begin(web, topic, tmp_path / "undisturbed").wait() == 0
        for moment in sorted(rng.randrange(PAGES) for _ in range(2)):
            begin(web, topic, out).kill_when(lambda at=moment: count(out, "visits") >= at)  # type: ignore[misc]
        assert begin(web, topic, out).wait() == 0
    for query in (
        "SELECT link, relevance, on_topic, evidence, text FROM pages ORDER BY visit",
        "SELECT detail FROM events WHERE kind = 'relevance' ORDER BY id",
        "SELECT value FROM state WHERE key = 'verdict'",
    ):
        assert len(rows(out, query)) > 0
        assert rows(out, query) == rows(tmp_path / "undisturbed", query)
