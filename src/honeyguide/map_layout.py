"""Where the nodes of a graph stand in a picture: springs along links, and nodes that push each other away.

Fruchterman and Reingold (1991), begun from the two smoothest directions of the graph. Many nodes are pushed by their
nearest neighbours one by one and by all others by the cell, so that 5,000 take seconds [ours].
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, identity

Positions = NDArray[np.float64]
Places = NDArray[np.int64]

_ROUNDS = 50
_FEW = 400
"""Up to here all nodes push each other one by one: that is as quick."""
_SMOOTHING = 40
_CELLS = 14
"""Cells along a side."""
_NEAREST = 8
_GRAVITY = 1.0
"""Holds parts together that no link joins."""
_LEAST = 1e-9


def layout(count: int, sources: Places, targets: Places, seed: int = 0) -> Positions:
    """A row of x and y in [0, 1] for each node; the same for the same graph."""
    if count < 2:
        return np.full((count, 2), 0.5)
    rng = np.random.default_rng(seed)
    at = _begin(count, sources, targets, rng)
    distance = 1 / np.sqrt(count)
    weak = max(1.0, 2 * len(sources) / count)  # many links would pull all nodes into one heap
    for heat in np.linspace(0.1, 0.002, _ROUNDS):
        push = distance**2 * (_all(at) if count <= _FEW else _near(at) + _far(at))
        apart = at[sources] - at[targets]
        pull = apart * (np.linalg.norm(apart, axis=1) / distance / weak)[:, None]
        move = push - _GRAVITY * (at - at.mean(axis=0))
        np.subtract.at(move, sources, pull)
        np.add.at(move, targets, pull)
        length = np.linalg.norm(move, axis=1, keepdims=True)
        at = at + move / np.maximum(length, _LEAST) * np.minimum(length, heat)
    return _framed(at)


def _begin(count: int, sources: Places, targets: Places, rng: np.random.Generator) -> Positions:
    """Random numbers, averaged over neighbours until only what is alike among linked nodes is left; in ranks."""
    ones = np.ones(len(sources))
    links = csr_array((ones, (sources, targets)), shape=(count, count))
    around = csr_array(links + links.T + identity(count))
    share = 1 / np.asarray(around.sum(axis=1)).ravel()
    found = rng.standard_normal((count, 2))
    for _ in range(_SMOOTHING):
        found = share[:, None] * np.asarray(around @ found)
        found, _ = np.linalg.qr(found - found.mean(axis=0))
    found = found + 1e-6 * rng.standard_normal((count, 2))
    ranks = np.argsort(np.argsort(found, axis=0), axis=0)
    return np.asarray(ranks / count, np.float64)


def _all(at: Positions) -> Positions:
    """What all other nodes push, each by one over its distance."""
    x, y = (at[:, None, axis] - at[None, :, axis] for axis in (0, 1))
    weight = 1 / np.maximum(x * x + y * y, _LEAST)
    np.fill_diagonal(weight, 0.0)
    return np.asarray(at * weight.sum(axis=1, keepdims=True) - weight @ at)


def _near(at: Positions) -> Positions:
    """What the nearest nodes push, each by one over its distance."""
    from scipy.spatial import cKDTree  # noqa: PLC0415  (it takes longer to load than all of scipy.sparse)

    wanted = min(_NEAREST + 1, len(at))
    neighbours = np.asarray(cKDTree(at).query(at, wanted)[1])
    apart = at[:, None, :] - at[neighbours[:, 1:]]
    return np.asarray((apart / np.maximum((apart**2).sum(axis=2, keepdims=True), _LEAST)).sum(axis=1))


def _far(at: Positions) -> Positions:
    """What the nodes of all other cells push, as if they stood where they are on average."""
    low, high = at.min(axis=0), at.max(axis=0)
    place = np.minimum((at - low) / np.maximum(high - low, _LEAST) * _CELLS, _CELLS - 1).astype(np.int64)
    _, cell, many = np.unique(place @ (1, _CELLS), return_inverse=True, return_counts=True)
    middle = np.stack([np.bincount(cell, at[:, axis]) / many for axis in (0, 1)], axis=1)
    x, y = (at[:, None, axis] - middle[None, :, axis] for axis in (0, 1))
    weight = many / np.maximum(x * x + y * y, _LEAST)
    weight[np.arange(len(at)), cell] = 0.0
    return np.stack([(x * weight).sum(axis=1), (y * weight).sum(axis=1)], axis=1)


def _framed(at: Positions) -> Positions:
    """Between 0 and 1, with the same scale both ways."""
    low, high = at.min(axis=0), at.max(axis=0)
    wide = max(float((high - low).max()), _LEAST)
    inside = np.clip((at - (low + high) / 2) / wide + 0.5, 0.0, 1.0)  # rounded, the outermost may be a hair beyond
    return np.asarray(inside)
