"""The report on a crawl as one HTML document: what was found, when, where, and how far it can be relied on."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from honeyguide.insight.days import said_length
from honeyguide.insight.event_map import event_map
from honeyguide.insight.figures import streams, time_line
from honeyguide.insight.model import Analysis, Event, Hot
from honeyguide.insight.report_events import evolutions
from honeyguide.insight.report_findings import Findings, Names, drawn, reason
from honeyguide.insight.report_items import current, sources, trusted
from honeyguide.insight.summary import Glance, counted, day, glance, largest, span, story_count, undated
from honeyguide.reporting.markup import said, table
from honeyguide.reporting.plot_style import COLOURS

ANCHORS = {
    "time": "Along time",
    "map": "Events",
    "hot": "Hot events",
    "evolution": "How events went on",
    "trust": "Trust",
    "currency": "Currency",
    "sources": "Sources",
}
HOTTEST, LISTED = 15, 100
LANGUAGES = {"en": "English", "zh": "Chinese", "": "not told"}
STYLE = """
body{max-width:68rem;overflow-wrap:break-word}h1{font-size:2rem}
h2{font-size:1.35rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--rule)}
h3{font-size:1.1rem;margin-top:2rem}a{color:inherit;text-decoration-color:var(--edge);text-underline-offset:.15em}
a:hover{text-decoration-color:currentColor}.lead{max-width:52rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;margin:1.5rem 0}
.facts div{background:var(--shade);border:1px solid var(--rule);border-radius:.5rem;padding:.55rem .8rem}
.facts dt{font-size:.8rem;color:var(--soft)}.facts dd{margin:0;font-size:1.3rem;font-weight:600;line-height:1.3}
.facts small{font-weight:400}nav a{margin-right:1.1rem;white-space:nowrap}
figure{max-width:none}figure .wide svg{min-width:44rem}
.pair figure{max-width:36rem}.pair figure .wide svg{min-width:20rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:0 2rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.4rem;padding:0;margin:0 0 1rem;font-size:.9rem}
.chip{display:inline-block;width:.75em;height:.75em;border-radius:.2em;margin-right:.45em;background:var(--rest);
-webkit-print-color-adjust:exact;print-color-adjust:exact}
table{width:100%}th.text,td.text{text-align:left;white-space:normal;overflow-wrap:anywhere}
th.number,td.number{text-align:right;white-space:nowrap}tbody th.text{min-width:11rem}tbody th.number{font-weight:600}
td.text{min-width:7rem}small{font-weight:400}.term{white-space:nowrap}.begun{min-width:17rem;margin-bottom:.3rem}
caption{text-align:left;font-weight:600;padding:.4rem 0}
ul.why{list-style:none;margin:0;padding:0}ul.why li::before{content:"+ ";color:var(--soft);font-weight:700}
ul.why li.against::before{content:"− "}
@media (max-width:44rem){thead{display:none}tbody,tr,th,td,table,caption{display:block}
tr{padding:.5rem 0;border-bottom:1px solid var(--rule)}th,td{padding:.1rem 0;border:0}tbody th.text{min-width:0}
td::before{content:attr(data-head) " ";color:var(--soft)}td.number{display:inline-block;margin-right:1rem}
.begun{min-width:0}}
@media print{:root{--ink:#000;--soft:#444;--paper:#fff}h2,h3{break-after:avoid}tr{break-inside:avoid}
table{break-inside:auto}nav{display:none}}
""" + "\n".join(f".c{place}{{background:var(--colour-{place})}}" for place in range(len(COLOURS)))


def body(found: Findings) -> Iterator[str]:
    """The whole report but its frame."""
    names, analysis, events = Names(found), found.analysis, found.chief
    yield from opening(found, names)
    parts = [name for name in ANCHORS if name != "evolution" or found.evolutions]
    yield "<nav>" + " ".join(f'<a href="#{name}">{ANCHORS[name]}</a>' for name in parts) + "</nav>"
    yield '<h2 id="time">Along time</h2>'
    yield names.legend()
    yield drawn(time_line(analysis, events), "No item has a date: there is no time line.")
    yield drawn(streams(analysis, events))
    yield '<h2 id="map">Events</h2>'
    yield drawn(event_map(analysis, events, found.hots), "There are too few events for a map.")
    yield from all_events(found, names)
    yield from hot_events(found, names)
    yield from evolutions(found, names)
    yield from trusted(found, names)
    yield from current(found, names)
    yield from sources(found)


def opening(found: Findings, names: Names) -> Iterator[str]:
    """The head of the report: what it is of, its figures, and what they say."""
    at_a_glance = glance(found.analysis)
    yield f'<h1>What did we find?</h1><p class="note">{said(found.name)} · now is {day(found.analysis.until)} · '
    yield "all times are UTC</p>"
    yield from (f'<p class="lead">{sentence}</p>' for sentence in _findings(found, at_a_glance, names))
    rows = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{value}{f'<small>{small}</small>' if small else ''}</dd></div>"
        for name, value, small in _facts(at_a_glance)
    )
    yield f'<dl class="facts">{rows}</dl>'


def _facts(at: Glance) -> Iterator[tuple[str, str, str]]:
    yield "items", f"{at.items:,}", "pages on topic"
    yield "stories", f"{at.stories:,}", "copies counted once"
    yield "events", f"{at.events:,}", f"{at.in_events:,} items in them"
    yield "sites", f"{at.sites:,}", ""
    shown = [f"{many:,} {LANGUAGES.get(name, said(name, longest=8))}" for name, many in at.languages]
    yield "languages", f"{len([name for name, _ in at.languages if name]):,}", ", ".join(shown[:4])
    yield "without a date", f"{at.undated:,}", "in no time line"
    years = dict.fromkeys(day(moment)[-4:] for moment in (at.first, at.last) if moment is not None)
    yield "published", " – ".join(years) or "–", span(at.first, at.last) if years else ""


def _findings(found: Findings, at: Glance, names: Names) -> Iterator[str]:
    told = f"{counted(at.stories, 'story', 'stories')} and {counted(at.events, 'event')}"
    yield f"{counted(at.items, 'item')} on {counted(at.sites, 'site')} tell {told}."
    if found.hots and found.hots[0].score > 0:
        hottest = found.hots[0]
        yield f"Hottest now: {names.event(hottest.event)} (heat {hottest.score:.2f}): {reason(hottest.says)}."
    if at.undated:
        yield f"{undated(at.undated)}."
    if at.unread:
        missing = f"{at.unread:,} pages on topic are not in this report, for want of elements"
        yield f"{missing}: <code>honeyguide index</code> draws them."


def hot_events(found: Findings, names: Names) -> Iterator[str]:
    length = said_length(found.window)
    yield f'<h2 id="hot">Hot events</h2><p class="note">In the {length} before {day(found.analysis.until)}. '
    yield "Heat is in [0, 1]: how far an event stands out over its own past and the rest of the crawl.</p>"
    if not found.hots:
        yield "<p>No event has an item that is dated in this window.</p>"
        return
    rows = (
        (
            names.event(hot.event, 6),
            f"{hot.score:.2f}",
            f"{hot.stories:,}",
            f"{hot.items:,}",
            f"{hot.sites:,}",
            f"{hot.expected:.1f}",
            f"{reason(hot.says)}{''.join(f'<small>busy {span(*burst)}</small>' for burst in _whole_days(hot))}",
        )
        for hot in found.hots[:HOTTEST]
    )
    yield table(("event", "heat*", "stories*", "items*", "sites*", "expected*", "why"), rows)


def _whole_days(hot: Hot) -> list[tuple[float, float]]:
    """Bursts end when a day begins: the day before is the last."""
    return [(start, max(start, end - 1)) for start, end in hot.bursts[-3:]]


def all_events(found: Findings, names: Names) -> Iterator[str]:
    analysis = found.analysis
    shown = largest(analysis, LISTED)
    of = f"the {len(shown)} largest of {len(analysis.events):,}" if len(analysis.events) > LISTED else f"{len(shown)}"
    rows = (_event(event, analysis, names) for event in shown)
    yield f"<details><summary>All events ({of})</summary>"
    yield table(("event", "stories*", "items*", "sites*", "from – until"), rows) + "</details>"


def _event(event: Event, analysis: Analysis, names: Names) -> tuple[str, ...]:
    return (
        names.event(event.number, 6),
        f"{story_count(analysis, event.items):,}",
        f"{len(event.items):,}",
        f"{len({analysis.sites[place] for place in event.items}):,}",
        span(event.started, event.ended),
    )
