from __future__ import annotations

from math import log

import msgspec
import pytest
from tests.lab.conftest import SmallWeb

from honeyguide.errors import BadInput
from honeyguide.lab.experiment import TopicPart, WebPart
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.lab.starts import Background, draw_examples
from honeyguide.model import Document


def test_keywords_are_what_sets_the_examples_apart() -> None:
    common = Background([Document("", ("the", each)) for each in ("rain", "sun", "moon")])
    keywords = common.keywords([["the", "rain", "rain", "flood"], ["the", "rain"]])
    # IDF is log(4/(1 + pages with it)): rain log 2, flood log 4, the log 1 = 0.
    # rain: (1 + log 2) log 2 + log 2 = 1.867; flood: log 4 = 1.386, 0.7426 of it.
    assert (1 + log(2)) * log(2) + log(2) == pytest.approx(1.8667, abs=1e-4)
    assert keywords == {"rain": 1.0, "flood": 0.7426}


def test_no_more_than_twenty_keywords_are_taken() -> None:
    common = Background([Document("", ("x",))])
    assert len(common.keywords([[f"word{number}" for number in range(50)]])) == 20


def test_every_repeat_draws_other_examples_and_always_the_same(small_web: SmallWeb) -> None:
    experiment = small_web.experiment(examples=3)
    pages = [f"http://h.test/{number}" for number in range(100)]
    drawn = [draw_examples(pages, experiment, repeat) for repeat in range(5)]
    assert len(set(drawn)) == 5
    assert all(len(set(each)) == 3 for each in drawn)
    assert drawn == [draw_examples(pages, experiment, repeat) for repeat in range(5)]


def test_fewer_on_topic_pages_than_examples_are_refused(small_web: SmallWeb) -> None:
    with pytest.raises(BadInput, match="asks for 3 examples, but only 2 pages are on topic"):
        draw_examples(["http://h.test/1", "http://h.test/2"], small_web.experiment(examples=3), 0)


def test_excluded_pages_show_nothing_of_how_common_a_word_is(small_web: SmallWeb) -> None:
    pages = {"s": "a", "a": "", "b": ""}
    small_web.write(pages, "s a")
    learned = msgspec.structs.replace(
        small_web.experiment(examples=2),
        web=WebPart("folder:pages", "labels.tsv", ("*/x*",)),
        topic=TopicPart("birds", examples=2, relevance="tag-vsm"),
    )
    with ExperimentRunner(learned) as without:
        (alone,) = without.starts()
    for n in range(20):
        (small_web.folder / "pages" / "h.test" / f"x{n}.html").write_text(
            "<p>a nest, and no other word of the birds</p>"
        )
    with ExperimentRunner(learned) as beside:
        (start,) = beside.starts()
    assert start.topic.keywords == alone.topic.keywords


def test_the_judge_is_given_keywords_beside_examples_only_where_an_experiment_has_some(small_web: SmallWeb) -> None:
    """Those that the lab draws from the examples say nothing that these do not."""
    small_web.write({"s": "a", "a": "", "b": ""}, "s a")
    taught = {}
    for given in ({}, {"nest": 0.7}):
        topic = TopicPart("birds", examples=2, relevance="judge", keywords=given)
        with ExperimentRunner(msgspec.structs.replace(small_web.experiment(), topic=topic)) as runner:
            (start,) = runner.starts()
        assert start.topic.keywords
        assert start.topic.model
        taught[len(given)] = start.topic.model.keywords
    assert taught == {0: {}, 1: {"nest": 0.7}}
