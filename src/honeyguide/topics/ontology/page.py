"""An ontology as one HTML page that asks for nothing from outside: its pictures, and every word with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from html import escape

from honeyguide.topics.ontology.drawing import ontology_svg
from honeyguide.topics.ontology.ontology import KINDS, Ontology, tree
from honeyguide.topics.ontology.semantics import Factors, Weights

FACTORS = {
    "dis": ("Dis", "semantic distance: the fewer relations between the two, the higher"),
    "den": ("Den", "concept density: children of the lowest concept above both"),
    "dep": ("Dep", "concept depth: deep in the hierarchy, and at the same depth"),
    "coi": ("Coi", "concept coincidence: how much of what stands above them they share"),
    "rel": ("Rel", "kind of the relations on the way: synonym 1, induces 1/2, others 1/3"),
}

_STYLE = """
:root{color-scheme:light}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC",sans-serif;color:#222;
background:#fff;max-width:78rem;margin:2rem auto;padding:0 1.25rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .4rem}h2{font-size:1.2rem;margin:2.4rem 0 .5rem}
.note{color:#555;font-size:.9rem;max-width:46rem}.wide{overflow:auto;max-height:90vh;border:1px solid #e4e4e4}
svg{display:block}table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .65rem;border-bottom:1px solid #e4e4e4;text-align:right;vertical-align:top}
th:first-child,td.text{text-align:left}thead th{border-bottom:2px solid #999;background:#fff;position:sticky;top:0}
tbody th{font-weight:600}
"""


def ontology_page(ontology: Ontology, words: Mapping[str, Factors], weights: Weights, lattice: str = "") -> str:
    """The whole document; `lattice` is the Hasse diagram as SVG, where there is one."""
    title = escape(f"The ontology of {ontology.root}")
    shape = tree(ontology)
    kinds = Counter(each.kind for each in ontology.relations)
    counted = ", ".join(f"{kinds[kind]:,} {kind}" for kind in KINDS)
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>",
            f'<p class="note">{len(ontology.concepts):,} concepts on {max(shape.depth.values())} levels; '
            f"relations: {counted}.</p>",
            '<h2>Concepts and relations</h2><p class="note">The darker, the nearer to the topic word. Point at a '
            "concept for its other words.</p>",
            f'<div class="wide">{ontology_svg(ontology, words)}</div>',
            *_lattice(lattice),
            "<h2>Feature words</h2>",
            f'<p class="note">{_formula(weights)} (WSE eq. 2): the similarity of each word to the topic word is its '
            "weight in the topic.</p>",
            *_table(ontology, words, shape.depth),
            "</body></html>\n",
        )
    )


def _lattice(svg: str) -> Iterator[str]:
    if svg:
        yield (
            '<h2>Concept lattice</h2><p class="note">Every circle is a set of documents and the terms they share: a '
            "term holds for its circle and all below, a document for its circle and all above.</p>"
        )
        yield f'<div class="wide">{svg}</div>'


def _formula(weights: Weights) -> str:
    return "Sem = " + " + ".join(f"{getattr(weights, key):g}·{name}" for key, (name, _) in FACTORS.items())


def _table(ontology: Ontology, words: Mapping[str, Factors], depth: Mapping[str, int]) -> Iterator[str]:
    heads = "".join(f'<th scope="col" title="{escape(says)}">{name}</th>' for name, says in FACTORS.values())
    yield f'<table><thead><tr><th scope="col">word</th><th scope="col">weight</th>{heads}'
    yield '<th scope="col">level</th><th scope="col" style="text-align:left">also</th></tr></thead><tbody>'
    for word, factors in words.items():
        cells = "".join(f"<td>{getattr(factors, key):.3f}</td>" for key in FACTORS)
        also = ", ".join(form for form in ontology.concepts[word].forms if form != word)
        yield (
            f'<tr><th scope="row">{escape(word)}</th><td>{factors.sem:.4f}</td>{cells}<td>{depth[word]}</td>'
            f'<td class="text">{escape(also)}</td></tr>'
        )
    yield "</tbody></table>"
