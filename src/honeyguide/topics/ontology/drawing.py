"""An ontology as a picture and a page: the topic word at the left, one column a level, every relation in its colour.

The page asks for nothing from outside: its pictures, and every word with its weight.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import NamedTuple

from honeyguide.reporting.templating import render
from honeyguide.topics.ontology.ontology import KINDS, UP, Ontology, Relation, Tree, tree
from honeyguide.topics.ontology.semantics import Factors, Weights

MOST_DRAWN = 400
"""Concepts in one picture: the nearest to the topic word; more cannot be read."""
ROW, BOX, GAP, MARGIN, LEGEND = 26, 20, 56, 16, 40
LETTER, BROAD_LETTER, WIDE_LETTER = 6.9, 10.2, 12.6
FONTS = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif"

# Colours that colour-blind people can tell apart (Okabe and Ito), and how the lines are broken.
_LINES = {
    "is-a": ("#0072B2", ""),
    "part-of": ("#009E73", "7 3"),
    "attribute-of": ("#8C510A", "2 3"),
    "related-to": ("#8A8A8A", "1 3"),
    "synonym": ("#CC79A7", ""),
    "induce": ("#D55E00", "5 2 1 2"),
}
FACTORS = {
    "dis": ("Dis", "semantic distance: the fewer relations between the two, the higher"),
    "den": ("Den", "concept density: how many stand beside it below its parent"),
    "dep": ("Dep", "concept depth: deep in the hierarchy, and at the same depth"),
    "coi": ("Coi", "concept coincidence: how much of what stands above them they share"),
    "rel": ("Rel", "kind of the relations on the way: synonym 1, induces 1/2, others 1/3"),
}


class _Box(NamedTuple):
    x: float
    y: float
    width: float


class _Edge(NamedTuple):
    kind: str
    curve: str
    opacity: float
    says: str


class _Concept(NamedTuple):
    label: str
    hint: str
    lightness: float


def ontology_svg(ontology: Ontology, weights: Mapping[str, Factors] | None = None) -> str:
    """Every concept with its labels; the darker, the nearer to the topic word by `weights`."""
    shape = tree(ontology)
    drawn = _nearest(shape)
    boxes = _places(ontology, shape, drawn)
    ends = list(accumulate((50 + int(len(kind) * LETTER) for kind in KINDS), initial=MARGIN))
    return render(
        "topics/ontology/templates/ontology.svg",
        width=max(640, max(box.x + box.width for box in boxes.values()) + MARGIN + GAP),
        height=max(box.y for box in boxes.values()) + BOX + MARGIN,
        says=f"Ontology of {ontology.root}: {len(shape.depth)} concepts on {max(shape.depth.values())} levels",
        fonts=FONTS,
        lines=_LINES,
        legend=list(zip(ends, KINDS, strict=False)),
        legend_end=ends[-1],
        left_out=len(shape.depth) - len(drawn),
        edges=_edges(ontology, shape, boxes),
        concepts=[(box, _concept(ontology, name, weights)) for name, box in boxes.items()],
        box_height=BOX,
    )


def _nearest(shape: Tree) -> dict[str, str]:
    """The concepts that are drawn, each with the parent whose column is the one before; parents first."""
    order = sorted(shape.depth, key=lambda name: (shape.depth[name], name))[:MOST_DRAWN]
    depth = shape.depth
    return {
        name: next((parent for parent in shape.parents[name] if depth[parent] == depth[name] - 1), "")
        for name in order
    }


def _places(ontology: Ontology, shape: Tree, drawn: Mapping[str, str]) -> dict[str, _Box]:
    children: dict[str, list[str]] = {name: [] for name in drawn}
    for name, parent in drawn.items():
        if parent:
            children[parent].append(name)
    columns: dict[int, float] = {}
    for name in drawn:
        level = shape.depth[name]
        columns[level] = max(columns.get(level, 0.0), _width(_label(ontology, name)))
    left = {1: float(MARGIN)}
    for level in range(2, len(columns) + 1):
        left[level] = left[level - 1] + columns[level - 1] + GAP
    rows: dict[str, float] = {}
    leaves = 0
    waiting = [(ontology.root, False)]
    while waiting:
        name, placed = waiting.pop()
        if children[name] and not placed:
            waiting.append((name, True))
            waiting.extend((child, False) for child in reversed(children[name]))
        elif children[name]:
            rows[name] = (rows[children[name][0]] + rows[children[name][-1]]) / 2
        else:
            rows[name] = leaves
            leaves += 1
    return {
        name: _Box(left[shape.depth[name]], LEGEND + rows[name] * ROW, _width(_label(ontology, name)))
        for name in drawn
    }


def _label(ontology: Ontology, name: str) -> str:
    labels = list(dict.fromkeys((name, *ontology.concepts[name].labels.values())))[:2]
    return " ".join(label if len(label) <= 40 else f"{label[:39]}…" for label in labels)


def _width(text: str) -> float:
    return 12 + sum(
        WIDE_LETTER
        if unicodedata.east_asian_width(char) in "WF"
        else BROAD_LETTER
        if char in "mw" or char.isupper()
        else LETTER
        for char in text
    )


def _edges(ontology: Ontology, shape: Tree, boxes: Mapping[str, _Box]) -> Iterator[_Edge]:
    """From the lower concept to the higher one, from the cause to the effect."""
    for each in ontology.relations:
        if each.source in boxes and each.target in boxes and each.source != each.target:
            hangs = each.target in shape.parents[each.source] or each.source in shape.parents[each.target]
            opacity = 0.9 if each.kind in UP or hangs else 0.55
            yield _Edge(each.kind, _curve(boxes[each.source], boxes[each.target]), opacity, str(each))


def _curve(source: _Box, target: _Box) -> str:
    y, end = source.y + BOX / 2, target.y + BOX / 2
    if target.x > source.x:
        x, to, bend, bend_to = source.x + source.width, target.x, GAP * 0.6, -GAP * 0.6
    elif target.x < source.x:
        x, to, bend, bend_to = source.x, target.x + target.width, -GAP * 0.6, GAP * 0.6
    else:
        x, to, bend, bend_to = source.x + source.width, target.x + target.width, GAP * 0.8, GAP * 0.8
    return f"M{x:.1f} {y:.1f}C{x + bend:.1f} {y:.1f} {to + bend_to:.1f} {end:.1f} {to:.1f} {end:.1f}"


def _concept(ontology: Ontology, name: str, weights: Mapping[str, Factors] | None) -> _Concept:
    also = [form for form in ontology.concepts[name].forms if form != name]
    own = ontology.concepts[name].weight
    hint = name + (f", weight {own:.4f}" if own is not None else "")
    if weights:  # which is the weight where no corpus tells one
        hint += f", {'weight' if own is None else 'Sem'} {weights[name].sem:.4f}"
    hint += f"; also {', '.join(also[:12])}" if also else ""
    least = min((each.sem for each in weights.values()), default=0.0) if weights else 0.0
    nearness = (weights[name].sem - least) / ((1 - least) or 1) if weights else 0.2
    return _Concept(_label(ontology, name), hint, 95 - 30 * nearness)


def ontology_page(
    ontology: Ontology,
    words: Mapping[str, Factors],
    weights: Weights,
    lattice: str = "",
    keywords: Mapping[str, float] | None = None,
    evidence: Mapping[Relation, str] | None = None,
) -> str:
    """The whole document; `lattice` is the Hasse diagram as SVG, where there is one.

    `keywords`: what words weigh in the topic, where that is not their similarity; `evidence`: what relations rest on.
    """
    told = any(each.weight is not None for each in ontology.concepts.values())
    shown = sorted(words, key=lambda word: -(keywords or {}).get(word, 0.0)) if told else list(words)
    kinds = Counter(each.kind for each in ontology.relations)
    return render(
        "topics/ontology/templates/ontology.html",
        root=ontology.root,
        concepts=ontology.concepts,
        relations=", ".join(f"{kinds[kind]:,} {kind}" for kind in KINDS if kinds[kind]) or "none",
        depth=tree(ontology).depth,
        picture=ontology_svg(ontology, words),
        lattice=lattice,
        factors=FACTORS,
        weights=weights,
        words={word: words[word] for word in shown},
        told=told,
        keywords=keywords or {},
        evidence=sorted((evidence or {}).items()),
    )
