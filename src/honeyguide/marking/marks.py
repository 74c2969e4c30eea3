"""Pages that a person calls on topic or off topic: from addresses to marks, with what a page that joins must have."""

from __future__ import annotations

import asyncio
import difflib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.config import Settings
from honeyguide.corpus.pages import read_again
from honeyguide.errors import BadFile, BadInput
from honeyguide.event_loop import finish
from honeyguide.model import NO_TOPIC
from honeyguide.storage.marks import MarkablePage, Unfetched, find, near, write_marks
from honeyguide.storage.results import is_simulated
from honeyguide.storage.verdicts import Drawn
from honeyguide.text_files import read_text
from honeyguide.urls import canonical, host_of
from honeyguide.validation import shown
from honeyguide.workers import analyzers

_FEW = 32
"""Pages that are read faster in this process than a worker begins."""
_ALIKE = 0.8
"""From here on another host is worth a question."""
_LARGEST_FILE = 100_000_000
_WORDS = {"on": True, "off": False}
_REDIRECT = "redirect"


class Marked(Struct, frozen=True):
    """What marks did."""

    on: int
    off: int
    cleared: int
    joined: int
    """Pages that were off topic and are on topic now …"""
    left: int
    """… and the other way round."""


def read_mark_file(path: Path, otherwise: bool | None, *, given: bool) -> tuple[dict[str, bool | None], list[str]]:
    """Addresses of a file, one a line, with a tab and `on` or `off`; without, they are what `otherwise` says.

    `given`: that was said; None then takes all their marks back, whatever the lines say. Of an address that stands
    there several times the last line counts; those whose lines contradict each other are named besides.
    """
    marks: dict[str, bool | None] = {}
    contradicted: dict[str, None] = {}
    for number, line in enumerate(read_text(path, "a list of marks", _LARGEST_FILE).splitlines(), start=1):
        url, word = (part.strip() for part in line.partition("\t")[::2])
        if not url or url.startswith("#"):
            continue
        if word and word.lower() not in _WORDS:
            raise BadFile(path, f"'{word[:40]}' is no mark; write on or off after the tab", number)
        if not word and not given:
            raise BadFile(
                path, "says no mark; write a tab and on or off after the URL, or give --on or --off", number
            )
        cleared = given and otherwise is None
        address, said = canonical(url) or url, _WORDS[word.lower()] if word and not cleared else otherwise
        if marks.get(address, said) != said:
            contradicted[address] = None
        marks[address] = said
    return marks, list(contradicted)


def mark(folder: Path, wanted: Mapping[str, bool | None], settings: Settings) -> Marked:
    """Mark pages by their addresses, all or none; None takes a mark back."""
    if not wanted:
        raise BadInput("there is nothing to mark: name the URLs of pages")
    marks: dict[str, bool | None] = {}
    for url, on_topic in wanted.items():
        address = canonical(url)
        if address is None:
            raise BadInput(_no_url(folder, url))
        marks[address] = on_topic
    known = find(folder, list(marks))
    pages = [(page, marks[page.url]) for page in known.values() if isinstance(page, MarkablePage)]
    wrong = [url for url in marks if not isinstance(known.get(url), MarkablePage)]
    if wrong:
        more = f" (and {len(wrong) - 1:,} more)" if len(wrong) > 1 else ""
        raise BadInput(f"nothing was marked{more}: {_why_not(folder, wrong[0], known.get(wrong[0]))}")
    joining = [page for page, on_topic in pages if _becomes(page, on_topic) and not page.has_text]
    drawn = finish(_draw(folder, joining, settings)) if joining else {}
    joined, left = write_marks(folder, [(page, on, drawn.get(page.link)) for page, on in pages], time.time())
    said = list(marks.values())
    return Marked(said.count(True), said.count(False), said.count(None), joined, left)


def _becomes(page: MarkablePage, on_topic: bool | None) -> bool:
    return page.judged if on_topic is None else on_topic


async def _draw(folder: Path, pages: Sequence[MarkablePage], settings: Settings) -> dict[int, Drawn]:
    """Text and elements of pages that join; those that cannot be read have none."""
    if len(pages) <= _FEW:
        settings = replace(settings, workers=0)
    reading = analyzers(NO_TOPIC, settings, extract_all=True)
    try:
        virtual = is_simulated(folder)
        read = await asyncio.gather(
            *(read_again(folder, page.url, page.place, reading, 0.0 if virtual else page.read_at) for page in pages)
        )
    finally:
        await reading.close()
    return {
        page.link: Drawn(each.page.text, each.extract if settings.extract else None)
        for page, each in zip(pages, read, strict=True)
        if not isinstance(each, str) and each.page
    }


def _no_url(folder: Path, text: str) -> str:
    spelled = filter(None, (canonical(f"{scheme}://{text.strip()}") for scheme in ("http", "https")))
    there = next(iter(find(folder, list(spelled))), "")
    return f"{shown(text)} is not a URL" + (f"; did you mean {there}?" if there else "")


def _why_not(folder: Path, url: str, link: MarkablePage | Unfetched | None) -> str:
    named = url[:200]
    if isinstance(link, Unfetched):
        if not link.outcome:
            return f"{named}: is known and not fetched yet; mark it when it is"
        if link.outcome == _REDIRECT:
            return f"{named}: leads to {link.detail[:200]}; mark that"
        return f"{named}: brought no page ({link.outcome}), so there is nothing to mark"
    host = host_of(url)
    others = near(folder, host)
    close = difflib.get_close_matches(url, others, n=1) or difflib.get_close_matches(host, others, n=1, cutoff=_ALIKE)
    meant = f"; did you mean {close[0]}?" if close else ""
    return f"{named}: is no page of the crawl in {folder}{meant}"
