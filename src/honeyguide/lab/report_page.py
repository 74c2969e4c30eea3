"""The report of an experiment as one HTML file that asks for nothing from outside: no script, font or picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from honeyguide.lab.measures import mean_metrics
from honeyguide.lab.model import REFERENCES, Figure, Report, Row, Run
from honeyguide.reporting.pictures import Picture
from honeyguide.reporting.templating import render
from honeyguide.reporting.text import number

Show = Callable[[float], str]
ONE_REPEAT = "one repeat: no interval"
COUNTED = "What the strategies did"
COUNTED_NOTE = "At the end of the crawl, in the mean of the runs; what each number is, the page of the strategy says."


def _percent(value: float) -> str:
    return f"{value * 100:.1f} %"


def _points(value: float) -> str:
    return f"{value * 100:.1f} points"


def _fine(value: float) -> str:
    return f"{value:.3f}"


def _whole(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:,.1f}"


SHOWN: dict[str, tuple[str, str, Show]] = {
    "label_harvest": ("harvest", "share of the pages fetched that are on topic, by the labels", _percent),
    "label_recall": ("recall", "share of the reachable on-topic pages found, by the labels", _percent),
    "label_auc": ("mean harvest", "harvest by the labels, averaged over the crawl", _percent),
    "self_harvest": ("own harvest", "share that the crawler itself judges to be on topic", _percent),
    "ar": ("AR", "mean relevance, in the crawler's own judgement", _fine),
    "sd": ("SD", "standard deviation of that relevance", _fine),
    "hosts": ("hosts", "different hosts among the pages fetched", _whole),
    "seconds": ("seconds", "simulated: with latency and politeness", _whole),
    "cpu_ms_per_page": ("CPU ms/page", "processor time of strategy and scoring, on the machine that ran it", _fine),
}


class Cell(NamedTuple):
    value: str
    below: str = ""
    """Interval or chance."""
    sure: bool = False


def page(report: Report, pictures: Sequence[Picture]) -> str:
    """The whole document."""
    summary = report.summary
    repeats = summary[0].repeats if summary else 0
    settings = {name: value for name, value in report.settings.items() if name != "repeats"}
    return render(
        "lab/templates/report.html",
        about=" · ".join(value for name, value in flat(report.settings) if name in ("web.source", "topic.relevant")),
        findings=findings(summary),
        pictures=pictures,
        shown=SHOWN,
        references=REFERENCES,
        summary=summary,
        single=all(row.repeats < 2 for row in summary),
        repeats=repeats,
        one_repeat=ONE_REPEAT,
        lowest_p=f"{lowest_p(repeats):.2g}",
        means=_means,
        difference=_difference,
        counted_title=COUNTED,
        counted_note=COUNTED_NOTE,
        counted=counted(report.runs),
        settings=flat(settings),
        versions=flat(report.facts),
        drawn=flat({"repeat": report.settings.get("repeats", [])}),
        runs=report.runs,
        figures=_figures,
    )


def counted(runs: Sequence[Run]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """What the strategies say of themselves: the heads of a table, and a row for each that says something."""
    strategies = dict.fromkeys(run.strategy for run in runs)
    by_strategy = {name: mean_metrics([run for run in runs if run.strategy == name]) for name in strategies}
    names = list(dict.fromkeys(name for metrics in by_strategy.values() for name in metrics))
    rows = [
        (strategy, *(number(metrics[name]) if name in metrics else "–" for name in names))
        for strategy, metrics in by_strategy.items()
        if metrics
    ]
    return ("strategy", *(name.replace("_", " ") for name in names)), rows


def findings(summary: Sequence[Row]) -> Iterator[str]:
    """What the figures say, in words."""
    own = [row for row in summary if row.strategy not in REFERENCES]
    for row in summary[1:]:
        if row.strategy in REFERENCES:
            continue
        first, figure = summary[0], row.label_harvest
        way = "more" if figure.difference > 0 else "fewer"
        few = figure.p <= lowest_p(row.repeats) + 1e-9
        chance = "" if figure.p < 0.05 else "; too few to rule out chance" if few else "; chance may explain it"
        sure = f"{p_value(figure.p)}, {row.repeats} repeats{chance}" if row.repeats > 1 else ONE_REPEAT
        yield (
            f"{row.strategy} fetched {_percent(figure.mean)} on-topic pages, {first.strategy} "
            f"{_percent(first.label_harvest.mean)}: {abs(figure.difference) * 100:.1f} points {way} ({sure})."
        )
    limit = next((row.label_harvest.mean for row in summary if row.strategy == "oracle"), 0.0)
    if own and limit > 0:
        best = max(own, key=lambda row: row.label_harvest.mean)
        reached = best.label_harvest.mean / limit
        yield f"Highest is {best.strategy}, with {reached:.0%} of the harvest of the oracle, which knows the labels."


def lowest_p(repeats: int) -> float:
    """What a two-sided sign-flip test can say at most: all differences have one sign, or all the other."""
    return min(1.0, 2.0 * 0.5**repeats)


def p_value(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def _means(row: Row) -> Iterator[Cell]:
    for measure, (_, _, show) in SHOWN.items():
        figure: Figure = getattr(row, measure)
        low, high = (_number(each, show) for each in figure.interval)
        yield Cell(_number(figure.mean, show), f"{low} – {high}" if row.repeats > 1 else "")


def _difference(row: Row) -> Iterator[Cell]:
    for measure, (_, _, show) in SHOWN.items():
        figure: Figure = getattr(row, measure)
        sign = "+" if figure.difference > 0 else "−" if figure.difference < 0 else ""
        value = _number(abs(figure.difference), _points if show is _percent else show)
        yield Cell(f"{sign}{value}", p_value(figure.p) if row.repeats > 1 else "", figure.p < 0.05)


def _figures(run: Run) -> Iterator[str]:
    return (_number(getattr(run, measure), show) for measure, (_, _, show) in SHOWN.items())


def flat(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Nested settings as lines: `web.source` and its value; a table of weights is one line."""
    for name, value in values.items():
        if isinstance(value, Mapping) and value and not all(isinstance(each, float) for each in value.values()):
            yield from flat(value, f"{before}{name}.")
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            for place, each in enumerate(value):
                yield from flat(each, f"{before}{name} {place}: ")
        else:
            yield f"{before}{name}", _said(value)


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {weight:g}" for name, weight in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value)) or "–"
    if isinstance(value, int) and abs(value) >= 10_000:
        return f"{value:,}"
    return "–" if value is None or value == "" else str(value)


def _number(value: float, show: Show) -> str:
    return show(value) if math.isfinite(value) else "–"
