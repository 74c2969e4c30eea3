"""The report of an experiment as one HTML file that asks for nothing from outside: no script, font or picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from honeyguide.lab.model import MEASURES, REFERENCES, Figure, Report, Row, Run
from honeyguide.reporting.page import document, picture_of
from honeyguide.reporting.pictures import Picture

Show = Callable[[float], str]
ONE_REPEAT = "one repeat: no interval"


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


def page(report: Report, pictures: Sequence[Picture]) -> str:
    """The whole document."""
    title = "Which strategy is better?"
    about = " · ".join(value for name, value in flat(report.settings) if name in ("web.source", "topic.relevant"))
    return document(
        f"{title} {about}",
        (
            f'<h1>{title}</h1><p class="note">{escape(about)}</p>',
            *(f'<p class="lead">{escape(sentence)}</p>' for sentence in findings(report.summary)),
            *map(picture_of, pictures[:1]),
            "<h2>Summary</h2>",
            f'<p class="note">{_means_of(report.summary)} Grey rows are references: <em>random</em>, and two that '
            "know the labels.</p>",
            _table(("strategy", "repeats"), map(_means, report.summary)),
            *_differences(report.summary),
            "<h2>Course of the crawls</h2>",
            f'<p class="note">{_lines_of(report.summary)} A run that ended early keeps its last value.</p>',
            '<div class="courses">',
            *map(picture_of, pictures[1:]),
            "</div>",
            "<h2>The experiment</h2>",
            "<h3>Settings</h3>",
            _facts({name: value for name, value in report.settings.items() if name != "repeats"}),
            "<h3>The web, and versions</h3>",
            _facts(report.facts),
            "<details><summary>What was drawn for each repeat</summary>",
            _facts({"repeat": report.settings.get("repeats", [])}),
            "</details>",
            f"<details><summary>Every run ({len(report.runs)})</summary>",
            _table(("strategy", "repeat", "pages"), map(_run, report.runs)),
            "</details>",
        ),
    )


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


def _is_single(summary: Sequence[Row]) -> bool:
    return all(row.repeats < 2 for row in summary)


def _means_of(summary: Sequence[Row]) -> str:
    if _is_single(summary):
        return f"Figures of {ONE_REPEAT}."
    return "Means over the repeats, with the 95 % bootstrap interval of the mean."


def _lines_of(summary: Sequence[Row]) -> str:
    if _is_single(summary):
        return f"Lines are runs of {ONE_REPEAT}."
    return "Lines are means over the repeats, bands the 95 % interval of the mean."


def _means(row: Row) -> tuple[str, list[str]]:
    cells = [_cell(row.strategy, head=True), f"<td>{row.repeats}</td>"]
    for measure in MEASURES:
        show, figure = SHOWN[measure][2], _figure(row, measure)
        low, high = (_number(each, show) for each in figure.interval)
        between = f"<small>{low} – {high}</small>" if row.repeats > 1 else ""
        cells.append(f"<td>{_number(figure.mean, show)}{between}</td>")
    return row.strategy, cells


def _differences(summary: Sequence[Row]) -> Iterator[str]:
    if len(summary) < 2:
        return
    first, repeats = summary[0].strategy, summary[0].repeats
    yield f"<h2>Differences from {escape(first)}</h2>"
    if repeats < 2:
        yield f'<p class="note">From the same starting pages; {ONE_REPEAT}, and chance cannot be judged.</p>'
        yield _table(("strategy",), map(_difference, summary[1:]))
        return
    floor = f" With {repeats} repeats it cannot fall below {lowest_p(repeats):.2g}." if repeats <= 6 else ""
    yield (
        '<p class="note">Repeat by repeat, on the same starting pages; p is two-sided: how often chance alone would '
        f"make a difference as large.{floor} Bold where p &lt; 0.05.</p>"
    )
    yield _table(("strategy",), map(_difference, summary[1:]))


def _difference(row: Row) -> tuple[str, list[str]]:
    cells = [_cell(row.strategy, head=True)]
    for measure in MEASURES:
        show, figure = SHOWN[measure][2], _figure(row, measure)
        show = _points if show is _percent else show
        sign = "+" if figure.difference > 0 else "−" if figure.difference < 0 else ""
        sure = ' class="sure"' if figure.p < 0.05 else ""
        value = _number(abs(figure.difference), show)
        chance = f"<small>{escape(p_value(figure.p))}</small>" if row.repeats > 1 else ""
        cells.append(f"<td{sure}>{sign}{value}{chance}</td>")
    return row.strategy, cells


def _run(run: Run) -> tuple[str, list[str]]:
    cells = [_cell(run.strategy, head=True), f"<td>{run.repeat}</td>", f"<td>{run.pages:,}</td>"]
    cells += [f"<td>{_number(getattr(run, measure), SHOWN[measure][2])}</td>" for measure in MEASURES]
    return run.strategy, cells


def _table(leading: Sequence[str], rows: Iterable[tuple[str, list[str]]]) -> str:
    heads = [f'<th scope="col">{name}</th>' for name in leading]
    heads += [f'<th scope="col" title="{escape(says)}">{name}</th>' for name, says, _ in SHOWN.values()]
    lines = []
    for strategy, cells in rows:
        kind = ' class="reference"' if strategy in REFERENCES else ""
        lines.append(f"<tr{kind}>{''.join(cells)}</tr>")
    return (
        f'<div class="wide"><table><thead><tr>{"".join(heads)}</tr></thead><tbody>'
        + "\n".join(lines)
        + "</tbody></table></div>"
    )


def _facts(values: Mapping[str, Any]) -> str:
    rows = (f"<tr>{_cell(name, head=True)}{_cell(value)}</tr>" for name, value in flat(values))
    return f"<table><tbody>{''.join(rows)}</tbody></table>"


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


def _cell(value: str, *, head: bool = False) -> str:
    return f'<th scope="row">{escape(value)}</th>' if head else f'<td class="text">{escape(value)}</td>'


def _number(value: float, show: Show) -> str:
    return escape(show(value)) if math.isfinite(value) else "–"


def _figure(row: Row, measure: str) -> Figure:
    figure: Figure = getattr(row, measure)
    return figure
