"""The page of all crawls, as a person sees and uses it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow


def test_every_crawl_is_listed_with_what_it_is_doing(page: Page, workspace: Path) -> None:
    card = page.locator("[data-crawl^=rain-]")
    expect(card).to_contain_text("finished")
    expect(card).to_contain_text("60 / 60")
    expect(card).to_contain_text("rain")


def test_the_language_is_changed_by_a_click_and_stays(page: Page) -> None:
    page.get_by_role("button", name="中文").click()
    expect(page.locator("[data-crawl^=rain-]")).to_contain_text("已完成")
    page.reload()
    expect(page).to_have_title("项目 · Honeyguide")
    page.get_by_role("button", name="English").click()
    expect(page).to_have_title("Projects · Honeyguide")


def test_dark_and_light_are_changed_by_a_click(page: Page) -> None:
    page.get_by_role("button", name="As the system").click()
    page.get_by_role("button", name="Light").click()
    expect(page.locator("body.body--dark")).to_be_visible()


def test_deleting_asks_twice_and_removes_that_crawl_alone(page: Page, workspace: Path) -> None:
    shutil.copytree(workspace / "rain", workspace / "old one")
    card = page.locator("[data-crawl^=old-one-]")
    card.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    sure = page.get_by_role("button", name="Delete for good")
    expect(sure).to_be_disabled()
    page.get_by_label("Name of the crawl").fill("old one")
    sure.click()
    expect(card).to_have_count(0)
    assert sorted(each.name for each in workspace.iterdir()) == ["rain"]


def test_a_damaged_crawl_is_listed_with_what_is_wrong(page: Page, workspace: Path) -> None:
    (workspace / "broken").mkdir()
    (workspace / "broken" / "crawl.db").write_bytes(b"no database at all" * 100)
    card = page.locator("[data-crawl^=broken-]")
    expect(card).to_contain_text("damaged")
    expect(card).to_contain_text("is not the database of a crawl")
    shutil.rmtree(workspace / "broken")
    expect(card).to_have_count(0)
