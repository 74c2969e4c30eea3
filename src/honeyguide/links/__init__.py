"""Is this link worth following? One model a file; the file's name is its name on the command line."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from honeyguide.errors import BadSetting
from honeyguide.links.weights import rest
from honeyguide.model import Topic
from honeyguide.protocols import Encoder, LinkModel, Strategy
from honeyguide.registry import Registry, algorithms, build, methods_of

_SHARED = {
    "anchor",
    "anchor_regression",
    "anchor_vectors",
    "best_score",
    "comprehensive",
    "directions",
    "link_text",
    "pagerank",
    "semantic_anchors",
    "weights",
    "word_profile",
}
registry = Registry(
    "honeyguide.links",
    "link model",
    algorithms(__name__, __path__, _SHARED),
    must_have=methods_of(LinkModel, but={"anchors_only", "gives", "restore"}),
)
register = registry.register
names = registry.names
catalogue = registry.entries
entry = registry.entry


def make(
    spec: str | type | LinkModel, topic: Topic, needs: Collection[str] = (), encoder: Encoder | None = None
) -> LinkModel:
    """`cre` or `cpe:l1=0.4`, a class, or a model that is ready; with what it must give beyond scores."""
    if isinstance(spec, str):
        kind, parameters = _resolve(spec, needs)
        model: LinkModel = registry.checked(build(kind, parameters, {"topic": topic, "encoder": encoder}))
        return model
    model = registry.make(spec, topic=topic, encoder=encoder)
    require(_gives(model), needs, type(model).__name__)
    return model


def make_for(
    strategy: Strategy, topic: Topic, spec: str | type | LinkModel = "", encoder: Encoder | None = None
) -> LinkModel:
    """This model, or without one that which the strategy was published with."""
    return make(spec or published_with(strategy), topic, needs_of(strategy), encoder)


def published_with(strategy: Strategy) -> str:
    """The link model that a strategy asks for; one that does not say takes that of best-first search."""
    return str(getattr(strategy, "link_model", "cre"))


def needs_of(strategy: Strategy) -> frozenset[str]:
    return frozenset(getattr(strategy, "needs", ()))


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
    _, published = registry.resolve(spec.partition(":")[0])
    weights = {name: getattr(published, name) for name in getattr(published, "WEIGHTS", ())}
    # What a model gives on demand is a parameter of the same name: it is on where it is needed.
    kind, parameters = registry.resolve(spec, **rest(spec, weights), **dict.fromkeys(needs, True))
    require(_gives(kind) | {each for each in needs if getattr(parameters, each, False)}, needs, spec)
    return kind, parameters


def _gives(part: Any) -> frozenset[str]:
    return frozenset(getattr(part, "gives", ()))


def _can_give(name: str, need: str) -> bool:
    return need in _gives(registry.resolve(name)[0]) or need in {each.name for each in entry(name).parameters}
