"""What a run hands to its store: all that was settled, at once, in the time that is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from msgspec.structs import replace

from honeyguide.core import CrawlCore
from honeyguide.core.answers import REJUDGED
from honeyguide.crawl.journal import Journal
from honeyguide.crawl.stored_pages import stored_page
from honeyguide.model import EventKind, StoredPage
from honeyguide.protocols import HearsMarks, KeepsScores, Store, Web
from honeyguide.records import JUDGED_BY, Mark


class Commits:
    def __init__(
        self, store: Store, journal: Journal, web: Web, wall: Callable[[], float], judged_by: str, *, simulated: bool
    ) -> None:
        """`wall` is the clock whose times are stored; `judged_by` names the judge that the crawl was given."""
        self._store = store
        self._journal = journal
        self._web = web
        self._wall = wall
        self._judged_by = judged_by
        self._simulated = simulated

    def ahead(self) -> float:
        """How far what is stored is ahead of the time that the core lives in."""
        return self._wall() - self._web.now()

    def take_marks(self, core: CrawlCore) -> list[Mark]:
        """What people said of pages since this was last done: used at once."""
        if not hasattr(self._store, "new_marks"):
            return []
        marks = list(cast("HearsMarks", self._store).new_marks())
        core.mark(marks)
        return marks

    def commit(self, core: CrawlCore, why_stopped: str | None = None) -> list[StoredPage]:
        """The pages that are stored now; `why_stopped`: with the last of them."""
        for mark in self.take_marks(core):
            says = "taken back" if mark.on_topic is None else "on topic" if mark.on_topic else "off topic"
            self._journal.note(EventKind.MARK, says, mark.link)
        batch = core.take(self._web.now())
        for record in batch.records:
            again_at = None if record.again_at is None else record.again_at + self.ahead()
            self._store.add(record if again_at is None else replace(record, again_at=again_at))
            self._journal.tell(record)
        for move in batch.moves:
            self._journal.note(EventKind.RELEVANCE, move)
        if batch.strategy_move:
            self._journal.note(EventKind.STRATEGY, batch.strategy_move)
        for move in batch.recall_moves:
            self._journal.note(EventKind.RECALL, move)
        if why_stopped is not None:
            self._journal.note(EventKind.STOP, why_stopped)
        self._store.keep(batch.link_state)
        resting = self._journal.resting(batch.rests, self._web.now())
        retrying = self._journal.retrying(batch.retries, self._web.now())
        state = batch.state | {"resting": resting, "retrying": retrying, JUDGED_BY: self._judged_by}
        if self._simulated:
            state["simulated"] = True
        if batch.rescored and hasattr(self._store, "rescore"):
            cast("KeepsScores", self._store).rescore(batch.rescored)
            state[REJUDGED] = False
        stored = self._store.commit(state)
        return [stored_page(record, self._store) for record in stored if record.page]
