"""One stored page as a person reads it: its text with the terms that made its score, and the way from a seed."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.corpus.pages import PageReader, stored_response
from honeyguide.insight.snippets import spans
from honeyguide.model import Document, StoredPage, TermEvidence, Topic
from honeyguide.relevance.evidence import kept_sums
from honeyguide.storage.ways import Step, evidence_of, way_to

LONGEST = 100_000
"""Characters of a text that are shown."""
_TERMS = 15
"""Of the terms, those that contributed most are found in the text: all of them would mark every other word."""


class PageView(Struct, frozen=True):
    number: int
    page: StoredPage
    text: str
    """The main text, a paragraph a line; of a page off topic all that it says, where its raw response was kept."""
    hits: tuple[tuple[int, int], ...]
    """Where the terms stand that speak for the page: characters from and until …"""
    against: tuple[tuple[int, int], ...]
    """… and those that speak against it."""
    evidence: tuple[TermEvidence, ...]
    """What each contributed when the page was judged, most first …"""
    unit: str
    """… in this unit; …"""
    bias: float
    """… what that is added to …"""
    total: float
    """… and comes to with all other terms."""
    way: tuple[Step, ...]
    """From a seed to the page itself, by the page that first named each."""


def page_view(folder: Path, number: int, page: StoredPage, raw: bytes, topic: Topic, settings: Settings) -> PageView:
    text = (page.content or page.text or _read(page.url, raw, settings))[:LONGEST]
    parts = kept_sums(page.relevance, evidence_of(folder, number), topic)
    words = [each for each in parts.terms if not each.term.startswith("(")][:_TERMS]  # "(meaning)" is none
    hits, against = (
        spans(text, [form for each in some for form in (each.term, *topic.synonyms.get(each.term, ()))])
        for some in (
            [each for each in words if each.contribution >= 0],
            [each for each in words if each.contribution < 0],
        )
    )
    told = (parts.terms, parts.unit, parts.bias, parts.total)
    return PageView(number, page, text, hits, against, *told, way_to(folder, number))


def _read(url: str, raw: bytes, settings: Settings) -> str:
    fetched = stored_response(url, raw) if raw else None
    read = PageReader(settings, "").document(fetched, url) if fetched else ""
    return read.text if isinstance(read, Document) else ""
