"""The application as a process of its own on a free port, and a real browser that looks at it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class App:
    """One that runs: where it is, what lets in, and what it says."""

    def __init__(self, process: subprocess.Popen[str], url: str, log: Path) -> None:
        self.process, self.log = process, log
        self.address, _, self.token = url.partition("?token=")
        self.first_visit = url

    @property
    def host(self) -> str:
        return self.address.removeprefix("http://").rstrip("/")


@contextmanager
def running_app(*folders: Path, options: tuple[str, ...] = (), env: dict[str, str] | None = None) -> Iterator[App]:
    """The real command, until the block ends."""
    log = folders[0].parent / f"app-of-{folders[0].name}.log"
    line = [sys.executable, "-m", "honeyguide", "app", *map(str, folders), "--no-open", "--access-log", *options]
    with log.open("w") as said:
        process = subprocess.Popen(
            line, stdout=subprocess.PIPE, stderr=said, text=True, env={**os.environ, **(env or {})}
        )
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url.startswith("http://"), log.read_text()
        yield App(process, url, log)
    finally:
        process.terminate()
        process.communicate(timeout=30)


def launch(playwright: Playwright) -> Browser:
    """Chromium of this machine; without one the test is skipped."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))


def enter(page: Page, app: App) -> Page:
    """By the address that the command printed."""
    page.goto(app.first_visit)
    page.wait_for_url(app.address)
    return page


def drawn(chart: Locator) -> list[dict[str, Any]]:
    """The series of a chart, as the browser has them."""
    made: list[dict[str, Any]] = chart.evaluate("each => getElement(each).chart.getOption().series")
    return made
