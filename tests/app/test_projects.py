"""The page of all crawls, as a person sees and uses it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.app.browser import enter, running_app

from honeyguide import open_crawl

pytestmark = pytest.mark.slow


def test_every_crawl_is_listed_with_what_it_is_doing(page: Page, workspace: Path) -> None:
    card = page.locator("[data-crawl^=rain-]")
    expect(card).to_contain_text("finished")
    expect(card).to_contain_text("60 / 60")
    expect(card).to_contain_text("rain")
    stored = datetime.fromtimestamp((workspace / "rain" / "crawl.db").stat().st_mtime, UTC)
    expect(card).to_contain_text(f"{stored:%Y-%m-%d %H:%M}")  # a synthetic web has a clock of its own


def test_the_language_is_changed_by_a_click_and_stays(page: Page) -> None:
    page.get_by_role("button", name="中文").click()
    expect(page.locator("[data-crawl^=rain-]")).to_contain_text("已完成")
    page.reload()
    expect(page).to_have_title("项目 · Honeyguide")
    expect(page.locator("#popup")).to_contain_text("连接")  # what NiceGUI says by itself
    page.get_by_role("button", name="English").click()
    expect(page).to_have_title("Projects · Honeyguide")


def test_dark_and_light_are_changed_by_a_click(page: Page) -> None:
    page.get_by_role("button", name="As the system").click()
    page.get_by_role("button", name="Light").click()
    expect(page.locator("body.body--dark")).to_be_visible()


def test_deleting_asks_twice_and_removes_that_crawl_alone(page: Page, workspace: Path) -> None:
    open_crawl(workspace / "rain").copy(workspace / "old one")  # the application has it open
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


def test_a_crawl_that_has_all_pages_it_was_allowed_is_asked_how_many_more(page: Page, workspace: Path) -> None:
    open_crawl(workspace / "rain").copy(workspace / "more")
    card = page.locator("[data-crawl^=more-]")
    card.get_by_label("Resume").click()
    expect(page.get_by_text("It has the 60 pages that it was allowed")).to_be_visible()
    page.get_by_label("Pages in all").fill("64")
    page.get_by_role("button", name="Resume", exact=True).last.click()
    expect(card).to_contain_text("64 / 64")
    expect(card).to_contain_text("Ended: 64 pages")
    shutil.rmtree(workspace / "more")


def test_a_workspace_without_crawls_leads_to_the_first_one(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    with running_app(tmp_path / "none") as running:
        context = browser.new_context(locale="en-GB")
        opened = enter(context.new_page(), running)
        expect(opened.get_by_text("There is no crawl here yet.")).to_be_visible()
        opened.get_by_role("link", name="Try it on the built-in web").click()
        expect(opened.get_by_role("textbox", name="Name of the crawl")).to_have_value("demo")
        opened.go_back()
        opened.locator("main, .nicegui-content").get_by_role("link", name="New crawl").click()
        expect(opened.get_by_role("heading", name="New crawl")).to_be_visible()
        context.close()
