"""What a crawl found, as a person reads, sorts, searches, marks and takes it away."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize, expect
from tests.app.browser import App, drawn, enter

from honeyguide import CrawlFolder, Workspace, open_crawl
from honeyguide.reporting.text import counted

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def crawl(workspace: Path) -> CrawlFolder:
    return open_crawl(workspace / "rain")


@pytest.fixture(scope="module")
def there(app: App, workspace: Path) -> str:
    """Where the pages of the crawl are."""
    (found,) = Workspace(workspace).crawls()
    return f"{app.address}crawls/{found.id}"


@pytest.fixture
def table(page: Page, there: str) -> Page:
    page.goto(f"{there}/results")
    expect(page.locator("tbody tr")).to_have_count(50)
    return page


def _column(page: Page, place: int) -> list[str]:
    return page.locator(f"tbody tr td:nth-child({place})").all_inner_texts()


def test_projects_lead_to_the_results(page: Page, crawl: CrawlFolder) -> None:
    page.locator("[data-crawl^=rain-]").get_by_role("link", name="Results").click()
    best = crawl.list_pages(sort="relevance", descending=True, limit=1).pages[0]
    expect(page.locator("tbody a").first).to_have_text(best.title)


def test_the_table_is_sorted_by_a_click_and_paged_by_the_store(table: Page, crawl: CrawlFolder) -> None:
    expect(table.locator("[data-count]")).to_have_text("60 pages · near-duplicates included")
    table.get_by_role("columnheader", name="Host").click()
    expect(table).to_have_url(re.compile("sort=host"))
    ascending = [row.host for row in crawl.list_pages(sort="host", limit=60).pages]
    expect(table.locator("tbody tr").first).to_contain_text(ascending[0])
    table.get_by_role("columnheader", name="Host").get_by_role("button").press("Enter")
    expect(table.locator("tbody tr").first).to_contain_text(ascending[-1])
    table.locator(".q-table__bottom").get_by_role("button").filter(has_text="chevron_right").click()
    expect(table.locator("tbody tr")).to_have_count(10)
    assert [each.strip() for each in _column(table, 5)] == ascending[::-1][50:]
    table.reload()
    expect(table.locator("tbody tr")).to_have_count(10)


def test_counts_with_and_without_near_duplicates_say_which_they_are(table: Page, crawl: CrawlFolder) -> None:
    query = table.url.partition("?")[0] + "?on_topic=yes"
    table.goto(query)
    total = crawl.list_pages(on_topic=True).total
    expect(table.locator("[data-count]")).to_have_text(f"{total} pages · near-duplicates included")
    table.goto(f"{query}&duplicates=no")
    without = crawl.list_pages(on_topic=True, duplicates=False).total
    expect(table.locator("[data-count]")).to_have_text(f"{without} pages")
    now = crawl.status()
    assert now.on_topic == without
    table.goto(table.url.partition("/results")[0])
    found = table.locator("[data-figure=on-topic]")
    expect(found).to_contain_text(f"{without}without near-duplicates ({now.duplicates} in all)")


def test_the_table_is_filtered_by_what_is_filled_in(table: Page, crawl: CrawlFolder) -> None:
    some = crawl.list_pages(sort="relevance", descending=True, on_topic=True, limit=1).pages[0]
    table.get_by_label("In title or URL").fill(some.url[-14:])
    expect(table.locator("[data-count]")).to_have_text(
        f"{counted(crawl.list_pages(contains=some.url[-14:]).total, 'page')} · near-duplicates included"
    )
    expect(table.locator("tbody a").first).to_have_text(some.title)
    table.get_by_role("button", name="Clear filters").click()
    expect(table.locator("[data-count]")).to_have_text("60 pages · near-duplicates included")
    table.get_by_role("button", name="More filters").click()
    table.get_by_label("Host", exact=True).fill(some.host)
    expect(table.locator("[data-count]")).to_have_text(
        f"{counted(crawl.list_pages(host=some.host).total, 'page')} · near-duplicates included"
    )
    table.get_by_label("Host", exact=True).fill("")
    table.get_by_label("Relevance from").fill("'; DROP TABLE pages")
    expect(table.get_by_role("alert").last).to_contain_text("is not a number")
    table.get_by_label("Relevance from").fill("2026")
    expect(table.locator("[data-count]")).to_have_text("0 pages")


def test_texts_are_searched_with_snippets(table: Page, crawl: CrawlFolder) -> None:
    table.get_by_role("tab", name="Search").click()
    field = table.get_by_label("Search in the texts")
    field.fill("rain")
    field.press("Enter")
    answer = crawl.search("rain", top=20)
    expect(table.locator("[data-hit]")).to_have_count(len(answer.pages))
    expect(table.locator("[data-hit]").first.locator("mark").first).to_have_text(re.compile("rain", re.IGNORECASE))
    field.fill('"unfinished')
    field.press("Enter")
    expect(table.get_by_role("alert").last).to_be_visible()
    expect(table.locator("[data-hit]")).to_have_count(0)
    field.fill("rain OR")
    field.press("Enter")
    wrong = table.locator(".q-notification")
    expect(wrong).to_contain_text("the query ends with OR")
    expect(wrong).to_have_count(1)
    expect(wrong.get_by_role("button", name="Close")).to_have_css("color", "rgb(255, 255, 255)")


def test_a_page_is_read_with_its_reasons_its_way_and_its_links(table: Page, crawl: CrawlFolder) -> None:
    row = crawl.list_pages(sort="relevance", descending=True, limit=1).pages[0]
    table.locator("tbody a").first.click()
    expect(table.locator("[data-title]")).to_have_text(row.title)
    view = crawl.view(row.number)
    expect(table.locator("[data-text] mark").first).to_be_visible()
    expect(table.locator("[data-share]").first).to_have_text(view.evidence[0].term)
    expect(table.locator("[data-score]")).to_contain_text(f"Together{view.total:+.3f}")
    expect(table.locator("[data-way] li")).to_have_count(len(view.way))
    expect(table.locator("[data-out-links] tbody tr")).to_have_count(min(20, len(crawl.out_links(row.number))))
    link = table.get_by_role("link", name=row.url, exact=True)
    assert link.get_attribute("rel") == "noopener noreferrer"
    table.get_by_role("button", name="Explain in full").click()
    expect(table.locator("[data-score]")).to_contain_text("Threshold")
    table.locator("[data-way] a").first.click()
    expect(table.locator("[data-title]")).to_have_text(view.way[0].title)


def test_marks_are_kept_filtered_by_and_taken_back(table: Page, crawl: CrawlFolder) -> None:
    row = crawl.list_pages(sort="relevance", descending=True, limit=1).pages[0]
    first, other = table.locator("tbody tr").first, table.locator("tbody a").nth(1)
    other.evaluate("each => each.seen = true")
    first.get_by_role("button", name="Off topic").click()
    expect(first.get_by_role("button", name="Off topic")).to_have_attribute("aria-pressed", "true")
    assert other.evaluate("each => each.seen")  # rows that stay as they are were not made anew
    assert crawl.marks() == {row.url: False}
    assert not crawl.page(row.number).on_topic
    table.get_by_label("Marked by you").click()
    table.get_by_role("option", name="marked").click()
    expect(table.locator("[data-count]")).to_have_text("1 page · near-duplicates included")
    table.locator("tbody a").first.click()
    held = table.get_by_role("button", name="Off topic")
    expect(held).to_have_attribute("aria-pressed", "true")
    held.click()
    expect(held).to_have_attribute("aria-pressed", "false")
    assert crawl.marks() == {}


def test_pages_worth_marking_are_offered_and_pages_judged_again(table: Page, crawl: CrawlFolder) -> None:
    asked = crawl.ask(10)
    table.get_by_role("tab", name="Worth marking").click()
    questions = table.locator("[data-question]")
    expect(questions).to_have_count(len(asked))
    expect(questions.first).to_contain_text(asked[0].url)
    questions.first.get_by_role("button", name="On topic").click()
    expect(table.get_by_role("alert").last).to_contain_text("counts at once")
    assert crawl.marks() == {asked[0].url: True}
    table.get_by_role("button", name="Judge again").click()
    expect(table.get_by_text("pages were judged again")).to_be_visible()
    assert crawl.page(asked[0].number).on_topic
    crawl.mark(asked[0].url, None)


def test_a_page_says_that_its_score_does_not_know_of_marks_until_pages_are_judged_again(
    page: Page, there: str, crawl: CrawlFolder
) -> None:
    topic = crawl.topic
    crawl.rejudge(replace(topic, relevance="judge"))
    first, second = crawl.list_pages(sort="relevance", descending=True, limit=2).pages
    page.goto(f"{there}/pages/{first.number}")
    hint = page.locator("[data-part=judge-again]")
    expect(page.locator("[data-score]")).to_be_visible()
    expect(hint).not_to_be_visible()
    crawl.mark(second.url, True)
    page.reload()
    expect(hint).to_be_visible()
    expect(hint).to_have_text("Marks since the pages were last judged: 1. The scores do not know of them yet.")
    page.get_by_role("button", name="On topic").click()
    expect(hint).to_contain_text("last judged: 2.")
    crawl.rejudge()
    page.reload()
    expect(page.locator("[data-score]")).to_be_visible()
    expect(hint).not_to_be_visible()
    crawl.rejudge(topic)
    crawl.mark(first.url, False)
    assert crawl.unheard_marks() == 0, "tag-vsm does not learn from marks"
    crawl.mark([first.url, second.url], None)


def _download(page: Page, kind: str) -> bytes:
    page.get_by_role("button", name="Export").click()
    page.get_by_label("Format").click()
    page.get_by_role("option", name=kind).click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download").click()
    return Path(coming.value.path()).read_bytes()


def test_pages_are_taken_away_as_files(table: Page, crawl: CrawlFolder) -> None:
    rows = list(csv.DictReader(io.StringIO(_download(table, "CSV").decode("utf-8-sig"))))
    assert sorted(row["url"] for row in rows) == sorted(page.url for page in crawl.pages(relevant=True))
    with zipfile.ZipFile(io.BytesIO(_download(table, "Excel"))) as book:
        assert "xl/workbook.xml" in book.namelist()


def test_the_map_is_drawn_of_hosts_of_pages_and_around_one(page: Page, there: str, crawl: CrawlFolder) -> None:
    page.goto(f"{there}/map")
    hosts = crawl.link_map(hosts=True)
    expect(page.locator("[data-count]")).to_contain_text(f"{len(hosts.nodes)} of {hosts.total}")
    expect(page.locator("[data-drawn] canvas")).to_be_visible()
    row, before = crawl.list_pages(limit=1).pages[0], drawn(page.locator("[data-drawn=whole]"))
    crawl.mark(row.url, not row.on_topic)
    page.reload()
    expect(page.locator("[data-drawn] canvas")).to_be_visible()
    assert drawn(page.locator("[data-drawn=whole]")) != before
    crawl.mark(row.url, None)
    page.get_by_role("button", name="Pages", exact=True).click()
    expect(page.locator("[data-count]")).to_contain_text("60 of 60")
    expect(page.locator("[data-drawn] canvas")).to_be_visible()
    number = crawl.list_pages(limit=1).pages[0].number
    page.goto(f"{there}/map?around={number}")
    expect(page.get_by_text("Around:")).to_contain_text(crawl.page(number).title[:20])
    expect(page.locator("[data-drawn] canvas")).to_be_visible()


def test_insight_is_computed_and_shown(page: Page, there: str, crawl: CrawlFolder) -> None:
    page.goto(f"{there}/insight")
    found = crawl.insight().overview()
    expect(page.locator("[data-overview]")).to_contain_text(f"{found.items}")
    expect(page.locator("[data-time-line] canvas")).to_be_visible()
    for heading in ("Hot topics", "Most trusted", "Most current", "How an event went on"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.parametrize("wrong", ["pages/999999", "pages/x", "pages/99999999999999999999", "map?around=999999"])
def test_what_is_not_there_is_said_in_a_sentence(page: Page, there: str, wrong: str) -> None:
    answer = page.goto(f"{there}/{wrong}")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("alert")).to_contain_text("is not the number of a page")


@pytest.mark.parametrize(
    ("path", "says"), [("crawls/none-such", "there is no crawl"), ("nonsense", "no page at this")]
)
def test_an_address_of_nothing_has_a_heading_and_a_way_back(page: Page, app: App, path: str, says: str) -> None:
    answer = page.goto(f"{app.address}{path}")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")
    expect(page.get_by_role("alert")).to_contain_text(says)
    page.get_by_role("link", name="All crawls").click()
    expect(page).to_have_title("Projects · Honeyguide")


@pytest.fixture(params=[("zh-CN", "dark"), ("en-GB", "light")], ids=["phone", "wide"])
def looked_at(
    request: pytest.FixtureRequest, browser: Browser, app: App, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Page, Path]]:
    language, colours = request.param
    size = ViewportSize(width=390, height=844) if language == "zh-CN" else ViewportSize(width=1280, height=900)
    context = browser.new_context(locale=language, color_scheme=colours, viewport=size)
    yield enter(context.new_page(), app), tmp_path_factory.mktemp("screens")
    context.close()


def test_every_page_fits_the_screen_in_both_languages(looked_at: tuple[Page, Path], there: str) -> None:
    """Nothing is wider than a phone; the pictures are for whoever wants to look at them."""
    page, screens = looked_at
    for name, path, sign in (
        ("results", "results", "tbody a"),
        ("search", "results?q=rain", "[data-hit]"),
        ("page", "pages/0", "[data-way]"),
        ("map", "map", "[data-drawn] canvas"),
        ("insight", "insight", "[data-overview]"),
    ):
        page.goto(f"{there}/{path}")
        expect(page.locator(sign).first).to_be_visible()
        page.screenshot(path=screens / f"{name}.png", full_page=True)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        chinese = "zh" in str(page.evaluate("document.documentElement.lang"))
        expect(page.get_by_role("link", name="洞察" if chinese else "Insight")).to_be_visible()
