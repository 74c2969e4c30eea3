"""Is this page on topic? One model a file; the file's name is what a topic says as its `relevance`."""

from __future__ import annotations

from collections.abc import Callable

from honeyguide.model import Model, Page, Topic, TrainingData
from honeyguide.protocols import Encoder, RelevanceModel, TermCounter
from honeyguide.registry import Registry, algorithms, methods_of

Words = Callable[[str, str], list[str]]
"""The words of a text in a language that carry meaning."""
Judge = Callable[[Page], float]
"""A page's relevance in [0, 1]: the least that a relevance model can be."""

registry = Registry(
    "honeyguide.relevance",
    "relevance model",
    algorithms(
        __name__,
        __path__,
        {
            "border",
            "evidence",
            "everyday",
            "judging",
            "label_propagation",
            "latent_words",
            "link_lists",
            "new_words",
            "page_features",
            "page_space",
            "two_groups",
            "view",
        },
    ),
)
register = registry.register
names = registry.names
catalogue = registry.entries


def check(spec: str) -> None:
    """Refuse a name with parameters that is not one of a model."""
    registry.resolve(spec)


def make(
    topic: Topic,
    terms: TermCounter,
    words: Words,
    model: RelevanceModel | Judge | type | None = None,
    encoder: Encoder | None = None,
    *,
    explains: bool = True,
) -> RelevanceModel:
    """The model that a topic asks for, or this one; one that must be trained refuses a topic that was not.

    Without `explains` its scores come without what they are made of, if it can do without.
    """
    from honeyguide.relevance.evidence import FunctionRelevance, PageModel  # noqa: PLC0415

    wanted = topic.relevance if model is None else model
    made = registry.make(wanted, topic=topic, terms=terms, words=words, encoder=encoder)
    if not hasattr(made, "score"):
        made = FunctionRelevance(made, topic, terms)
    scorer: RelevanceModel = registry.checked(made, ("layout", "unit", *methods_of(RelevanceModel)))
    if isinstance(scorer, PageModel):
        scorer.explains = explains
    return scorer


def layout_of(spec: str) -> str:
    """How the model of `topic.relevance` wants pages cut, known before it is trained."""
    return str(getattr(registry.resolve(spec)[0], "layout", "tag-groups"))


def unit_of(spec: str) -> str:
    """What the contributions of its evidence add up to."""
    return str(getattr(registry.resolve(spec)[0], "unit", "relevance"))


def reads_text(spec: str) -> bool:
    """Whether it may look at `Page.text`: the models here read `Page.groups` alone, which hold the same words."""
    return not registry.is_builtin(spec)


def trainer_of(spec: str) -> Callable[[TrainingData], Model] | None:
    """What makes the model that this relevance model judges by; None for one that needs no examples."""
    trainer: Callable[[TrainingData], Model] | None = getattr(registry.resolve(spec)[0], "train", None)
    return trainer


def keywords_suffice(spec: str) -> bool:
    """Whether one that can be trained also judges by a topic that was not."""
    return bool(getattr(registry.resolve(spec)[0], "keywords_suffice", False))


def learns(spec: str) -> bool:
    """Whether it knows more once pages came and were marked: then stored pages can be judged again."""
    return bool(getattr(registry.resolve(spec)[0], "learns", False))


def takes_examples(spec: str) -> bool:
    """Whether examples make a difference to it: it is trained, or takes keywords that examples refine."""
    part = registry.resolve(spec)[0]
    return hasattr(part, "train") or bool(getattr(part, "refines_keywords", False))
