"""What the parts of a crawl say of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from honeyguide.protocols import HasMetrics, NamesRoles, Strategy, TopicDecision

MOVES = ("stage", "generations", "restarts", "reopened")
"""What strategies count (`HasMetrics`) that a follower of the crawl wants to hear of when it moves."""


class Metrics:
    def __init__(self, strategy: Strategy, decision: TopicDecision | None) -> None:
        self._strategy = strategy
        self._decision = decision
        self._moves: dict[str, float] = {}

    def now(self) -> dict[str, float]:
        """Of the strategy and of the decision on what is on topic, in numbers."""
        metrics: dict[str, float] = {}
        for part in (self._strategy, self._decision):
            if hasattr(part, "metrics"):
                metrics |= cast("HasMetrics", part).metrics()
        return metrics

    def roles(self) -> Mapping[str, Sequence[int]]:
        """The pages that the strategy sets apart."""
        return cast("NamesRoles", self._strategy).roles() if hasattr(self._strategy, "roles") else {}

    def strategy_move(self, metrics: Mapping[str, float]) -> str:
        """What the strategy did since this was last asked beyond naming links, in words; mostly nothing."""
        counted = {name: metrics[name] for name in MOVES if name in metrics}
        moved = [f"{name} {value:,}" for name, value in counted.items() if value != self._moves.get(name, 0)]
        is_first = not self._moves
        self._moves = counted
        return "" if is_first else ", ".join(moved)
