"""The folder of a crawl, opened from Python."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.plain_choices import RAIN
from tests.planted_crawl import planted_crawl

from honeyguide import (
    BadFolder,
    BadInput,
    CrawlFolder,
    HoneyguideError,
    open_crawl,
    run_experiment,
    train,
)
from honeyguide import link_map as maps
from honeyguide.storage import page_list
from honeyguide.storage.link_graph import citation_count
from honeyguide.timestamps import parse

PAGES = 120


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> CrawlFolder:
    return planted_crawl(tmp_path_factory.mktemp("crawl") / "rain", PAGES)


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


def test_a_mark_of_what_is_on_topic_already_is_in_the_harvest_too(crawl: CrawlFolder) -> None:
    before = crawl.harvest()
    first = before.newest[0]
    crawl.mark(first.url, True)
    after = crawl.harvest(before)
    assert [each.marked for each in after.newest] == [True] + [False] * (len(after.newest) - 1)
    assert crawl.harvest(after) is after
    crawl.mark(first.url, None)
    assert crawl.harvest(after) == before


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


@pytest.mark.parametrize("top", [0, -1, 2**70, "5"])
def test_a_search_for_no_page_is_refused_in_a_sentence(crawl: CrawlFolder, top: Any) -> None:
    with pytest.raises(HoneyguideError, match="top must be a whole number from 1 to"):
        crawl.search("rain", top=top)


@pytest.mark.parametrize("size", [-1, 0, 5, 49, 100_001])
def test_chunks_of_a_size_that_the_command_refuses_are_refused(crawl: CrawlFolder, tmp_path: Path, size: int) -> None:
    with pytest.raises(HoneyguideError, match="chunk_size must be a whole number from 50 to 100,000"):
        crawl.export("chunks", tmp_path / "chunks.jsonl", chunk_size=size)


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


COLUMNS = (
    "number", "url", "title", "host", "relevance", "on_topic", "language", "depth", "status", "fetched_at",
    "published", "source", "author", "duplicate", "mark",
)  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
def test_the_table_is_sorted_by_any_column_and_leaves_follow_each_other(crawl: CrawlFolder, column: str) -> None:
    everything = crawl.list_pages(sort=column, limit=1_000)
    values = [getattr(each, column) for each in everything.pages]
    assert everything.total == len(values) == PAGES
    if column == "fetched_at":  # as they came: one that was asked for earlier may come later
        assert [each.url for each in everything.pages] == [page.url for page in crawl.pages()]
    else:
        assert values == sorted(values)
    leaves = [crawl.list_pages(sort=column, offset=at, limit=50).pages for at in (0, 50, 100)]
    assert tuple(row for leaf in leaves for row in leaf) == everything.pages
    backwards = crawl.list_pages(sort=column, descending=True, limit=1_000).pages
    assert backwards == everything.pages[::-1]


def test_the_table_is_filtered_by_any_column(crawl: CrawlFolder) -> None:
    everything = crawl.list_pages(limit=1_000).pages
    one = next(each for each in everything if each.author and each.published)
    for given in (
        {"title": one.title[2:12].upper()},
        {"url": one.url[10:]},
        {"contains": one.url[10:]},
        {"host": one.host},
        {"source": one.source},
        {"author": one.author},
        {"language": one.language, "status": 200},
        {"since": one.published[:10], "until": one.published[:10]},
        {"max_depth": one.depth, "min_relevance": one.relevance},
    ):
        found = crawl.list_pages(limit=1_000, **given)
        assert one in found.pages, given
        assert found.total == len(found.pages)
        if given.keys() & {"title", "url", "contains", "host", "source", "author", "since"}:
            assert found.total < PAGES, given
    assert crawl.list_pages(url="100%").total == crawl.list_pages(title="_" * 9).total == 0
    assert crawl.list_pages(contains="'; DROP TABLE pages; --").total == 0
    with pytest.raises(BadInput, match="no column to sort by"):
        crawl.list_pages(sort="relevance; DROP TABLE pages")


def test_rows_come_before_all_pages_were_looked_at(crawl: CrawlFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_list, "_ORDERS", page_list._Orders())
    monkeypatch.setattr(page_list, "_SOME", 10)
    monkeypatch.setattr(page_list, "_MANY", 20)
    asked: dict[str, Any] = {"sort": "relevance", "descending": True, "contains": "e", "limit": 5}
    first, rare = crawl.list_pages(**asked, at_once=True), crawl.list_pages(contains="no such words", at_once=True)
    full = crawl.list_pages(**asked)
    assert not first.counted
    assert full.counted
    assert first.pages == full.pages
    assert 5 <= first.total < full.total
    assert (rare.total, rare.counted) == (0, True)
    assert crawl.list_pages(**asked, at_once=True) == full
    crawl.mark(full.pages[0].url, on_topic=not full.pages[0].on_topic)
    try:
        assert not crawl.list_pages(**asked, at_once=True).counted
    finally:
        crawl.mark(full.pages[0].url, None)


@pytest.mark.parametrize("descending", [True, False])
def test_the_first_rows_of_all_are_found_without_sorting_the_others(
    crawl: CrawlFolder, monkeypatch: pytest.MonkeyPatch, *, descending: bool
) -> None:
    orders = page_list._Orders()
    monkeypatch.setattr(page_list, "_ORDERS", orders)
    asked: dict[str, Any] = {"sort": "title", "descending": descending, "offset": 5, "limit": 5}
    at_once = crawl.list_pages(**asked, at_once=True)
    assert not orders._kept
    assert at_once == crawl.list_pages(**asked)
    assert orders._kept
    other_way = {**asked, "descending": not descending}
    assert crawl.list_pages(**other_way, at_once=True).pages == crawl.list_pages(**other_way).pages


def test_a_mark_is_in_the_table_at_once(crawl: CrawlFolder) -> None:
    row = crawl.list_pages(on_topic=False, duplicates=False, limit=1).pages[0]
    before = crawl.list_pages(on_topic=True).total
    crawl.mark(row.url, True)
    try:
        assert [each.url for each in crawl.list_pages(mark="on").pages] == [row.url]
        assert crawl.list_pages(on_topic=True).total == before + 1
    finally:
        crawl.mark(row.url, None)
    assert crawl.list_pages(mark="any").total == 0


def test_a_page_is_read_with_its_terms_set_off_and_the_way_from_a_seed(crawl: CrawlFolder) -> None:
    best = max(crawl.list_pages(on_topic=True, limit=1_000).pages, key=lambda row: (row.relevance, row.depth))
    view = crawl.view(best.number)
    assert view.page == crawl.page(best.url)
    assert view.text == view.page.content
    said = {view.text[start:end].casefold() for start, end in view.hits}
    forms = {form for term in view.evidence for form in (term.term, *RAIN.synonyms.get(term.term, ()))}
    assert said
    assert all(any(form[:4] in each for form in forms) for each in said), said
    assert [step.url for step in view.way][-1] == best.url
    assert len(view.way) == best.depth + 1
    assert view.way[0].url in crawl.seeds
    for above, below in zip(view.way, view.way[1:], strict=False):
        assert below.number in {each.number for each in crawl.out_links(above.number)}


def test_a_page_off_topic_is_read_from_its_raw_response(crawl: CrawlFolder) -> None:
    row = crawl.list_pages(on_topic=False, limit=1).pages[0]
    view = crawl.view(row.url)
    assert not view.page.text
    assert len(view.text) > 100


def test_links_lead_to_pages_or_to_what_was_not_fetched(crawl: CrawlFolder) -> None:
    found = crawl.out_links(crawl.list_pages(limit=1).pages[0].number)
    assert len({each.number for each in found}) == len(found) > 3
    assert any(each.anchor for each in found)
    for each in found:
        if each.relevance is not None:
            assert crawl.page(each.number).relevance == each.relevance


def test_the_map_has_the_pages_around_one_and_links_between_them(crawl: CrawlFolder) -> None:
    middle = crawl.list_pages(sort="depth", descending=True, limit=1).pages[0]
    drawn = crawl.link_map(middle.number, most=30)
    assert drawn.nodes[0].url == middle.url
    assert len(drawn.nodes) == 30
    assert drawn.total == PAGES
    near = {each.number for each in crawl.out_links(middle.number)}
    reached = {drawn.nodes[to].number for source, to in drawn.links if source == 0}
    assert reached <= near
    assert all(0 <= node.x <= 1 and 0 <= node.y <= 1 and 0 <= node.rank <= 1 for node in drawn.nodes)
    assert len({(node.x, node.y) for node in drawn.nodes}) == 30
    assert crawl.link_map(middle.url, most=30) == drawn
    highest = crawl.link_map(most=10)
    assert [node.rank for node in highest.nodes] == sorted((node.rank for node in highest.nodes), reverse=True)


def test_the_map_is_read_again_once_something_was_stored(crawl: CrawlFolder) -> None:
    top = crawl.link_map(most=10).nodes[0]
    for says in (not top.on_topic, bool(top.on_topic)):
        crawl.mark(top.url, says)
        assert crawl.link_map(most=10).nodes[0].on_topic == says
    crawl.mark(top.url, None)


def test_the_map_of_hosts_counts_their_pages(crawl: CrawlFolder) -> None:
    drawn = crawl.link_map(hosts=True)
    assert sum(node.pages for node in drawn.nodes) == PAGES
    assert sum(node.on_topic for node in drawn.nodes) == crawl.list_pages(on_topic=True).total
    assert drawn.links


def test_a_sketch_of_the_map_is_made_from_some_links(crawl: CrawlFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maps, "_SKETCHED", citation_count(crawl.path) // 2)
    monkeypatch.setattr(maps, "_RANKED", {})
    middle = crawl.list_pages(sort="depth", descending=True, limit=1).pages[0].number
    for around, hosts in ((None, True), (middle, False)):
        sketch, whole = (crawl.link_map(around, hosts=hosts, sketch=sketch) for sketch in (True, False))
        assert (sketch.whole, whole.whole) == (False, True)
        assert 0 < sketch.total_links < whole.total_links
    assert sketch.nodes[0].number == middle
    assert len(sketch.nodes) > 1
    assert crawl.link_map(middle, sketch=True) == whole  # it was made meanwhile


@pytest.mark.parametrize("most", [0, 5_001])
def test_a_map_has_no_more_nodes_than_can_be_drawn(crawl: CrawlFolder, most: int) -> None:
    with pytest.raises(BadInput, match="is not between 1 and 5,000"):
        crawl.link_map(most=most)
    with pytest.raises(BadInput, match="not the number of a page"):
        crawl.link_map(999_999)


def test_the_time_line_counts_every_dated_page_and_the_stories_of_events(crawl: CrawlFolder) -> None:
    insight = crawl.insight()
    line, overview = insight.time_line(top=2), insight.overview()
    assert sum(line.items) + line.before == overview.items - overview.undated - overview.later
    assert len(line.starts) == len(line.items) == len(line.stories)
    assert list(line.starts) == sorted(line.starts)
    assert 0 < sum(line.stories) <= sum(line.items)
    assert all(len(stream.stories) == len(line.starts) for stream in line.streams)
