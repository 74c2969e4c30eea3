"""Directories of URLs, and the best links of a page."""

import pytest
from tests.strategies.sites import Sites

from honeyguide.strategies.frontier import Frontier
from honeyguide.strategies.walkers import best_links, path_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/news/1.html", "http://a.example/news/2.html"),
        ("http://a.example/news/", "http://a.example/news/1.html"),
        ("http://a.example/", "http://a.example/about"),
        ("http://a.example/day?back=/news/", "http://a.example/month"),
        ("http://例.example/天气/1", "http://例.example/天气/2"),
    ],
)
def test_pages_of_one_directory_are_on_one_path(one: str, other: str) -> None:
    assert path_of(one) == path_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://a.example/news/1.html", "http://b.example/news/1.html"),
        ("http://a.example/news/1.html", "http://a.example/news/old/1.html"),
        ("http://a.example/news", "http://a.example/news/"),
    ],
)
def test_another_host_or_directory_is_another_path(one: str, other: str) -> None:
    assert path_of(one) != path_of(other)


def test_a_path_is_the_same_number_in_every_run() -> None:
    assert path_of("http://a.example/1/2") == 1953416675


def test_the_best_links_that_wait_come_first_and_what_scores_too_little_not_at_all() -> None:
    web = Sites(
        {0: "a/1", 1: "a/1", 2: "b/1", 3: "c/1", 4: "d/1", 5: "e/1"}, {0: {1: 0.2, 2: 0.5, 3: 0.1, 4: 0.5, 5: 0.9}}
    )
    queue = Frontier()
    queue.add([1, 2, 3, 4, 5], [0] * 5, [0.2, 0.5, 0.1, 0.5, 0.9])
    queue.remove(5)
    links, paths = best_links(web.page(0), 9, 0.1, queue)
    assert links == [2, 4, 1]
    assert paths == [path_of(web.link(number).url) for number in (2, 4, 1)]
    assert best_links(web.page(0), 2, 0.1, queue)[0] == [2, 4]
