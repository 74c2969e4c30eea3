"""An ontology in the browser: drawn, changed, refused where it is not sound, saved, exported."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.app.browser import App, drawn

from honeyguide import Ontologies, Workspace, load_topic

pytestmark = pytest.mark.slow

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def opened(page: Page, app: App) -> Page:
    page.goto(f"{app.address}ontology?open=rainstorm-disaster-ontology")
    expect(page.get_by_text("rainstorm disaster: 103 concepts")).to_be_visible()
    return page


def test_an_ontology_is_drawn_changed_exported_and_saved(opened: Page, workspace: Path) -> None:
    page = opened
    (tree,) = drawn(page.get_by_role("img", name="Tree"))
    assert (tree["type"], tree["data"][0]["name"]) == ("tree", "rainstorm disaster")
    assert tree["left"] > tree["label"]["width"]  # else the name of the topic is cut
    page.get_by_role("tab", name="Lattice").click()
    expect(page.get_by_role("img", name="Lattice")).to_be_visible()
    assert len(drawn(page.get_by_role("img", name="Lattice"))[0]["data"]) == 103
    page.get_by_role("tab", name="Relations").click()
    page.get_by_label("New concept", exact=True).fill(HOSTILE)
    page.get_by_label("Its relation is to").fill("disaster")
    page.get_by_role("button", name="Add the concept").click()
    expect(page.get_by_text("104 concepts")).to_be_visible()
    page.get_by_label("Find in the table").fill("onerror")
    row = page.locator("[data-table=relations] tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text(HOSTILE)
    page.get_by_label("Of concept").fill(HOSTILE)
    page.get_by_label("Another word for it").fill("泥洪流")
    page.get_by_role("button", name="Add the word").click()
    page.get_by_role("tab", name="Weights").click()
    page.get_by_label("Keyword", exact=True).fill(HOSTILE)
    page.get_by_label("Weight", exact=True).fill("0.77")
    page.get_by_role("button", name="Set the weight").click()
    expect(page.locator("[data-table=weights]")).to_contain_text("0.77")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export OWL").click()
    assert "&lt;img src=x" in saved.value.path().read_text("utf-8")
    for name, asked, said in (("../up", False, "is no name for a folder"), ("rain", True, "is there already")):
        page.get_by_role("button", name="Save as").click()
        page.get_by_label("Name of the folder").fill(name)
        if asked:
            page.get_by_text("Replace an ontology of this name").click()
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("dialog")).to_contain_text(said)
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Save as").click()
    page.get_by_label("Name of the folder").fill("mine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(f"Saved in {workspace / 'mine'}")).to_be_visible()
    topic = load_topic(str(workspace / "mine" / "topic.toml"))
    assert topic.keywords[HOSTILE] == 0.77
    assert topic.synonyms[HOSTILE] == ("泥洪流",)
    expect(page.locator("img[src=x]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-table=weights]")).not_to_contain_text("0.77")
    ontologies = Ontologies(Workspace(workspace))
    assert [each.name for each in ontologies.files()] == ["mine", "rainstorm-disaster-ontology"]


def test_what_is_not_sound_is_said_beside_the_field_and_changes_nothing(opened: Page) -> None:
    page = opened
    page.get_by_role("tab", name="Relations").click()
    page.get_by_label("Concept", exact=True).fill("rainstorm disaster")
    page.get_by_label("To concept").fill("rainstorm")
    page.get_by_role("button", name="Add the relation").click()
    expect(page.get_by_text("leads in a circle")).to_be_visible()
    page.get_by_label("Concept", exact=True).fill("rainstrom")
    page.get_by_role("button", name="Add the relation").click()
    expect(page.get_by_text("did you mean 'rainstorm'")).to_be_visible()
    page.get_by_role("button", name="Add the concept").click()
    expect(page.get_by_text("cannot be the name of a concept")).to_be_visible()
    page.get_by_label("Of concept").fill("rainstorm disaster")
    page.get_by_role("button", name="Remove the concept").click()
    expect(page.get_by_text("is the topic word, which stays")).to_be_visible()
    page.get_by_label("Find in the table").fill("meteorological element")
    page.locator("[data-table=relations] tbody tr", has_text="attribute").get_by_role("checkbox").first.click()
    page.get_by_role("button", name="Remove the chosen relation").click()
    expect(page.get_by_text("does not lead up to the topic word")).to_be_visible()
    page.get_by_role("tab", name="Weights").click()
    page.get_by_label("Distance").fill("0.9")
    page.get_by_role("button", name="Use these shares").click()
    expect(page.get_by_text("add up to 1.7")).to_be_visible()
    page.get_by_label("Distance").fill("much")
    page.get_by_role("button", name="Use these shares").click()
    expect(page.get_by_text("'much' is no number")).to_be_visible()
    page.get_by_label("Keyword", exact=True).fill("rainstorm")
    page.get_by_label("Weight", exact=True).fill("-3")
    page.get_by_role("button", name="Set the weight").click()
    expect(page.get_by_text("must be a number above 0")).to_be_visible()
    expect(page.get_by_text("103 concepts")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_the_topic_of_a_crawl_is_shown_in_chinese_and_an_unknown_ontology_in_a_sentence(
    page: Page, app: App, workspace: Path
) -> None:
    (crawl,) = Workspace(workspace).crawls()
    page.get_by_role("button", name="中文").click()
    expect(page).to_have_title("项目 · Honeyguide")
    page.goto(f"{app.address}ontology")
    page.get_by_role("combobox", name="本体").click()
    page.get_by_role("option", name="爬取任务 rain 的主题").click()
    page.wait_for_url(f"**/crawls/{crawl.id}/ontology")
    page.get_by_role("tab", name="权重").click()
    expect(page.locator("[data-table=weights]")).to_contain_text("手动")
    page.goto(f"{app.address}ontology?open=..%2Fetc")
    expect(page.get_by_role("alert")).to_contain_text("there is no ontology '../etc'")
