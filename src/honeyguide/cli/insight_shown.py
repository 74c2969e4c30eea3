"""The answers of `honeyguide insight` for people: readable from 80 columns on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from honeyguide.cli.tables import table
from honeyguide.cli.terminal import heading, stdout, styled
from honeyguide.insight.findings import (
    CurrentPage,
    EventHistory,
    EventPhase,
    EventSummary,
    EventThread,
    HotEvent,
    Span,
    TrustedPage,
)
from honeyguide.insight.model import DAY, Reason
from honeyguide.insight.summary import against_it, day, for_it, span
from honeyguide.reporting.text import counted
from honeyguide.timestamps import parse as parse_time

_INDENT = 11
_BLOCKS = " ▁▂▃▄▅▆▇█"
_LINE = 60
_REASONS = 4
"""For a page among others, and as many against it; by itself it is shown with all."""


def trusted(found: Sequence[TrustedPage]) -> None:
    for rank, each in enumerate(found, start=1):
        _page(each, rank, each.score)
        _facts(
            (
                ("for", _says(for_it(each.reasons)[:_REASONS])),
                ("against", _says(against_it(each.reasons)[:_REASONS])),
            ),
            _INDENT,
        )


def trusted_page(found: TrustedPage) -> None:
    """One page, with every reason by itself."""
    _page(found, 1, found.score)
    shown = table("reason", right=("value", "weight", "points"), wide="because")
    for each in found.reasons:
        points = f"{each.value * each.weight:.3f}"
        shown.add_row(styled(each.kind), f"{each.value:.2f}", f"{each.weight:.2f}", points, styled(each.says, "dim"))
    shown.add_row(styled("trust", "bold"), "", "", styled(f"{found.score:.3f}", "bold"), "")
    stdout().print(shown)


def current(found: Sequence[CurrentPage]) -> None:
    for rank, each in enumerate(found, start=1):
        _page(each, rank, each.score)
        stdout().print(Padding(styled("; ".join(each.says), "dim"), (0, 0, 0, _INDENT), expand=False))


def hot(found: Sequence[HotEvent]) -> None:
    shown = table(right=("heat", "event", "stories", "items", "sites"), wide="what, and why it is hot")
    for each in found:
        busy = (f"busy {_busy(burst)}" for burst in each.bursts[-2:])
        about = Text("\n").join((*_named(each), *(styled(says, "dim") for says in (each.says, *busy))))
        figures = (f"{many:,}" for many in (each.event, each.stories, each.items, each.sites))
        shown.add_row(Text(f"{each.score:.2f}", "green"), *figures, about)
    stdout().print(shown)


def events(found: Sequence[EventSummary]) -> None:
    shown = table(right=("event", "stories", "items", "sites"), wide="what, and when")
    for each in found:
        when = span(each.started, each.ended)
        about = Text("\n").join((*_named(each), styled(when, "dim")))
        figures = (f"{many:,}" for many in (each.stories, each.items, each.sites))
        shown.add_row(Text(f"{each.event}", "bold"), *figures, about)
    stdout().print(shown)


def evolution(found: EventHistory) -> None:
    name, words = _named(found)
    stdout().print(Text(f"event {found.event}  ", "bold").append_text(name), soft_wrap=True)
    stdout().print(words, soft_wrap=True)
    told = counted(found.stories, "story", "stories")
    undated = f"; {found.undated:,} without a date in no phase" if found.undated else ""
    about = f"{counted(found.items, 'item')}, {told}, on {counted(found.sites, 'site')}"
    when = span(found.started, found.ended)
    stdout().print(styled(f"{about}, {when}{undated}"), soft_wrap=True)
    line, unit = course([(parse_time(each.day) or 0.0, each.items, each.stories) for each in found.volume])
    stdout().print(Text(line, "green"), styled(f"items by {unit}", "dim"))
    for phase in found.phases:
        stdout().print()
        _phase(found, phase)


def course(volume: Sequence[tuple[float, int, int]]) -> tuple[str, str]:
    """Items along time as one line of blocks, and how long a block is."""
    if not volume:
        return "", "day"
    first, days = volume[0][0], int((volume[-1][0] - volume[0][0]) // DAY) + 1
    step = -(-days // _LINE)
    counts = np.zeros(-(-days // step), np.int64)
    for at, items, _ in volume:
        counts[int((at - first) // DAY) // step] += items
    heights = np.ceil(counts / counts.max() * (len(_BLOCKS) - 1)).astype(int)
    return "".join(_BLOCKS[height] for height in heights), "day" if step == 1 else f"{step} days"


def _phase(found: EventHistory, phase: EventPhase) -> None:
    told = counted(phase.stories, "story", "stories")
    about = f"{span(phase.start, phase.end)}: {counted(len(phase.items), 'item')}, {told}"
    stdout().print(Text(f"phase {phase.phase}  ", "bold").append(about), soft_wrap=True)
    new = set(phase.new_sites) if phase.phase > 1 else set()
    sites = [site + (" (new)" if site in new else "") for site in phase.sites[:8]]
    more = f" and {len(phase.sites) - 8:,} more" if len(phase.sites) > 8 else ""
    facts = [("appears", ", ".join(phase.appears)), ("is gone", ", ".join(phase.disappears))]
    facts.append(("sites", ", ".join(sites) + more))
    for name, item in zip(("begun by", *[""] * len(phase.begun_by)), phase.begun_by, strict=False):
        facts.append((name, f"{item.title or '(no title)'} ({item.host}, {day(item.published)})"))
    mine = [thread for thread in found.threads if thread.phase == phase.phase]
    if len(found.threads) > len(found.phases):
        for name, thread in zip(("threads", *[""] * len(mine)), mine, strict=False):
            facts.append((name, _thread(thread)))
    _facts(facts, 2)


def _thread(thread: EventThread) -> str:
    from_ = f", goes on from {' and '.join(map(str, thread.follows))}" if thread.follows else ""
    return f"{thread.thread}: {', '.join(thread.terms)} ({counted(len(thread.items), 'item')}{from_})"


def _page(page: TrustedPage | CurrentPage, rank: int, score: float) -> None:
    stdout().print(heading(rank, f"  {score:.2f}  ", page.title), soft_wrap=True)
    stdout().print(" " * _INDENT, styled(page.url, "cyan"), sep="", soft_wrap=True)
    about = f"event {page.event}: {page.event_title}" if page.event else "in no event"
    stdout().print(Padding(styled(f"{day(page.published)} · {about}"), (0, 0, 0, _INDENT), expand=False))


def _facts(facts: Iterable[tuple[str, str]], indent: int) -> None:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, says in facts:
        if says:
            grid.add_row(styled(name, "dim"), styled(says, "dim" if indent == _INDENT else ""))
    stdout().print(Padding(grid, (0, 0, 0, indent), expand=False))


def _says(reasons: Sequence[Reason]) -> str:
    return "; ".join(each.says for each in reasons)


def _named(event: EventSummary | HotEvent) -> tuple[Text, Text]:
    """What an event is called, and the words that set it apart."""
    return styled(event.title or "(no title)", "bold"), styled(", ".join(event.terms[:6]) or "(no words)")


def _busy(burst: Span) -> str:
    start, end = parse_time(burst.start) or 0.0, parse_time(burst.end) or 0.0
    return span(start, max(start, end - 1))
