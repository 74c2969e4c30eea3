"""An ontology as one HTML page that asks for nothing from outside: its pictures, and every word with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from honeyguide.reporting.templating import render
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


def ontology_page(ontology: Ontology, words: Mapping[str, Factors], weights: Weights, lattice: str = "") -> str:
    """The whole document; `lattice` is the Hasse diagram as SVG, where there is one."""
    kinds = Counter(each.kind for each in ontology.relations)
    return render(
        "topics/ontology/templates/ontology.html",
        root=ontology.root,
        concepts=ontology.concepts,
        relations=", ".join(f"{kinds[kind]:,} {kind}" for kind in KINDS),
        depth=tree(ontology).depth,
        picture=ontology_svg(ontology, words),
        lattice=lattice,
        factors=FACTORS,
        weights=weights,
        words=words,
    )
