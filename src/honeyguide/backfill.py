"""What older crawls lack: elements of their pages on topic, drawn from the raw responses, and the search index."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.corpus.pages import read_again
from honeyguide.model import NO_TOPIC, Extract
from honeyguide.parsing.tokens import searchable
from honeyguide.progress import Progress
from honeyguide.storage.elements import ElementsWriter, LackingPage, open_elements
from honeyguide.storage.results import is_simulated
from honeyguide.storage.search_index import SearchFailed
from honeyguide.workers import Analyzer, analyzers

BATCH = 128
"""Pages that are committed together, and no more than these are drawn again after a kill."""


class Indexed(Struct, frozen=True):
    drawn: int
    """Pages whose elements are known now …"""
    failed: dict[str, int]
    """… and those whose elements could not be drawn, by reason."""
    search: str = ""
    """Why the search index could not be brought up to date; empty when it is."""


def index(folder: Path, settings: Settings, progress: Progress) -> Indexed:
    """Draw the elements that are missing, then bring the search index up to date; what was drawn survives a kill."""
    with open_elements(folder) as elements:
        drawn, failed = asyncio.run(_draw(folder, elements, settings, progress))
        try:
            elements.make_searchable(searchable, progress)
        except SearchFailed as wrong:
            return Indexed(drawn, dict(failed.most_common()), str(wrong))
    return Indexed(drawn, dict(failed.most_common()))


async def _draw(
    folder: Path, elements: ElementsWriter, settings: Settings, progress: Progress
) -> tuple[int, Counter[str]]:
    lacking = elements.lacking()
    drawn, done, last = 0, 0, -1
    failed: Counter[str] = Counter()
    if not lacking:
        return drawn, failed
    virtual = is_simulated(folder)
    reading = analyzers(NO_TOPIC, settings, extract_all=True)
    try:
        while batch := elements.after(last, BATCH):
            found = await asyncio.gather(
                *(_elements(folder, page, reading, 0.0 if virtual else page.read_at) for page in batch)
            )
            known = [(page, each) for page, each in zip(batch, found, strict=True) if not isinstance(each, str)]
            failed.update(each for each in found if isinstance(each, str))
            elements.add(known)
            drawn, done, last = drawn + len(known), done + len(batch), batch[-1].visit
            progress("pages read", done, lacking)
    finally:
        await reading.close()
    return drawn, failed


async def _elements(folder: Path, page: LackingPage, reading: Analyzer, at: float) -> Extract | str:
    """The elements of a page, or why it has none."""
    read = await read_again(folder, page.url, page.place, reading, at)
    return read if isinstance(read, str) else read.extract or str(read.outcome)
