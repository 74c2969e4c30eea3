"""A crawl set up in the form, watched, paused, resumed and stopped: as a person does it in a browser."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.app.browser import App, choose, enter
from tests.cli.conftest import WEB
from tests.local_web import LocalWeb, local_web

from honeyguide import load_topic
from honeyguide.web.response import Answer

pytestmark = pytest.mark.slow

HOSTILE = "http://hostile.example/"
TITLE = "<script>window.owned = 1</script><img src=x onerror='window.owned = 1'> rainstorm"
FIELDS = {
    "Start pages, one a line": "no url at all",
    "Name of the topic": "x" * 150,
    "Languages": "english",
    "Word or phrase": "!!!",
    "Weight": "heavy",
    "Pages on topic, one a line": "<b>",
    "Pages": "-5",
    "Seconds": "soon",
    "Delay between requests to a host": "'; DROP TABLE pages; --",
    "Name of the crawl": "../outside",
}
"""What is wrong in every field that is not folded away."""


def hostile(url: str) -> Answer:
    """A page on topic with a title that is markup, which leads into a synthetic web."""
    if not url.startswith(HOSTILE):
        return WEB.answer(url)
    if url.endswith("/robots.txt"):
        return Answer(404, (), b"")
    title = TITLE.replace("<", "&lt;")
    links = "".join(f'<li><a href="{seed}">a rainstorm disaster</a>' for seed in WEB.seeds(8))
    words = "Rainstorm disaster: heavy rainfall. " * 20
    body = f"<title>{title}</title><h1>{title}</h1><p>{words}</p><ul>{links}</ul>"
    return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), body.encode())


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("app") / "crawls"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def web() -> Iterator[LocalWeb]:
    with local_web(hostile) as served:
        yield served


@pytest.fixture
def form(page: Page, app: App) -> Page:
    page.goto(f"{app.address}new")
    expect(page.get_by_role("button", name="Start the crawl")).to_be_visible()
    return page


def field(page: Page, label: str) -> Locator:
    return page.get_by_role("textbox", name=label, exact=True)


def no_overflow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-part={name}]").get_by_role("combobox")


def fill_in(page: Page, web: LocalWeb, tmp_path: Path, name: str) -> None:
    """All that the crawl of this module needs."""
    field(page, "Name of the crawl").fill(name)
    field(page, "Start pages, one a line").fill(f"{HOSTILE}\tA page of somebody who means no good")
    seeds = tmp_path / "seeds.csv"
    seeds.write_text("url,description\n" + "".join(f"{url},A seed\n" for url in WEB.seeds(4)))
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Read from a file").click()
    chooser.value.set_files(seeds)
    expect(page.locator("[data-part=imported]")).to_contain_text("seeds.csv: 4 pages")
    field(page, "Word or phrase").fill("rainstorm")
    field(page, "Weight").fill("0.8")
    field(page, "Other forms, in any language").fill("暴雨, heavy rain")
    page.get_by_role("button", name="Paste several").click()
    field(page, "Words with weights").fill("disaster=0.5，灾害=0.5, rainfall=0.3")
    page.get_by_role("dialog").get_by_role("button", name="Paste several").click()
    expect(field(page, "Word or phrase")).to_have_count(4)
    choose(part(page, "relevance"), "tag-vsm")
    choose(part(page, "strategy"), "elp")
    field(page, "Pages").fill("350")
    field(page, "Delay between requests to a host").fill("0.4")
    page.get_by_text("Where requests go").click()
    field(page, "Connect to").fill(web.address)
    page.get_by_text("The machine", exact=True).click()
    field(page, "Processes that read").fill("0")


@pytest.fixture(scope="module")
def begun(browser: Browser, app: App, web: LocalWeb, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a crawl that was begun from the form."""
    context = browser.new_context(locale="en-GB")
    page = enter(context.new_page(), app)
    page.get_by_role("navigation").get_by_role("link", name="New crawl").click()
    fill_in(page, web, tmp_path_factory.mktemp("seeds"), "rain")
    walkers = field(page, "walkers")
    expect(page.get_by_text("walkers side by side")).to_be_visible()
    walkers.fill("0")
    expect(page.get_by_text("must be a whole number from 1 to 1000, not '0'")).to_be_visible()
    walkers.fill("3")
    page.get_by_role("button", name="Start the crawl").click()
    page.wait_for_url("**/crawls/rain-*", timeout=60_000)
    address = page.url
    context.close()
    return address


