"""What the pages of a crawl say together: time line, hot events, how an event went on, trust and currency.

Analysed in a thread and kept; the values of charts are numbers and text, never scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from nicegui import ui

from honeyguide.app.charts import axis
from honeyguide.app.here import Here
from honeyguide.app.kept import Kept
from honeyguide.app.layout import crawl_tabs, frame
from honeyguide.app.long_work import Heard, bar_of
from honeyguide.app.page_text import foreign, kept
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.app.work import aside, attempt
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.insight.findings import CurrentPage, EventHistory, EventSummary, HotEvent, Overview, TrustedPage
from honeyguide.insight.questions import Insight
from honeyguide.insight.time_line import TimeLine
from honeyguide.reporting.plot_style import COLOURS

_TOP = 8
_EVENTS = 30
_REST = "#94a3b8"
_DAYS = {"color": _REST, "hideOverlap": True, "formatter": "{yyyy}-{MM}-{dd}"}
_OVERVIEW = ("items", "stories", "events", "sites", "undated")


class _Findings(NamedTuple):
    insight: Insight
    overview: Overview
    line: TimeLine
    hot: Sequence[HotEvent]
    events: Sequence[EventSummary]
    trusted: Sequence[TrustedPage]
    doubtful: Sequence[TrustedPage]
    current: Sequence[CurrentPage]


_KEPT: Kept[_Findings] = Kept(2)


async def page(here: Here) -> None:
    crawl = await aside(here.crawl)
    name = here.parameters["crawl"]
    with frame(f"{t('insight.title')} · {crawl.path.name}"):
        crawl_tabs(name, crawl.path.name)
        place = ui.column().classes("w-full gap-5")

        async def show() -> None:
            heard = Heard()
            with place:
                waiting = ui.column().classes("w-full gap-1")
                with waiting:
                    ui.label(t("insight.computing")).classes("opacity-80")
                    bar_of(heard)
            found = await attempt(_analysed, crawl, heard)
            waiting.delete()
            with place:
                if found is None:
                    ui.label(t("insight.none")).classes("opacity-80")
                else:
                    await _show(found, name)

        ui.timer(0, show, once=True)


def _analysed(crawl: CrawlFolder, heard: Heard) -> _Findings:
    def make() -> _Findings:
        insight = crawl.insight(progress=heard)
        return _Findings(
            insight,
            insight.overview(),
            insight.time_line(),
            insight.hot(_TOP),
            insight.events(_EVENTS),
            insight.trust(_TOP),
            insight.trust(_TOP, lowest=True),
            insight.currency(_TOP),
        )

    now = crawl.status()
    return _KEPT.get((crawl.path, now.pages, now.on_topic), make)


async def _show(found: _Findings, crawl: str) -> None:
    with ui.row().classes("gap-x-8 gap-y-2").props("data-overview"):
        for name in _OVERVIEW:
            with ui.column().classes("gap-0"):
                ui.label(t(f"insight.{name}")).classes("text-xs opacity-70")
                ui.label(f"{getattr(found.overview, name):,}").classes("text-xl tabular-nums")
    if found.line.unit:
        _heading("time-line")
        ui.echart(_volume(found.line)).classes("w-full h-64").props("data-time-line")
    if found.line.streams:
        _heading("streams")
        ui.echart(_streams(found.line)).classes("w-full h-80").props("data-streams")
    _heading("hot")
    _hot(found.hot)
    _heading("evolution")
    await _evolution(found, crawl)
    with ui.row().classes("w-full items-start gap-6"):
        for name, pages in (("trusted", found.trusted), ("doubtful", found.doubtful)):
            with ui.column().classes("grow basis-80 w-0 max-sm:basis-full"):
                _heading(name)
                for each in pages:
                    _page(crawl, each, [reason.says for reason in each.reasons if reason.known][:3])
        with ui.column().classes("grow basis-80 w-0 max-sm:basis-full"):
            _heading("current")
            for current in found.current:
                _page(crawl, current, current.says[:2])


def _heading(name: str) -> None:
    ui.label(t(f"insight.{name}")).classes("text-lg font-medium mt-2").props('role="heading" aria-level="2"')


def _page(crawl: str, page: TrustedPage | CurrentPage, says: Sequence[str]) -> None:
    with ui.row().classes("w-full no-wrap items-start gap-3"):
        ui.label(f"{page.score:.2f}").classes("tabular-nums font-medium w-10 shrink-0")
        with ui.column().classes("min-w-0 gap-0"):
            kept(crawl, page.url, page.title or page.url)
            foreign(" · ".join(filter(None, (page.site, (page.published or "")[:10]))), classes="text-xs opacity-70")
            for each in says:
                foreign(said(each), classes="text-sm opacity-80")


def _hot(events: Sequence[HotEvent]) -> None:
    if not events:
        ui.label(t("insight.nothing-hot")).classes("opacity-80")
    for each in events:
        with ui.row().classes("w-full no-wrap items-start gap-3").props("data-hot"):
            ui.label(f"{each.score:.2f}").classes("tabular-nums font-medium w-10 shrink-0")
            with ui.column().classes("min-w-0 gap-0"):
                foreign(each.title, classes="font-medium")
                foreign(", ".join(each.terms[:6]), classes="text-sm opacity-80")
                foreign(said(each.says), classes="text-sm opacity-80")


async def _evolution(found: _Findings, crawl: str) -> None:
    if not found.events:
        ui.label(t("insight.no-events")).classes("opacity-80")
        return
    choices = {each.event: f"{each.event} · {each.title[:80]}" for each in found.events}
    chosen = ui.select(choices, value=found.events[0].event, label=t("insight.event")).classes("w-full max-w-2xl")
    chosen.props("outlined dense options-dense data-event")
    place = ui.column().classes("w-full gap-3")

    async def show() -> None:
        history = await attempt(found.insight.evolution, chosen.value)
        place.clear()
        if history is not None:
            with place:
                _history(history, crawl)

    chosen.on_value_change(show)
    await show()


def _history(history: EventHistory, crawl: str) -> None:
    if history.volume:
        ui.echart(_days(history)).classes("w-full h-48").props("data-history")
    ui.label(t("insight.phases-legend")).classes("text-sm opacity-80")
    with ui.element("ol").classes("m-0 pl-5 list-decimal w-full"):
        for phase in history.phases:
            with ui.element("li").classes("min-w-0 mb-2").props("data-phase"):
                span = " – ".join(dict.fromkeys((phase.start[:10], phase.end[:10])))
                ui.label(f"{span} · {t('insight.stories-count', count=f'{phase.stories:,}')}").classes("font-medium")
                if phase.appears:
                    foreign(f"+ {', '.join(phase.appears[:8])}", classes="text-sm")
                if phase.disappears:
                    foreign(f"− {', '.join(phase.disappears[:8])}", classes="text-sm opacity-70")
                for each in phase.begun_by[:1]:
                    kept(crawl, each.url, each.title or each.url, "text-sm")


def _axes(starts: Sequence[str]) -> dict[str, Any]:
    return {
        "animation": False,
        "grid": {"left": 45, "right": 15, "top": 35, "bottom": 30},
        "tooltip": {"trigger": "axis", "renderMode": "richText", "confine": True},
        "xAxis": axis(type="category", data=list(starts)),
        "yAxis": axis(type="value", minInterval=1),
        "textStyle": {"color": _REST},
    }


def _volume(line: TimeLine) -> dict[str, Any]:
    return _axes(line.starts) | {
        "legend": {"top": 0, "textStyle": {"color": _REST}},
        "series": [
            _bar(t("insight.items"), line.items, "#94a3b866"),
            _bar(t("insight.stories"), line.stories, "#b45309") | {"barGap": "-100%"},
        ],
    }


def _bar(name: str, values: Sequence[object], colour: str) -> dict[str, Any]:
    return {"type": "bar", "name": name, "data": list(values), "itemStyle": {"color": colour}}


def _streams(line: TimeLine) -> dict[str, Any]:
    colours = [COLOURS[at % len(COLOURS)] if each.event else _REST for at, each in enumerate(line.streams)]
    names = [", ".join(each.terms[:3]) or t("insight.other-events") for each in line.streams]
    layers = [
        {
            "type": "line",
            "name": f"{each.event} · {name}" if each.event else name,
            "data": list(each.stories),
            "stack": "all",
            "smooth": True,
            "showSymbol": False,
            "lineStyle": {"width": 0},
            "areaStyle": {"color": colour, "opacity": 0.85},
            "itemStyle": {"color": colour},
        }
        for each, name, colour in zip(line.streams, names, colours, strict=True)
    ]
    axes = _axes(line.starts)
    axes["grid"] = axes["grid"] | {"top": 60}
    return axes | {"legend": {"type": "scroll", "top": 0, "textStyle": {"color": _REST}}, "series": layers}


def _days(history: EventHistory) -> dict[str, Any]:
    """Along the calendar: days on which nothing came are seen as such."""
    told = [(each.day, each.stories) for each in history.volume]
    bars = _bar(t("insight.stories"), told, "#b45309") | {"barMaxWidth": 24}
    return _axes([]) | {"xAxis": axis(type="time", minInterval=86_400_000, axisLabel=_DAYS), "series": [bars]}
