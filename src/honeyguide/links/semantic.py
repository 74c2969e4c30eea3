"""Comprehensive relevance with anchors compared by meaning, whatever the topic says of them (HYB eq. 4)."""

from __future__ import annotations

from honeyguide.links.anchor import TextScorer
from honeyguide.links.cre import Cre, Parameters
from honeyguide.links.semantic_anchors import semantic_anchors
from honeyguide.model import Topic

__all__ = ["Parameters", "Semantic"]


class Semantic(Cre):
    paper = "HYB eq. 4, IELP eq. 5"

    def anchor_scorer(self, topic: Topic) -> TextScorer:
        return semantic_anchors(topic)
