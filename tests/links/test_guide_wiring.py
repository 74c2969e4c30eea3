"""What the guide and the judge need reaches them in a crawl, and what they say reaches the frontier."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from tests.local_web import small_synthetic

from honeyguide import encoders
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.links import cre
from honeyguide.links import guide as guide_model
from honeyguide.links.guide import Guide
from honeyguide.model import Link, OutLink, Page, Relevance, Topic
from honeyguide.protocols import LinkScores
from honeyguide.records import Mark
from honeyguide.relevance.judging import Judging
from honeyguide.relevance.page_features import unpack
from honeyguide.storage.memory import MemoryStore
from honeyguide.strategies.guide import Guide as GuideStrategy
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import SimulatedWeb

PAGES = 70
TOPIC = replace(load_topic("rainstorm-disaster"), relevance="judge")


@encoders.register("letters")
class Letters:
    """How often a text uses each of a few letters."""

    name, dimensions = "letters-1", 8

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.array([[text.count(letter) for letter in "aeiourns"] for text in texts], np.float32)
        lengths: NDArray[np.float32] = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(1.0))
        return rows / lengths


class Hearing(Guide):
    """The guide, and what it was told."""

    Parameters = guide_model.Parameters

    def __init__(self, parameters: guide_model.Parameters, topic: Topic, encoder: Any) -> None:
        super().__init__(parameters, topic, encoder)
        self.links: list[OutLink] = []
        self.judged: dict[int, Relevance] = {}
        self.revised: list[dict[int, float]] = []

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        self.links += page.links
        self.judged[source.id] = relevance
        return super().score(page, relevance, source, links)

    def revise(self, pages: Sequence[int], scores: NDArray[np.float32]) -> None:
        self.revised.append(dict(zip(pages, scores.tolist(), strict=True)))
        super().revise(pages, scores)


def crawled(
    out: Path,
    encoder: str = "none",
    pages: int = PAGES,
    meanwhile: Callable[[Crawl], None] = lambda crawl: None,
    **parts: Any,
) -> Crawl:
    web = small_synthetic(seed=3, pages=200, hosts=8, words=60)
    settings = Settings(strategy="guide", pages=pages, delay=0.0, workers=0, concurrency=1, encoder=encoder)
    crawl = Crawl(
        TOPIC,
        web.seeds(4),
        out,
        settings,
        web=SimulatedWeb(web, delay=0.0),
        **{"links": Hearing, "store": MemoryStore(), **parts},
    )

    async def through() -> None:
        async for _ in crawl:
            meanwhile(crawl)

    asyncio.run(through())
    return crawl


def model_of(crawl: Crawl) -> Hearing:
    return cast("Hearing", crawl._links)


def frontier_of(crawl: Crawl) -> dict[int, float]:
    """What waits, and by which score."""
    frontier = cast("GuideStrategy", crawl._strategy).frontier
    return {number: frontier.score_of(number) for number in range(len(frontier._place)) if frontier.waits(number)}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    return crawled(tmp_path_factory.mktemp("crawl"))


def test_the_text_around_links_and_their_blocks_reach_the_guide(plain: Crawl) -> None:
    model = model_of(plain)
    assert all(out.path for out in model.links)
    assert np.mean([bool(out.context) for out in model.links]) > 0.5
    assert len(model._block_tried) > len(model.judged)
    assert max(model.edges.around) > 0.1


def test_the_features_of_pages_reach_the_guide(plain: Crawl) -> None:
    model = model_of(plain)
    assert len(model.judged) == PAGES
    words = {word for judged in model.judged.values() for word in unpack(judged.features).words}
    assert set(model.profile._number) >= words
    assert all(judged.matched_terms is not None and not judged.evidence for judged in model.judged.values())


def test_scores_that_the_judge_revises_reach_the_guide(plain: Crawl) -> None:
    model = model_of(plain)
    assert len(model.revised) > 2
    assert list(model.revised[-1]) == list(model.judged)[: len(model.revised[-1])]
    told = {number: model.judged[number].score for number in model.revised[-1]}
    assert told != pytest.approx(model.revised[-1], abs=1e-3)
    for number, score in model.revised[-1].items():
        assert model._relevance[model._page_of[number]] == np.float32(score)


def test_how_far_pages_stand_out_reaches_the_guide_and_no_other_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def standing(decision: Judging, rows: slice) -> NDArray[np.float32]:
        return np.full(rows.stop - rows.start, 0.125, np.float32)

    monkeypatch.setattr(Judging, "_standing", standing)
    for pages in (20, 30):  # what it learnt is there again when the crawl goes on
        crawl = crawled(tmp_path / "guide", pages=pages, store=None)
        assert set(model_of(crawl)._relevance) == {0.125}
        assert len(model_of(crawl)._relevance) == pages
    assert list(open_crawl(tmp_path / "guide").results(top=None))  # what is said of pages is another thing

    class HearingCre(cre.Cre):
        Parameters = cre.Parameters
        judged: ClassVar[set[float]] = set()

        def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
            self.judged.add(relevance.score)
            return super().score(page, relevance, source, links)

    crawled(tmp_path / "cre", pages=20, links=HearingCre)
    assert len(HearingCre.judged) > 1


def test_scores_that_move_reach_the_frontier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide_model, "EVERY", 1)
    stale: list[float] = []

    def look(crawl: Crawl) -> None:
        waiting = frontier_of(crawl)
        model = model_of(crawl)
        top = [number for number in model._top.tolist() if number in waiting]
        stale.extend(abs(waiting[number] - model.score_of(number)) for number in top)

    crawled(tmp_path, meanwhile=look)
    assert len(stale) > 1_000
    assert max(stale) < 1e-6


def test_a_mark_reaches_judge_and_guide_at_once(tmp_path: Path) -> None:
    marked: list[int] = []

    def mark(crawl: Crawl) -> None:
        model = model_of(crawl)
        if crawl.pages == 50 and not marked:
            worst = min(model.judged, key=lambda number: model._relevance[model._page_of[number]])
            marked.append(worst)
            assert model._relevance[model._page_of[worst]] < 1.0
            assert crawl._core is not None
            crawl._core.mark([Mark(worst, True)])
            assert model._relevance[model._page_of[worst]] == 1.0
            assert model.revised[-1][worst] == 1.0

    crawl = crawled(tmp_path, meanwhile=mark)
    assert marked
    assert model_of(crawl)._relevance[model_of(crawl)._page_of[marked[0]]] == 1.0


def test_the_encoder_reaches_judge_and_guide(tmp_path: Path) -> None:
    model = model_of(crawled(tmp_path, "letters", 30))
    assert {unpack(judged.features).encoder for judged in model.judged.values()} == {"letters-1"}
    assert model.directions is not None
    assert model.directions.encoder.name == "letters-1"
    assert model.directions._seen == 64 + 30
    assert model.degraded_reason == ""
    assert set(model.directions.anchors._number) == {out.anchor for out in model.links}


def test_a_crawl_counts_the_verdicts_that_have_changed_since_also_when_it_goes_on(tmp_path: Path) -> None:
    for pages in (60, 61):
        crawl = crawled(tmp_path / "crawl", pages=pages, store=None)
        assert crawl._core is not None
        changed, verdicts = crawl.changed_verdicts, crawl._core._answers.verdicts
        assert verdicts.learning is not None
        said = {page.url: page.on_topic for page in open_crawl(tmp_path / "crawl").pages()}
        now = {crawl._core.links.link(link).url: n for n, link in enumerate(verdicts.judged)}
        pairs = [(said[url], verdicts.learning.verdict(number).on_topic) for url, number in now.items()]
        assert len(pairs) == pages
        assert changed == (pairs.count((False, True)), pairs.count((True, False)))
        assert sum(changed) > 0


def test_a_crawl_is_judged_again_also_where_only_late_verdicts_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl = crawled(tmp_path / "crawl", pages=60, store=None)
    assert crawl._core is not None
    verdicts = crawl._core._answers.verdicts
    assert verdicts.learning is not None
    assert sum(crawl.changed_verdicts) > 0
    same = [said == verdicts.learning.verdict(number).on_topic for number, said in enumerate(verdicts._said)]
    monkeypatch.setattr("honeyguide.core.verdicts.COMPARED", same.index(False))
    assert crawl.changed_verdicts == (0, 0)
    assert crawl.has_changed_verdicts
    verdicts._said = [verdicts.learning.verdict(number).on_topic for number in range(60)]
    assert not crawl.has_changed_verdicts
