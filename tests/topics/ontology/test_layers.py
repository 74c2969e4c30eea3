from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.topics.ontology.layers import POINT, layered


def test_a_node_alone_stands_in_the_middle_of_its_room() -> None:
    layout = layered([40.0], [])
    assert layout.layer == [0]
    assert layout.x == [20.0]
    assert layout.width == 40.0


def test_a_diamond_stands_upright() -> None:
    layout = layered([20.0] * 4, [(0, 1), (0, 2), (1, 3), (2, 3)])
    assert layout.layer == [0, 1, 1, 2]
    assert abs(layout.x[0] - layout.x[3]) < 0.1
    assert abs((layout.x[1] + layout.x[2]) / 2 - layout.x[0]) < 0.1
    assert abs(layout.x[1] - layout.x[2]) >= 20


def test_nodes_are_ordered_so_that_fewer_lines_cross() -> None:
    # 0 leads to 3, 1 to 2: in the order of their numbers the two lines would cross.
    layout = layered([20.0] * 4, [(0, 3), (1, 2)])
    assert (layout.x[0] < layout.x[1]) == (layout.x[3] < layout.x[2])


def test_an_edge_across_a_layer_passes_beside_its_nodes() -> None:
    layout = layered([20.0] * 4, [(0, 1), (1, 2), (0, 2), (2, 3)])
    across = layout.paths[2]
    assert [row for row, _ in across] == [0, 1, 2]
    assert abs(across[1][1] - layout.x[1]) >= (20 + POINT) / 2 - 1e-6


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[float], list[tuple[int, int]]]:
    widths = draw(st.lists(st.floats(10, 200), min_size=1, max_size=15))
    pairs = [(one, other) for other in range(len(widths)) for one in range(other)]
    return widths, draw(st.lists(st.sampled_from(pairs), unique=True, max_size=30)) if pairs else []


@settings(max_examples=80)
@given(graphs())
def test_every_edge_leads_down_and_no_two_nodes_overlap(graph: tuple[list[float], list[tuple[int, int]]]) -> None:
    widths, edges = graph
    layout = layered(widths, edges)
    for (above, below), path in zip(edges, layout.paths, strict=True):
        assert [row for row, _ in path] == list(range(layout.layer[above], layout.layer[below] + 1))
        assert (path[0][1], path[-1][1]) == (layout.x[above], layout.x[below])
    for row in set(layout.layer):
        inside = sorted(node for node in range(len(widths)) if layout.layer[node] == row)
        for one, other in pairwise(sorted(inside, key=lambda node: layout.x[node])):
            assert layout.x[other] - layout.x[one] >= (widths[one] + widths[other]) / 2 - 1e-6
    for x, width in zip(layout.x, widths, strict=True):
        assert x - width / 2 >= -1e-6
        assert x + width / 2 <= layout.width + 1e-6


def test_a_layer_that_is_too_wide_is_cut_into_rows() -> None:
    # Five nodes of 40 under one, and one below: rows of two, since three of them are 120 wide.
    edges = [(0, node) for node in range(1, 6)] + [(node, 6) for node in range(1, 6)]
    layout = layered([40.0] * 7, edges, widest=100.0)
    assert layout.layer == [0, 1, 1, 2, 2, 3, 4]
    assert layered([40.0] * 7, edges).layer == [0, 1, 1, 1, 1, 1, 2]


def test_a_node_that_is_too_wide_by_itself_has_its_row() -> None:
    assert layered([200.0, 200.0, 10.0], [], widest=100.0).layer == [0, 1, 2]
