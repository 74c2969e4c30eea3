"""The application as a process of its own on a free port, and a real browser that looks at it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, TimeoutError
from tests.warm_process import WarmProcess

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

    def __init__(self, process: int, url: str, log: Path) -> None:
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
    log.unlink(missing_ok=True)
    process = WarmProcess("app", *folders, "--no-open", "--access-log", *options, env=env, err=log)
    try:
        while not (said := process.out.decode()).endswith("\n"):
            assert process.poll() is None, log.read_text()
            time.sleep(0.02)
        yield App(process.pid, said.splitlines()[0], log)
    finally:
        if process.poll() is None:
            os.kill(process.pid, signal.SIGTERM)
        process.wait(30)


@contextmanager
def cold_app(*folders: Path) -> Iterator[App]:
    """The same as a shell begins it: what it loads when it is first asked counts."""
    log = folders[0].parent / f"app-of-{folders[0].name}.log"
    line = [sys.executable, "-m", "honeyguide", "app", *map(str, folders), "--no-open", "--access-log"]
    with log.open("w") as errors, subprocess.Popen(line, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        assert process.stdout is not None
        try:
            yield App(process.pid, process.stdout.readline().strip(), log)
        finally:
            process.terminate()


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


def choose(box: Locator, name: str) -> None:
    """An option of a list; the list is opened again where what was chosen before has only now drawn the form anew."""
    option = box.page.get_by_role("option", name=name, exact=True)
    for _ in range(10):
        box.click()
        with suppress(TimeoutError):
            option.click(timeout=5_000)
            return
    raise AssertionError(f"{name} was never offered")


def drawn(chart: Locator) -> list[dict[str, Any]]:
    """The series of a chart, as the browser has them."""
    made: list[dict[str, Any]] = chart.evaluate("each => getElement(each).chart.getOption().series")
    return made
