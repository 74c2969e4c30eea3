"""Small webs whose links are known."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart


class SmallWeb:
    """A folder of pages, each a title and links, and a file of labels."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, pages: Mapping[str, str], birds: str) -> SmallWeb:
        """`{"a": "b c"}` is http://h.test/a.html with links to b.html and c.html; `birds` names what is on topic."""
        site = self.folder / "pages" / "h.test"
        site.mkdir(parents=True, exist_ok=True)
        for name, links in pages.items():
            anchors = "".join(f'<a href="/{link}.html">to {link}</a> ' for link in links.split())
            words = "bird wing nest" if name in birds.split() else "stone"
            (site / f"{name}.html").write_text(f"<title>{name} {words}</title><p>{words} {anchors}</p>")
        lines = [f"{url(name)}\tbirds\n" for name in birds.split()]
        (self.folder / "labels.tsv").write_text("".join(lines))
        return self

    def experiment(self, *strategies: str, pages: int | str = 100, repeats: int = 1, examples: int = 1) -> Experiment:
        return Experiment(
            WebPart("folder:pages", "labels.tsv"),
            TopicPart("birds", {"bird": 1.0, "nest": 0.5}, examples, relevance="tag-vsm"),
            RunPart(strategies or ("bfs",), pages, repeats),
            str(self.folder),
        )


def url(name: str) -> str:
    return f"http://h.test/{name}.html"


@pytest.fixture
def small_web(tmp_path: Path) -> SmallWeb:
    return SmallWeb(tmp_path)
