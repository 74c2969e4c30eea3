"""The web of Wikispeedia, from a small download in the layout of the true one."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

import wikispeedia
from honeyguide.lab.pages import PageCache
from honeyguide.web.offline import open_web, read_labels

HOST = "http://schools-wikipedia.test/wp"
PAGES = {
    "wpcd/index.htm": "<title>Cover</title>",
    "wpcd/wp/a/Apple.htm": '<title>Apple</title><a href="../../wp/%25/%25C3%2585land.htm">Åland</a>',
    "wpcd/wp/%/%C3%85land.htm": '<title>Åland</title><a href="../../wp/index/subject.Geography.htm">Geography</a>',
    "wpcd/wp/b/Bach.htm": "<title>Bach</title>",
    "wpcd/wp/index/subject.Geography.htm": '<a href="../../wp/a/Apple.htm">Apple</a>',
    "wpcd/images/1.png": "no page",
}
CATEGORIES = """# a comment

%C3%85land\tsubject.Geography.European_Geography.European_Countries
Apple\tsubject.Science.Biology.Plants
Apple\tsubject.Everyday_life.Food_and_agriculture
Apple\tsubject.Sciences_of_another_kind
Gone\tsubject.Music.Performers
"""


@pytest.fixture
def download(tmp_path: Path) -> Path:
    """Both as folders and as archives."""
    for name, text in PAGES.items():
        file = tmp_path / "html" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    graph = tmp_path / "graph" / "wikispeedia_paths-and-graph"
    graph.mkdir(parents=True)
    (graph / "categories.tsv").write_text(CATEGORIES, "utf-8")
    (graph / "links.tsv").write_text("Apple\tBach\n", "utf-8")
    for name, inside in (("html", "wpcd"), ("graph", "wikispeedia_paths-and-graph")):
        with tarfile.open(tmp_path / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(tmp_path / name / inside, inside)
    return tmp_path


@pytest.mark.parametrize("end", ["", ".tar.gz"])
def test_pages_lie_where_their_links_lead_and_have_the_labels_of_the_table(download: Path, end: str) -> None:
    assert wikispeedia.build(download / f"html{end}", download / f"graph{end}", download / "made") == (4, 2)
    web = open_web(f"warc:{download / 'made' / 'wikispeedia.warc.gz'}")
    aland = f"{HOST}/%25/%25C3%2585land.htm"
    assert sorted(web.urls()) == [
        aland,
        f"{HOST}/a/Apple.htm",
        f"{HOST}/b/Bach.htm",
        f"{HOST}/index/subject.Geography.htm",
    ]
    with PageCache(web) as cache:
        links = {url: [link.url for link in page.links] for url in web.urls() if (page := cache.page(url))}
    assert links[f"{HOST}/a/Apple.htm"] == [aland]
    assert links[aland] == [f"{HOST}/index/subject.Geography.htm"]
    labels = read_labels(download / "made" / "wikispeedia.labels.tsv", web)
    assert {label: list(labels.pages(label)) for label in labels.names()} == {
        "subject.Geography.European_Geography.European_Countries": [aland],
        "subject.Science.Biology.Plants": [f"{HOST}/a/Apple.htm"],
    }


def test_other_subjects_can_be_named(download: Path) -> None:
    wikispeedia.build(download / "html", download / "graph", download / "made", ("Everyday_life",))
    text = (download / "made" / "wikispeedia.labels.tsv").read_text("utf-8")
    assert text == f"{HOST}/a/Apple.htm\tsubject.Everyday_life.Food_and_agriculture\n"


def test_what_is_no_such_download_is_refused_in_a_sentence(download: Path) -> None:
    with pytest.raises(SystemExit, match=r"no page below wpcd/wp is in it"):
        wikispeedia.build(download / "graph", download / "graph", download / "made")
    with pytest.raises(SystemExit, match=r"no categories\.tsv with these articles is in it"):
        wikispeedia.build(download / "html", download / "html", download / "made")
    assert not (download / "made").exists()
