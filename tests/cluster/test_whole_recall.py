"""Shards that stop when enough is found by all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.cluster.sharded import TOPIC, ShardedCrawl, settings

from honeyguide.cluster.coordinator import Coordinator, shares
from honeyguide.cluster.deal import deal
from honeyguide.cluster.gather import Gatherer
from honeyguide.cluster.recall import WholeRecallTest
from honeyguide.cluster.shard_settings import of_shard
from honeyguide.core.coverage import BINS
from honeyguide.core.recall_shares import RecallShare, Scores
from honeyguide.core.recall_test import RecallTest, Sample, least_missed, p_value, sample_size
from honeyguide.core.referrals import ShardReport
from honeyguide.core.stop_rules import stop_rules
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.storage.dealing import state_of

RULE = "recall 0.5 confidence 0.6"
LAB_WEB = "synthetic:seed=4,pages=500,hosts=12,share=0.2"


def of_links(waiting: int, tries: float = 200, hits: float = 0.0, since: int = 0) -> Scores:
    """All of one score."""
    rest = [0] * (BINS - 1)
    return Scores(int(tries), [*rest, tries], [*rest, hits], [*rest, waiting], [*rest, since])


def idle(found: int, scores: Scores | None = None) -> RecallShare:
    return RecallShare(0, None, 0, found, scores=scores)


def begun(recall: WholeRecallTest, found: int = 50) -> None:
    recall.look(1000, [idle(found), idle(found)])
    assert recall.order.asks
    recall.look(1000, [idle(found, of_links(400)), idle(found, of_links(600))])
    assert recall.order.test == 1


def test_it_begins_by_what_all_shards_have_tried_and_draws_each_link_with_one_chance() -> None:
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    assert not recall.order.asks
    recall.look(99, [idle(5), idle(5)])
    assert not recall.order.asks, "before 100 pages nothing can be said"
    begun(recall)
    may_be_missed, expected = 100 / 0.9 - 100, 1000 * 0.5 / 401  # Jeffreys' prior of none of 400
    size = sample_size(1000, least_missed(100, 0.9, 0, 0.2 * may_be_missed), expected, 0.05 / 2)
    assert recall.order.share == pytest.approx((size + sqrt(size)) / 1000)
    assert not recall.order.is_over


def test_too_few_tries_of_all_begin_nothing() -> None:
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    recall.look(1000, [idle(50), idle(50)])
    recall.look(1000, [idle(50, of_links(400, tries=49)), idle(50, of_links(600, tries=50))])
    assert recall.order.test == 0


def test_what_all_shards_drew_is_one_sample() -> None:
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    begun(recall)
    first, second = Sample(700, 400, 120, came=120, on_topic=0), Sample(900, 600, 180, came=170, taken=2)
    running = [RecallShare(1, first, 0, 50), RecallShare(1, second, 10, 52)]
    assert recall.look(1300, running) == ""
    assert recall.moves == ["test 1: 300 of the 1,000 links that wait drawn at random"]
    second = replace(second, came=180)
    ended = [RecallShare(1, first, 0, 50), RecallShare(1, second, 0, 52)]
    assert recall.look(1310, ended) == ""
    assert recall.order.asks, "what came since is asked for"
    ended = [replace(each, scores=of_links(10)) for each in ended]
    why = recall.look(1311, ended)
    p = p_value(1000, 2 + 11 + 1, 300, 0)  # 102 found; with 11 more missed it is 0.9 and more
    assert f"p = {p:.2g}, to be at most 0.025" in why
    assert "at least 0.9 of what the known links lead to is found" in why
    assert "102 found; 0 of 300 links drawn at random from 1,000" in why
    assert (recall.order.is_over, recall.order.reached) == (True, 0.9)


def test_one_that_cannot_pass_any_more_ends_early_and_the_next_is_held_at_another_level() -> None:
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    begun(recall)
    poor = Sample(700, 500, 150, came=60, on_topic=40, taken=40)
    assert recall.look(1200, [RecallShare(1, poor, 90, 90), RecallShare(1, poor, 90, 90)]) == ""
    assert recall.moves[-1].startswith("test 1 failed: 80 of 120 links")
    assert recall.order.is_over
    assert recall.order.reached == 0.0


def test_what_came_since_and_is_expected_counts_against_it() -> None:
    def judged(since: int) -> str:
        recall = WholeRecallTest(stop_rules("recall 0.9"))
        begun(recall)
        sample = Sample(700, 500, 250, came=250)
        scores = of_links(500, tries=200, hits=100, since=since)
        shares = [RecallShare(1, sample, 0, 50, scores=scores), RecallShare(1, sample, 0, 50, scores=scores)]
        return recall.look(1500, shares)

    assert judged(0)
    assert not judged(40)


def test_a_coordinator_that_is_started_anew_goes_on_with_the_test() -> None:
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    running = Sample(700, 400, 120, came=20, share=0.3)
    before = Sample(600, 300, 90, came=90, is_over=True, share=0.25)
    recall.look(1000, [RecallShare(2, running, 100, 50), RecallShare(1, before, 0, 50, said="of the first")])
    assert (recall.order.test, recall.order.share, recall.order.is_over) == (2, 0.3, False)
    over = replace(running, is_over=True)
    recall = WholeRecallTest(stop_rules("recall 0.9"))
    recall.look(1000, [RecallShare(2, over, 0, 50, said="no"), RecallShare(2, running, 0, 50)])
    assert recall.order.is_over
    assert recall.moves == []


def test_what_was_reached_is_enough_unless_one_shard_has_new_seeds() -> None:
    over = Sample(700, 400, 120, came=120, is_over=True)
    reached = RecallShare(1, over, 0, 50, said="it was enough", reached=0.9)
    assert WholeRecallTest(stop_rules("recall 0.9")).look(500, [reached, reached]).endswith("it was enough")
    assert not WholeRecallTest(stop_rules("recall 0.9")).look(500, [reached, replace(reached, reached=0.0)])


def test_samples_of_shards_err_no_more_often_than_the_level() -> None:
    """Urns that hold just too much, divided unevenly: as many tests pass as may."""
    passed, rounds, level = 0, 400, 0.2
    for seed in range(rounds):
        rng = Random(seed)
        links, good = 300, 12
        on_topic = set(rng.sample(range(links), good))
        parts: Sequence[range] = (range(20), range(20, 100), range(100, links))
        came = drawn = 0
        for number, part in enumerate(parts):
            shard = RecallTest(0.9, 0.95, f"{seed}:{number}")
            shard.draw(1, 0.3, part, links)
            draws = shard.draws()
            drawn, came = drawn + len(draws), came + len(on_topic.intersection(draws))
        passed += p_value(links, good, drawn, came) <= level
    assert passed / rounds <= level + 0.05


def test_links_that_were_drawn_get_pages_before_the_best_and_shards_have_turns() -> None:
    def report(best: tuple[float, ...], draws: int) -> ShardReport:
        share = RecallShare(1, None, draws, 0)
        return ShardReport(0, 0, 0, 0, 9, 1, best, is_done=False, recall=share)

    assert shares([report((0.9,) * 4, 0), report((0.1,), 3), report((), 3)], 5) == [0, 3, 2]


def test_a_shard_draws_and_leaves_all_else_to_the_coordinator() -> None:
    own = of_shard(settings(3, stop_when="recall 0.8 confidence 0.9 or harvest 0.02"))
    assert stop_rules(own.stop_when) == stop_rules("recall 0.8 confidence 0.9")
    assert of_shard(settings(3, stop_when="harvest 0.02")).stop_when == ""
    assert Coordinator(0, 8, "harvest 0.02").order is None


def crawl(folder: Path, wanted: int = 0, stop_when: str = RULE, shards: int = 3) -> ShardedCrawl:
    given = settings(shards, wanted, stop_when=stop_when, concurrency=6)
    with Gatherer.begin(folder, TOPIC, given) as whole:
        run = ShardedCrawl(folder, given)
        run.run()
        whole.gather()
    return run


def stopped_in_a_test(folder: Path) -> list[dict[str, Any]]:
    """What the shards keep of it."""
    given = settings(3, 0, stop_when=RULE, concurrency=6)
    with Gatherer.begin(folder, TOPIC, given) as whole:
        run = ShardedCrawl(folder, given)

        def stop(_: int) -> None:
            reports = [report.recall for shard in run.shards if (report := shard.report())]
            if any(share and share.sample and share.sample.came for share in reports):
                run.stop()

        run.run(stop)
        whole.gather()
    states = recall_states(folder)
    assert all(state["sample"] and not state["sample"]["is_over"] for state in states)
    return states


def test_a_test_that_was_stopped_goes_on_with_the_links_that_were_drawn(tmp_path: Path) -> None:
    before = [state["sample"] for state in stopped_in_a_test(tmp_path / "c")]
    run = crawl(tmp_path / "c")
    assert run.why.startswith("at least 0.5")
    after = [state["sample"] for state in recall_states(tmp_path / "c")]
    kept = ("known", "urn", "size", "share")
    assert [[sample[key] for key in kept] for sample in after] == [[sample[key] for key in kept] for sample in before]
    all_came(after)


def test_dealt_anew_a_test_is_given_up_and_still_counted(tmp_path: Path) -> None:
    stopped_in_a_test(tmp_path / "c")
    deal(tmp_path / "c", 2)
    states = [state_of(tmp_path / "c" / "shards" / str(number))["recall"] for number in range(2)]
    assert [(state["tests"], state["sample"]) for state in states] == [(1, None), (1, None)]
    deal(tmp_path / "c", 1)
    assert state_of(tmp_path / "c")["recall"]["tests"] == 1


def test_the_lab_stops_shards_by_the_same_rule() -> None:
    run = RunPart(("ops",), 2000, 1, stop_when=RULE, shards=3)
    experiment = Experiment(WebPart(LAB_WEB), TopicPart(relevance="tag-vsm"), run)
    with ExperimentRunner(experiment) as runner:
        came = LabCrawl(experiment, runner.judge, runner.cache, runner.starts()[0], "ops").run(100)
    assert 100 <= came.pages < 400


def test_pages_that_others_told_of_are_not_what_waits(tmp_path: Path) -> None:
    crawl(tmp_path / "c", 450, stop_when="", shards=2)
    status = CrawlFolder(tmp_path / "c").status()
    assert status.coverage is not None
    assert status.coverage.waiting == status.waiting > 0


def all_came(samples: Sequence[dict[str, Any]]) -> None:
    """But for the few draws that redirect to other shards: the test goes on without these."""
    for sample in samples:
        assert 0.9 * sample["size"] <= sample["came"] <= sample["size"]


def recall_states(folder: Path) -> list[dict[str, Any]]:
    return [state_of(folder / "shards" / str(number))["recall"] for number in range(3)]


def test_a_test_over_all_shards_ends_the_crawl_and_is_remembered(tmp_path: Path) -> None:
    run = crawl(tmp_path / "c")
    assert run.why.startswith("at least 0.5 of what the known links lead to is found, with confidence 0.6")
    status = CrawlFolder(tmp_path / "c").status()
    assert status.waiting > 0
    states = recall_states(tmp_path / "c")
    samples = [state["sample"] for state in states]
    assert [state["reached"] for state in states] == [0.5] * 3
    assert all(sample["is_over"] for sample in samples)
    all_came(samples)
    came, urn = (sum(sample[key] for sample in samples) for key in ("came", "urn"))
    assert f" {came:,} links drawn at random from {urn:,} brought a page" in run.why
    again = crawl(tmp_path / "c")
    assert again.why == run.why
    assert CrawlFolder(tmp_path / "c").status().pages == status.pages
