"""A topic for every relevance model, trained on pages of a small web; what moves during a crawl moves often."""

from __future__ import annotations

from honeyguide.model import Topic
from honeyguide.testing.example_pages import trained as trained_on_examples

QUICK = {
    "adaptive-vsm": "adaptive-vsm:pages=7,expected=2",
    "centroid": "centroid:interval=5,step=0",
    "tag-vsm": "tag-vsm:threshold=0.3",
    "term-density": "term-density:threshold=0.1",
}


def trained(name: str) -> Topic:
    return trained_on_examples(QUICK.get(name, name))
