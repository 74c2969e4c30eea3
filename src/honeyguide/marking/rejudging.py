"""Stored pages judged again, by another topic, another model or new marks, without fetching anything."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.analysis import excluded, relevance_model
from honeyguide.config import Settings
from honeyguide.core.answers import REJUDGED
from honeyguide.corpus.pages import read_again
from honeyguide.encoders import open_vectors
from honeyguide.errors import BadInput
from honeyguide.event_loop import finish
from honeyguide.model import NO_TOPIC, Relevance, Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.progress import Progress
from honeyguide.protocols import LearningDecision, RelevanceModel, TopicDecision
from honeyguide.records import JUDGED_BY
from honeyguide.registry import name_of
from honeyguide.relevance import Judge
from honeyguide.reporting.text import counted
from honeyguide.storage.elements import ElementsWriter
from honeyguide.storage.files import VECTORS
from honeyguide.storage.folder import topic_of
from honeyguide.storage.marks import read_marks
from honeyguide.storage.results import is_simulated
from honeyguide.storage.search_index import SearchFailed
from honeyguide.storage.verdicts import Change, Drawn, JudgedPage, Verdicts, open_verdicts
from honeyguide.topics.files import require
from honeyguide.workers import Analyzer, analyzers

BATCH = 128


class Rejudged(Struct, frozen=True):
    """What judging again did, or would do."""

    topic: str
    relevance: str
    """The relevance model that judged."""
    pages: int
    """Pages that were judged again …"""
    failed: dict[str, int]
    """… and those that keep the verdict that they had, by reason."""
    marks: int
    """Pages that have the verdict of a person's mark."""
    changes: tuple[Change, ...]
    """Pages that joined those on topic or left them, near-duplicates left out."""
    written: bool
    search: str = ""
    """Why the search index could not be brought up to date; empty when it is."""

    @property
    def joined(self) -> int:
        return sum(each.on_topic for each in self.changes)

    @property
    def left(self) -> int:
        return len(self.changes) - self.joined

    @property
    def says(self) -> str:
        """In one line for a person."""
        kept = f", {sum(self.failed.values()):,} could not be read and keep their verdict" if self.failed else ""
        marks = f", {self.marks:,} marked by you" if self.marks else ""
        return (
            f"judged {counted(self.pages, 'page')} again by {self.topic} ({self.relevance}): "
            f"{self.joined:,} joined, {self.left:,} left{marks}{kept}"
        )


def rejudge(
    folder: Path,
    topic: Topic | None,
    settings: Settings,
    progress: Progress,
    *,
    model: RelevanceModel | Judge | type | None = None,
    dry_run: bool = False,
) -> Rejudged:
    """By this topic, which becomes that of the crawl, or without one by its own; written whole or not at all."""
    return finish(_rejudge(folder, topic, settings, progress, model, dry_run))


async def _rejudge(
    folder: Path,
    topic: Topic | None,
    settings: Settings,
    progress: Progress,
    model: RelevanceModel | Judge | type | None,
    dry_run: bool,
) -> Rejudged:
    with open_verdicts(folder) as verdicts:
        own = topic_of(folder)
        wanted = require(topic) if topic else own
        look = SecondLook(folder, verdicts, wanted, settings, model, progress, same=wanted == own)
        with look:
            await look.judge()
        if look.failed and not look.judged:
            why = next(iter(look.failed))
            raise BadInput(f"none of the {sum(look.failed.values()):,} pages can be judged again: {why}")
        done = Rejudged(
            topic=wanted.name,
            relevance=name_of(model, wanted.relevance),
            pages=look.judged,
            failed=dict(look.failed.most_common()),
            marks=len(read_marks(verdicts.database)),
            changes=tuple(verdicts.changes()),
            written=not dry_run,
        )
        if dry_run:
            return done
        await look.draw()
        state: dict[str, object] = {REJUDGED: True, JUDGED_BY: name_of(model)}
        if look.decision:
            state["verdict"] = look.decision.state()
        verdicts.write(wanted, state, done.says, time.time(), new_topic=wanted != own)
        if settings.extract:
            try:
                ElementsWriter(folder, verdicts.database).make_searchable(searchable, progress)
            except SearchFailed as wrong:
                return replace(done, search=str(wrong))
    return done


