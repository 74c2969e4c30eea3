"""One experiment: its curves as they grow, and what came of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from nicegui import ui

from honeyguide.app.comparing import MEASURES, SHARES, CurveChart, StateBadge, experiments_of
from honeyguide.app.here import Here
from honeyguide.app.layout import frame
from honeyguide.app.tables import finish
from honeyguide.app.texts import t
from honeyguide.app.work import answer_of, aside, attempt, follow
from honeyguide.experiments import Course, Experiments, ExperimentState, ExperimentSummary
from honeyguide.lab.model import REFERENCES, Figure, Report, Row, above_oracle

_SHOWN = ("label_harvest", "label_recall", "label_auc", "self_harvest", "ar", "sd", "hosts", "seconds")
_RUNS = ("pages", *_SHOWN)
_ROWS = 15
_Now = tuple[ExperimentSummary, tuple[Course, ...], str]


async def page(here: Here) -> None:
    experiments, experiment = experiments_of(here.workspace), here.parameters["experiment"]
    first = await aside(experiments.summary, experiment)
    with frame(first.name):
        with ui.row().classes("w-full items-center gap-2"):
            ui.label(first.name).classes("text-2xl font-semibold break-all").props('role="heading" aria-level="1"')
            state = StateBadge()
            ui.space()
            stop = _button("stop", "stop", _do(experiments.stop, experiment))
            resume = _button("resume", "play_arrow", _do(experiments.resume, experiment))
            delete = _button("delete", "delete", lambda: _ask_delete(experiments, first))
        ui.label(f"{', '.join(first.strategies)} · {first.web}").classes("text-sm opacity-80 break-words")
        bar = ui.linear_progress(0, show_value=False).props("rounded size=8px")
        problem = ui.label().classes("text-negative break-words").props('role="alert"')
        with ui.card().classes("w-full"):
            names = {each: t(f"compare.measure-{each}") for each in MEASURES}
            measure = ui.select(names, label=t("compare.measure"), value=MEASURES[0])
            measure.props("outlined dense").classes("w-64 max-w-full")
            chart = CurveChart(t("compare.chart"))
            ui.label(t("compare.chart-note")).classes("text-xs opacity-80")
        told = ui.column().classes("w-full gap-3")

        def read() -> _Now:
            wanted = str(measure.value)
            return experiments.summary(experiment), experiments.courses(experiment, wanted), wanted

        async def show_report() -> None:
            if (report := await attempt(experiments.report, experiment)) is not None:
                with told:
                    _show_report(report, experiments, experiment)

        def show(now: _Now) -> None:
            summary, courses, chosen = now
            running = summary.state is ExperimentState.RUNNING
            state.show(summary)
            stop.set_visibility(running)
            resume.set_visibility(summary.state in {ExperimentState.STOPPED, ExperimentState.FAILED})
            delete.set_visibility(not running)
            bar.set_visibility(running)
            bar.set_value(summary.done / summary.of if summary.of else 0)
            problem.set_text(summary.problem)
            chart.show(courses, chosen)
            if summary.state is ExperimentState.FINISHED and not told.default_slot.children:
                ui.timer(0, show_report, once=True)

        await follow(read, show)


def _button(name: str, icon: str, do: Callable[[], object]) -> ui.button:
    return ui.button(t(f"compare.{name}"), icon=icon, on_click=do).props("flat no-caps dense")


def _do(work: Callable[[str], object], experiment: str) -> Callable[[], object]:
    async def done() -> None:
        await attempt(work, experiment)

    return done


async def _ask_delete(experiments: Experiments, summary: ExperimentSummary) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
        ui.label(t("compare.delete-sure", name=summary.name)).classes("break-words")
        with ui.row().classes("w-full justify-end"):
            ui.button(t("common.cancel"), on_click=lambda: dialog.submit(False)).props("flat autofocus")
            ui.button(t("compare.delete"), on_click=lambda: dialog.submit(True)).props("color=negative")
    if await answer_of(dialog):
        await attempt(experiments.delete, summary.id)
        ui.navigate.to("/compare")


def _show_report(report: Report, experiments: Experiments, experiment: str) -> None:
    async def download() -> None:
        content = await attempt(lambda: experiments.page(experiment).read_bytes())
        if content is not None:
            ui.download.content(content, "report.html", "text/html")

    with ui.row().classes("w-full items-center"):
        ui.label(t("compare.report")).classes("text-xl font-semibold").props('role="heading" aria-level="2"')
        ui.space()
        ui.button(t("compare.download"), icon="download", on_click=download).props("outline no-caps")
    with ui.column().classes("gap-1"):
        for row in report.summary[1:]:
            if row.strategy not in REFERENCES:
                ui.label(_finding(report.summary[0], row)).classes("break-words max-w-prose")
        if above := above_oracle(report.summary):
            ui.label(t("compare.above-oracle", strategies=", ".join(row.strategy for row in above))).classes(
                "break-words max-w-prose"
            ).props("data-part=above-oracle")
    unit = "topics" if report.topics else "repeats"
    about = t(f"compare.means-of-{unit}", number=report.summary[0].repeats)
    _table("means", about, [_cells(row, _mean) for row in report.summary])
    apart = [_cells(row, _difference) for row in report.summary[1:]]
    _table("differences", t("compare.against", first=report.summary[0].strategy), apart)
    runs = [
        {"strategy": run.strategy, "label": run.label, "repeat": run.repeat + 1}
        | {name: _number(name, float(getattr(run, name))) for name in _RUNS}
        for run in report.runs
    ]
    with ui.expansion(t("compare.all-runs", number=len(runs))).classes("w-full"):
        _rows("runs", ("strategy", "label", "repeat", *_RUNS), runs)


def _finding(first: Row, row: Row) -> str:
    """What the harvest of one strategy says against the first, in words."""
    own, theirs = row.label_harvest, first.label_harvest
    way = "more" if own.difference > 0 else "fewer"
    if row.repeats < 2:
        sure = t("compare.one-repeat")
    else:
        chance = "" if own.p < 0.05 else t("compare.chance")
        sure = t("compare.sure", p=f"{own.p:.3f}", repeats=row.repeats, chance=chance)
    return t(
        f"compare.finding-{way}",
        strategy=row.strategy,
        own=_number("label_harvest", own.mean),
        first=first.strategy,
        theirs=_number("label_harvest", theirs.mean),
        points=f"{abs(own.difference) * 100:.1f}",
        sure=sure,
    )


def _table(key: str, about: str, rows: list[dict[str, Any]]) -> None:
    ui.label(about).classes("text-sm opacity-80")
    _rows(key, ("strategy", *_SHOWN), rows)


def _rows(key: str, columns: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    left = {"strategy", "label"}
    made = [
        {"name": name, "label": t(f"compare.measure-{name}"), "field": name, "sortable": name in left}
        | {"align": "left" if name in left else "right"}
        for name in columns
    ]
    table = ui.table(
        columns=made,
        rows=[{"id": place, **row} for place, row in enumerate(rows)],
        row_key="id",
        pagination=_ROWS if len(rows) > _ROWS else None,
    )
    table.props("dense flat bordered").classes("w-full")
    table.props["data-table"] = key
    finish(table)


def _cells(row: Row, show: Callable[[str, Figure, int], str]) -> dict[str, str]:
    return {"strategy": row.strategy} | {name: show(name, getattr(row, name), row.repeats) for name in _SHOWN}


def _mean(name: str, figure: Figure, repeats: int) -> str:
    if repeats < 2:
        return _number(name, figure.mean)
    low, high = figure.interval
    return f"{_number(name, figure.mean)} ({_number(name, low)} – {_number(name, high)})"


def _difference(name: str, figure: Figure, repeats: int) -> str:
    sign = "+" if figure.difference > 0 else "−" if figure.difference < 0 else ""
    p = f" (p {figure.p:.3f})" if repeats > 1 else ""
    return f"{sign}{_number(name, abs(figure.difference))}{p}"


def _number(name: str, value: float) -> str:
    if not math.isfinite(value):
        return "–"
    if name in SHARES:
        return f"{value * 100:.1f} %"
    return f"{value:.3f}" if name in {"ar", "sd"} else f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"
