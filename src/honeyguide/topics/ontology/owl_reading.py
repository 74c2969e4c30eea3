"""Reads an ontology from an OWL file, also after a person edited it in Protégé.

See `owl` for what stands for what. RDF/XML and Turtle are read. Imports, individuals, other restrictions and other
properties are left out, and counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from honeyguide.errors import BadTopic
from honeyguide.topics.ontology.ontology import UP, Concept, Ontology, Relation, language_of, near, tree
from honeyguide.topics.ontology.owl import TOPIC_WORD, WEIGHT
from honeyguide.topics.ontology.rdf import graph_of
from honeyguide.topics.terms import fold

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

DEEPEST = 20
"""Class expressions inside class expressions."""

_KINDS = {"partof": "part-of", "ispartof": "part-of", "attributeof": "attribute-of", "isattributeof": "attribute-of"}
_KINDS |= {"relatedto": "related-to", "isrelatedto": "related-to", "induce": "induce", "induces": "induce"}
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")
_PREFERRED = ("en", "zh")


class Read(NamedTuple):
    ontology: Ontology
    left_out: dict[str, int]
    """What the file says beyond our five relations, and how often: for a person."""


def read_owl(path: Path, root: str = "") -> Read:
    """The ontology in a file. `root` names its topic word where the file does not, or another one."""
    graph = graph_of(path)
    reader = _Reader(graph, str(path))
    ontology = Ontology(reader.root(root), reader.concepts, reader.relations)
    tree(ontology, str(path))
    return Read(ontology, dict(reader.left_out))


class _Reader:
    def __init__(self, graph: Graph, where: str) -> None:
        from rdflib import OWL, RDF, RDFS, SKOS, URIRef  # noqa: PLC0415

        self._graph, self._where = graph, where
        self._owl, self._rdfs, self._skos, self._iri = OWL, RDFS, SKOS, URIRef
        found = {each for kind in (OWL.Class, RDFS.Class) for each in graph.subjects(RDF.type, kind)}
        found.update(each for pair in graph.subject_objects(RDFS.subClassOf) for each in pair)
        named = sorted(each for each in found if isinstance(each, URIRef) and each != OWL.Thing)
        if not named:
            raise BadTopic(f"{where}: holds no classes; an ontology names its concepts as owl:Class")
        self.left_out = Counter(
            {
                what: count
                for what, count in (
                    ("imports", len(set(graph.objects(None, OWL.imports)))),
                    ("individuals", len(set(graph.subjects(RDF.type, OWL.NamedIndividual)))),
                )
                if count
            }
        )
        self._names: dict[Node, str] = {}
        self.concepts: dict[str, Concept] = {}
        self._name_all(named)
        self.relations = tuple(sorted(set(self._relations())))

    def root(self, wanted: str) -> str:
        """Named by the user, or by the file, or the only class at the top."""
        if wanted:
            for name, concept in self.concepts.items():
                if fold(wanted) in map(fold, concept.forms):
                    return name
            raise BadTopic(f"{self._where}: has no class '{wanted}'{near(wanted, self.concepts)}")
        marked = self._graph.objects(None, self._iri(TOPIC_WORD))
        names = sorted(self._names[each] for each in marked if each in self._names)
        if names:
            return names[0]
        lower = {each.source for each in self.relations if each.kind in UP}
        lower |= {each.target for each in self.relations if each.kind == "induce"}
        pairs = [(each.source, each.target) for each in self.relations if each.kind == "synonym"]
        lower |= {other for pair in pairs if lower.intersection(pair) for other in pair}
        tops = [name for name in self.concepts if name not in lower]
        if len(tops) > 1:
            more = f" and {len(tops) - 2} more" if len(tops) > 2 else ""
            alike = {name for pair in pairs for name in pair}.issuperset(tops)
            advice = "name the topic word with --word" if alike else "put all but the topic word below it"
            raise BadTopic(f"{self._where}: has no root: '{tops[0]}', '{tops[1]}'{more} stand at the top; {advice}")
        return tops[0] if tops else next(iter(self.concepts))

    def _name_all(self, classes: Sequence[Node]) -> None:
        for each in classes:
            labels: dict[str, str] = {}
            others = [self._said(value)[1] for value in self._graph.objects(each, self._skos.altLabel)]
            for language, label in sorted(map(self._said, self._graph.objects(each, self._rdfs.label))):
                if labels.setdefault(language, label) != label:
                    others.append(label)
            if not labels:
                label = _decamel(str(each))
                labels[language_of(label)] = label
            ordered = {code: labels[code] for code in (*_PREFERRED, *sorted(labels)) if code in labels}
            name = next(iter(ordered.values()))
            if name in self.concepts:
                raise BadTopic(f"{self._where}: two classes have the label '{name}'; rename one of them")
            self._names[each] = name
            self.concepts[name] = Concept(
                ordered,
                tuple(sorted({word for word in others if word not in ordered.values()})),
                self._weight(each, name),
            )
        self.concepts = dict(sorted(self.concepts.items()))

    def _weight(self, each: Node, name: str) -> float | None:
        value = self._graph.value(each, self._iri(WEIGHT))
        if value is None:
            return None
        try:
            weight = float(str(value))
        except ValueError:
            weight = -1.0
        if not 0 <= weight <= 1:
            raise BadTopic(f"{self._where}: the weight of '{name}' is '{str(value)[:60]}'; give a number from 0 to 1")
        return weight

    def _said(self, value: Node) -> tuple[str, str]:
        """Language and text of a label."""
        text = " ".join(str(value).split())
        code = (getattr(value, "language", None) or "").lower().split("-")[0]
        return code or language_of(text), text

    def _relations(self) -> Iterator[Relation]:
        for each, name in self._names.items():
            for node in self._graph.objects(each, self._rdfs.subClassOf):
                yield from self._above(name, node)
            for node in self._graph.objects(each, self._owl.equivalentClass):
                if node in self._names:
                    if node != each:
                        yield Relation("synonym", *sorted((name, self._names[node])))
                else:
                    yield from self._above(name, node)

    def _members(self, first: Node) -> Iterator[Node]:
        try:
            yield from self._graph.items(first)
        except ValueError:
            raise BadTopic(f"{self._where}: holds a list that leads back into itself; save it from Protégé") from None

    def _above(self, name: str, node: Node, deep: int = 0) -> Iterator[Relation]:
        graph, owl = self._graph, self._owl
        members = graph.value(node, owl.intersectionOf)
        if node in self._names:
            yield Relation("is-a", name, self._names[node])
        elif members is not None and deep < DEEPEST:
            for member in self._members(members):
                yield from self._above(name, member, deep + 1)
        elif node != owl.Thing:
            wanted = graph.value(node, owl.someValuesFrom)
            kind = _KINDS.get(_fragment(str(graph.value(node, owl.onProperty))).lower())
            if kind and wanted in self._names:
                yield Relation(kind, name, self._names[wanted])
            else:
                self.left_out["other class expressions"] += 1


def _fragment(iri: str) -> str:
    return re.split(r"[#/:]", iri)[-1]


def _decamel(iri: str) -> str:
    return " ".join(_HUMPS.sub(" ", _fragment(iri)).split()).lower() or iri
