"""Pheromone, with numbers worked by hand."""

import pytest

from honeyguide.strategies.moaco import LEAST_PHEROMONE, Trails


def test_it_grows_where_it_is_laid_and_evaporates_elsewhere() -> None:
    trails = Trails(evaporation=0.1, most=10)
    assert trails.on(1) == LEAST_PHEROMONE == 0.1
    trails.renew({1: 0.8, 2: 0.5})
    # 0.9 · 0.1 + 0.1 · 0.8 = 0.17; 0.9 · 0.1 + 0.1 · 0.5 = 0.14
    assert trails.on(1) == pytest.approx(0.17)
    assert trails.on(2) == pytest.approx(0.14)
    trails.renew({1: 0.8})
    # 0.9 · 0.17 + 0.08 = 0.233; 0.9 · 0.14 = 0.126
    assert trails.on(1) == pytest.approx(0.233)
    assert trails.on(2) == pytest.approx(0.126)


def test_it_comes_near_to_what_is_laid_again_and_again_and_never_exceeds_it() -> None:
    trails = Trails(0.1, 10)
    for _ in range(200):
        trails.renew({1: 0.8})
    assert trails.on(1) == pytest.approx(0.8)
    assert trails.on(1) <= 0.8


def test_what_evaporated_to_the_least_is_forgotten() -> None:
    trails = Trails(0.5, 10)
    trails.renew({1: 0.5})  # 0.5 · 0.1 + 0.5 · 0.5 = 0.3
    trails.renew({})  # 0.15
    assert trails.strength == {1: pytest.approx(0.15)}
    trails.renew({})  # 0.075
    assert trails.strength == {}
    assert trails.on(1) == LEAST_PHEROMONE


def test_of_too_many_places_the_weakest_are_forgotten() -> None:
    trails = Trails(0.5, most=2)
    trails.renew({1: 0.4, 2: 0.9, 3: 0.6})
    assert set(trails.strength) == {2, 3}
