"""`bench/made_crawl.py` on a handful of pages: it is a crawl like any other."""

from __future__ import annotations

from pathlib import Path

from tests.bench.test_faults import loaded

from honeyguide import open_crawl


def test_a_made_crawl_is_read_like_any_other(tmp_path: Path) -> None:
    made = loaded("made_crawl")
    assert list(made.fill(tmp_path / "made", 40)) == [40]
    crawl = open_crawl(tmp_path / "made")
    rows = crawl.list_pages(sort="relevance", descending=True, on_topic=True)
    assert crawl.status().pages == 40
    assert 0 < rows.total < 40
    assert crawl.search(rows.pages[0].title.split()[0]).total
    assert len(crawl.view(rows.pages[0].number).way) > 0
    assert len(crawl.link_map(rows.pages[0].number).nodes) == 40
