"""Events in a report: each with its course, its phases and its threads."""

from __future__ import annotations

from collections.abc import Iterator

from honeyguide.insight.evolution_figures import course, flow
from honeyguide.insight.figures import colours
from honeyguide.insight.model import Evolution, Phase
from honeyguide.insight.report_findings import Findings, Names, drawn, words_of
from honeyguide.insight.summary import counted, day, span, story_count
from honeyguide.reporting.markup import link, said, table
from honeyguide.reporting.themed import REST

WORDS, STARTERS, SITES = 8, 3, 4


def evolutions(found: Findings, names: Names) -> Iterator[str]:
    if not found.evolutions:
        return
    yield '<h2 id="evolution">How events went on</h2><p class="note">The hottest events and the largest. '
    yield "Bars are items (pale) and stories (full colour), fields the phases of the event. Where a phase tells of "
    yield "several sides, they are drawn as threads: the longer a bar, the more items; ribbons lead on.</p>"

    for each in found.evolutions:
        yield from _event(found, names, each)


def _event(found: Findings, names: Names, evolution: Evolution) -> Iterator[str]:
    event = found.analysis.events[evolution.event - 1]
    heat = next((f"; heat {hot.score:.2f}" for hot in found.hots if hot.event == event.number), "")
    told = story_count(found.analysis, event.items)
    sites = len({found.analysis.sites[place] for place in event.items})
    undated = f"; {evolution.undated:,} without a date are in no phase" if evolution.undated else ""
    colour = colours(found.chief).get(event.number, REST)
    yield f'<section><h3 id="event-{event.number}">Event {names.event(event.number, 6, linked=False)}</h3>'
    yield (
        f'<p class="note">{counted(len(event.items), "item")}, {counted(told, "story", "stories")}, on '
        f"{counted(sites, 'site')}; {span(event.started, event.ended)}{heat}{undated}.</p>"
    )
    yield drawn(course(evolution, colour, found.analysis.until), "No item of it is dated: there is no time line.")
    if evolution.phases:
        rows = (_phase(found, number, phase) for number, phase in enumerate(evolution.phases, start=1))
        yield table(("when", "words that appear", "words that go", "sites", "begun by"), rows)
    yield drawn(flow(evolution, colour))
    yield "</section>"


def _starter(found: Findings, place: int) -> str:
    item = found.analysis.items[place]
    where, when = said(found.analysis.sites[place], longest=60), f'<span class="term">{day(item.published)}</span>'
    return f"{link(item.url, item.title, item.language)}<small>{where}, {when}</small>"


def _phase(found: Findings, number: int, phase: Phase) -> tuple[str, ...]:
    new = set(phase.new_sites)
    sites = [
        said(site, longest=40) + (" (new)" if site in new and number > 1 else "") for site in phase.sites[:SITES]
    ]
    more = f" and {len(phase.sites) - SITES:,} more" if len(phase.sites) > SITES else ""
    starters = "".join(f'<div class="begun">{_starter(found, place)}</div>' for place in phase.begun_by[:STARTERS])
    return (
        f"phase {number}<small>{span(phase.start, phase.end)}</small>"
        f"<small>{counted(len(phase.items), 'item')}, {counted(phase.stories, 'story', 'stories')}</small>",
        words_of(phase.appears[:WORDS]) or "–",
        words_of(phase.disappears[:WORDS]) or "–",
        ", ".join(sites) + more,
        starters,
    )
