"""The report on a crawl as one HTML file that asks for nothing from outside: what was found, when, where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from honeyguide import atomic
from honeyguide.insight.days import said_length
from honeyguide.insight.event_map import event_map
from honeyguide.insight.evolution_figures import course, flow
from honeyguide.insight.figures import colours, spread_of, streams, time_line
from honeyguide.insight.findings import overview
from honeyguide.insight.model import Analysis, Currency, Evolution, Hot, Trust
from honeyguide.insight.summary import (
    against_it,
    chief,
    day,
    for_it,
    headline,
    highest,
    largest,
    lowest,
    span,
    story_count,
    undated,
)
from honeyguide.reporting.plot_style import COLOURS
from honeyguide.reporting.templating import render
from honeyguide.reporting.text import counted
from honeyguide.reporting.themed import REST, THEME

ANCHORS = {
    "time": "Along time",
    "map": "Events",
    "hot": "Hot events",
    "evolution": "How events went on",
    "trust": "Trust",
    "currency": "Currency",
    "sources": "Sources",
}
HOTTEST, LISTED, TOP, SITES = 15, 100, 8, 25
LANGUAGES = {"en": "English", "zh": "Chinese", "": "not told"}


class Source(NamedTuple):
    site: str
    items: int
    copies: int
    """Texts that stood elsewhere first."""
    events: int
    trust: float
    authority: float | None
    languages: list[tuple[str, int]]
    """The most frequent ones, with how many items."""


def write_report(
    path: Path,
    analysis: Analysis,
    trusts: Sequence[Trust],
    currencies: Sequence[Currency],
    hots: Sequence[Hot],
    evolutions: Sequence[Evolution],
    *,
    name: str,
    window: float,
    half_life: float,
) -> None:
    """`name`: what was crawled; `window`: that of `hots`, in seconds; `half_life`: that of `currencies`, in days."""
    events = chief(analysis, hots)
    at = overview(analysis)
    dated = [each for each in currencies if each.age is not None]
    document = render(
        "insight/templates/report.html",
        name=name,
        analysis=analysis,
        hots=hots,
        hottest=HOTTEST,
        window=said_length(window),
        half_life=half_life,
        at=at,
        years=list(dict.fromkeys(day(moment)[-4:] for moment in (at.first, at.last) if moment is not None)),
        languages=LANGUAGES,
        anchors=ANCHORS,
        theme=THEME,
        colours={number: COLOURS.index(colour) for number, colour in colours(events).items()},
        all_colours=range(len(COLOURS)),
        pictures={
            "time_line": time_line(analysis, events),
            "streams": streams(analysis, events),
            "event_map": event_map(analysis, events, hots),
            "trust": spread_of("trust", "How trust is spread", [each.score for each in trusts], ("least", "most")),
            "currency": spread_of(
                "currency", "How currency is spread", [each.score for each in currencies], ("old", "new")
            ),
        },
        listed=largest(analysis, LISTED),
        told={each.event for each in evolutions},
        evolutions=[_evolution(each, analysis, hots, colours(events).get(each.event, REST)) for each in evolutions],
        trusted=(
            (
                "Most trusted",
                [(each, for_it(each.reasons)[:3], against_it(each.reasons)[:2]) for each in highest(trusts, TOP)],
            ),
            (
                "Least trusted",
                [(each, for_it(each.reasons)[:1], against_it(each.reasons)[:4]) for each in lowest(trusts, TOP)],
            ),
        ),
        current=(("Most current", highest(dated, TOP)), ("Least current", lowest(dated, TOP))),
        sources=_largest_sources(analysis, trusts),
        all_sites=at.sites,
        day=day,
        span=span,
        counted=counted,
        undated=undated,
        headline=lambda number: headline(analysis, analysis.events[number - 1]),
        stories=lambda event: story_count(analysis, event.items),
        sites=lambda event: len({analysis.sites[place] for place in event.items}),
    )
    atomic.write(path, document)


def _evolution(evolution: Evolution, analysis: Analysis, hots: Sequence[Hot], colour: str) -> dict[str, object]:
    return {
        "event": analysis.events[evolution.event - 1],
        "heat": next((hot.score for hot in hots if hot.event == evolution.event), None),
        "undated": evolution.undated,
        "phases": evolution.phases,
        "course": course(evolution, colour, analysis.until),
        "flow": flow(evolution, colour),
    }


def _largest_sources(analysis: Analysis, trusts: Sequence[Trust]) -> list[Source]:
    places = defaultdict[str, list[int]](list)
    for place, site in enumerate(analysis.sites):
        places[site].append(place)
    largest = sorted(places, key=lambda site: (-len(places[site]), site))[:SITES]
    return [_source(site, places[site], analysis, trusts) for site in largest]


def _source(site: str, mine: list[int], analysis: Analysis, trusts: Sequence[Trust]) -> Source:
    reasons = (reason for place in mine for reason in trusts[place].reasons)
    return Source(
        site,
        items=len(mine),
        copies=sum(int(analysis.stories[place]) != place for place in mine),
        events=len({int(number) for number in analysis.event_of[mine] if number}),
        trust=fmean(trusts[place].score for place in mine),
        authority=max((reason.value for reason in reasons if reason.kind == "authority"), default=None),
        languages=Counter(analysis.items[place].language for place in mine).most_common(3),
    )
