"""An ontology drawn: as a tree whose branches fold, and as a lattice."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from honeyguide.ontology_editing import Branch, EditedOntology, LatticePicture

_INK, _LINE = "#7c8594", "rgba(124, 133, 148, 0.5)"
_HEAVY, _LIGHT = (180, 83, 9), (86, 180, 233)
_OPEN_LEVELS, _FOLDED_BEYOND = 2, 60
_ROW, _TALLEST = 26, 2_400
_LONGEST = 28
_NAME = 150
"""Pixels of a name beside its dot."""
_ALL_NAMED = 40


def tree_chart(edited: EditedOntology, label: str) -> ui.echart:
    """The hierarchy from left to right; the heavier a word, the warmer its dot."""
    root = edited.outline()
    folded = _size(root) > _FOLDED_BEYOND
    series = {
        "type": "tree",
        "data": [_branch(root)],
        "left": _NAME + 15,
        "right": _NAME + 15,
        "top": 10,
        "bottom": 10,
        "symbolSize": 9,
        "roam": True,
        "initialTreeDepth": _OPEN_LEVELS if folded else -1,
        "expandAndCollapse": True,
        "animation": False,
        "label": {"position": "left", "align": "right", "color": _INK, "width": _NAME, "overflow": "truncate"},
        "leaves": {"label": {"position": "right", "align": "left"}},
        "lineStyle": {"color": _LINE},
    }
    rows = _leaves(root, _OPEN_LEVELS if folded else -1)
    return _chart(series, label, min(_TALLEST, max(320, _ROW * rows)))


def lattice_chart(picture: LatticePicture, label: str) -> ui.echart:
    """Each dot is a set of concepts; lines lead down to what is narrower."""
    nodes = [
        {
            "id": str(number),
            "name": _short(", ".join(node.terms)),
            "value": [round(node.x, 1), node.y + number % 3 * 0.25],
            "symbolSize": 6 + min(18.0, node.below**0.5 * 2),
            "label": {"show": node.below > 1 or len(picture.nodes) <= _ALL_NAMED},
        }
        for number, node in enumerate(picture.nodes)
    ]
    series = {
        "type": "graph",
        "coordinateSystem": "cartesian2d",  # its own fails when the tab is left
        "animation": False,
        "data": nodes,
        "links": [{"source": str(above), "target": str(below)} for above, below in picture.edges],
        "itemStyle": {"color": "#0072B2"},
        "lineStyle": {"color": _LINE},
        "label": {"position": "bottom", "color": _INK, "fontSize": 11},
        "emphasis": {"label": {"show": True, "fontWeight": "bold"}},
        "tooltip": {"formatter": "{b}"},
    }
    axes = {
        "grid": {"left": 60, "right": 60, "top": 20, "bottom": 30},
        "xAxis": {"type": "value", "show": False, "scale": True},
        "yAxis": {"type": "value", "show": False, "inverse": True},
        "dataZoom": [{"type": "inside", f"{axis}AxisIndex": 0, "filterMode": "none"} for axis in "xy"],
    }
    return _chart(series, label, 520, **axes)


def _chart(series: dict[str, Any], label: str, height: int, **more: Any) -> ui.echart:
    options = {"tooltip": {"renderMode": "richText"}, "textStyle": {"color": _INK}, "series": [series], **more}
    chart = ui.echart(options).classes("w-full").style(f"height: {height}px")
    chart.props["role"] = "img"
    chart.props["aria-label"] = label
    return chart


def _branch(branch: Branch) -> dict[str, Any]:
    shade = [round(low + (high - low) * min(1.0, branch.weight)) for low, high in zip(_LIGHT, _HEAVY, strict=True)]
    colour = f"rgb({shade[0]}, {shade[1]}, {shade[2]})"
    return {
        "name": branch.name,
        "value": round(branch.weight, 4),
        "itemStyle": {"color": colour, "borderColor": colour},
        "children": [_branch(each) for each in branch.branches],
    }


def _size(branch: Branch) -> int:
    return 1 + sum(map(_size, branch.branches))


def _leaves(branch: Branch, levels: int) -> int:
    """That are seen when so many levels are open; -1 for all."""
    return (sum(_leaves(each, levels - 1) for each in branch.branches) if levels else 0) or 1


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
