"""The answers of `honeyguide insight` for people: readable from 80 columns on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from honeyguide.cli.terminal import stdout, styled
from honeyguide.insight.model import DAY, Analysis, Currency, Event, Evolution, Hot, Phase, Reason, Thread, Trust
from honeyguide.insight.reasons import against_it, for_it
from honeyguide.insight.summary import counted, day, span, story_count

_INDENT = 11
_BLOCKS = " ▁▂▃▄▅▆▇█"
_LINE = 60
_GROUNDS = 4
"""For a page among others, and as many against it; by itself it is shown with all."""


def trusted(analysis: Analysis, found: Sequence[Trust]) -> None:
    for rank, each in enumerate(found, start=1):
        _page(analysis, each.item, rank, each.score)
        _facts((("for", _says(for_it(each)[:_GROUNDS])), ("against", _says(against_it(each)[:_GROUNDS]))), _INDENT)


def trusted_page(analysis: Analysis, found: Trust) -> None:
    """One page, with every ground by itself."""
    _page(analysis, found.item, 1, found.score)
    table = Table("ground", box=None, padding=(0, 2, 0, 0))
    for name in ("value", "weight", "points"):
        table.add_column(name, justify="right")
    table.add_column("because")
    for each in found.reasons:
        points = f"{each.value * each.weight:.3f}"
        table.add_row(styled(each.kind), f"{each.value:.2f}", f"{each.weight:.2f}", points, styled(each.says, "dim"))
    table.add_row(styled("trust", "bold"), "", "", styled(f"{found.score:.3f}", "bold"), "")
    stdout().print(table)


def current(analysis: Analysis, found: Sequence[Currency]) -> None:
    for rank, each in enumerate(found, start=1):
        _page(analysis, each.item, rank, each.score)
        stdout().print(Padding(styled("; ".join(each.says), "dim"), (0, 0, 0, _INDENT), expand=False))


def hot(analysis: Analysis, found: Sequence[Hot]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("heat", "event", "stories", "items", "sites"):
        table.add_column(name, justify="right")
    table.add_column("what, and why it is hot", overflow="fold")
    for each in found:
        busy = (f"busy {span(start, max(start, end - 1))}" for start, end in each.bursts[-2:])
        about = Text("\n").join(
            (_terms(analysis.events[each.event - 1]), *(styled(says, "dim") for says in (each.says, *busy)))
        )
        figures = (f"{many:,}" for many in (each.event, each.stories, each.items, each.sites))
        table.add_row(Text(f"{each.score:.2f}", "green"), *figures, about)
    stdout().print(table)


def events(analysis: Analysis, found: Sequence[Event]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("event", "stories", "items", "sites"):
        table.add_column(name, justify="right")
    table.add_column("what, and when", overflow="fold")
    for each in found:
        about = Text("\n").join((_terms(each), styled(span(each.started, each.ended), "dim")))
        sites = len({analysis.sites[place] for place in each.items})
        figures = (f"{many:,}" for many in (story_count(analysis, each.items), len(each.items), sites))
        table.add_row(Text(f"{each.number}", "bold"), *figures, about)
    stdout().print(table)


def evolution(analysis: Analysis, found: Evolution) -> None:
    subject = analysis.events[found.event - 1]
    stdout().print(Text(f"event {found.event}  ", "bold").append_text(_terms(subject)), soft_wrap=True)
    sites = len({analysis.sites[place] for place in subject.items})
    told = counted(story_count(analysis, subject.items), "story", "stories")
    undated = f"; {found.undated:,} without a date in no phase" if found.undated else ""
    about = f"{counted(len(subject.items), 'item')}, {told}, on {counted(sites, 'site')}"
    stdout().print(styled(f"{about}, {span(subject.started, subject.ended)}{undated}"), soft_wrap=True)
    line, unit = course(found.volume)
    stdout().print(Text(line, "green"), styled(f"items by {unit}", "dim"))
    for number, phase in enumerate(found.phases):
        stdout().print()
        _phase(analysis, found, number, phase)


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


def _phase(analysis: Analysis, found: Evolution, number: int, phase: Phase) -> None:
    told = counted(phase.stories, "story", "stories")
    about = f"{span(phase.start, phase.end)}: {counted(len(phase.items), 'item')}, {told}"
    stdout().print(Text(f"phase {number + 1}  ", "bold").append(about), soft_wrap=True)
    new = set(phase.new_sites) if number else set()
    sites = [site + (" (new)" if site in new else "") for site in phase.sites[:8]]
    more = f" and {len(phase.sites) - 8:,} more" if len(phase.sites) > 8 else ""
    facts = [("appears", ", ".join(phase.appears)), ("is gone", ", ".join(phase.disappears))]
    facts.append(("sites", ", ".join(sites) + more))
    for name, place in zip(("begun by", *[""] * len(phase.begun_by)), phase.begun_by, strict=False):
        item = analysis.items[place]
        facts.append((name, f"{item.title or '(no title)'} ({item.host}, {day(item.published)})"))
    mine = [(place, thread) for place, thread in enumerate(found.threads) if thread.phase == number]
    if len(found.threads) > len(found.phases):
        for name, (place, thread) in zip(("threads", *[""] * len(mine)), mine, strict=False):
            facts.append((name, _thread(place, thread)))
    _facts(facts, 2)


def _thread(place: int, thread: Thread) -> str:
    from_ = f", goes on from {' and '.join(f'{each + 1}' for each in thread.follows)}" if thread.follows else ""
    return f"{place + 1}: {', '.join(thread.terms)} ({counted(len(thread.items), 'item')}{from_})"


def _page(analysis: Analysis, place: int, rank: int, score: float) -> None:
    item, number = analysis.items[place], int(analysis.event_of[place])
    head = Text(f"{rank:>3}", "dim").append(f"  {score:.2f}  ", "green")
    stdout().print(head.append_text(styled(item.title or "(no title)", "bold")), soft_wrap=True)
    stdout().print(" " * _INDENT, styled(item.url, "cyan"), sep="", soft_wrap=True)
    event = analysis.events[number - 1] if number else None
    about = f"event {number}: {', '.join(event.terms[:3])}" if event else "in no event"
    stdout().print(Padding(styled(f"{day(item.published)} · {about}"), (0, 0, 0, _INDENT), expand=False))


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


def _terms(event: Event) -> Text:
    return styled(", ".join(event.terms[:6]) or "(no words)", "bold")
