"""The waiting link that promises most by what the crawl has learnt so far [ours]: best-first on its own model."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.strategies.prioritized import BestFirst


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    patient: Annotated[
        bool, Meta(description="ask for few links while little is known, and wait for the hosts of better ones")
    ] = True


class Guide(BestFirst):
    paper = "none [ours]"
    link_model = "guide"
    hosts_earn_pages = True
    """What it learnt may be wrong of a whole host: see `Settings.per_host`."""

    def __init__(self, parameters: Parameters) -> None:
        super().__init__()
        self.patient = parameters.patient
        self._floor = -1.0
        """Only links that score more are named."""

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return self.frontier.take(n, busy, above=self._floor)

    def keep_to(self, best: int | None, without: Set[int] = frozenset()) -> None:
        self._floor = -1.0 if best is None else self.frontier.limit_of_best(best, without)

    def scores_at(self, places: Sequence[int], without: Set[int] = frozenset()) -> Sequence[float]:
        return self.frontier.scores_at(places, without)
