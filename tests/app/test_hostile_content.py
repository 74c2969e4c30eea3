"""Pages that attack whoever shows them, seen in a real browser: nothing runs, and the layout holds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.app.browser import App, enter, running_app
from tests.app.hostile import TITLES, crawl_hostile

from honeyguide import CrawlFolder, Workspace, open_crawl

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hostile") / "crawls"


@pytest.fixture(scope="module")
def crawl(folder: Path) -> CrawlFolder:
    crawl_hostile(folder / "attack")
    return open_crawl(folder / "attack")


@pytest.fixture(scope="module")
def running(crawl: CrawlFolder, folder: Path) -> Iterator[App]:
    with running_app(folder) as app:
        yield app
    shutil.rmtree(folder)


@pytest.fixture
def victim(browser: Browser, running: App) -> Iterator[Page]:
    """A browser in which nothing may run but what is ours, and which asks nobody else."""
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    foreign: list[str] = []
    page.on("request", lambda sent: foreign.append(sent.url) if not sent.url.startswith(running.address) else None)
    page.on("dialog", lambda dialog: foreign.append(dialog.message))
    yield enter(page, running)
    assert page.evaluate("window.hacked") is None
    context.close()
    assert [url for url in foreign if not url.startswith(("data:", "blob:"))] == []


def _holds(page: Page) -> None:
    """On a phone, and on a screen."""
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("window.hacked") is None
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        header = page.locator("header").bounding_box()
        assert header is not None
        assert header["y"] == 0


def test_nothing_of_a_page_runs_or_breaks_the_layout(victim: Page, folder: Path, crawl: CrawlFolder) -> None:
    (found,) = Workspace(folder).crawls()
    there = f"{victim.url}crawls/{found.id}"
    victim.goto(f"{there}/results")
    expect(victim.locator("tbody tr")).to_have_count(len(TITLES) + 1)
    shown = victim.locator("tbody a").all_text_contents()
    assert sorted(" ".join(TITLES[5].split()) in each for each in shown)[-1], "a formula is shown as it stands"
    assert any("<script>" in each for each in shown)
    assert any("{{ constructor" in each for each in shown)
    _holds(victim)
    victim.goto(f"{there}/results?q=rainstorm")
    expect(victim.locator("[data-hit] mark").first).to_be_visible()
    _holds(victim)
    for row in crawl.list_pages(limit=50).pages:
        victim.goto(f"{there}/pages/{row.number}")
        expect(victim.locator("[data-title]")).to_be_visible()
        expect(victim.locator("[data-way] li").first).to_be_visible()
        _holds(victim)
        assert victim.locator("a[href^='javascript:']").count() == 0
    for path, sign in (
        ("map?around=0", "[data-drawn] canvas"),
        ("map", "[data-drawn] canvas"),
        ("insight", "[data-overview]"),
    ):
        victim.goto(f"{there}/{path}")
        expect(victim.locator(sign).first).to_be_visible()
        if "map" in path:
            victim.locator(sign).hover()
        _holds(victim)
