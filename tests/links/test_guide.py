"""The six numbers of the guide, worked by hand; and what pages that are judged anew change."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from tests.links.shown_pages import NONE, TOPIC, Written, link, only, show

from honeyguide.links import guide
from honeyguide.links.guide import MOST_EDGES, Edges, Guide, Parameters
from honeyguide.model import ExamplePage, Model, Topic
from honeyguide.relevance.page_features import features_of, pack

WORDS = ["rain", "flood", "rose", "piano", "暴雨", "洪水", "花园"]
STORMS = Written({"storm": (1.0, 0.0, 0.0, 0.0), "rose": (0.0, 1.0, 0.0, 0.0)})


@pytest.fixture
def every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """All links are scored anew after every page."""
    monkeypatch.setattr(guide, "LEAST", 1)
    monkeypatch.setattr(guide, "GROWTH", 0.0)


def held(*targets: int, path: str = "p", near: str = "", anchor: str = "") -> list[tuple[int, str, str, str]]:
    return [(target, anchor, near, path) for target in targets]


def crawl(model: Guide, seed: int, scores: list[float], encoded: bool = False) -> None:
    rng = Random(seed)
    for number, score in enumerate(scores):
        outs = [
            (rng.randrange(40), rng.choice(WORDS), " ".join(rng.sample(WORDS, 2)), f"p{rng.randrange(2)}")
            for _ in range(rng.randrange(6))
        ]
        title = rng.choice(WORDS)
        features = features_of(title, title, {title: 1}, model._encoder) if encoded else None
        show(model, number, score, outs, title, pack(features) if features else b"")
        model.refresh()


def test_edges_of_a_link_are_found_from_the_newest_back() -> None:
    edges = Edges()
    # Link 0 stands on page 0, twice on page 1, and on page 2; link 1 on page 1.
    for page, before in ((0, -1), (1, 0), (1, 1), (1, -1), (2, 2)):
        edges.page.append(page)
        edges.before.append(before)
    places, found, first = edges.of(np.array([4, -1, 3]))
    assert list(zip(places.tolist(), found.tolist(), first.tolist(), strict=True)) == [
        (0, 4, True),
        (2, 3, True),
        (0, 2, True),
        (0, 1, False),
        (0, 0, True),
    ]
    assert [len(each) for each in edges.of(np.array([], np.int64))] == [0, 0, 0]
    assert [len(each) for each in edges.of(np.array([-1]))] == [0, 0, 0]


def test_of_a_link_that_stands_everywhere_the_newest_edges_are_looked_at() -> None:
    model = only("holders")
    for number in range(40):
        show(model, number, 1.0 if number < 40 - MOST_EDGES else 0.0, held(99))
    _, found, _ = model.edges.of(np.array([39]))
    assert found.tolist() == list(range(39, 39 - MOST_EDGES, -1))
    usual = (40 - MOST_EDGES) / 40
    assert model.score_of(99) == pytest.approx(2 * usual / (MOST_EDGES + 2))
    show(model, 99, 1.0)
    assert list(model._tried[:40]) == [1.0] * 40  # what became of it, all of them hear


def test_the_holders_share_is_shrunk_to_that_of_the_crawl(every_page: None) -> None:
    model = only("holders")
    (first,) = show(model, 0, 0.8, held(10))
    assert first.score == pytest.approx((0.8 + 2 * 0.8) / 3)
    show(model, 1, 0.2, held(10, 10))  # twice on one page counts once
    assert model.score_of(10) == pytest.approx((0.8 + 0.2 + 2 * 0.5) / 4)
    (other,) = show(model, 2, 0.2, held(11))
    assert other.score == pytest.approx((0.2 + 2 * 0.4) / 3)
    assert model.score_of(10) == pytest.approx(0.5)
    model.refresh()
    assert model.score_of(10) == pytest.approx((0.8 + 0.2 + 2 * 0.4) / 4)
    assert model.score_of(12) == 0.0  # nobody holds it


def test_what_became_of_the_block_is_shrunk_to_the_page_and_that_to_the_crawl(every_page: None) -> None:
    model = only("block")
    outs = [*held(1, 2, path="a"), *held(3, path="b")]
    # Nothing was tried: the crawl's (0.6 + 2 · 0.3) / 3.
    assert [each.score for each in show(model, 0, 0.6, outs)] == pytest.approx([0.4, 0.4, 0.4])
    show(model, 1, 1.0)
    model.refresh()
    crawl = (1.6 + 2 * 0.3) / 4
    page = (1.0 + 2 * crawl) / 3
    assert model.score_of(2) == pytest.approx((1.0 + 2 * page) / 3)
    assert model.score_of(3) == pytest.approx(page)
    show(model, 3, 0.0, held(2, path="c"))  # another page holds it, of whose links none was tried
    model.refresh()
    crawl = (1.6 + 2 * 0.3) / 5
    page = (1.0 + 2 * crawl) / 4
    assert model.score_of(2) == pytest.approx(max((1.0 + 2 * page) / 3, crawl))
    assert model.score_of(1) != pytest.approx(model.score_of(2))  # fetched: no longer scored


def test_a_link_to_a_page_that_was_fetched_counts_at_once(every_page: None) -> None:
    model = only("block")
    show(model, 0, 0.9)
    crawl = (0.9 + 0.1 + 0.6) / 4
    page = (0.9 + 2 * crawl) / 3
    assert [each.score for each in show(model, 1, 0.1, held(0, 5))] == pytest.approx([(0.9 + 2 * page) / 3] * 2)


def test_the_words_around_a_link_are_the_best_of_those_on_all_pages() -> None:
    model = only("around")
    # 1 + ln 10 and 1 + ln 5 for the weights 1 and 0.5, divided by their length: 0.784636 and 0.619951.
    (rain,) = show(model, 0, 0.0, held(9, near="rain"))
    assert rain.score == pytest.approx(0.784636, abs=1e-5)
    (both,) = show(model, 1, 0.0, held(9, near="Rain and flood"))
    assert both.score == pytest.approx((0.784636 + 0.619951) / 2**0.5, abs=1e-5)
    (still,) = show(model, 2, 0.0, held(9, near="piano"))
    assert still.score == both.score
    (half,) = show(model, 3, 0.0, held(8, near="rain piano"))
    assert half.score == pytest.approx(0.784636 / 2**0.5, abs=1e-5)


def test_the_words_around_a_link_may_be_chinese() -> None:
    model = only("around", Topic("雨", {"暴雨": 1.0}))
    near, far = show(model, 0, 0.0, [*held(1, near="暴雨"), *held(2, near="花园")])
    assert [near.score, far.score] == pytest.approx([1.0, 0.0])


def test_without_an_encoder_anchors_are_compared_by_their_words() -> None:
    model = only("meaning")
    assert "no encoder" in model.degraded_reason
    found = show(model, 0, 0.0, [*held(1, anchor="flood"), *held(2, anchor="piano"), *held(1, anchor="rain")])
    assert [each.score for each in found] == pytest.approx([0.784636, 0.0], abs=1e-5)


def test_an_anchor_is_as_good_as_the_three_titles_most_like_it() -> None:
    means = {
        "a": (1.0, 0.0, 0.0, 0.0),
        "b": (0.8, 0.6, 0.0, 0.0),
        "c": (0.6, 0.0, 0.8, 0.0),
        "d": (0.0, 0.0, 0.0, 1.0),
    }
    pages = tuple(ExamplePage(f"{name}. ", {name: 1}) for name in "abcd")
    topic = Topic("t", {"a": 1.0}, model=Model("judge", ("a",), (1.0,), pages=pages))
    model = only("titles", topic, Written(means))
    found = show(model, 0, 0.0, [*held(1, anchor="a"), *held(2, anchor="d"), *held(3, anchor="?")])
    # Nothing is taken away from vectors: neither the texts about anything nor the title mean anything here.
    assert [each.score for each in found] == pytest.approx([(1 + 0.8 + 0.6) / 3, 1 / 3, 0.0], abs=0.005)


def test_the_meaning_of_an_anchor_is_its_likeness_with_the_middle_of_the_examples() -> None:
    means = {"a. ": (1.0, 0.0, 0.0, 0.0), "b. ": (0.0, 1.0, 0.0, 0.0), "ab": (1.0, 1.0, 0.0, 0.0)}
    pages = tuple(ExamplePage(f"{name}. ", {name: 1}) for name in "ab")
    topic = Topic("t", {"a": 1.0}, model=Model("judge", ("a",), (1.0,), pages=pages))
    model = only("meaning", topic, Written(means))
    found = show(model, 0, 0.0, [*held(1, anchor="ab"), *held(2, anchor="a. "), *held(3, anchor="else")])
    assert [each.score for each in found] == pytest.approx([1.0, 0.5**0.5, 0.0], abs=0.005)


def test_what_titles_and_anchors_of_relevant_pages_mean_is_learnt() -> None:
    encoder = Written({"storm": (1.0, 0.0, 0.0, 0.0), "rose": (0.0, 1.0, 0.0, 0.0), "page": (0.0, 0.0, 1.0, 0.0)})
    model = only("learned", TOPIC, encoder)

    def come(number: int, relevance: float, title: str, *outs: tuple[int, str, str, str]) -> dict[int, float]:
        features = pack(features_of(title, title, {title: 1}, encoder))
        found = {each.link.id: each.score for each in show(model, number, relevance, outs, title, features)}
        model.renew()  # anchors that were known are compared again then
        return {number: model.score_of(number) for number in found}

    # Nothing is known of either yet.
    assert set(come(0, 0.3, "page", *held(1, anchor="storm"), *held(2, anchor="rose")).values()) == {0.0}
    come(1, 0.9, "page")  # the anchor taught it: title and text say nothing of storms
    come(2, 0.0, "page")
    found = come(3, 0.3, "page", *held(4, anchor="storm"), *held(5, anchor="rose"))
    assert found[4] > 0.1
    assert found[5] == 0.0  # less than usual
    assert model.explain(4) == pytest.approx(dict.fromkeys(Parameters.WEIGHTS, 0.0) | {"learned": found[4]})


def show_storm_and_rose(model: Guide, number: int, *outs: tuple[int, str, str, str]) -> None:
    """The first of these two pages is relevant."""
    for at, title in enumerate(("storm", "rose"), number):
        features = pack(features_of(title, title, {title: 1}, STORMS))
        show(model, at, float(title == "storm"), outs, title, features)


def test_what_is_learnt_counts_for_the_links_of_the_next_page() -> None:
    model = only("learned", TOPIC, STORMS)
    show_storm_and_rose(model, 0)
    near, far = show(model, 2, 0.3, [*held(4, anchor="storm"), *held(5, anchor="rose")])
    assert near.score > 0.05
    assert far.score == 0.0


def test_an_anchor_that_led_to_what_is_less_relevant_than_usual_takes_from_what_else_speaks_for_a_link() -> None:
    model = Guide(Parameters(**{**NONE, "learned": 0.5, "holders": 0.5}), TOPIC, STORMS)
    show_storm_and_rose(model, 0)
    near, far = show(model, 2, 0.6, [*held(4, anchor="storm"), *held(5, anchor="rose")])
    assert near.score > far.score > 0.0
    assert model.explain(4)["learned"] > 0 > model.explain(5)["learned"]


def note_lessons(model: Guide, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float]]:
    """Of how many pages it learns from now on, and how relevant pages usually are then."""
    lessons: list[tuple[int, float]] = []
    assert model.directions is not None
    monkeypatch.setattr(model.directions, "learn", lambda pages, usual: lessons.append((len(pages), usual)))
    return lessons


def test_it_is_learnt_anew_when_the_crawl_has_grown_by_a_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    model = only("learned", TOPIC, STORMS)
    lessons = note_lessons(model, monkeypatch)
    for number in range(200):
        show(model, number, 0.3)
    pages = [count for count, _ in lessons]
    assert pages[:12] == [*range(1, 11), 11, 13]
    assert all(10 * (after - before) >= before for before, after in pairwise(pages))


def test_what_lessons_take_as_usual_is_drawn_to_what_it_was_before_any_page_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = only("learned", TOPIC, STORMS)
    lessons = note_lessons(model, monkeypatch)
    for number in range(8):
        show(model, number, 0.9)
    _, usual = lessons[-1]
    assert usual == pytest.approx((8 * 0.9 + 2 * 0.3) / 10)


def test_links_learn_anew_when_pages_are_judged_anew() -> None:
    model = only("learned", TOPIC, STORMS)
    for number in (0, 2):
        show_storm_and_rose(model, number, *held(8, anchor="storm"), *held(9, anchor="rose"))
    assert model.score_of(8) > 0.1
    assert model.score_of(9) == 0.0
    model.revise(range(4), np.array([0.0, 1.0, 0.0, 1.0], np.float32))
    model.renew()
    assert model.score_of(8) == 0.0
    assert model.score_of(9) > 0.1


@pytest.mark.parametrize("compared", [1, 2])
def test_of_many_links_the_best_have_their_anchors_compared_again(
    compared: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guide, "LEAST_COMPARED", compared)
    monkeypatch.setattr(guide, "AS_MANY", 0)
    encoder = Written({"a. ": (1.0, 0.0, 0.0, 0.0), "b": (0.0, 1.0, 0.0, 0.0)})
    topic = Topic("t", {"a": 1.0}, model=Model("judge", ("a",), (1.0,), pages=(ExamplePage("a. ", {"a": 1}),)))
    model = only("meaning", topic, encoder)
    show(model, 0, 0.0, [*held(1, anchor="a. "), *held(2, anchor="b")])
    assert [model.score_of(1), model.score_of(2)] == pytest.approx([1.0, 0.0], abs=0.005)
    show(model, 3, 0.9, title="b", features=pack(features_of("b", "b", {"b": 1}, encoder)))
    model.renew()
    assert 0.8 < model.score_of(1) < 0.95
    assert (model.score_of(2) > 0.3) == (compared == 2)


def test_the_larger_a_crawl_the_more_anchors_are_compared_again() -> None:
    model = only("meaning", TOPIC, Written({}))
    found = []
    for pages in (0, 1_000, 10_000, 1_000_000):
        model._renewed_at = pages
        found.append(model._compared())
    assert found == [2_000, 2_000, 10_000, 20_000]


@pytest.mark.parametrize("encoded", [False, True])
def test_a_score_is_explained_by_parts_that_add_up(encoded: bool) -> None:
    means = {word: tuple(np.random.default_rng(at).random(4)) for at, word in enumerate(WORDS)}
    model = Guide(Parameters(), TOPIC, Written(means) if encoded else None)
    crawl(model, 1, [number % 10 / 10 for number in range(50)], encoded)
    model.set_prior(3, 0.9)
    for number in range(45):
        parts = model.explain(number)
        assert sum(parts.values()) == pytest.approx(model.score_of(number), abs=1e-6)
        assert all(part >= 0 for name, part in parts.items() if name != "learned")
    assert sum(map(len, map(model.explain, range(40)))) > 40 * 4


def test_a_seed_and_a_redirect_s_target_are_worth_what_they_are_said_to_be(every_page: None) -> None:
    model = only("holders")
    model.set_prior(0)
    assert model.explain(0)["seed"] == 1.0
    show(model, 0, 0.4, held(1))
    model.set_prior(7, model.prior(1))
    assert model.score_of(7) == model.score_of(1) == pytest.approx(0.4)
    show(model, 2, 0.0, held(7))  # less than that it never is
    model.refresh()
    assert model.score_of(7) == pytest.approx(0.4)


def test_pages_that_are_judged_anew_change_holders_and_blocks_as_if_judged_so_at_first(every_page: None) -> None:
    rng = Random(5)
    before, after = ([rng.random() for _ in range(60)] for _ in range(2))
    for name in ("holders", "block"):
        revised, fresh = only(name), only(name)
        crawl(revised, 2, before)
        revised.revise(range(60), np.array(after, np.float32))
        crawl(fresh, 2, after)
        for model in (revised, fresh):
            show(model, 60, 0.5)
            model.refresh()
        waiting = [number for number in range(40) if number >= 60 or model._page_of[number] < 0]
        for number in waiting:
            assert revised.score_of(number) == pytest.approx(fresh.score_of(number), abs=1e-5)
        for column in ("_tried", "_succeeded", "_block_tried", "_block_succeeded"):
            assert list(getattr(revised, column)) == pytest.approx(list(getattr(fresh, column)), abs=1e-4)
        assert revised._total == pytest.approx(fresh._total, abs=1e-4)


@pytest.mark.parametrize(("first", "then"), [(0.9, 0.1), (0.1, 0.9), (0.6, 1.0)])
def test_the_last_page_judged_anew_changes_profile_and_middle_as_if_judged_so_at_first(
    first: float, then: float
) -> None:
    means = {word: tuple(np.random.default_rng(at).random(4)) for at, word in enumerate(WORDS)}
    means |= {f"new {word}": vector for word, vector in means.items()}
    outs = [(50 + at, f"new {word}", word, "p") for at, word in enumerate(WORDS)]
    scores = []
    for judged in (first, then):
        model = Guide(Parameters(), TOPIC, Written(means))
        crawl(model, 3, [0.3, 0.8, 0.2, 0.7, judged], encoded=True)
        if judged == first:
            model.revise([4], np.array([then], np.float32))
        scores.append([each.score for each in show(model, 6, 0.4, outs)])
    assert scores[0] == pytest.approx(scores[1], abs=1e-5)


def test_judging_a_page_that_was_never_shown_changes_nothing() -> None:
    model = only("holders")
    show(model, 0, 0.5, held(1))
    model.revise([1, 77, 0], np.array([0.9, 0.9, 0.25], np.float32))
    show(model, 2, 0.25, held(3))
    assert model.score_of(3) == pytest.approx(0.25)


def test_what_moves_at_the_top_is_what_scoring_all_anew_would_say(monkeypatch: pytest.MonkeyPatch) -> None:
    few, all_of_them = (Guide(Parameters(), TOPIC, None) for _ in range(2))
    scores = [number % 7 / 7 for number in range(18)]
    monkeypatch.setattr(guide, "LEAST", 15)
    crawl(few, 4, scores)
    monkeypatch.setattr(guide, "LEAST", 1)
    monkeypatch.setattr(guide, "GROWTH", 0.0)
    crawl(all_of_them, 4, scores)
    moved = few.moved()  # all at 15 pages, the top at 18
    assert moved is not None
    assert len(moved[0]) > 10
    assert few.moved() is None
    wanted = all_of_them.scores()[moved[0]]
    assert moved[1] == pytest.approx(wanted, abs=1e-6)
    assert [few.score_of(number) for number in moved[0].tolist()] == moved[1].tolist()
    assert all_of_them.moved() is None


def test_vectors_of_another_encoder_are_left_out() -> None:
    means = {"rain": (1.0, 0.0, 0.0, 0.0)}
    model = Guide(Parameters(), TOPIC, Written(means))
    other = Written({"rain": (0.0, 1.0, 0.0, 0.0)})
    other.name, other.dimensions = "other", 4
    show(model, 0, 0.9, held(1, anchor="rain"), "rain", pack(features_of("rain", "rain", {"rain": 2}, other)))
    assert model.directions is not None
    assert model.directions._seen == 64
    show(
        model, 1, 0.9, held(2, anchor="rain"), "rain", pack(features_of("rain", "rain", {"rain": 2}, model._encoder))
    )
    assert model.directions._seen == 65


def test_links_to_itself_and_pages_without_links_are_no_trouble(every_page: None) -> None:
    model = Guide(Parameters(), TOPIC, None)
    assert show(model, 0, 0.7) == []
    (itself,) = show(model, 1, 0.7, held(1, 1))
    assert itself.link == link(1)
    assert model.refresh() is not None
