"""What the pages of experiments share: the experiments themselves, how they stand, and the chart of their curves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from nicegui import ui

from honeyguide.app.charts import axis
from honeyguide.app.texts import t
from honeyguide.experiments import Course, Experiments, ExperimentState, ExperimentSummary
from honeyguide.lab.model import REFERENCES
from honeyguide.workspace import Workspace

MEASURES = ("label_harvest", "label_recall", "self_harvest", "ar", "sd")
"""Those that have a curve."""
SHARES = frozenset({"label_harvest", "label_recall", "label_auc", "self_harvest"})
_COLOURS = {
    ExperimentState.RUNNING: "positive",
    ExperimentState.STOPPED: "secondary",
    ExperimentState.FINISHED: "primary",
    ExperimentState.FAILED: "negative",
}
_LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8B5CF6", "#B45309")
_REFERENCE, _INK = "#8a93a3", "#7c8594"
_DASHES = {"random": "dotted", "oracle-greedy": "dashed", "oracle": "solid"}


@lru_cache(maxsize=1)
def experiments_of(workspace: Workspace) -> Experiments:
    """One for all pages: it lets processes go that have ended."""
    return Experiments(workspace)


class StateBadge:
    """What an experiment is doing, in a word, and how far it is."""

    def __init__(self) -> None:
        self._badge = ui.badge()
        self._far = ui.label().classes("text-sm opacity-80 tabular-nums")

    def show(self, now: ExperimentSummary) -> None:
        self._badge.set_text(t(f"compare.state-{now.state}"))
        self._badge.props(f"color={_COLOURS[now.state]}")
        opening = now.state is ExperimentState.RUNNING and not now.of
        far = (
            t("compare.opening") if opening else t("compare.runs-of", done=now.done, wanted=now.of) if now.of else ""
        )
        self._far.set_text(far)


class CurveChart:
    """The mean of the finished runs of each strategy with its 95 % band, and thin lines for runs under way."""

    def __init__(self, label: str) -> None:
        self._chart = ui.echart(_options()).classes("w-full h-96")
        self._chart.props["role"] = "img"
        self._chart.props["aria-label"] = label

    def show(self, courses: Sequence[Course], measure: str) -> None:
        own = [each.strategy for each in courses if each.strategy not in REFERENCES]
        colours = {name: _LINES[place % len(_LINES)] for place, name in enumerate(own)}
        series = [
            line
            for each in courses
            for line in _series(each, colours.get(each.strategy, _REFERENCE), bounded=measure in SHARES)
        ]
        self._chart.options["series"] = series
        self._chart.options["legend"]["data"] = [each.strategy for each in courses]
        self._chart.options["yAxis"]["name"] = t(f"compare.measure-{measure}")
        self._chart.update()


def _series(course: Course, colour: str, *, bounded: bool) -> list[dict[str, Any]]:
    dash = _DASHES.get(course.strategy, "solid")
    common = {"name": course.strategy, "type": "line", "showSymbol": False, "animation": False, "color": colour}
    quiet = {"silent": True, "tooltip": {"show": False}, "emphasis": {"disabled": True}}
    made: list[dict[str, Any]] = []
    if course.finished > 1 and course.strategy not in REFERENCES:
        low = [max(0.0, each) if bounded else each for each in course.low]
        high = [min(1.0, each) if bounded else each for each in course.high]
        stack = {"stack": f"band of {course.strategy}", "stackStrategy": "all", "lineStyle": {"opacity": 0}}
        heights = [top - bottom for bottom, top in zip(low, high, strict=True)]
        made.append({**common, **quiet, **stack, "data": _points(course.at, low)})
        area = {"areaStyle": {"color": colour, "opacity": 0.14}}
        made.append({**common, **quiet, **stack, **area, "data": _points(course.at, heights)})
    width = 1.5 if course.strategy in REFERENCES else 2.5
    mean = {"lineStyle": {"width": width, "type": dash}, "data": _points(course.at, course.mean)}
    made.append({**common, **mean})
    for line in course.under_way:
        thin = {"lineStyle": {"width": 1, "type": "dotted", "opacity": 0.7}}
        made.append({**common, **quiet, **thin, "data": [[pages, _short(value)] for pages, value in line]})
    return made


def _points(at: Sequence[float], values: Sequence[float]) -> list[list[float]]:
    return [[place, _short(value)] for place, value in zip(at, values, strict=True)]


def _short(value: float) -> float:
    return round(value, 4)


def _options() -> dict[str, Any]:
    return {
        "animation": False,
        "textStyle": {"color": _INK},
        "grid": {"left": 56, "right": 20, "top": 70, "bottom": 46},
        "tooltip": {"trigger": "item", "renderMode": "richText"},
        "legend": {"type": "scroll", "top": 0, "textStyle": {"color": _INK}, "itemWidth": 18, "data": []},
        "xAxis": axis(t("compare.pages-fetched"), type="value", min=0, max="dataMax"),
        "yAxis": axis(type="value", nameLocation="end", nameGap=12, nameTextStyle={"color": _INK, "align": "left"}),
        "series": [],
    }
