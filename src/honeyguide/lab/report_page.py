"""The report of an experiment as one HTML file that asks for nothing from outside: no script, font or picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from honeyguide.lab.measures import mean_metrics
from honeyguide.lab.model import REFERENCES, Apart, Figure, Report, Row, Run, above_oracle
from honeyguide.reporting.pictures import Picture
from honeyguide.reporting.tables import Table
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


def _hundredths(value: float) -> str:
    return f"{value * 100:.1f}"


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


CORRECTED = "Holm (1979)"
SPREAD = "Means ± half of their 95 % interval (Student)"
TOLD = ("label_harvest", "label_recall", "label_auc")
"""Measures by the labels, which the table of differences has."""


FEW = 6
"""Repeats or topics with which p is hardly below 0.05, if at all."""


class Cell(NamedTuple):
    value: str
    below: tuple[str, ...] = ()
    """Interval and chance, a line each."""
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
        least_p=least_p(repeats),
        corrected=corrected_for(summary),
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


def tables(report: Report) -> Iterator[Table]:
    """For a paper: means with their spread, and how far strategies are from the first."""
    summary = report.summary
    heads = [f"{name} (%)" if show is _percent else name for name, _, show in SHOWN.values()]
    several = bool(summary) and summary[0].repeats > 1
    yield Table(
        "summary",
        "Strategies",
        f"{SPREAD} over {summary[0].repeats} repeats." if several else f"Figures of {ONE_REPEAT}.",
        ("strategy", *heads),
        [(row.strategy, *_spreads(row)) for row in summary],
    )
    if not several or len(summary) < 2:
        return
    note = (
        "Differences in points, repeat by repeat from the same starting pages, with 95 % intervals (Student); p by "
    )
    note += f"changes of sign, two-sided, and corrected for all strategies of a measure after {CORRECTED}."
    note = f"{note} {least_p(summary[0].repeats)}".strip()
    yield Table(
        "differences",
        f"Compared with {summary[0].strategy}",
        note,
        ("strategy", "measure", "difference", "95 % interval", "p", "p (Holm)"),
        [
            (row.strategy, SHOWN[measure][0], *_apart(getattr(row, measure)))
            for measure in TOLD
            for row in summary[1:]
        ],
    )


def _spreads(row: Row) -> Iterator[str]:
    for measure, (_, _, show) in SHOWN.items():
        figure: Figure = getattr(row, measure)
        bare = _hundredths if show is _percent else show
        half = (figure.interval[1] - figure.interval[0]) / 2
        yield _number(figure.mean, bare) + (f" ± {_number(half, bare)}" if row.repeats > 1 else "")


def _apart(figure: Figure) -> tuple[str, str, str, str]:
    low, high = (signed(100 * end, ".1f") for end in figure.difference_interval)
    return signed(100 * figure.difference, ".1f"), f"{low} to {high}", bare_p(figure.p), bare_p(figure.p_holm)


def bare_p(p: float | None) -> str:
    """For a column of them; `–` for none."""
    return "–" if p is None else p_value(p).removeprefix("p ").removeprefix("= ")


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
        chance = "" if is_sure(figure) else "; too few to rule out chance" if few else "; chance may explain it"
        low, high = (signed(100 * end, ".1f") for end in figure.difference_interval)
        sure = (
            f"95 % interval {low} to {high}, {chance_of(figure)}, {row.repeats} repeats{chance}"
            if row.repeats > 1
            else ONE_REPEAT
        )
        yield (
            f"{row.strategy} fetched {_percent(figure.mean)} on-topic pages, {first.strategy} "
            f"{_percent(first.label_harvest.mean)}: {abs(figure.difference) * 100:.1f} points {way} ({sure})."
        )
    limit = next((row.label_harvest.mean for row in summary if row.strategy == "oracle"), 0.0)
    if own and limit > 0:
        best = max(own, key=lambda row: row.label_harvest.mean)
        reached = best.label_harvest.mean / limit
        yield f"Highest is {best.strategy}, with {reached:.0%} of the harvest of the oracle, which knows the labels."
    yield from outdone(summary)


def outdone(summary: Sequence[Row]) -> Iterator[str]:
    """How a strategy can stand above the oracle, where one does."""
    if above := above_oracle(summary):
        names = ", ".join(row.strategy for row in above)
        yield f"Above the oracle: {names}. It knows the labels, but plans as if no host were ever busy."


def lowest_p(repeats: int) -> float:
    """What a two-sided sign-flip test can say at most: all differences have one sign, or all the other."""
    return min(1.0, 2.0 * 0.5**repeats)


def least_p(repeats: int, units: str = "repeats") -> str:
    """That p cannot be small however large a difference is; empty where it can."""
    return f"With {repeats} {units} p cannot fall below {lowest_p(repeats):.2g}." if repeats <= FEW else ""


def corrected_for(summary: Sequence[Row]) -> str:
    """What was done about many comparisons; empty where there are not many."""
    many = sum(row.label_harvest.p_holm is not None for row in summary)
    if many < 2 or summary[0].repeats < 2:
        return ""
    return f"p is also given corrected for the {many} strategies that are compared with the first, after {CORRECTED}"


def is_sure(figure: Figure | Apart) -> bool:
    """Whether chance is ruled out, all comparisons taken together."""
    return (figure.p if figure.p_holm is None else figure.p_holm) < 0.05


def chance_of(figure: Figure | Apart) -> str:
    """`p = 0.031 (Holm 0.062)`; a reference has no corrected one."""
    holm = figure.p_holm
    return p_value(figure.p) + (f" (Holm {bare_p(holm)})" if holm is not None else "")


def signed(value: float, form: str) -> str:
    return f"{value:+{form}}".replace("-", "−")


def p_value(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}" if p < 0.1 else f"p = {p:.2f}"


def _means(row: Row) -> Iterator[Cell]:
    for measure, (_, _, show) in SHOWN.items():
        figure: Figure = getattr(row, measure)
        low, high = (_number(each, show) for each in figure.interval)
        yield Cell(_number(figure.mean, show), (f"{low} – {high}",) if row.repeats > 1 else ())


def _difference(row: Row) -> Iterator[Cell]:
    for measure, (_, _, show) in SHOWN.items():
        figure: Figure = getattr(row, measure)
        value = _distance(figure.difference, _points if show is _percent else show)
        low, high = (_distance(end, _hundredths if show is _percent else show) for end in figure.difference_interval)
        yield Cell(value, (f"{low} to {high}", chance_of(figure)) if row.repeats > 1 else (), is_sure(figure))


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


def _distance(value: float, show: Show) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{_number(abs(value), show)}"


def _number(value: float, show: Show) -> str:
    return show(value) if math.isfinite(value) else "–"
