"""The folder of a crawl, opened from Python."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime
from pathlib import Path

import msgspec
import pytest
from tests.local_web import local_web
from tests.plain_choices import RAIN

from honeyguide import (
    BadFolder,
    BadInput,
    Crawl,
    CrawlFolder,
    Settings,
    open_crawl,
    run_experiment,
    train,
)
from honeyguide.timestamps import parse
from honeyguide.web.synthetic import PLANTED, SyntheticWeb

PAGES = 120


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> CrawlFolder:
    web = SyntheticWeb(msgspec.structs.replace(PLANTED, seed=3, pages=900, hosts=18, share=0.4, events=4, slow=0.0))
    folder = tmp_path_factory.mktemp("crawl") / "rain"

    async def run(settings: Settings) -> None:
        async for _ in Crawl(RAIN, web.seeds(8), folder, settings):
            pass

    with local_web(web.answer) as served:
        asyncio.run(run(Settings(strategy="ops", pages=PAGES, delay=0.0, workers=0, connect_to=served.address)))
    return open_crawl(folder)


def test_it_knows_its_topic_and_settings(crawl: CrawlFolder) -> None:
    assert crawl.topic == RAIN
    assert crawl.settings.pages == PAGES
    assert crawl.status().pages == len(list(crawl.pages())) == PAGES


def test_events_are_read_on_from_the_last_one_seen(crawl: CrawlFolder) -> None:
    everything = list(crawl.events())
    assert len(everything) > PAGES
    assert list(crawl.events(since=everything[9].id)) == everything[10:]


def test_the_harvest_grows_as_pages_come_and_is_read_on_from_where_it_was(crawl: CrawlFolder) -> None:
    pages = list(crawl.pages())
    now = crawl.harvest()
    status = crawl.status()
    assert (now.pages, now.on_topic) == (status.pages, status.on_topic) == now.curve[-1]
    on_topic = [page.on_topic and not page.duplicate_of for page in pages]
    assert now.curve == tuple((count, sum(on_topic[:count])) for count in range(1, PAGES + 1))
    assert sum(now.relevance) == PAGES
    assert now.relevance[-1] == sum(page.relevance >= 0.95 for page in pages)
    found = [page for page in reversed(pages) if page.on_topic and not page.duplicate_of]
    assert [each.url for each in now.newest] == [page.url for page in found[: len(now.newest)]]
    assert crawl.harvest(now) is now
    halfway = msgspec.structs.replace(now, visit=-1, pages=0, on_topic=0, curve=(), relevance=(0,) * 20, newest=())
    assert crawl.harvest(halfway) == now


def test_a_mark_changes_the_harvest_that_was_known(crawl: CrawlFolder) -> None:
    before = crawl.harvest()
    marked = before.newest[0].url
    crawl.mark(marked, on_topic=False)
    try:
        after = crawl.harvest(before)
        assert after.on_topic == before.on_topic - 1
        assert after == crawl.harvest()
        assert marked not in [each.url for each in after.newest]
    finally:
        crawl.mark(marked, on_topic=None)


def test_a_folder_that_is_no_crawl_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFolder, match="not a crawl"):
        open_crawl(tmp_path)


def test_results_are_the_pages_on_topic_the_most_relevant_first(crawl: CrawlFolder) -> None:
    results = crawl.results(top=None)
    found = [each.page for each in results]
    assert sorted(each.url for each in found) == sorted(each.url for each in crawl.pages(relevant=True))
    assert [each.relevance for each in found] == sorted((each.relevance for each in found), reverse=True)
    assert [each.page for each in results] == found  # once more
    assert [each.page for each in crawl.results(top=3)] == found[:3]


@pytest.mark.parametrize("by", ["relevance", "trust", "currency", "date"])
def test_results_are_chosen_by_the_date_of_publication(crawl: CrawlFolder, by: str) -> None:
    dates = sorted(page.published[:10] for page in crawl.pages(relevant=True) if page.published)
    middle = date.fromisoformat(dates[len(dates) // 2])
    since = [each.page.published for each in crawl.results(by, None, since=middle)]
    until = [each.page.published for each in crawl.results(by, None, until=middle.isoformat())]
    assert since
    assert until
    assert all(published[:10] >= middle.isoformat() for published in since)
    assert all(published[:10] <= middle.isoformat() for published in until)
    assert len(list(crawl.results(by, 2, since=middle))) == min(2, len(since))


def test_results_by_trust_carry_score_and_reasons(crawl: CrawlFolder) -> None:
    ranked = list(crawl.results("trust", top=5))
    trusted = {page.url: page.score for page in crawl.insight().trust(top=10**6)}
    assert [each.score for each in ranked] == [trusted[each.page.url] for each in ranked]
    assert all(each.reasons for each in ranked)
    assert ranked[0].score == max(trusted.values())


def test_the_newest_come_first_and_what_has_no_date_is_counted(crawl: CrawlFolder) -> None:
    results = crawl.results("date", top=None)
    moments = [parse(each.page.published) or 0.0 for each in results]
    assert moments == sorted(moments, reverse=True)
    assert len(moments) + results.undated == len(list(crawl.pages(relevant=True)))


def test_a_ranking_that_does_not_exist_is_refused_with_the_nearest(crawl: CrawlFolder) -> None:
    with pytest.raises(BadInput, match="did you mean 'trust'"):
        crawl.results("trusst")


def test_search_filters_by_date_host_and_relevance(crawl: CrawlFolder) -> None:
    query = "rain* OR 暴雨"
    everything = crawl.search(query, top=1000)
    host = everything.pages[0].host
    assert {hit.host for hit in crawl.search(query, hosts=[f"http://{host}/x"], top=1000).pages} == {host}
    assert all(hit.relevance >= 0.9 for hit in crawl.search(query, min_relevance=0.9, top=1000).pages)
    day = date.fromisoformat(next(hit.published[:10] for hit in everything.pages if hit.published))
    of_day = crawl.search(query, since=day, until=day, top=1000).pages
    assert {hit.published[:10] for hit in of_day} == {day.isoformat()}
    with pytest.raises(BadInput, match="is later than"):
        crawl.search(query, since="2026-01-02", until="2026-01-01")
    with pytest.raises(BadInput, match="is no date"):
        crawl.search(query, since="soon")


def test_a_stored_page_is_explained_with_the_relevance_that_it_was_stored_with(crawl: CrawlFolder) -> None:
    for page in list(crawl.pages())[:20]:
        explanation = crawl.explain(page.url)
        assert explanation.relevance == pytest.approx(page.relevance)
        assert explanation.on_topic == page.on_topic
    with pytest.raises(BadInput, match="is no page of the crawl"):
        crawl.explain("http://nowhere.example/")


def test_an_export_replaces_nothing_unless_told_to(crawl: CrawlFolder, tmp_path: Path) -> None:
    written = crawl.export("jsonl", tmp_path / "rain.jsonl", relevant=True)
    assert written.count == crawl.status().on_topic == len((tmp_path / "rain.jsonl").read_text().splitlines())
    with pytest.raises(BadInput, match="is there already"):
        crawl.export("jsonl", tmp_path / "rain.jsonl")
    assert crawl.export("jsonl", tmp_path / "rain.jsonl", force=True).count == PAGES


def test_a_bare_date_that_counts_as_now_is_the_end_of_that_day(crawl: CrawlFolder) -> None:
    assert crawl.insight(at="2025-12-24").now == datetime(2025, 12, 24, 23, 59, 59, tzinfo=UTC)
    at = datetime(2025, 12, 24, 8, tzinfo=UTC)
    assert crawl.insight(at=at).now == at


def test_a_crawl_trains_a_classifier_or_refines_keywords(crawl: CrawlFolder) -> None:
    trained = train("rain", crawl.path)
    assert trained.topic.relevance == "svm"
    assert trained.quality is not None
    assert trained.quality.f1 > 0.7
    refined = train("rain", crawl.path, keywords={"rain": 1.0}, relevance="tag-vsm")
    assert refined.quality is None
    assert refined.topic.model is None
    assert "rain" in refined.topic.keywords
    assert len(refined.topic.keywords) > 1


def test_an_experiment_as_a_dictionary_is_checked_like_a_file(tmp_path: Path) -> None:
    wrong = {"web": {"source": "synthetic:seed=7,pages=300"}, "run": {"strategies": ["ops"], "pagess": 3}}
    with pytest.raises(BadInput, match=r"experiment, run\.pagess: 'pagess' is not a setting of"):
        run_experiment(wrong, tmp_path)
    with pytest.raises(BadInput, match="needs a folder"):
        run_experiment(wrong)
