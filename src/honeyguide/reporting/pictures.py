"""A drawing as it goes into a page and into a file: SVG that fits its place, and PNG."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas


class Picture(NamedTuple):
    name: str
    title: str
    caption: str
    svg: str
    png: bytes


def picture(name: str, title: str, caption: str, canvas: Canvas) -> Picture:
    image = io.BytesIO()
    svg = drawing(name, canvas)
    canvas.savefig(image, format="png", dpi=160)
    return Picture(name, title, caption, svg, image.getvalue())


def drawing(name: str, canvas: Canvas) -> str:
    """SVG as wide as the place it stands in; the same canvas and name always give the same text."""
    from matplotlib import rc_context  # noqa: PLC0415

    text = io.StringIO()
    with rc_context({"svg.hashsalt": name}):
        canvas.savefig(text, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    svg = text.getvalue()
    head, body = svg[svg.index("<svg") :].split(">", 1)
    return re.sub(r' (width|height)="[^"]*"', "", head) + ">" + body
