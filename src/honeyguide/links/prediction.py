"""Predicted relevance: the link's own text through the topic's classifier, and the page that holds it (SVM abstract).

The two count alike, and PageRank does not [ours]: SVM weighs none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from honeyguide.links import cre
from honeyguide.links.anchor import TextScorer
from honeyguide.links.cre import Cre, PageWeight, RankWeight
from honeyguide.links.link_text import ClassifiedTexts, whole_text
from honeyguide.model import OutLink, Topic
from honeyguide.parsing.tokens import content_words

TextWeight = Annotated[float, Meta(ge=0.0, le=1.0, description="weight of the link's own text")]


class Parameters(cre.Parameters, frozen=True, forbid_unknown_fields=True):
    anchor: TextWeight = 0.5
    page: PageWeight = 0.5
    pagerank: RankWeight = 0.0


class Prediction(Cre):
    paper = "SVM abstract; ALGORITHMS 3"
    anchors_only = False

    def texts_of(self, links: Sequence[OutLink]) -> list[str]:
        return [whole_text(link) for link in links]

    def anchor_scorer(self, topic: Topic) -> TextScorer:
        """The topic's classifier; without one, the comparison that its anchors have."""
        if topic.model and topic.model.kind == "classifier":
            return ClassifiedTexts(topic.model, content_words)
        self.degraded_reason = (
            f"the topic '{topic.name}' has no classifier to predict with: the text of links is compared with its "
            "keywords instead; 'honeyguide topic train' makes one"
        )
        return super().anchor_scorer(topic)