class SecondLook:
    """Judges all pages of a folder in the order in which they came, as a crawl would have."""

    def __init__(
        self,
        folder: Path,
        verdicts: Verdicts,
        topic: Topic,
        settings: Settings,
        model: RelevanceModel | Judge | type | None,
        progress: Progress,
        *,
        same: bool,
    ) -> None:
        """`same`: the pages were judged by this topic, so that a model that learns can use the features it drew."""
        self._vectors = open_vectors(settings.encoder)
        judge = relevance_model(topic, model, self._vectors)
        self.decision: TopicDecision | None = judge.decision()
        self._knows: Callable[[bytes], bool] = getattr(judge, "knows", bool)
        """Whether features are such as the model draws now: they are not where the encoder is another."""
        self.judged = 0
        self.failed: Counter[str] = Counter()
        self._folder, self._verdicts, self._topic, self._settings = folder, verdicts, topic, settings
        self._model, self._progress, self._same = model, progress, same
        self._learning = cast("LearningDecision", self.decision) if hasattr(self.decision, "revise") else None
        self._again: list[tuple[JudgedPage, Relevance]] = []
        """Pages that a learning decision numbered, as it first judged them."""

    def __enter__(self) -> None:
        """Vectors of texts that the crawl has met are known."""
        if self._vectors:
            self._vectors.keep_in(self._folder / VECTORS)

    def __exit__(self, *_: object) -> None:
        if self._vectors:
            self._vectors.close()

    async def judge(self) -> None:
        """Gather a verdict for every page."""
        total, last, seen = self._verdicts.pages(), -1, 0
        judging = replace(self._settings, extract=False)  # what joins is extracted later, and nothing else
        reading = analyzers(self._topic, judging, model=self._model, encoder=self._vectors)
        try:
            while batch := self._verdicts.after(last, BATCH):
                read = await asyncio.gather(*(self._read(page, reading) for page in batch))
                judged = [self._judge(page, each) for page, each in zip(batch, read, strict=True)]
                self._verdicts.gather([each for each in judged if each], terms=not self._same)
                last, seen = batch[-1].visit, seen + len(batch)
                self._progress("pages judged", seen, total)
        finally:
            await reading.close()
        if self._learning:
            self._learn(self._learning)

    async def draw(self) -> None:
        """Gather text and elements of pages that join those on topic."""
        pages = self._verdicts.without_text()
        if not pages:
            return
        virtual = is_simulated(self._folder)
        reading = analyzers(NO_TOPIC, self._settings, extract_all=True)
        try:
            for start in range(0, len(pages), BATCH):
                batch = pages[start : start + BATCH]
                read = await asyncio.gather(
                    *(
                        read_again(self._folder, page.url, page.place, reading, 0.0 if virtual else page.read_at)
                        for page in batch
                    )
                )
                self._verdicts.add_texts(
                    [
                        (page, Drawn(each.page.text, each.extract if self._settings.extract else None))
                        for page, each in zip(batch, read, strict=True)
                        if not isinstance(each, str) and each.page
                    ]
                )
                self._progress("pages extracted", start + len(batch), len(pages))
        finally:
            await reading.close()

    async def _read(self, page: JudgedPage, reading: Analyzer) -> Relevance | str:
        kept = self._same and self._learning and page.relevance.features
        if kept and self._knows(kept):
            return self._as_kept(page)
        read = await read_again(self._folder, page.url, page.place, reading)
        if isinstance(read, str):
            return self._as_kept(page) if kept else read
        return read.relevance or str(read.outcome)

    def _as_kept(self, page: JudgedPage) -> Relevance:
        why_not = excluded(self._topic, self._settings, page.language, noindex=page.noindex)
        return replace(page.relevance, why_not=why_not)

    def _judge(self, page: JudgedPage, read: Relevance | str) -> tuple[JudgedPage, Relevance] | None:
        """The page with its verdict; None for one that keeps what it had, or gets its verdict in the end."""
        if isinstance(read, str):
            self.failed[read] += 1
            return None
        self.judged += 1
        judged = self.decision.judge(read, page.read_at) if self.decision else read
        if self._learning and judged.features:
            self._again.append((page, judged))
            return None
        return page, judged

    def _learn(self, learning: LearningDecision) -> None:
        """Marks last, then the verdict on every page by all that was learnt."""
        newest = {page.link: number for number, (page, _) in enumerate(self._again)}
        for link, on_topic in read_marks(self._verdicts.database).items():
            if link in newest:
                learning.mark(newest[link], on_topic)
        learning.settle()
        for start in range(0, len(self._again), BATCH):
            some = list(enumerate(self._again[start : start + BATCH], start))
            final = [(page, first.now(learning.verdict(number))) for number, (page, first) in some]
            self._verdicts.gather(final, terms=not self._same)
            self._progress("verdicts", start + len(some), len(self._again))
