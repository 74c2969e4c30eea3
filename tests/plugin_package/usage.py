"""The parts of this package used from Python, as objects and by name; run where the package is installed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from birdwatch.encoder import Letters
from birdwatch.links import BirdAnchors
from birdwatch.relevance import FixedScore, LikeBirds, bird_words, which_process
from birdwatch.store import CageStore
from birdwatch.strategy import FewSlashes
from birdwatch.web import Aviary
from honeyguide import Crawl, Settings, StoredPage, Topic
from honeyguide.encoders import register as register_encoder
from honeyguide.relevance import register as register_relevance

TOPIC = Topic("birds", {"bird": 1.0, "birdsong": 0.5}, relevance="tag-vsm")
SEEDS = [Aviary(90).url(1)]
NAMES: dict[str, Any] = {
    "strategy": "few-slashes",
    "links": "bird-anchors",
    "relevance": "bird-words",
    "web": "aviary:90",
}


def objects() -> dict[str, Any]:
    made = FewSlashes(FewSlashes.Parameters())
    return {"strategy": made, "links": BirdAnchors(), "relevance": bird_words, "web": Aviary(90)}


def crawled(
    out: Path, limit: int = 60, workers: int = 0, stop_at: int = 0, encoder: str = "none", **parts: Any
) -> list[StoredPage]:
    settings = Settings(
        strategy="ops", pages=limit, concurrency=1, workers=workers, extract=False, delay=0.0, encoder=encoder
    )

    async def run() -> list[StoredPage]:
        found = []
        async with aclosing(Crawl(TOPIC, SEEDS, out, settings, **parts).run()) as pages:
            async for page in pages:
                found.append(page)
                if stop_at and len(found) >= stop_at:
                    break
        return found

    return asyncio.run(run())


def judged(pages: list[StoredPage]) -> list[tuple[str, float]]:
    return [(page.url, page.relevance) for page in pages]


def test_objects_classes_and_names_crawl_alike(tmp_path: Path) -> None:
    classes = {**objects(), "strategy": FewSlashes, "links": BirdAnchors}
    by_object = judged(crawled(tmp_path / "objects", **objects()))
    assert by_object == judged(crawled(tmp_path / "classes", **classes))
    assert by_object == judged(crawled(tmp_path / "names", **NAMES))
    assert len(by_object) == 60
    plain = judged(crawled(tmp_path / "plain", relevance=bird_words, web="aviary:90"))
    assert by_object != plain


@pytest.mark.parametrize("parts", [objects, lambda: NAMES], ids=["objects", "names"])
def test_a_link_model_is_rebuilt_from_stored_links(parts: Callable[[], dict[str, Any]], tmp_path: Path) -> None:
    whole = judged(crawled(tmp_path / "whole", **parts()))
    stopped = judged(crawled(tmp_path / "stopped", stop_at=11, **parts()))
    stopped += judged(crawled(tmp_path / "stopped", stop_at=20, **parts()))
    stopped += judged(crawled(tmp_path / "stopped", **parts()))
    assert stopped == whole


@pytest.mark.parametrize(
    ("relevance", "workers"), [("which-process", 2), (which_process, 1)], ids=["name", "function"]
)
def test_a_relevance_function_judges_in_worker_processes(relevance: Any, workers: int, tmp_path: Path) -> None:
    parts = {"relevance": relevance, "web": "aviary:90"}
    in_workers = crawled(tmp_path / "workers", limit=12, workers=workers, **parts)
    assert {page.relevance for page in in_workers} == {0.9}
    here = crawled(tmp_path / "none", limit=12, **parts)
    assert {page.relevance for page in here} == {0.6}


def test_a_class_that_code_registered_keeps_its_parameters_in_workers(tmp_path: Path) -> None:
    register_relevance("fixed-score")(FixedScore)
    pages = crawled(tmp_path / "crawl", limit=4, workers=1, relevance="fixed-score:base=0.7", web="aviary:90")
    assert {page.relevance for page in pages} == {0.75}


def test_an_encoder_by_its_name_or_registered_by_code_is_there_in_workers_with_its_parameters(tmp_path: Path) -> None:
    register_encoder("more-letters")(Letters)
    parts: dict[str, Any] = {"relevance": LikeBirds, "web": "aviary:90", "limit": 6}
    scores = {
        name or "none": [
            round(page.relevance - 0.1 * (workers > 0), 4)
            for page in crawled(tmp_path / f"{name}-{workers}", workers=workers, encoder=name, **parts)
        ]
        for name, workers in (("letters", 0), ("letters:length=2", 1), ("more-letters:length=2", 1))
    }
    assert scores["letters:length=2"] == scores["more-letters:length=2"] != scores["letters"]
    assert any(scores["letters"])
    assert {page.relevance for page in crawled(tmp_path / "none", **parts)} == {0.0}


@pytest.mark.parametrize("store", ["cage", CageStore])
def test_a_crawl_is_kept_in_its_store_and_goes_on(store: Any, tmp_path: Path) -> None:
    out = tmp_path / "nowhere"
    first = crawled(out, limit=15, store=store, **NAMES)
    rest = crawled(out, limit=40, store=store, **NAMES)
    assert not out.exists()
    assert judged([*first, *rest]) == judged(crawled(tmp_path / "whole", limit=40, **NAMES))
