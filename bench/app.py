"""How long does a person wait for the application, with 100,000 pages in the crawl?

    python bench/app.py [--pages 100000] [--folder DIR] [--crawling] [--rounds 3]

Fills a crawl with made pages (kept in DIR, and used again from there), starts `honeyguide app` on it, and clicks
through it in Chromium: from the click until the first row, hit, text or picture is there; the first time, and the
median of the others. Seconds over HTTP are those of the API. With --crawling another crawl runs meanwhile: `ops` and
`tag-vsm` without extraction over the 12 hosts of nginx that throughput is measured on, a hundred pages a second where
the machine gives that. To reach: first content within a second. The load of the machine is said beside, and the CPU
seconds of server and browser, which other work on the machine changes less: what a person waits where there is no
other work is no more than both, and the pauses that the page makes (0.35 s after the last key in a filter).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

import site_under_test as site
from made_crawl import fill

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.app.browser import App, cold_app, enter, launch  # noqa: E402
from tests.plain_choices import RAIN_FILE  # noqa: E402

from honeyguide import Workspace, open_crawl  # noqa: E402
from honeyguide.crawl_folder import is_crawl  # noqa: E402

_PATIENCE_MS = 120_000
_PORT = 18_081
_PAGES_A_SECOND = 100


class Clock:
    """Seconds by what was waited for: on the clock, of the server's CPU, and of the browser's."""

    def __init__(self) -> None:
        self.server = 0
        self.seconds: dict[str, list[tuple[float, float, float]]] = {}

    def time(self, name: str, act: Callable[[], object]) -> None:
        before = self._now()
        act()
        clock, server, browser = (now - then for now, then in zip(self._now(), before, strict=True))
        self.seconds.setdefault(name, []).append((clock, server, browser))

    def _now(self) -> tuple[float, float, float]:
        return time.perf_counter(), cpu_of([self.server]), cpu_of(browser_processes())


def cpu_of(processes: Iterable[int]) -> float:
    ticks = 0
    for process in processes:
        with suppress(OSError):  # it has ended
            ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def browser_processes() -> list[int]:
    """Chromium's, of those below this one."""
    below, found = {os.getpid()}, []
    for process in sorted(int(each.name) for each in Path("/proc").iterdir() if each.name.isdecimal()):
        with suppress(OSError):
            name, _, rest = Path(f"/proc/{process}/stat").read_text().partition("(")[2].rpartition(")")
            if int(rest.split()[1]) in below:
                below.add(process)
                found += [process] if "chrom" in name else []
    return found


def clicks(page: Page, there: str, number: int, word: str, clock: Clock) -> None:
    """What a person does, one after the other."""
    rows, first = page.locator("tbody a"), page.locator("tbody tr").first

    def open_(path: str, sign: str) -> None:
        page.goto(f"{there}/{path}", wait_until="commit")
        page.locator(sign).first.wait_for()

    def changes(act: Callable[[], object]) -> None:
        before = first.inner_text()
        act()
        page.wait_for_function(
            "old => document.querySelector('tbody tr')?.innerText.trim() != old", arg=before.strip()
        )

    clock.time("projects", lambda: open_("../..", "[data-crawl]"))
    clock.time("the crawl: figures", lambda: open_("", "[data-figure=pages]"))
    clock.time("the crawl: curve", page.locator("[data-part=newest] a").first.wait_for)
    clock.time("results: first row", lambda: open_("results", "tbody a"))
    clock.time("sort by title", lambda: changes(page.get_by_role("columnheader", name="Page").click))
    clock.time("sort by host", lambda: changes(page.get_by_role("columnheader", name="Host").click))
    buttons = page.locator(".q-table__bottom").get_by_role("button")
    clock.time("next leaf", lambda: changes(buttons.filter(has_text="chevron_right").click))
    clock.time("last leaf", lambda: changes(buttons.filter(has_text="last_page").click))
    clock.time("filter by title or URL", lambda: changes(lambda: page.get_by_label("In title or URL").fill("ba")))
    rows.first.wait_for()
    clock.time("filter: counted", lambda: page.locator("[data-count]").filter(has_not_text="more").wait_for())
    clock.time("search", lambda: open_(f"results?q={word}", "[data-hit]"))
    clock.time("a page", lambda: open_(f"pages/{number}", "[data-text]"))
    clock.time("a page, its links", lambda: page.locator("[data-out-links]").wait_for())
    clock.time("map: frame", lambda: open_(f"map?around={number}", "[data-map]"))
    clock.time("map: 300 pages, first picture", lambda: page.locator("[data-drawn] canvas").wait_for())
    clock.time("map: 300 pages, from all links", lambda: page.locator("[data-drawn=whole] canvas").wait_for())


