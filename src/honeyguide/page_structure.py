"""Headings, lists, tables, code and links of the pages of a crawl, read again from the raw responses that it kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from honeyguide.analysis import TOO_SLOW, PageAnalyzer, TooSlow, time_limit
from honeyguide.config import Settings
from honeyguide.corpus.pages import stored_response
from honeyguide.model import NO_TOPIC, Block
from honeyguide.parsing.article.main_blocks import main_blocks
from honeyguide.parsing.structure import structure
from honeyguide.storage.files import WARC
from honeyguide.storage.raw_responses import read_raw
from honeyguide.storage.results import raw_places

_log = logging.getLogger(__name__)

Reader = Callable[[str, str], tuple[Block, ...]]


def structure_reader(folder: Path, settings: Settings) -> Reader:
    """What gives the blocks of a page by its address and the text that was kept of it.

    None where the raw response is missing, damaged, does not say the text, or takes as long to read as no page may.
    """
    places = raw_places(folder)
    analyzer = PageAnalyzer(NO_TOPIC, settings)

    def blocks(url: str, text: str) -> tuple[Block, ...]:
        place = places.get(url)
        if place is None or not text:
            return ()
        try:
            raw = next(read_raw(folder / WARC, iter([place])), b"")
        except OSError as wrong:
            return _plain(url, str(wrong))
        return _read(analyzer, settings, url, text, raw)

    return blocks


def blocks_of(url: str, text: str, raw: bytes, settings: Settings) -> tuple[Block, ...]:
    """The same of one page, by the WARC record of its raw response."""
    return _read(PageAnalyzer(NO_TOPIC, settings), settings, url, text, raw) if text else ()


def _read(analyzer: PageAnalyzer, settings: Settings, url: str, text: str, raw: bytes) -> tuple[Block, ...]:
    try:
        came = stored_response(url, raw) if raw else None
        with time_limit(settings.parse_seconds):
            html = analyzer.html(came) if came else None
            return main_blocks(structure(html, url), text) if isinstance(html, str) else ()
    except TooSlow:
        return _plain(url, TOO_SLOW)
    except (OSError, MemoryError, RecursionError) as wrong:
        return _plain(url, str(wrong) or type(wrong).__name__)


def _plain(url: str, why: str) -> tuple[Block, ...]:
    _log.warning("%s: written as plain text: %s", url, why)
    return ()
