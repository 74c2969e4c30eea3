"""A workspace with crawls in it, the application open on it, and a browser that is let in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from tests.app.browser import App, enter, launch, running_app
from tests.cli.conftest import TOPIC, Command

expect.set_options(timeout=60_000)  # for the slowest machine; who waits for something that comes waits no longer
SYNTHETIC = "synthetic:seed=7,pages=400"
SEED = "http://harbour-daily.example/"


@pytest.fixture(scope="session")
def crawl_of_sixty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished crawl of a synthetic web, not to be changed."""
    out = tmp_path_factory.mktemp("model") / "rain"
    options = ("--out", out, "--pages", "60", "--quiet", "--web", SYNTHETIC, "--workers", "0")
    said = Command(out.parent)("crawl", TOPIC, SEED, *options)
    assert said.code == 0, said.err
    return out


@pytest.fixture(scope="module")
def workspace(crawl_of_sixty: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one crawl in it, `rain`."""
    folder = tmp_path_factory.mktemp("app") / "crawls"
    folder.mkdir()
    shutil.copytree(crawl_of_sixty, folder / "rain")
    return folder


@pytest.fixture(scope="module")
def app(workspace: Path) -> Iterator[App]:
    with running_app(workspace) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Of a module: Playwright holds an event loop of this thread, which tests of other modules run their own in."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[BrowserContext]:
    """Of a module: who comes for the first time loads all scripts, which takes longer than most tests."""
    context = browser.new_context(locale="en-GB")
    context.new_page()  # what is loaded is kept for as long as a page is open
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext, app: App) -> Iterator[Page]:
    """Let in just now; what the page's scripts complain of fails the test."""
    opened = visitor.new_page()
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error" and said.location["url"] != opened.url:  # a page that is not there says so itself
            complaints.append(said.text)

    opened.on("console", hear)
    yield enter(opened, app)
    opened.close()
    visitor.clear_cookies()
    assert complaints == []
