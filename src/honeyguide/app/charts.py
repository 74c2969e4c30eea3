"""Charts that move: only the numbers of what changed are sent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nicegui import ui

_INK = "#7c8594"
"""Legible on light and on dark."""
_FAINT = "rgba(124, 133, 148, 0.25)"
_CHANGED = (
    "((was, now) => ({{series: now.map(([length, changes], place) => {{"
    " const data = was[place].data.slice(0, length);"
    " for (const [at, value] of changes) data[at] = value;"
    " return {{data}}; }})}}))(getElement({chart}).chart.getOption().series, {changes})"
)
"""What the browser makes of the numbers that it has and those that changed: options that it sets."""
ACCENT, FIRST, QUIET = "#0f9d8a", "#d97706", "#94a3b8"


class Chart:
    """A chart whose series are numbers, and change in places."""

    def __init__(self, label: str, options: dict[str, Any], height: str = "h-56") -> None:
        self._options = {"animation": False, "textStyle": {"color": _INK}, **options}
        self._chart = ui.echart(self._options).classes(f"w-full {height}")
        self._chart.props(f'role="img" aria-label="{label}"')

    def show(self, *series: list[Any], categories: list[str] | None = None, axis: str = "yAxis") -> None:
        """The data of each series; and of an axis, what it lists."""
        kept = self._options["series"]
        changes = [difference(each["data"], data) for each, data in zip(kept, series, strict=True)]
        if any(each["data"] != data for each, data in zip(kept, series, strict=True)):
            told = _CHANGED.format(chart=self._chart.id, changes=json.dumps(changes))
            self._chart.run_chart_method(":setOption", told)
            for each, data in zip(kept, series, strict=True):
                each["data"] = data
        if categories is not None and self._options[axis]["data"] != categories:
            self._options[axis]["data"] = categories
            self._chart.run_chart_method("setOption", {axis: {"data": categories}})


def difference(was: Sequence[Any], now: Sequence[Any]) -> tuple[int, list[tuple[int, Any]]]:
    """How many values there are now, and which are others than they were, by their place."""
    return len(now), [(at, each) for at, each in enumerate(now) if at >= len(was) or was[at] != each]


def axis(name: str = "", **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "nameLocation": "middle",
        "nameGap": 26,
        "nameTextStyle": {"color": _INK},
        "axisLabel": {"color": _INK, "hideOverlap": True},
        "axisLine": {"lineStyle": {"color": _FAINT}},
        "splitLine": {"lineStyle": {"color": _FAINT}},
        **more,
    }


def curve(label: str, across: str, up: str) -> Chart:
    """A line that grows to the right, and what all would be."""
    return Chart(
        label,
        {
            "grid": {"left": 52, "right": 16, "top": 28, "bottom": 44},
            "tooltip": {"trigger": "axis", "renderMode": "richText"},
            "legend": {"top": 0, "right": 0, "textStyle": {"color": _INK}, "itemWidth": 16},
            "xAxis": axis(across, type="value", min=0, max="dataMax", minInterval=1),
            "yAxis": axis("", type="value", min=0, minInterval=1),
            "series": [
                {
                    "name": up,
                    "type": "line",
                    "showSymbol": False,
                    "lineStyle": {"width": 2, "color": FIRST},
                    "itemStyle": {"color": FIRST},
                    "areaStyle": {"color": FIRST, "opacity": 0.12},
                    "data": [],
                }
            ],
        },
    )


def distribution(label: str, across: str, bands: list[str]) -> Chart:
    """Bars side by side."""
    return Chart(
        label,
        {
            "grid": {"left": 52, "right": 16, "top": 12, "bottom": 44},
            "tooltip": {"trigger": "axis", "renderMode": "richText"},
            "xAxis": axis(across, type="category", data=bands),
            "yAxis": axis("", type="value", minInterval=1),
            "series": [{"type": "bar", "barCategoryGap": "12%", "itemStyle": {"color": ACCENT}, "data": []}],
        },
    )


def stacked(label: str, first: str, second: str) -> Chart:
    """Bars from left to right, each in two parts, with a name."""
    return Chart(
        label,
        {
            "grid": {"left": 8, "right": 16, "top": 28, "bottom": 8, "containLabel": True},
            "tooltip": {"trigger": "axis", "renderMode": "richText", "axisPointer": {"type": "shadow"}},
            "legend": {"top": 0, "right": 0, "textStyle": {"color": _INK}, "itemWidth": 16},
            "xAxis": axis("", type="value", minInterval=1),
            "yAxis": axis(
                "",
                type="category",
                inverse=True,
                data=[],
                axisLabel={"color": _INK, "width": 150, "overflow": "truncate"},
            ),
            "series": [
                {"name": first, "type": "bar", "stack": "all", "itemStyle": {"color": FIRST}, "data": []},
                {"name": second, "type": "bar", "stack": "all", "itemStyle": {"color": QUIET}, "data": []},
            ],
        },
        "h-64",
    )