def big_map(page: Page, there: str, number: int, clock: Clock) -> None:
    """5,000 nodes: until they are drawn, and how long one step of moving them takes."""
    page.goto(f"{there}/map?around={number}")
    page.locator("[data-drawn] canvas").wait_for()
    page.get_by_label("At most").click()

    def choose() -> None:
        page.get_by_role("option", name="5,000").click()
        page.locator("[data-count]").filter(has_text="5,000 of").wait_for()

    clock.time("map: 5,000 pages drawn", choose)
    box = page.locator("[data-drawn] canvas").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    frames = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.mouse.move(x, y)
    for _ in range(10):
        page.mouse.wheel(0, -60)
        clock.time("map: 5,000 pages, one step of zooming", lambda: page.evaluate(frames))


def over_http(app: App, crawl: str, word: str, clock: Clock) -> None:
    for name, path in (
        ("API: pages by relevance", "pages?sort=relevance&descending=true"),
        ("API: pages, 90,000 on", "pages?sort=relevance&descending=true&offset=90000"),
        ("API: search", f"search?query={word}"),
    ):
        asked = urllib.request.Request(f"{app.address}api/crawls/{crawl}/{path}")
        asked.add_header("Authorization", f"Bearer {app.token}")
        clock.time(name, partial(urllib.request.urlopen, asked))


@contextmanager
def crawling(*, wanted: bool) -> Iterator[None]:
    """A crawl in a process of its own beside, from a server in another."""
    if not wanted:
        yield
        return
    with tempfile.TemporaryDirectory() as made:
        site.write(Path(made) / "site", _PORT)
        Path(made).chmod(0o755)
        out = Path(made) / "running"
        line = [sys.executable, "-m", "honeyguide", "crawl", RAIN_FILE, site.address(0, _PORT), "--out", str(out)]
        line += ["--strategy", "ops", "--delay", str(len(site.HOSTS) / _PAGES_A_SECOND), "--pages", str(site.PAGES)]
        line += ["--allow-private", "--quiet", "--workers", "0", "--encoder", "none", "--no-extract"]
        with site.nginx(Path(made) / "site", _PORT), subprocess.Popen(line) as process:
            try:
                while not is_crawl(out) or not open_crawl(out).status().pages:
                    time.sleep(0.5)
                before, began = open_crawl(out).status().pages, time.perf_counter()
                yield
                pages, seconds = open_crawl(out).status().pages - before, time.perf_counter() - began
                ended = "" if process.poll() is None else ", and ended meanwhile"
                print(f"beside: {pages} pages in {seconds:.0f} s, {pages / seconds:.0f} pages/s{ended}")
            finally:
                process.terminate()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--pages", type=int, default=100_000)
    asked.add_argument("--rounds", type=int, default=3)
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--crawling", action="store_true")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = given.folder or Path(made) / "crawls"
        if not (folder / "crawl").exists():
            for _ in track(fill(folder / "crawl", given.pages), "pages", total=-(-given.pages // 500)):
                pass
        measure(folder, given.rounds, crawls=given.crawling)


def measure(folder: Path, rounds: int, *, crawls: bool) -> None:
    clock = Clock()
    made = open_crawl(folder / "crawl").list_pages(on_topic=True, limit=1).pages[0]
    number, word = made.number, made.title.split()[0]
    crawl = next(each.id for each in Workspace(folder).crawls() if each.name == "crawl")
    with crawling(wanted=crawls), cold_app(folder) as app, sync_playwright() as playwright:
        clock.server = app.process
        browser = launch(playwright)
        page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(_PATIENCE_MS)
        enter(page, app)
        for _ in range(rounds):
            clicks(page, f"{app.address}crawls/{crawl}", number, word, clock)
            over_http(app, crawl, word, clock)
        big_map(page, f"{app.address}crawls/{crawl}", number, clock)
        browser.close()
    shown = Table("waited for", "first", "then", "CPU, server: first", "then", "browser: first", "then")
    for name, spent in clock.seconds.items():
        cells = []
        for kind in (0, 1, 2):
            then = [each[kind] for each in spent[1:]]
            cells += [f"{spent[0][kind]:.2f} s", f"{median(then):.2f} s" if then else ""]
        shown.add_row(name, *cells)
    Console().print(shown)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
