"""Where the topic lies, and what anchors mean beside it, worked by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.links.shown_pages import Written

from honeyguide.links import directions as directions_module
from honeyguide.links.anchor_vectors import BESIDES, AnchorVectors, Compared, Titles
from honeyguide.links.directions import MOST_TITLES, Directions
from honeyguide.relevance.page_features import PageFeatures, features_of

X, Y, Z, W = np.eye(4, dtype=np.float32)
ENCODER = Written({"x": tuple(X), "y": tuple(Y), "z": tuple(Z), "xy": tuple(X + Y), "雨": tuple(X)})
USUAL = 64
"""Texts about anything, which mean nothing to this encoder."""


def page(lead: str, title: str) -> PageFeatures:
    return features_of(lead, title, {}, ENCODER)


def meaning(directions: Directions, *anchors: str) -> list[float]:
    found: list[float] = directions.anchors.meaning[directions.numbers(list(anchors))].tolist()
    return found


def titles(directions: Directions, *anchors: str) -> list[float]:
    found: list[float] = directions.anchors.titles[directions.numbers(list(anchors))].tolist()
    return found


def test_the_mean_of_all_is_taken_away() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    directions.see(page("xy", "y"))
    # The middle of titles is y/65; the topic x less (x + y)/√2/65, to length 1.
    topic = X - (X + Y) / np.sqrt(2) / (USUAL + 1)
    topic /= np.linalg.norm(topic)
    for anchor, vector in (("x", X), ("y", Y), ("z", Z), ("雨", X)):
        away = vector - Y / (USUAL + 1)
        assert meaning(directions, anchor) == pytest.approx([away @ topic / np.linalg.norm(away)], abs=1e-5)


def test_a_page_on_topic_counts_by_its_weight_and_can_be_taken_back() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    directions.see(page("y", "y"))
    before = meaning(directions, "xy", "z")
    for weight in (0.5, 1.0):
        directions.weigh(0, weight)
        directions.renew(np.arange(2), all_titles=True)
        topic = X + weight * Y - (1 + weight) / (USUAL + 1) * Y
        away = (X + Y) / np.sqrt(2) - Y / (USUAL + 1)
        told = directions.anchors.meaning[0]
        assert told == pytest.approx(away @ topic / np.linalg.norm(topic) / np.linalg.norm(away), abs=1e-5)
    directions.weigh(0, 0.0)
    directions.renew(np.arange(2), all_titles=True)
    assert meaning(directions, "xy", "z") == pytest.approx(before, abs=1e-6)


def test_new_titles_are_compared_in_between_and_all_of_them_from_time_to_time() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    assert titles(directions, "x", "z") == pytest.approx([1 / 3, 0.0], abs=1e-6)
    directions.see(page("x", "x"))
    directions.weigh(0, 0.4)
    directions.renew(np.arange(2), all_titles=False)
    in_between = titles(directions, "x", "z")
    assert in_between == pytest.approx([2 / 3, 0.0], abs=1e-3)
    assert titles(directions, "xy") == pytest.approx([2 * 0.5**0.5 / 3], abs=0.01)  # compared with all that there are
    directions.renew(np.arange(3), all_titles=False)  # none is new any more
    assert titles(directions, "x", "z") == in_between
    directions.renew(np.arange(2), all_titles=True)
    assert titles(directions, "x", "z") == pytest.approx(in_between, abs=1e-3)
    directions.weigh(0, 0.0)
    directions.renew(np.arange(2), all_titles=True)
    assert titles(directions, "x", "z") == pytest.approx([1 / 3, 0.0], abs=1e-3)


def test_the_newest_titles_count_and_those_of_examples_stay() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    for number in range(MOST_TITLES + 10):
        directions.see(page("y", "y"))
        directions.weigh(number, 0.5)
    kept = list(directions._titles_on_topic)
    assert len(kept) == MOST_TITLES
    assert kept[:2] == [-1, 11]
    many = Directions(ENCODER)
    for _ in range(MOST_TITLES + 5):
        many.add_example(page("x", "x"))
    many.see(page("y", "y"))
    many.weigh(0, 0.5)
    assert len(many._titles_on_topic) == MOST_TITLES


def test_a_page_without_vectors_of_this_encoder_is_passed_over() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    directions.see(features_of("y", "y", {}, None))
    directions.weigh(0, 0.5)
    assert directions._seen == USUAL
    assert meaning(directions, "x", "y") == pytest.approx([1.0, 0.0], abs=1e-6)


def test_an_anchor_is_encoded_once_and_one_beyond_the_most_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Asked(Written):
        def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
            asked.extend(texts)
            return super().encode(texts)

    monkeypatch.setattr("honeyguide.links.anchor_vectors.MOST", 2)
    anchors = AnchorVectors(Asked(ENCODER.means))
    none = Titles(np.zeros(0, np.int32), np.zeros((BESIDES, 4), np.float32), np.zeros(0, np.float32))
    first = anchors.add(["x", "y", "x"], Compared(0 * X, X, -X, none))
    assert first.tolist() == [0, 1, 0]
    assert anchors.add(["y", "z", "xy"], Compared(0 * X, X, -X, none)).tolist() == [1, 2, 3]
    assert asked == ["x", "y", "z", "xy"]
    anchors.renew(np.arange(4), Compared(0 * X, Y, 2 * Y, none), from_nothing=True)
    assert anchors.meaning[:4].tolist() == pytest.approx([0.0, 1.0, 0.0, 0.5**0.5], abs=1e-6)
    assert anchors.learned[:4].tolist() == pytest.approx([0.0, 2.0, 0.0, -(0.5**0.5)], abs=1e-6)


def test_more_anchors_than_there_was_room_for() -> None:
    directions = Directions(ENCODER)
    directions.add_example(page("x", "x"))
    numbers = directions.numbers([f"nobody knows {number}" for number in range(3_000)] + ["x"])
    assert numbers[-1] == 3_000
    assert meaning(directions, "x") == pytest.approx([1.0])
    directions.renew(numbers, all_titles=True)
    assert titles(directions, "x", "nobody knows 7") == pytest.approx([1 / 3, 0.0])


def taught(title: str, *anchors: str) -> list[float]:
    """From one relevant page with this title, to which the last of these anchors led."""
    directions = Directions(ENCODER)
    numbers = directions.numbers(list(anchors)).tolist()
    directions.see(page("", title), numbers[-1] if anchors else -1)
    directions.learn(np.array([0.9], np.float32), 0.5)
    found: list[float] = directions._learned.tolist()
    return found


def learned(directions: Directions, *anchors: str) -> list[float]:
    numbers = directions.numbers(list(anchors))
    directions.renew(numbers, all_titles=True)
    found: list[float] = directions.anchors.learned[numbers].tolist()
    return found


def away(vector: NDArray[np.float32], middle: NDArray[np.float32]) -> NDArray[np.float32]:
    rest = vector - middle
    return rest / np.linalg.norm(rest)


def test_what_titles_of_relevant_pages_mean_is_learnt() -> None:
    directions = Directions(ENCODER)
    directions.see(page("", "x"))
    directions.see(page("", "y"))
    directions.learn(np.array([0.9, 0.1], np.float32), 0.5)
    middle = (X + Y) / np.float32(USUAL + 2)
    rows = np.array([away(X, middle), away(Y, middle)])
    # (R Rᵀ + 2 (1 + 2 · 0.03) I)⁻¹ (0.4, -0.4)
    weights = rows.T @ np.linalg.solve(rows @ rows.T + 2.12 * np.eye(2), [0.4, -0.4])
    for anchor, vector in (("x", X), ("y", Y), ("z", Z)):
        assert learned(directions, anchor) == pytest.approx([away(vector, middle) @ weights], abs=0.005)
    assert learned(directions, "x")[0] == pytest.approx(0.13, abs=0.01)
    assert learned(directions, "y")[0] == pytest.approx(-0.13, abs=0.01)


def test_what_is_learnt_of_many_titles_alike_and_of_an_anchor_worked_by_hand() -> None:
    directions = Directions(ENCODER)
    (number,) = directions.numbers(["y"]).tolist()
    for title, anchor in (("x", -1), ("z", number)):
        for _ in range(USUAL):
            directions.see(page("", title), anchor)
    directions.learn(np.repeat(np.array([0.5, 0.9], np.float32), USUAL), 0.5)
    middle = (X + Z) / np.float32(3)
    rows = np.repeat([away(vector, middle) for vector in (X, Z, Y)], USUAL, axis=0)
    penalty = 2 * (1 + 0.03 * 2 * USUAL)  # of pages, though anchors are rows as well
    values = np.repeat([0.0, 0.4, 0.4], USUAL)
    weights = rows.T @ np.linalg.solve(rows @ rows.T + penalty * np.eye(len(rows)), values)
    for anchor, vector in (("x", X), ("y", Y), ("z", Z)):
        assert learned(directions, anchor) == pytest.approx([away(vector, middle) @ weights], abs=0.0005)


def test_an_anchor_that_led_to_a_relevant_page_teaches_whatever_its_title_says() -> None:
    directions = Directions(ENCODER)
    first, second = directions.numbers(["x", "y"]).tolist()
    directions.see(page("", "z"), first)
    directions.see(page("", "z"), second)
    directions.see(page("", "z"))  # a seed: no anchor led to it
    directions.learn(np.array([0.9, 0.1, 0.5], np.float32), 0.5)
    to_x, to_y = learned(directions, "x", "y")
    assert to_x > 0.1 > -0.1 > to_y


def test_what_says_nothing_teaches_nothing() -> None:
    directions = Directions(ENCODER)
    (nothing,) = directions.numbers(["?"]).tolist()
    directions.see(features_of("y", "y", {}, None))  # of another encoder
    directions.learn(np.array([0.9], np.float32), 0.5)
    assert not directions._learned.any()
    directions.see(page("x", "?"), nothing)
    directions.learn(np.array([0.9, 0.9], np.float32), 0.5)
    assert not directions._learned.any()


def test_an_anchor_that_says_nothing_takes_nothing_from_what_the_title_teaches() -> None:
    assert any(taught("x"))
    assert taught("x", "?") == taught("x")


def test_an_anchor_beyond_the_most_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert taught("x", "y") != taught("x")
    for module in ("anchor_vectors", "directions"):
        monkeypatch.setattr(f"honeyguide.links.{module}.MOST", 1)
    assert taught("x", *(f"nobody knows {number}" for number in range(3_000)), "y") == taught("x")


def test_of_many_pages_some_teach_evenly_over_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directions_module, "MOST_LEARNT", 3)
    directions, few = Directions(ENCODER), Directions(ENCODER)
    titles = ["x", "y", "z", "y", "xy"]
    for title in titles:
        directions.see(page("", title))
    relevance = np.array([0.9, 0.1, 0.5, 0.1, 0.7], np.float32)
    directions.learn(relevance, 0.4)
    for title in titles[::2]:
        few.see(page("", title))
    few._titles = directions._titles  # the same middle
    few._seen = directions._seen
    few.learn(relevance[::2], 0.4)
    assert directions._learned == pytest.approx(few._learned)
