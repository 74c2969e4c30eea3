"""The Hasse diagram of a concept lattice as SVG, with reduced labelling (WSE Fig. 1b).

A term stands above the highest concept that has it, a document below the lowest; so the terms of a concept are those
on all ways up from it, and its documents those on all ways down. As ConExp draws it: blue above for a term, dark
below for a document.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from honeyguide.reporting.templating import render
from honeyguide.topics.ontology.lattice import Lattice
from honeyguide.topics.ontology.layers import layered

DRAWN = 50
"""Concepts in one picture, those with the most documents: more cannot be read on a page."""
MOST_DRAWN = 300
WIDEST = 1_400.0
"""Of a row: a wider one is cut into several."""
LINES = 4
"""Names in one label; a number stands for the rest."""
LONGEST_LABEL = 28
LONGEST_LIST = 30
"""Names that are shown when the pointer rests on a concept."""
RADIUS, LINE, MARGIN, NARROWEST = 6, 14, 20, 36
LETTER, WIDE_LETTER = 6.3, 11.8
FONTS = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"
TERM, DOCUMENT, NUMBER = "#0072B2", "#333333", "#6B6B6B"


class _Node(NamedTuple):
    terms: list[str]
    """Lines above it."""
    documents: list[str]
    """Lines below it."""
    title: str
    whole: bool
    """Names stand below it; in an iceberg, where the lowest concepts are missing, a number."""

    @property
    def width(self) -> float:
        return max([NARROWEST - 14, *(_width(line) for line in (*self.terms, *self.documents))]) + 14


def hasse_svg(lattice: Lattice, most: int = DRAWN, what: str = "document") -> str:
    """At most so many concepts, those with the most documents; `what` each of these is, such as a passage."""
    drawn = range(min(len(lattice.concepts), most, MOST_DRAWN))
    edges = [(above, below) for above in drawn for below in lattice.concepts[above].lower if below in drawn]
    whole = len(drawn) == len(lattice.concepts) and not lattice.minimum
    nodes = [_node(lattice, number, what, whole=whole) for number in drawn]
    layout = layered([node.width for node in nodes], edges, WIDEST)
    said = _caption(lattice, len(drawn), what)
    steep = min(max(layout.width / 24, 30.0), 150.0)
    middles, bottom = _heights(nodes, layout.layer, MARGIN + len(said) * LINE, steep)
    width = max([layout.width + 2 * MARGIN, *(_width(line) + 2 * MARGIN for line in said)])
    shift = MARGIN + (width - 2 * MARGIN - layout.width) / 2
    return render(
        "topics/ontology/templates/lattice.svg",
        width=width,
        height=bottom + MARGIN,
        fonts=FONTS,
        caption=said,
        margin=MARGIN,
        line_height=LINE,
        radius=RADIUS,
        edges=[[(x + shift, middles[row]) for row, x in path] for path in layout.paths],
        nodes=[(layout.x[n] + shift, middles[layout.layer[n]], node) for n, node in enumerate(nodes)],
        term_colour=TERM,
        document_colour=DOCUMENT,
        number_colour=NUMBER,
    )


def _caption(lattice: Lattice, drawn: int, what: str) -> list[str]:
    context, concepts = lattice.context, lattice.concepts
    sizes = (_many(context.documents, what), _many(context.terms, "term"))
    said = f"{_many(concepts, 'concept')} of {' and '.join(sizes)}"
    if lattice.minimum:
        said += f", those with {lattice.minimum:,} {what}s or more"
    lines = [f"{said}."]
    if drawn < len(concepts):
        least = concepts[drawn - 1].extent.bit_count()
        lines.append(
            f"Drawn are the {drawn:,} with the most {what}s ({least:,} or more); "
            f"{len(concepts) - drawn:,} are left out."
        )
    if drawn < len(concepts) or lattice.minimum:
        lines.append(f"The number below a concept says how many {what}s it has.")
    return lines


def _node(lattice: Lattice, number: int, what: str, *, whole: bool) -> _Node:
    all_terms, all_documents = lattice.terms(number), lattice.documents(number)
    title = f"{_listed(all_terms, 'term')}\n{_listed(all_documents, what)}"
    below = _lines(lattice.own_documents(number), f"{what}s") if whole else [f"{len(all_documents):,}"]
    return _Node(_lines(lattice.own_terms(number), "terms"), below, title, whole)


def _lines(names: Sequence[str], what: str) -> list[str]:
    if len(names) <= LINES:
        return [_clipped(name) for name in names]
    return [*(_clipped(name) for name in names[: LINES - 1]), f"and {len(names) - LINES + 1:,} {what}"]


def _listed(names: Sequence[str], what: str) -> str:
    more = f" and {len(names) - LONGEST_LIST:,} more" if len(names) > LONGEST_LIST else ""
    return f"{_many(names, what)}: {', '.join(_clipped(name) for name in names[:LONGEST_LIST])}{more}"


def _many(things: Sequence[object], what: str) -> str:
    return f"{len(things):,} {what}{'s' * (len(things) != 1)}"


def _clipped(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def _heights(nodes: Sequence[_Node], layer: Sequence[int], head: float, gap: float) -> tuple[list[float], float]:
    """The height of each layer's middle, and where the lowest label ends."""
    above, below = [0] * (max(layer) + 1), [0] * (max(layer) + 1)
    for node, row in zip(nodes, layer, strict=True):
        above[row] = max(above[row], len(node.terms))
        below[row] = max(below[row], len(node.documents))
    middles, y = [], head
    for terms, documents in zip(above, below, strict=True):
        y += terms * LINE + RADIUS + 8
        middles.append(y)
        y += documents * LINE + RADIUS + gap
    return middles, y - gap + 8


def _width(text: str) -> float:
    return sum(WIDE_LETTER if unicodedata.east_asian_width(char) in "WF" else LETTER for char in text)
