"""Comprehensive relevance with anchors compared by meaning, whatever the topic says of them (HYB eq. 4)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from honeyguide.lexicons.similarity import Sememes
from honeyguide.links import cre
from honeyguide.links.anchor import TextScorer
from honeyguide.links.semantic_anchors import semantic_anchors
from honeyguide.model import Topic


class Parameters(cre.Parameters, frozen=True, forbid_unknown_fields=True):
    sememes: Annotated[
        Sememes,
        Meta(description="what pairs of HowNet's sememes make of two words: their mean, or as printed their sum"),
    ] = "mean"


class Semantic(cre.Cre):
    paper = "HYB eq. 4, IELP eq. 5"

    def __init__(self, parameters: Parameters, topic: Topic) -> None:
        self._sememes = parameters.sememes
        super().__init__(parameters, topic)

    def anchor_scorer(self, topic: Topic) -> TextScorer:
        return semantic_anchors(topic, self._sememes)
