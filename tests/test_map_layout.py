"""Where the nodes of a graph stand."""

from __future__ import annotations

import numpy as np

from honeyguide.map_layout import layout


def _rings(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Two rings that nothing joins."""
    one = np.arange(size)
    sources = np.concatenate([one, one + size])
    targets = np.concatenate([(one + 1) % size, (one + 1) % size + size])
    return sources, targets


def test_linked_nodes_stand_nearer_to_each_other_than_others() -> None:
    sources, targets = _rings(60)
    at = layout(120, sources, targets)
    linked = np.linalg.norm(at[sources] - at[targets], axis=1).mean()
    apart = np.linalg.norm(at[:, None] - at[None], axis=2).mean()
    assert linked < apart / 4
    assert at.min() >= 0
    assert at.max() <= 1


def test_the_same_graph_stands_the_same_way() -> None:
    assert np.array_equal(layout(120, *_rings(60)), layout(120, *_rings(60)))


def test_few_or_unlinked_nodes_are_placed_too() -> None:
    nothing = np.zeros(0, np.int64)
    assert layout(0, nothing, nothing).shape == (0, 2)
    assert layout(1, nothing, nothing).tolist() == [[0.5, 0.5]]
    alone = layout(40, nothing, nothing)
    assert len({(x, y) for x, y in alone.tolist()}) == 40
