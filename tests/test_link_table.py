from random import Random

import numpy as np

from honeyguide.link_table import LinkTable, url_hash


def test_numbers_links_and_hosts_in_order_of_discovery() -> None:
    book = LinkTable()
    first = book.add("http://a.example/", "a.example", 0, -1)
    second = book.add("http://b.example/", "b.example", 1, first.id)
    assert (first.id, first.host, second.id, second.host) == (0, 0, 1, 1)
    assert book.host_names == ["a.example", "b.example"]
    assert [link.url for link in book.new_links] == ["http://a.example/", "http://b.example/"]


def test_a_known_url_keeps_its_number_host_and_depth() -> None:
    book = LinkTable()
    book.add("http://a.example/x", "a.example", 2, 0)
    again = book.add("http://a.example/x", "a.example", 7, 5)
    assert (again.id, again.depth) == (0, 2)
    assert len(book) == 1
    assert len(book.new_links) == 1


def test_finds_without_entering() -> None:
    book = LinkTable()
    assert book.find("http://a.example/") is None
    book.add("http://a.example/", "a.example", 0, -1)
    assert book.find("http://a.example/") == 0
    assert len(book) == 1


def test_equals_a_dictionary_over_many_urls_and_after_loading() -> None:
    rng, book = Random(1), LinkTable()
    model: dict[str, int] = {}
    for _ in range(20_000):
        url = f"http://h{rng.randrange(40)}.example/{rng.randrange(9_000)}"
        number = book.add(url, url.split("/")[2], 1, 0).id
        assert number == model.setdefault(url, len(model))
    assert len(book) == len(model)

    loaded = LinkTable()
    loaded.load(
        enumerate(book.host_names),
        ((url_hash(link.url), link.host, link.depth, link.parent) for link in book.new_links),
    )
    assert all(loaded.find(url) == number for url, number in model.items())
    ids = np.arange(len(model))
    assert (loaded.hosts_of(ids) == book.hosts_of(ids)).all()
    assert [loaded.parent(number) for number in ids.tolist()] == [link.parent for link in book.new_links]
    assert loaded.add("http://new.example/", "new.example", 3, 1).id == len(model)
    assert loaded.new_hosts == [(40, "new.example")]
