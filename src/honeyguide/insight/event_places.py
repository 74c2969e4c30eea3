"""Where events stand on a map: those with like vocabulary near each other, however long ago they were.

Classical scaling of the cosine distances (Torgerson), then stress majorization (SMACOF, de Leeuw), then bubbles are
pushed apart until none covers another. Nothing is drawn at random. Everything is in inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from honeyguide.idf import idf_of_all
from honeyguide.insight.model import Analysis, Event, Numbers
from honeyguide.reporting.text import fitted, plain, width

SMALLEST, LARGEST = 0.13, 0.52
"""Radii."""
LETTER = 9.0 / 72
"""Height of the letters beside a bubble."""
_MARGIN = 0.3
_FILLED = 0.25
Size = tuple[float, float]


class Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    def common(self, other: Box) -> float:
        """The area that both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        tall = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide * tall if wide > 0 and tall > 0 else 0.0


def radii_of(sizes: Numbers, size: Size) -> Numbers:
    """The area of a bubble is its event's size; together they fill no more than a quarter of the picture."""
    shares = sizes / sizes.max()
    fill = _FILLED * size[0] * size[1] / (np.pi * float(shares.sum()))
    radii: Numbers = np.maximum(min(LARGEST, fill**0.5) * np.sqrt(shares), SMALLEST)
    return radii


def distances(analysis: Analysis, events: Sequence[Event]) -> Numbers:
    """1 minus the cosine of what the items of two events say, each word by the share of items and its rarity."""
    rows = np.repeat(np.arange(len(events)), [len(event.items) for event in events])
    held = analysis.words[np.concatenate([np.array(event.items, np.int64) for event in events])]
    held.data = np.ones_like(held.data, np.float64)
    membership = csr_matrix((np.ones(len(rows)), (rows, np.arange(len(rows)))), (len(events), len(rows)))
    everywhere = np.bincount(analysis.words.indices, minlength=analysis.words.shape[1])
    rarity = idf_of_all(len(analysis.items), everywhere)
    said = (membership @ held).multiply(rarity[np.newaxis, :]).tocsr()
    norms = np.sqrt(np.asarray(said.multiply(said).sum(axis=1)).ravel())
    cosine = (said @ said.T).toarray() / np.maximum(np.outer(norms, norms), 1e-12)
    found: Numbers = 1.0 - np.clip(cosine, 0.0, 1.0)
    np.fill_diagonal(found, 0.0)
    return found


def scaled(distance: Numbers, rounds: int = 80) -> Numbers:
    """Two coordinates whose distances come as near to the given ones as may be."""
    n = len(distance)
    centred = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * centred @ distance**2 @ centred)
    places = vectors[:, -2:][:, ::-1] * np.sqrt(np.maximum(values[-2:][::-1], 0.0))
    places *= np.where(places[np.abs(places).argmax(axis=0), range(2)] < 0, -1.0, 1.0)  # eigenvectors have no sign
    for _ in range(rounds):
        drawn = np.linalg.norm(places[:, np.newaxis] - places[np.newaxis], axis=2)
        ratio = -distance / np.maximum(drawn, 1e-9)
        np.fill_diagonal(ratio, 0.0)
        np.fill_diagonal(ratio, -ratio.sum(axis=1))
        places = np.asarray(ratio @ places / n, np.float64)  # the Guttman transform
    return np.asarray(places, np.float64)


def stretched(places: Numbers, size: Size) -> Numbers:
    """Into the picture, each axis by itself: only what is near to what matters, not in which direction."""
    low, high = places.min(axis=0), places.max(axis=0)
    room = np.array(size) - 2 * (LARGEST + _MARGIN)
    unit: Numbers = (places - low) / np.maximum(high - low, 1e-9)
    unit *= room
    unit += LARGEST + _MARGIN
    return unit


def apart(places: Numbers, radii: Numbers, size: Size, rounds: int = 300) -> Numbers:
    """Bubbles pushed from each other until none covers another, within the picture."""
    turns, gap = 2.4 * np.arange(len(places)), 0.12
    places = places + 1e-3 * np.column_stack((np.cos(turns), np.sin(turns)))  # or those in one place never part
    wanted = radii[:, np.newaxis] + radii[np.newaxis] + gap
    low = (radii + 0.1)[:, np.newaxis]
    high = np.array(size) - low
    for _ in range(rounds):
        between = places[:, np.newaxis] - places[np.newaxis]
        far = np.linalg.norm(between, axis=2)
        np.fill_diagonal(far, np.inf)
        over = np.maximum(wanted - far, 0.0)
        if not over.any():
            break
        unit = between / np.maximum(far, 1e-6)[:, :, np.newaxis]
        places = np.clip(places + 0.5 * (unit * over[:, :, np.newaxis]).sum(axis=1), low, high)
    return places


def labels(events: Sequence[Event], places: Numbers, radii: Numbers, size: Size) -> Iterator[tuple[str, Box]]:
    """What stands beside each bubble and where: nothing covers anything; who finds no room has its number alone."""
    taken = [
        Box(x - radius, y - radius, x + radius, y + radius) for (x, y), radius in zip(places, radii, strict=True)
    ]
    frame = Box(0.05, 0.05, size[0] - 0.05, size[1] - 0.05)
    for event, (x, y), radius in zip(events, places, radii, strict=True):
        for terms in (3, 2, 1):
            text = fitted(", ".join(plain(term, 30) for term in event.terms[:terms]), 2.6 / LETTER)
            free = (box for box in _beside(text, float(x), float(y), float(radius)) if _is_free(box, taken, frame))
            box = next(free, None)
            if box and text:
                taken.append(box)
                yield text, box
                break


def _beside(text: str, x: float, y: float, radius: float) -> Iterator[Box]:
    wide, tall, off = width(text) * LETTER, 0.17, radius + 0.06
    corners = (
        (x + off, y),
        (x - wide / 2, y - off - tall / 2),
        (x - wide / 2, y + off + tall / 2),
        (x - off - wide, y),
    )
    for left, middle in corners:
        yield Box(left, middle - tall / 2, left + wide, middle + tall / 2)


def _is_free(box: Box, taken: Sequence[Box], frame: Box) -> bool:
    inside = (
        box.left >= frame.left and box.right <= frame.right and box.bottom >= frame.bottom and box.top <= frame.top
    )
    return inside and not any(box.common(other) for other in taken)
