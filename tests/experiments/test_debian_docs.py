"""The web of documentation packages, laid out from files that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

import debian_docs
from debian_docs import CONTENTS, Package
from honeyguide.lab.pages import PageCache
from honeyguide.web.offline import open_web, read_labels

ONE = Package("one-doc", "doc/one", ("docs.one.example/en/", "docs.one.example/"))
TWO = Package("two-doc", "doc/two", front="start.html")


def lay(package: Package, folder: Path) -> str:
    """In the place of apt-get: two pages, one of which links to the other package's site."""
    source = folder / "usr/share" / package.folder
    if package.name == "gone-doc":
        return "Unable to locate package gone-doc"
    source.mkdir(parents=True)
    (source / (package.front or "index.html")).write_text('<body><a href="a b.html">A</a></body>')
    (source / "a b.html").write_text('<p><a href="https://docs.one.example/en/index.html#x">One</a>')
    (source / "notes.txt").write_text("no page")
    return ""


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    gone = Package("gone-doc", "doc/gone")
    monkeypatch.setattr(debian_docs, "SUBJECTS", {"first": (ONE,), "second": (TWO, gone)})
    monkeypatch.setattr(debian_docs, "had", lay)
    assert debian_docs.build(tmp_path) == {"first": 2, "second": 2}
    assert capsys.readouterr().err == "gone-doc is left out: Unable to locate package gone-doc\n"
    return tmp_path


def test_every_package_is_a_host_and_its_subject_the_label_of_its_pages(built: Path) -> None:
    web = open_web(f"folder:{built / 'web'}")
    labels = read_labels(built / "labels.tsv", web)
    assert sorted(web.urls()) == [
        f"http://{CONTENTS}/",
        "http://one-doc.debian-docs.test/",
        "http://one-doc.debian-docs.test/a%20b.html",
        "http://two-doc.debian-docs.test/a%20b.html",
        "http://two-doc.debian-docs.test/start.html",
    ]
    assert {label: len(labels.pages(label)) for label in labels.names()} == {"first": 2, "second": 2}
    assert not labels.of(f"http://{CONTENTS}/")


def test_packages_are_linked_by_upstream_addresses_and_by_the_contents(built: Path) -> None:
    web = open_web(f"folder:{built / 'web'}")
    with PageCache(web) as cache:
        links = {url: [link.url for link in page.links] for url in web.urls() if (page := cache.page(url))}
    one, two = "http://one-doc.debian-docs.test/", "http://two-doc.debian-docs.test/"
    assert links[f"{two}a%20b.html"] == [f"{one}index.html"]
    assert links[f"{two}start.html"] == [f"{two}a%20b.html", f"http://{CONTENTS}/"]
    assert links[f"http://{CONTENTS}/"] == [one, f"{two}start.html"]
