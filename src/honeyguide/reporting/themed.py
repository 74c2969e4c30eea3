"""Drawings that follow their page into light and dark: colours are the page's variables, text is set in its fonts."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from html import escape
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure as Canvas

from honeyguide.reporting.pictures import drawing
from honeyguide.reporting.plot_style import COLOURS, STYLE
from honeyguide.reporting.text import plain

INK, SOFT, PAPER, SHADE, RULE, EDGE, REST = (
    "#222222", "#555555", "#ffffff", "#f7f7f7", "#e4e4e4", "#999999", "#a9b0b7",
)  # fmt: skip
"""Written, less important, background, faintly filled, thin line, axis, and what has no colour of its own."""
_NAMES = {INK: "ink", SOFT: "soft", PAPER: "paper", SHADE: "shade", RULE: "rule", EDGE: "edge", REST: "rest"}
_BRIGHT = ("#4A9BE0", "#F07F45", "#2FBF95", "#E39AC3", "#F2BC3C", "#9AD4F7", "#C48A4A")
"""The colours of `COLOURS` for a dark page."""
VARIABLES = {colour: f"--{name}" for colour, name in _NAMES.items()} | {
    colour.lower(): f"--colour-{place}" for place, colour in enumerate(COLOURS)
}
THEMED: dict[Any, Any] = STYLE | {
    "svg.fonttype": "none",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.edgecolor": EDGE,
    "grid.color": RULE,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
}
"""For `matplotlib.rc_context`."""


def _palette(colours: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{colour}" for name, colour in colours.items())


THEME = (
    f":root{{color-scheme:light dark;{_palette({name: colour for colour, name in VARIABLES.items()})}}}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--soft:#a8adb3;--paper:#15181c;--shade:#1e2227;"
    "--rule:#2e343a;--edge:#646c74;--rest:#5d656d;"
    f"{_palette({f'--colour-{place}': colour for place, colour in enumerate(_BRIGHT)})}}}}}\n"
    "svg *{stroke-linejoin:round;stroke-linecap:butt}\n"
)
"""CSS of the variables, for a page with such drawings."""


def themed(name: str, canvas: Canvas, tips: Mapping[str, str] | None = None) -> str:
    """SVG for a page that holds `THEME`; an artist whose gid is a key of `tips` tells this text under the pointer."""
    with rc_context(THEMED), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        svg = drawing(name, canvas)
    svg = re.sub(r"<style[^>]*>[^<]*</style>|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'style="([^"<>]*)"', lambda found: f'style="{_own(found[1])}"', svg)
    svg = re.sub(r'<g id="([^"]*)">', lambda found: _group(found[1], tips or {}), svg)
    return re.sub(r"\s*\n\s*", "\n", svg)


def _own(style: str) -> str:
    style = re.sub(r"font-family: [^;]*;? ?", "", style)
    return re.sub(r"#[0-9a-f]{6}", lambda found: _variable(found[0]), style)


def _variable(colour: str) -> str:
    return f"var({VARIABLES[colour]})" if colour in VARIABLES else colour


def _group(identity: str, tips: Mapping[str, str]) -> str:
    """Numbers that the drawing gave its parts are dropped: there are several drawings on a page."""
    return f"<g><title>{escape(plain(tips[identity]))}</title>" if identity in tips else "<g>"
