"""Labels from a file and from the synthetic web."""

from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.errors import BadInput
from honeyguide.web.offline import PageSource, open_web, read_labels


@pytest.fixture
def web(tmp_path: Path) -> PageSource:
    for name in ("index", "a", "b", "c"):
        (tmp_path / "pages/one.example").mkdir(parents=True, exist_ok=True)
        (tmp_path / f"pages/one.example/{name}.html").write_text(name)
    return open_web("folder:pages", base=tmp_path)


def written(folder: Path, text: str) -> Path:
    (folder / "labels.tsv").write_text(text, "utf-8")
    return folder / "labels.tsv"


def test_a_page_has_one_label_several_or_none(tmp_path: Path, web: PageSource) -> None:
    text = (
        "# url\tlabel\n\nhttp://ONE.example/a.html#x\t鸟\r\nhttp://one.example/a.html\tbirds\n"
        "http://one.example/b.html\tbirds\nhttp://one.example/index.html\thome\n"
    )
    labels = read_labels(written(tmp_path, text), web)
    assert labels.names() == ["birds", "home", "鸟"]
    assert labels.of("http://one.example/a.html") == {"birds", "鸟"}
    assert labels.of("http://one.example/c.html") == frozenset()
    assert (
        labels.pages("birds") == labels.require("birds") == ("http://one.example/a.html", "http://one.example/b.html")
    )
    assert labels.pages("home") == ("http://one.example/",)
    assert (labels.unknown, labels.main) == (0, "")


def test_as_many_pages_as_are_broken_may_be_unknown(tmp_path: Path, web: PageSource) -> None:
    assert len(web) == 4
    (tmp_path / "pages/one.example/lost.html").symlink_to("nowhere")
    damaged = open_web("folder:pages", base=tmp_path)
    text = "http://one.example/lost.html\tbirds\nhttp://one.example/a.html\tbirds\n"
    labels = read_labels(written(tmp_path, text), damaged)
    assert (labels.unknown, labels.pages("birds")) == (1, ("http://one.example/a.html",))
    with pytest.raises(BadInput, match=r"1 of 2 .*/lost\.html$"):
        read_labels(written(tmp_path, text), web)
    with pytest.raises(BadInput, match="2 of 3"):
        read_labels(written(tmp_path, text + "http://one.example/x\tx\n"), damaged)


def test_an_unknown_label_is_refused_with_the_nearest(tmp_path: Path, web: PageSource) -> None:
    labels = read_labels(written(tmp_path, "http://one.example/a.html\tbirds\n"), web)
    with pytest.raises(BadInput, match=r"label 'brids': .* did you mean 'birds'"):
        labels.require("brids")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "http://two.example/\tx\nhttp://two.example/2\tx\nhttp://one.example/a.html\tx\n",
            r"2 of 3 .*/two\.example/$",
        ),
        ("http://one.example/a.html birds\n", "line 1: wants a URL, a tab and a label"),
        ("http://one.example/a.html\t \n", "line 1: wants"),
        ("# nothing\n", "holds no labels"),
    ],
)
def test_labels_for_another_web_or_of_another_form_are_refused(
    tmp_path: Path, web: PageSource, text: str, why: str
) -> None:
    with pytest.raises(BadInput, match=why):
        read_labels(written(tmp_path, text), web)


def test_a_label_file_that_cannot_be_read_is_refused(tmp_path: Path, web: PageSource) -> None:
    (tmp_path / "labels.tsv").write_bytes(b"\xff\xfe\x00")
    for name, why in (("labels.tsv", "UTF-8"), ("absent.tsv", "cannot be read"), ("pages", "cannot be read")):
        with pytest.raises(BadInput, match=why):
            read_labels(tmp_path / name, web)


def test_the_synthetic_web_brings_its_own_labels() -> None:
    web = open_web("synthetic:seed=3,pages=600,hosts=20")
    labels = web.labels
    assert labels is not None
    assert labels.main == "rainstorm-disaster"
    assert {"spam", "general", "weather", labels.main} <= set(labels.names())
    by_label: dict[str, list[str]] = {}
    for url in web.urls():
        (label,) = labels.of(url)
        by_label.setdefault(label, []).append(url)
    assert {name: sorted(labels.pages(name)) for name in labels.names()} == {
        name: sorted(urls) for name, urls in by_label.items()
    }
    topical = labels.require(labels.main)
    assert topical[-1] in topical[-2:]
    assert len(topical[1:]) == len(topical) - 1
    with pytest.raises(IndexError):
        topical[len(topical)]
    assert labels.of("http://nowhere.example/") == frozenset()


def test_labels_of_a_huge_web_cost_nothing() -> None:
    labels = open_web("synthetic:pages=10000000,hosts=1000").labels
    assert labels is not None
    topical = labels.pages(labels.main)
    assert len(topical) == 350_000
    assert labels.of(topical[349_999]) == {labels.main}
