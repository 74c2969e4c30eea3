"""What the models share: the terms that say most, and the model of a trained topic."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from honeyguide.errors import BadTopic
from honeyguide.model import Model, TermEvidence, Topic

MOST = 40
"""Terms that the evidence for a page names."""
LONGEST_TEXT = 250_000
"""Characters of a page that are judged: enough for a book, and a bound on what a hostile page can cost."""

Threshold = Annotated[
    float, Meta(ge=0, le=1, description="On topic is what exceeds it, when neither topic nor model says another.")
]

_COMMANDS = {"features": "features", "classifier": "train"}
"""Which command of `honeyguide topic` trains a model of a kind; `new` trains any other."""


def largest(evidence: Iterable[TermEvidence]) -> tuple[TermEvidence, ...]:
    """Those that contributed most, for or against, the first most."""
    return tuple(sorted(evidence, key=lambda each: -abs(each.contribution))[:MOST])


def trained(topic: Topic, kind: str) -> Model:
    """The model of a trained topic, when it is of the kind that its relevance model needs."""
    name = topic.relevance.partition(":")[0].strip()
    if topic.model is None:
        raise BadTopic(
            f"the relevance model '{name}' must be trained on examples, and the topic '{topic.name}' has no model; "
            f"make one with honeyguide topic {_COMMANDS.get(kind, 'new')}"
        )
    if topic.model.kind != kind:
        raise BadTopic(
            f"the relevance model '{name}' needs a model of the kind '{kind}', and that of the topic '{topic.name}' "
            f"is of the kind '{topic.model.kind}'; make one with honeyguide topic {_COMMANDS.get(kind, 'new')}"
        )
    return topic.model


def threshold_of(topic: Topic, model: Model, usual: float) -> float:
    """What the topic says, else what the model suggests, else the usual one."""
    suggested = usual if model.threshold is None else model.threshold
    return suggested if topic.thresholds.page is None else topic.thresholds.page
