"""From documents to a topic that knows what is on topic: every relevance model is trained here (ALGORITHMS T3–T5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from honeyguide import relevance
from honeyguide.analysis import relevance_model
from honeyguide.errors import BadInput
from honeyguide.model import GROUPS, LABELS, Document, Page, Topic, TrainingData
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import RelevanceModel
from honeyguide.relevance.page_features import forms_of
from honeyguide.topics.class_weights import refine
from honeyguide.topics.discriminative_terms import apart_from, discriminative_words, distinct, draw_negatives
from honeyguide.topics.features import FEATURES
from honeyguide.topics.ontology.boilerplate import without_repeated
from honeyguide.topics.writing import write_topic

__all__ = [
    "apart_from",
    "discriminative_words",
    "draw_negatives",
    "needs_examples",
    "settle_threshold",
    "train_topic",
    "write_topic",
]

FEW, FEWEST_OTHERS, MOST_SCORED = 10, 20, 300
"""To settle a threshold: examples that are held out one by one, and documents that are scored."""


def needs_examples(spec: str) -> bool:
    """Whether a relevance model, with its parameters or without, must be trained on examples."""
    return relevance.trainer_of(spec) is not None and not relevance.keywords_suffice(spec)


def train_topic(
    topic: Topic,
    spec: str,
    positives: Sequence[Document],
    others: Sequence[Document] = (),
    *,
    negative: bool = False,
    features: int = FEATURES,
    trained_on: str = "",
) -> Topic:
    """The topic with this relevance model, trained on examples and on documents that are none.

    `negative`: the others are known to be off topic; else they are a sample of what there is, and a classifier draws
    its negatives from them. The topic's keywords are refined (T4); where it has none, the examples' words are taken.
    """
    needs_examples(spec)
    if not positives:
        raise BadInput(
            f"the topic '{topic.name}' has no example: give at least one page or document that is on topic"
        )
    others = apart_from(positives, others)
    made = _trained(topic, spec, positives, others, negative, features)
    if made.model and made.model.kind == "features":
        made = settle_threshold(topic, made, positives, others)
    if made.model and trained_on:
        made = msgspec.structs.replace(made, model=msgspec.structs.replace(made.model, trained_on=trained_on))
    relevance_model(made)  # refuses parameters that the model does not have
    return made


def _without_frame(documents: Sequence[Document]) -> Sequence[Document]:
    """Without what all of them repeat, such as menus and the name of the site: no background says that of it."""
    return without_repeated(documents, content_words, len(documents)) if len(documents) > 1 else documents


def _trained(
    topic: Topic,
    spec: str,
    positives: Sequence[Document],
    others: Sequence[Document],
    negative: bool = False,
    features: int = FEATURES,
) -> Topic:
    telling = positives if others else _without_frame(positives)
    if topic.keywords:
        keywords = refine(topic.keywords, telling, others, synonyms=topic.synonyms)
    else:
        keywords = discriminative_words(telling, others)
    made = msgspec.structs.replace(topic, keywords=distinct(keywords), relevance=spec, model=None)
    trainer = relevance.trainer_of(spec)
    if trainer is None:
        return made
    data = TrainingData(made, positives, others, negative, features, forms_of(topic))
    return msgspec.structs.replace(made, model=trainer(data))


def settle_threshold(
    topic: Topic, trained: Topic, positives: Sequence[Document], others: Sequence[Document]
) -> Topic:
    """The trained topic with a threshold that its material suggests [ours]; `topic` is what it was before.

    Midway between what examples score that had no part in the model, and what all but one in twenty of the others
    stay below: a vector of many words gives other cosines than the few keywords that r1 = 0.62 was published for.
    Nothing is settled when the user gave a threshold, or from fewer than two examples and twenty others.
    """
    others = apart_from(positives, others)
    given = topic.thresholds.page is not None or "threshold=" in trained.relevance.replace(" ", "")
    if given or len(positives) < 2 or len(others) < FEWEST_OTHERS:
        return trained
    scores: list[float] = []
    for held_out, rest in _parts(positives):
        scorer = relevance_model(_trained(topic, trained.relevance, rest, others))
        scores += (_score(scorer, each) for each in held_out)
    scorer = relevance_model(trained)
    usual = sorted(_score(scorer, each) for each in _spread(others, MOST_SCORED))
    threshold = round((sum(scores) / len(scores) + usual[int(0.95 * len(usual))]) / 2, 4)
    if trained.model:
        return msgspec.structs.replace(trained, model=msgspec.structs.replace(trained.model, threshold=threshold))
    return msgspec.structs.replace(trained, thresholds=msgspec.structs.replace(trained.thresholds, page=threshold))


def _parts(positives: Sequence[Document]) -> Iterator[tuple[list[Document], list[Document]]]:
    """Examples that are held out, and those that teach: few examples one by one, many at once."""
    if len(positives) <= FEW:
        yield from (([each], [*positives[:at], *positives[at + 1 :]]) for at, each in enumerate(positives))
    else:
        held_out = _spread(positives, len(positives) // 3)[:MOST_SCORED]
        known = set(map(id, held_out))
        yield held_out, [each for each in positives if id(each) not in known]


def _spread(documents: Sequence[Document], most: int) -> list[Document]:
    """At most so many of them, evenly over all."""
    step = max(1.0, len(documents) / most)
    return [documents[int(at * step)] for at in range(min(most, len(documents)))]


def _score(scorer: RelevanceModel, document: Document) -> float:
    """Of a document as a page that is all body."""
    parts, plain = (LABELS, "other") if scorer.layout == "labels" else (GROUPS, "body")
    groups = tuple(document.text if part == plain else "" for part in parts)
    return scorer.score(Page(document.name, "", document.text, groups, (), document.language)).score
