"""Is this link worth following? One model a file; the file's name is its name on the command line."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from honeyguide.errors import BadSetting
from honeyguide.links.weights import rest
from honeyguide.model import Topic
from honeyguide.protocols import LinkModel, Strategy
from honeyguide.registry import Entry, Registry

_ALL = Registry(
    __name__,
    __path__,
    "link model",
    shared={"anchor", "comprehensive", "link_text", "pagerank", "semantic_anchors", "weights"},
)


def names() -> list[str]:
    return _ALL.names()


def catalogue() -> list[Entry]:
    return _ALL.entries()


def entry(name: str) -> Entry:
    return _ALL.entry(name)


def make(spec: str, topic: Topic, needs: Collection[str] = ()) -> LinkModel:
    """`cre` or `cpe:l1=0.4`, with what it must give beyond scores."""
    kind, parameters = _resolve(spec, needs)
    model: LinkModel = kind(parameters, topic)
    return model


def make_for(strategy: Strategy, topic: Topic, spec: str = "") -> LinkModel:
    """The model of this name, or without one that which the strategy was published with."""
    return make(spec or strategy.link_model, topic, strategy.needs)


def check(spec: str, needs: Collection[str] = ()) -> None:
    """Refuse what is no link model, and one that does not give what is needed."""
    _resolve(spec, needs)


def require(gives: Collection[str], needs: Collection[str], name: str) -> None:
    """Refuse a model that does not give all that a strategy needs."""
    missing = sorted(set(needs) - set(gives))
    if missing:
        able = [each for each in names() if all(_can_give(each, need) for need in needs)]
        instead = f"; take {' or '.join(able)}" if able else ""
        raise BadSetting(
            f"link model '{name}' gives no {' and no '.join(missing)} of links, which this strategy needs{instead}"
        )


def _resolve(spec: str, needs: Collection[str]) -> tuple[Any, Any]:
    _, published = _ALL.resolve(spec.partition(":")[0])
    weights = {name: getattr(published, name) for name in getattr(published, "WEIGHTS", ())}
    # What a model gives on demand is a parameter of the same name: it is on where it is needed.
    kind, parameters = _ALL.resolve(spec, **rest(spec, weights), **dict.fromkeys(needs, True))
    require(kind.gives | {each for each in needs if getattr(parameters, each, False)}, needs, spec)
    return kind, parameters


def _can_give(name: str, need: str) -> bool:
    return need in _ALL.resolve(name)[0].gives or need in {each.name for each in entry(name).parameters}
