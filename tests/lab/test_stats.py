"""`web stats`: a small web counted by hand, the synthetic web, and Wikispeedia where it is there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from honeyguide.lab.stats import WebStats, describe_web, spread, top_share
from honeyguide.web.offline import open_web, read_labels

WIKISPEEDIA = Path(__file__).parents[3] / "shared/data/webs/wikispeedia.warc.gz"


def stats(spec: str, labels: Path | None = None, exclude: tuple[str, ...] = ()) -> WebStats:
    return describe_web(spec, labels=labels, exclude=exclude, jobs=1)


PAGES = {
    "one.example/index.html": "<h1>Gate</h1><a href=owl.html>an owl</a><a href=hawk.html>this</a><a href=/>self</a>",
    "one.example/owl.html": "<h1>Owl owl owl</h1> feathers <a href=hawk.html>the hawk</a>"
    "<a href=hawk.html>here</a> <a href=/index.html>home</a>",
    "one.example/hawk.html": "<h1>Hawk hawk hawk</h1> feathers <a href=owl.html>more</a>"
    "<a href=http://two.example/>out</a><a href=http://three.example/>out</a>",
    "two.example/index.html": "<h1>Bridge</h1> stone bridge",
}


@pytest.fixture
def birds(tmp_path: Path) -> tuple[str, Path]:
    for name, text in PAGES.items():
        (tmp_path / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pages" / name).write_text(text)
    labels = tmp_path / "labels.tsv"
    labels.write_text("http://one.example/owl.html\tbirds\nhttp://one.example/hawk.html\tbirds\n")
    return f"folder:{tmp_path / 'pages'}", labels


def test_pages_hosts_and_links_are_counted(birds: tuple[str, Path]) -> None:
    found = stats(birds[0])
    # gate → owl, hawk; owl → hawk (twice, counted once), gate (by a redirect); hawk → owl, bridge; the bridge nowhere
    assert (found.pages, found.hosts, found.links, found.leaving) == (4, 2, 6, 1)
    assert (found.out_degree.mean, found.out_degree.median, found.out_degree.most) == (1.5, 2.0, 2)
    # in-links: owl 2, hawk 2, gate 1, bridge 1
    assert (found.in_degree.mean, found.in_degree.most) == (1.5, 2)
    # owl ↔ hawk and gate ↔ owl: four of six links are returned; hawk → bridge is the only one that leaves its host
    assert found.returned == pytest.approx(4 / 6)
    assert found.on_host == pytest.approx(5 / 6)
    assert (found.pages_a_host.mean, found.pages_a_host.most) == (2.0, 3)
    assert found.labels == ()


def test_links_and_anchors_are_held_against_the_labels(birds: tuple[str, Path]) -> None:
    (label,) = stats(*birds).labels
    assert (label.label, label.pages, label.share) == ("birds", 2, 0.5)
    # out-links of owl and hawk: hawk, gate, owl, bridge; in-links: from gate twice, from each other
    assert (label.out_links, label.stays) == (4, 0.5)
    assert (label.in_links, label.from_label) == (4, 0.5)
    # anchors: "an owl", "this", "the hawk", "here", "more": three share no word with the topic
    assert {"owl", "hawk", "feathers"} <= set(label.words)
    assert label.silent_anchors == pytest.approx(3 / 5)


def test_excluded_pages_are_no_part_of_the_web(birds: tuple[str, Path]) -> None:
    found = stats(*birds, exclude=("*/owl.html",))
    assert (found.pages, found.links) == (3, 2)  # gate → hawk, hawk → bridge
    assert found.labels[0].pages == 1
    assert "hawk" in found.labels[0].words
    assert "owl" not in found.labels[0].words


def test_the_top_of_the_pages_gets_its_share_of_the_links() -> None:
    # one of ten pages has 91 of 100 in-links; the top 5 % are half of that page
    into = np.array([1] * 9 + [91])
    assert top_share(into, 0.1) == pytest.approx(0.91)
    assert top_share(into, 0.05) == pytest.approx(0.455)
    assert top_share(np.zeros(4, np.int64), 0.1) == 0.0
    assert spread(np.arange(101)).p90 == 90.0
    assert spread(np.zeros(0, np.int64)).most == 0


@pytest.mark.slow
def test_the_synthetic_web_is_measured_by_its_own_labels_and_the_shipped_topic() -> None:
    found = stats("synthetic:seed=2,pages=1500,hosts=25,words=120")
    assert (found.pages, found.hosts) == (1500, 25)
    main = found.labels[0]
    assert main.label == "rainstorm-disaster"
    assert "rainstorm" in main.words
    assert main.stays > 3 * main.share
    assert 0.7 < main.silent_anchors < 0.98
    assert sum(label.pages for label in found.labels) == 1500


@pytest.mark.skipif(not WIKISPEEDIA.exists(), reason="../shared/data is not there")
def test_wikispeedia_is_indexed_whole() -> None:
    web = open_web(f"warc:{WIKISPEEDIA}")
    assert (len(web), web.broken) == (5_462, 0)
    labels = read_labels(WIKISPEEDIA.with_name("wikispeedia.labels.tsv"), web)
    assert len(labels.require("subject.Science.Biology.Birds")) == 161
