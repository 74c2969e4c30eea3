"""The page of a crawl, while others change what it shows."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote_plus

import pytest

pytest.importorskip("nicegui")

from playwright.sync_api import Page, expect
from tests.app.browser import App, drawn

from honeyguide import Workspace
from honeyguide.app.charts import difference


def test_only_numbers_that_changed_are_sent() -> None:
    assert difference([], [5, 7]) == (2, [(0, 5), (1, 7)])
    assert difference([5, 7], [5, 8, 9]) == (3, [(1, 8), (2, 9)])
    assert difference([5, 7, 9], [5]) == (1, [])
    assert difference([[1, 1]], [[1, 1], [2, 1]]) == (2, [(1, [2, 1])])


@pytest.mark.slow
def test_a_mark_made_elsewhere_is_seen_without_a_reload_and_a_curve_changes_in_places(
    page: Page, app: App, workspace: Path
) -> None:
    (known,) = Workspace(workspace).crawls()
    crawl = Workspace(workspace).open(known.id)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
    page.goto(f"{app.address}crawls/{known.id}")
    newest, found = page.locator("[data-part=newest]"), page.locator("[data-figure=on-topic]")
    first = crawl.harvest().newest[0]
    expect(newest.get_by_role("link").first).to_have_attribute("href", re.compile(re.escape(quote_plus(first.url))))
    expect(newest).not_to_contain_text("marked")
    expect(page.locator("[data-part=about]")).to_have_text(
        re.compile(r"^topic \S+ · judged by \S+ · strategy \S+ · links scored by \S+ · [^s]")
    )
    expect(page.locator("[data-figure=speed]")).to_contain_text("in simulated time")
    crawl.mark(first.url, True)
    expect(newest).to_contain_text("marked")
    sent.clear()
    crawl.mark(first.url, False)
    expect(newest.get_by_role("link").first).not_to_contain_text(first.title)
    expect(found).to_contain_text(str(crawl.status().on_topic))
    (curve,) = drawn(page.get_by_role("img", name="Harvest", exact=True))
    assert curve["data"] == [[0, 0], *map(list, crawl.harvest().curve)]
    told = [frame for frame in sent if ":setOption" in frame]
    assert told
    assert all("[1, [1, " not in frame for frame in told)  # the first page was where it is
    newest.get_by_role("link").first.click()
    expect(page.locator("[data-title]")).to_have_text(crawl.harvest().newest[0].title)
    crawl.mark(first.url, None)


@pytest.mark.slow
def test_a_crawl_that_is_deleted_elsewhere_is_said_to_be_gone(page: Page, app: App, workspace: Path) -> None:
    crawls = Workspace(workspace)
    (known,) = crawls.crawls()
    crawls.open(known.id).copy(workspace / "gone")
    (copied,) = (each.id for each in crawls.crawls() if each.name == "gone")
    page.goto(f"{app.address}crawls/{copied}")
    expect(page.locator("[data-part=state]")).to_have_text("finished")
    crawls.delete(copied)
    expect(page.get_by_role("alert")).to_contain_text("there is no crawl")
    expect(page.get_by_role("button", name="Resume")).to_have_count(0)
    page.get_by_role("link", name="All crawls").click()
    expect(page).to_have_title("Projects · Honeyguide")
