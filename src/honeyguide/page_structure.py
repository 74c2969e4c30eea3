"""Headings, lists, tables, code and links of the pages of a crawl, read again from the raw responses that it kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.corpus.pages import stored_response
from honeyguide.model import NO_TOPIC, Block
from honeyguide.parsing.article.main_blocks import main_blocks
from honeyguide.parsing.structure import structure
from honeyguide.storage.folder import WARC
from honeyguide.storage.results import raw_places
from honeyguide.storage.warc import read_raw

Reader = Callable[[str, str], tuple[Block, ...]]


def structure_reader(folder: Path, settings: Settings) -> Reader:
    """What gives the blocks of a page by its address and the text that was kept of it.

    None where the raw response is missing, damaged, or does not say the text.
    """
    places = raw_places(folder)
    analyzer = PageAnalyzer(NO_TOPIC, settings)

    def blocks(url: str, text: str) -> tuple[Block, ...]:
        place = places.get(url)
        if place is None or not text:
            return ()
        try:
            raw = next(read_raw(folder / WARC, iter([place])), b"")
        except OSError:
            return ()
        return _read(analyzer, url, text, raw)

    return blocks


def blocks_of(url: str, text: str, raw: bytes, settings: Settings) -> tuple[Block, ...]:
    """The same of one page, by the WARC record of its raw response."""
    return _read(PageAnalyzer(NO_TOPIC, settings), url, text, raw) if text else ()


def _read(analyzer: PageAnalyzer, url: str, text: str, raw: bytes) -> tuple[Block, ...]:
    try:
        came = stored_response(url, raw) if raw else None
        html = analyzer.html(came) if came else None
        return main_blocks(structure(html, url), text) if isinstance(html, str) else ()
    except (OSError, MemoryError, RecursionError):
        return ()
