"""A drawing as it goes into a page and into files: SVG that fits its place, PDF and PNG."""

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
    pdf: bytes
    png: bytes

    @property
    def files(self) -> dict[str, bytes | str]:
        """What is written beside a report, by the name of the file."""
        return {f"{self.name}.svg": self.svg, f"{self.name}.pdf": self.pdf, f"{self.name}.png": self.png}


def picture(name: str, title: str, caption: str, canvas: Canvas) -> Picture:
    return Picture(name, title, caption, drawing(name, canvas), _pdf(canvas), _png(canvas))


def _pdf(canvas: Canvas) -> bytes:
    """With fonts that can be searched and edited, and without a date: the same canvas gives the same file."""
    from matplotlib import rc_context  # noqa: PLC0415

    page = io.BytesIO()
    with rc_context({"pdf.fonttype": 42}):
        canvas.savefig(page, format="pdf", metadata=dict.fromkeys(("CreationDate", "Creator", "Producer")))
    return page.getvalue()


def _png(canvas: Canvas) -> bytes:
    image = io.BytesIO()
    canvas.savefig(image, format="png", dpi=160)
    return image.getvalue()


def drawing(name: str, canvas: Canvas) -> str:
    """SVG as wide as the place it stands in; the same canvas and name always give the same text."""
    from matplotlib import rc_context  # noqa: PLC0415

    text = io.StringIO()
    with rc_context({"svg.hashsalt": name}):
        canvas.savefig(text, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    svg = text.getvalue()
    head, body = svg[svg.index("<svg") :].split(">", 1)
    return re.sub(r' (width|height)="[^"]*"', "", head) + ">" + body
