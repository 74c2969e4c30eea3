"""`honeyguide demo --app`: the demo crawl, live in the browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.slow


def test_the_demo_is_seen_live_and_the_application_stays_open_until_it_is_interrupted(
    browser: Browser, tmp_path: Path
) -> None:
    line = [sys.executable, "-m", "honeyguide", "demo", "--app", "--no-open", "--pages", "120", "--strategy", "bfs"]
    process = subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert process.stderr is not None
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:\d+/\?token=\S+", said)):
            said += process.stderr.readline()
            assert process.poll() is None, said
        page = browser.new_context(locale="en").new_page()
        page.goto(found[0])
        card = page.locator("[data-crawl^=demo-crawl-]")
        expect(card).to_contain_text(re.compile("running|finished"), timeout=60_000)
        expect(card).to_contain_text("120 / 120", timeout=120_000)
        expect(card).to_contain_text("finished")
        while "stay open" not in said:
            said += process.stderr.readline()
        page.reload()
        expect(card).to_contain_text("finished")
        page.context.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
