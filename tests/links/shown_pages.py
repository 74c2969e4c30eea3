"""Pages of a few words for a link model, and an encoder whose vectors are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from honeyguide.links.guide import Guide, Parameters
from honeyguide.model import Link, OutLink, Page, Relevance, ScoredLink, Topic
from honeyguide.protocols import Encoder

TOPIC = Topic("rain", {"rain": 1.0, "flood": 0.5})
NONE = dict.fromkeys(Parameters.WEIGHTS, 0.0)


class Written:
    """Texts mean what is written down here; all others nothing."""

    name, dimensions = "written-1", 4

    def __init__(self, means: Mapping[str, tuple[float, ...]]) -> None:
        self.means = means

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.array([self.means.get(text, (0.0,) * 4) for text in texts], np.float32)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        lengths[lengths == 0] = 1.0
        units: NDArray[np.float32] = rows / lengths
        return units


def only(name: str, topic: Topic = TOPIC, encoder: Encoder | None = None) -> Guide:
    """A model in which one of the six numbers is all."""
    return Guide(Parameters(**{**NONE, name: 1.0}), topic, encoder)


def link(number: int) -> Link:
    return Link(number, f"http://a.example/{number}", 0)


def show(
    model: Guide,
    number: int,
    relevance: float,
    outs: Sequence[tuple[int, str, str, str]] = (),
    title: str = "",
    features: bytes = b"",
) -> list[ScoredLink]:
    """A page with these links: target, anchor, text around it, tag path."""
    found = tuple(OutLink("", "", anchor, near, path=path) for _, anchor, near, path in outs)
    judged = Relevance(relevance, relevance > 0.5, features=features)
    model.learn(link(number), judged)
    scores = model.score(Page("", title, "", (), found), judged, link(number), [link(target) for target, *_ in outs])
    return list(scores.links)