def test_a_crawl_is_watched_paused_resumed_and_stopped(
    page: Page, begun: str, workspace: Path, tmp_path: Path, web: LocalWeb
) -> None:
    page.goto(begun)
    state = page.locator("[data-part=state]")
    pages = page.locator("[data-figure=pages]")
    expect(state).to_have_text("running")
    before = pages.inner_text()
    expect(pages).not_to_have_text(before)  # it moves by itself
    expect(page.locator("[data-part=strategy]")).to_contain_text("Walkers")
    newest = page.locator("[data-part=newest]")
    expect(newest.get_by_role("link").first).to_have_attribute("href", re.compile("/page[?]url="))
    assert page.evaluate("window.owned") is None
    expect(page.get_by_role("img", name="Harvest", exact=True).locator("canvas")).to_have_count(1)
    page.screenshot(path=tmp_path / "live.png", full_page=True)
    page.get_by_role("button", name="Pause").click()
    expect(state).to_have_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(state).to_have_text("running")
    page.get_by_role("button", name="Stop").click()
    expect(state).to_have_text("stopped")
    expect(page.get_by_text("stopped by the user")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(state).to_have_text("running")
    page.get_by_role("button", name="Stop").click()
    expect(state).to_have_text("stopped")
    assert web.requests[HOSTILE] == 1


def test_the_page_of_a_crawl_in_chinese_on_a_dark_phone(
    browser: Browser, app: App, begun: str, tmp_path: Path
) -> None:
    context = browser.new_context(
        locale="zh-CN", color_scheme="dark", viewport={"width": 390, "height": 844}, is_mobile=True
    )
    page = enter(context.new_page(), app)
    for address, words in ((begun, "大概还剩多少"), (f"{app.address}new", "从哪里开始")):
        page.goto(address)
        expect(page.get_by_text(words)).to_be_visible()
        expect(page.locator("body.body--dark")).to_be_visible()
        page.screenshot(path=tmp_path / "phone.png", full_page=True)
        assert no_overflow(page)
    field(page, "网页数").fill("many")
    expect(page.get_by_text("应为不小于 0 的整数，而不是 'many'")).to_be_visible()
    context.close()


def test_what_is_wrong_stands_beside_every_field_and_nothing_begins(form: Page, workspace: Path) -> None:
    before = sorted(workspace.iterdir())
    for label, wrong in FIELDS.items():
        field(form, label).fill(wrong)
    form.get_by_role("button", name="Start the crawl").click()
    expect(form.get_by_text("fields need another look")).to_be_visible()
    for label in FIELDS:
        if label not in {"Languages", "Name of the topic", "Word or phrase"}:  # told once the weights are numbers
            expect(form.locator(".q-field--error").filter(has=field(form, label))).to_have_count(1)
    field(form, "Weight").fill("1")
    for label in ("Languages", "Name of the topic", "Word or phrase"):
        expect(form.locator(".q-field--error").filter(has=field(form, label))).to_have_count(1)
    expect(form.get_by_text("line 1: 'no url at all' is not a URL")).to_be_visible()
    expect(form.get_by_text("must be a number from 0 to 1,000,000,000, not 'soon'")).to_be_visible()
    assert sorted(workspace.iterdir()) == before


def test_a_page_is_fetched_and_its_score_explained(form: Page, web: LocalWeb, tmp_path: Path) -> None:
    fill_in(form, web, tmp_path, "preview")
    address = field(form, "Address of a page")
    shown = form.locator("[data-part=preview]")
    address.fill(HOSTILE)
    address.press("Enter")
    expect(shown).to_contain_text("on topic")
    expect(shown).to_contain_text(TITLE)
    expect(shown.get_by_role("cell", name="rainstorm", exact=True)).to_be_visible()
    assert form.evaluate("window.owned") is None
    field(form, "Connect to").fill("")
    address.fill("http://127.0.0.1:1/")
    address.press("Enter")
    expect(shown).to_contain_text("No page to judge")
    address.fill("/etc/passwd")
    address.press("Enter")
    expect(form.get_by_text("'/etc/passwd' is not a URL")).to_be_visible()


def test_the_form_is_saved_as_files(form: Page, web: LocalWeb, tmp_path: Path) -> None:
    fill_in(form, web, tmp_path, "saved")
    with form.expect_download() as download:
        form.get_by_role("button", name="Save as files").click()
    assert download.value.suggested_filename == "saved.zip"
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(tmp_path)
    topic = load_topic(str(tmp_path / "topic.toml"))
    assert topic.keywords == {"rainstorm": 0.8, "disaster": 0.5, "灾害": 0.5, "rainfall": 0.3}
    assert 'strategy = "elp"' in (tmp_path / "honeyguide.toml").read_text()


def test_files_that_are_too_large_or_no_seeds_are_refused(form: Page, tmp_path: Path) -> None:
    def give(name: str, content: bytes) -> None:
        (tmp_path / name).write_bytes(content)
        with form.expect_file_chooser() as chooser:
            form.get_by_role("button", name="Read from a file").click()
        chooser.value.set_files(tmp_path / name)

    give("huge.csv", b"http://a.example/\n" * 1_000_000)
    expect(form.get_by_text("That file is not taken")).to_be_visible()
    give("bad.csv", b"a,b\n1,2\n")
    expect(form.get_by_text("bad.csv has no column of URLs")).to_be_visible()
    expect(form.locator("[data-part=imported]")).to_have_count(0)


def test_an_ontology_fills_the_table_of_keywords(form: Page) -> None:
    form.get_by_text("Weights from an ontology").click()
    form.get_by_role("button", name="Use the shipped one").click()
    expect(form.get_by_text("The keywords above are those of an ontology with")).to_be_visible(timeout=120_000)
    assert field(form, "Word or phrase").count() > 10


def test_the_built_in_web_is_one_click_away_also_on_a_phone(form: Page, app: App, tmp_path: Path) -> None:
    form.set_viewport_size({"width": 390, "height": 844})
    form.goto(f"{app.address}new?demo=yes")
    expect(field(form, "Name of the crawl")).to_have_value("demo")
    start = form.get_by_role("button", name="Start the crawl")
    expect(start).to_be_in_viewport()
    expect(start).to_be_focused()
    form.set_viewport_size({"width": 1280, "height": 900})
    form.goto(f"{app.address}new")
    form.get_by_role("button", name="Fill in the built-in web").click()
    expect(field(form, "Name of the crawl")).to_have_value("demo")
    expect(form.get_by_text("10 start pages · 5 keywords")).to_be_visible()
    form.screenshot(path=tmp_path / "form.png", full_page=True)
