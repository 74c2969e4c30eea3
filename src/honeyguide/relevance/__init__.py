"""Is this page on topic? One model a file; the file's name is what a topic says as its `relevance`."""

from __future__ import annotations

from collections.abc import Callable

from honeyguide.model import Topic
from honeyguide.protocols import RelevanceModel, TermCounter
from honeyguide.registry import Entry, Registry

Words = Callable[[str, str], list[str]]
"""The words of a text in a language that carry meaning."""

_ALL = Registry(__name__, __path__, "relevance model", shared={"evidence"})


def names() -> list[str]:
    return _ALL.names()


def catalogue() -> list[Entry]:
    return _ALL.entries()


def check(spec: str) -> None:
    """Refuse a name with parameters that is not one of a model."""
    _ALL.resolve(spec)


def make(topic: Topic, terms: TermCounter, words: Words) -> RelevanceModel:
    """The model that a topic asks for; one that must be taught refuses a topic without what it needs."""
    kind, parameters = _ALL.resolve(topic.relevance)
    scorer: RelevanceModel = kind(parameters, topic, terms, words)
    return scorer


def layout_of(spec: str) -> str:
    """How the model of `topic.relevance` wants pages cut, known before it is taught."""
    layout: str = _ALL.resolve(spec)[0].layout
    return layout
