"""Ontologies as OWL files: written as RDF/XML that Protégé opens.

A concept is a class with its labels (`rdfs:label`, by language) and other words (`skos:altLabel`); is-a is
`rdfs:subClassOf`; part-of, attribute-of, related-to and induce are existential restrictions (`partOf some X`); a
synonym that is a concept of its own is an `owl:equivalentClass`; the ontology itself names its topic word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from honeyguide.topics.ontology.ontology import Ontology, Relation, language_of

VOCABULARY = "https://honeyguide.example/vocabulary#"
ONTOLOGIES = "https://honeyguide.example/ontology/"
TOPIC_WORD = f"{VOCABULARY}topicWord"
PROPERTIES = {"part-of": "partOf", "attribute-of": "attributeOf", "related-to": "relatedTo", "induce": "induces"}
WEIGHT = f"{VOCABULARY}weight"

_WORDS = re.compile(r"[^\W_]+")


def to_owl(ontology: Ontology, name: str = "") -> str:
    """The file's text: sorted by name, the same for the same ontology."""
    iri = ONTOLOGIES + "-".join(_WORDS.findall((name or ontology.root).lower()))
    classes = _fragments(ontology)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<rdf:RDF xmlns="{iri}#"',
        f'         xml:base="{iri}"',
        '         xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
        '         xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#"',
        '         xmlns:owl="http://www.w3.org/2002/07/owl#"',
        '         xmlns:skos="http://www.w3.org/2004/02/skos/core#"',
        f'         xmlns:hg="{VOCABULARY}">',
        f'    <owl:Ontology rdf:about="{iri}">',
        f"        <hg:topicWord rdf:resource={quoteattr('#' + classes[ontology.root])}/>",
        "    </owl:Ontology>",
        f'    <owl:AnnotationProperty rdf:about="{TOPIC_WORD}"/>',
        f'    <owl:AnnotationProperty rdf:about="{WEIGHT}"/>',
        '    <owl:AnnotationProperty rdf:about="http://www.w3.org/2004/02/skos/core#altLabel"/>',
        *(f'    <owl:ObjectProperty rdf:about="{VOCABULARY}{each}"/>' for each in PROPERTIES.values()),
    ]
    own: dict[str, list[Relation]] = {}
    for relation in sorted(ontology.relations):
        own.setdefault(relation.source, []).append(relation)
    for concept, fragment in classes.items():
        lines += ["", f"    <owl:Class rdf:about={quoteattr('#' + fragment)}>"]
        for relation in own.get(concept, ()):
            lines += _relation(relation.kind, quoteattr("#" + classes[relation.target]))
        each = ontology.concepts[concept]
        lines += [_text("rdfs:label", language, label) for language, label in each.labels.items()]
        lines += [_text("skos:altLabel", language_of(word), word) for word in each.synonyms]
        lines += [f"        <hg:weight>{each.weight:g}</hg:weight>"] if each.weight is not None else []
        lines.append("    </owl:Class>")
    return "\n".join((*lines, "</rdf:RDF>", ""))


def _relation(kind: str, target: str) -> list[str]:
    if kind == "is-a":
        return [f"        <rdfs:subClassOf rdf:resource={target}/>"]
    if kind == "synonym":
        return [f"        <owl:equivalentClass rdf:resource={target}/>"]
    return [
        "        <rdfs:subClassOf>",
        "            <owl:Restriction>",
        f'                <owl:onProperty rdf:resource="{VOCABULARY}{PROPERTIES[kind]}"/>',
        f"                <owl:someValuesFrom rdf:resource={target}/>",
        "            </owl:Restriction>",
        "        </rdfs:subClassOf>",
    ]


def _text(tag: str, language: str, text: str) -> str:
    return f"        <{tag} xml:lang={quoteattr(language)}>{escape(text)}</{tag}>"


def _fragments(ontology: Ontology) -> Mapping[str, str]:
    """A class name for each concept, by name: `flash flood` is `FlashFlood`."""
    taken: set[str] = set()
    found: dict[str, str] = {}
    for name in sorted(ontology.concepts):
        camel = "".join(word[:1].upper() + word[1:] for word in _WORDS.findall(name))
        plain = camel if camel[:1].isalpha() else f"_{camel}"
        fragment, number = plain, 1
        while fragment in taken:
            number += 1
            fragment = f"{plain}_{number}"
        taken.add(fragment)
        found[name] = fragment
    return found
