"""Extraction does not get worse: a few of the articles of `bench/extraction.py`, in the half that is not held out."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
ARCHIVE = ROOT.parent / "shared/data/extraction/wcxb-articles-dev.tar"
EVERY = 16


def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("extraction_bench", ROOT / "bench/extraction.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.exists(), reason="the articles of ../shared/data are not there")
def test_title_date_and_text_of_real_articles_are_found() -> None:
    measure = bench()
    chosen = [article for article in measure.articles(ARCHIVE) if article.half == "tuning"][::EVERY]
    rows = [measure.scores(article, measure.ours(article), 0.0) for article in chosen]

    def mean(field: str) -> float:
        values = [row[field] for row in rows if field in row]
        return float(sum(values) / len(values))

    assert len(rows) >= 12
    assert mean("F1") >= 0.9
    assert mean("title") >= 0.75
    assert mean("date") >= 0.75


@pytest.mark.parametrize("half", ["tuning", "held-out", "second", "third"])
def test_the_elements_of_written_chinese_pages_are_found(half: str) -> None:
    measure = bench()
    chosen = [page for page in measure.written() if page.half == f"{half}, Chinese"]
    rows = [measure.scores(page, measure.ours(page), 0.0) for page in chosen]
    theirs = [measure.scores(page, measure.theirs(page), 0.0) for page in chosen]

    def mean(field: str, measured: list[dict[str, float]]) -> float:
        values = [row[field] for row in measured if field in row]
        return sum(values) / len(values)

    assert len(rows) >= 10
    assert mean("title", rows) >= 0.95
    assert mean("author", rows) >= 0.85
    assert mean("clock", rows) >= 0.9
    assert mean("F1", rows) >= mean("F1", theirs)
