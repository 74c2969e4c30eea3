"""`honeyguide demo --app`: the demo crawl, live in the browser."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from honeyguide import open_crawl
from honeyguide.app.texts import COOKIE
from honeyguide.page_view import PageView

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
        _the_parts_of_a_score_add_up(page, tmp_path / "demo-crawl")
        page.context.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()


def _the_parts_of_a_score_add_up(page: Page, folder: Path) -> None:
    """Of the page with most words: from what it starts, over some of them and all others, to the total."""
    crawl = open_crawl(folder)
    view = max(map(crawl.view, (row.number for row in crawl.list_pages(limit=120).pages)), key=_words)
    page.locator("[data-crawl^=demo-crawl-]").get_by_role("link", name="Results").click()
    page.wait_for_url("**/results*")
    page.goto(re.sub("results.*", f"pages/{view.number}", page.url))
    names = page.locator("[data-share]")
    expect(names.first).to_have_text("Starts from")
    expect(names.last).to_have_text("Other terms")
    expect(page.locator("[data-score]")).to_contain_text(f"Together (log-odds){view.total:+.3f}")
    shares = [float(each) for each in page.locator("[data-share] ~ .tabular-nums").all_inner_texts()]
    assert shares[0] == pytest.approx(view.bias, abs=0.0006)
    assert sum(shares) == pytest.approx(view.total, abs=0.001 * len(shares))
    page.context.add_cookies([{"name": COOKIE, "value": "zh", "url": page.url}])
    page.reload()
    expect(names.first).to_have_text("起始值")
    expect(names.last).to_have_text("其他词语")


def _words(view: PageView) -> int:
    return len(view.evidence)
