import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.insight.authority import host_authority, site_ranks
from honeyguide.storage.items import HostGraph


def graph(names: list[str], *edges: tuple[int, int, int]) -> HostGraph:
    table = np.array(edges, np.int64).reshape(-1, 3)
    return HostGraph(names, table[:, 0], table[:, 1], table[:, 2])


def test_the_ranks_of_four_sites_are_those_worked_by_hand() -> None:
    # a → b, c → b, b → d. Nobody cites a and c: 1 each. b = 1 + 0.85 (1 + 1) = 2.7; d = 1 + 0.85 × 2.7 = 3.295.
    cited = graph(["a.example", "b.example", "c.example", "d.example"], (0, 1, 1), (2, 1, 5), (1, 3, 1))
    assert site_ranks(4, *cited[1:]) == pytest.approx([1.0, 2.7, 1.0, 3.295])
    # The best that cites others is b, X = 2.7: d, which nobody has read, stands above it and counts as 1.
    assert host_authority(cited) == {"a.example": 0.0, "b.example": 1.0, "c.example": 0.0, "d.example": 1.0}


def test_authority_is_the_logarithm_of_the_rank() -> None:
    # a → b → c → d: b = 1.85, c = 1 + 0.85 × 1.85 = 2.5725; c is the best that cites others, X = 2.5725.
    chain = graph(["a.example", "b.example", "c.example", "d.example"], (0, 1, 1), (1, 2, 1), (2, 3, 1))
    found = host_authority(chain)
    assert found["b.example"] == pytest.approx(math.log(1.85) / math.log(2.5725))
    assert found["c.example"] == 1.0
    # a → b → a: x = 1 + 0.85 x, so both are 1 / 0.15.
    ring = graph(["a.example", "b.example"], (0, 1, 3), (1, 0, 3))
    assert site_ranks(2, *ring[1:]) == pytest.approx([1 / 0.15] * 2)
    assert host_authority(ring) == {"a.example": 1.0, "b.example": 1.0}


def test_many_links_to_one_site_count_by_their_logarithm() -> None:
    # s cites b with 1 link and c with 7: ln 2 and ln 8 = 3 ln 2, so b has 1/4 of what s gives and c 3/4.
    shared = graph(["s.example", "b.example", "c.example"], (0, 1, 1), (0, 2, 7))
    assert site_ranks(3, *shared[1:]) == pytest.approx([1.0, 1 + 0.85 / 4, 1 + 0.85 * 3 / 4])


def test_hosts_of_one_site_do_not_vouch_for_each_other() -> None:
    farm = [f"blog{number}.farm.example" for number in range(20)]
    links = [(number, 0, 9) for number in range(1, 20)]
    found = host_authority(graph([*farm, "press.example", "reader.example"], *links, (21, 20, 1)))
    assert {found[host] for host in farm} == {0.0}
    assert found["press.example"] == 1.0


def test_hosts_of_one_site_share_what_it_is_worth() -> None:
    found = host_authority(graph(["www.press.example", "sport.press.example", "reader.example"], (2, 0, 1)))
    assert found["www.press.example"] == found["sport.press.example"] == 1.0


def test_what_every_page_links_to_unread_does_not_make_the_others_small() -> None:
    names = [f"site{number}.example" for number in range(30)]
    cited = [(number, (number + 1) % 3, 1) for number in range(3, 30)]
    buttons = [(number, 30, 50) for number in range(30)]
    without, with_buttons = (
        host_authority(graph(names, *cited, (0, 1, 1))),
        host_authority(graph([*names, "share.example"], *cited, (0, 1, 1), *buttons)),
    )
    assert with_buttons["share.example"] == 1.0
    assert max(with_buttons[name] for name in names) == 1.0 == max(without.values())


def test_the_best_site_that_cites_others_is_the_measure_however_little_it_is_cited() -> None:
    # s cites five sites, each has 1 + 0.85 / 5 = 1.17; of these only a cites, so that X = 1.17, though z has 1.99.
    names = ["s.example", "a.example", "b.example", "c.example", "d.example", "e.example", "z.example"]
    found = host_authority(graph(names, *((0, number, 1) for number in range(1, 6)), (1, 6, 1)))
    assert list(found.values()) == pytest.approx([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])


def test_where_nobody_cites_those_that_cite_the_best_of_all_is_the_measure() -> None:
    # s cites b and c with 1 and 7 links, and nobody cites s: X is the 1 + 0.85 × 3/4 of c.
    found = host_authority(graph(["s.example", "b.example", "c.example"], (0, 1, 1), (0, 2, 7)))
    assert found["b.example"] == pytest.approx(math.log(1 + 0.85 / 4) / math.log(1 + 0.85 * 3 / 4))
    assert found["c.example"] == 1.0


def test_nobody_cites_anybody() -> None:
    assert host_authority(graph([])) == {}
    assert host_authority(graph(["a.example", "b.example"])) == {"a.example": 0.0, "b.example": 0.0}
    assert host_authority(graph(["a.b.example", "b.example"], (0, 1, 3))) == {"a.b.example": 0.0, "b.example": 0.0}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 1000)), max_size=40))
def test_authority_lies_between_0_and_1_and_only_the_cited_have_any(edges: list[tuple[int, int, int]]) -> None:
    names = [f"site{number}.example" for number in range(10)]
    away = [edge for edge in edges if edge[0] != edge[1]]
    found = host_authority(graph(names, *away))
    assert all(0.0 <= value <= 1.0 for value in found.values())
    cited = {names[target] for _, target, _ in away}
    assert {name for name, value in found.items() if value > 0.0} == cited
