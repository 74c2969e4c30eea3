from __future__ import annotations

import numpy as np
from tests.lab.conftest import SmallWeb, url

from honeyguide.lab.graph import LinkGraph, link_graph
from honeyguide.lab.pages import PageCache
from honeyguide.progress import silent
from honeyguide.web.offline import cache_folder, open_web


def graph_of(small_web: SmallWeb) -> LinkGraph:
    with PageCache(open_web(f"folder:{small_web.folder / 'pages'}")) as cache:
        graph = link_graph(cache, 1, silent)
    assert graph is not None
    return graph


def targets(graph: LinkGraph, name: str) -> list[str]:
    row = graph.number(url(name))
    found = graph.matrix.indices[graph.matrix.indptr[row] : graph.matrix.indptr[row + 1]]
    return [graph.urls[target] for target in found]


def test_links_lead_to_pages_of_the_web_each_once_and_not_to_themselves(small_web: SmallWeb) -> None:
    graph = graph_of(small_web.write({"a": "b b a nowhere", "b": "a c", "c": ""}, ""))
    assert targets(graph, "a") == [url("b")]
    assert targets(graph, "b") == [url("a"), url("c")]
    assert graph.number(url("nowhere")) == -1


def test_nofollow_links_are_not_followed_and_redirects_are(small_web: SmallWeb) -> None:
    small_web.write({"b": "", "c": ""}, "")
    site = small_web.folder / "pages" / "h.test"
    (site / "index.html").write_text("<title>home</title>")
    (site / "a.html").write_text(
        '<a href="/b.html" rel="nofollow">b</a> <a href="/c.html">c</a> <a href="/index.html">home</a>'
    )
    graph = graph_of(small_web)
    assert set(targets(graph, "a")) == {url("c"), "http://h.test/"}


def test_a_redirect_that_robots_txt_disallows_leads_nowhere(small_web: SmallWeb) -> None:
    small_web.write({"b": "", "c": ""}, "")
    site = small_web.folder / "pages" / "h.test"
    (site / "a.html").write_text('<a href="/b.html?x=1">b</a> <a href="/c.html?x=1">c</a>')
    (site / "robots.txt").write_text("User-agent: *\nDisallow: /c.html?\n")
    assert targets(graph_of(small_web), "a") == [url("b")]


def test_reachable_is_what_links_lead_to_over_allowed_pages(small_web: SmallWeb) -> None:
    graph = graph_of(small_web.write({"a": "b c", "b": "d", "c": "e", "d": "", "e": "a", "f": "a"}, ""))
    everywhere = np.ones(len(graph), np.bool_)

    def reached(allowed: np.typing.NDArray[np.bool_]) -> set[str]:
        return {graph.urls[page] for page in np.flatnonzero(graph.reachable([graph.number(url("a"))], allowed))}

    assert reached(everywhere) == {url(name) for name in "abcde"}
    without = everywhere.copy()
    without[graph.number(url("b"))] = False
    assert reached(without) == {url(name) for name in "ace"}


def test_the_graph_of_a_synthetic_web_is_that_of_its_generator_and_is_kept() -> None:
    web = open_web("synthetic:seed=5,pages=300")
    with PageCache(web) as cache:
        graph = link_graph(cache, 1, silent)
        again = link_graph(cache, 1, silent)
    assert graph is not None
    assert again is not None
    assert np.array_equal(graph.matrix.toarray(), again.matrix.toarray())
    assert [file for file in (cache_folder() / "graphs").iterdir() if web.identity in file.name]
    for at, address in enumerate(graph.urls[:50]):
        links = web.links(address)
        assert links is not None
        found = graph.matrix.indices[graph.matrix.indptr[at] : graph.matrix.indptr[at + 1]]
        assert {graph.urls[page] for page in found} == set(links) - {address}


def test_a_damaged_graph_is_made_again(small_web: SmallWeb) -> None:
    kept = graph_of(small_web.write({"a": "b", "b": "a"}, ""))
    (file,) = (cache_folder() / "graphs").glob(f"{kept.web.identity}-*")
    for spoiled in (b"", file.read_bytes()[:-30], b"PK\x03\x04 and nothing else"):
        file.write_bytes(spoiled)
        assert targets(graph_of(small_web), "a") == [url("b")]
