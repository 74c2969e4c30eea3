"""From documents, or an OWL file that a person edited, to an ontology and the topic whose weights follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from honeyguide.errors import BadInput
from honeyguide.lexicons import open_lexicons
from honeyguide.lexicons.adding import missing_for
from honeyguide.model import Document
from honeyguide.parsing.tokens import content_words, tokens
from honeyguide.progress import Progress, silent
from honeyguide.topics.files import require
from honeyguide.topics.ontology.candidates import candidates, list_of, read_terms, require_corpus
from honeyguide.topics.ontology.drawing import ontology_page, ontology_svg
from honeyguide.topics.ontology.enrichment import enrich
from honeyguide.topics.ontology.folder import (
    LATTICE,
    OWL,
    PAGE,
    PICTURE,
    TERMS,
    TOPIC,
    WRITTEN,
    OntologyFolder,
    owl_of,
)
from honeyguide.topics.ontology.hasse import hasse_svg
from honeyguide.topics.ontology.hierarchy import Parents, by_confidence, by_lattice
from honeyguide.topics.ontology.lattice import Context, Lattice, lattice
from honeyguide.topics.ontology.ontology import Ontology, concept, from_hierarchy, tree
from honeyguide.topics.ontology.owl import to_owl
from honeyguide.topics.ontology.owl_reading import read_owl
from honeyguide.topics.ontology.passages import passages
from honeyguide.topics.ontology.semantics import Similarity, Weights, to_topic
from honeyguide.topics.writing import as_toml

MOST_EXACT = 300
"""Passages whose whole lattice is built; of more, an iceberg: concepts that one passage in a hundred holds."""
MANY = 20_000
"""A lattice with so many concepts needs no more of them."""

HierarchyRule = Literal["lattice", "confidence"]
Note = Callable[[str], None]
"""Told in a sentence what is worth knowing, such as what is left out."""


class BuiltOntology(Struct, frozen=True):
    ontology: Ontology
    lattice: str
    """The Hasse diagram as SVG; empty when there is no corpus."""
    facts: dict[str, Any]
    """How many documents, passages, terms and concepts it was built from, and what lexicons added."""
    files: tuple[Path, ...] = ()
    """What was written."""


def build_ontology(
    out: Path,
    *,
    corpus: Iterable[Document] | None = None,
    owl: str = "",
    word: str = "",
    terms: Path | None = None,
    limit: int = 70,
    passage: int = 100,
    hierarchy: HierarchyRule = "lattice",
    confidence: float | None = None,
    support: int = 0,
    lexicon: bool | None = None,
    neighbours: int = 0,
    weights: Weights | None = None,
    languages: Sequence[str] = (),
    force: bool = False,
    note: Note = lambda sentence: None,
    progress: Progress = silent,
) -> BuiltOntology:
    """Build an ontology from a corpus, or read it from an OWL file, and write it with its topic into a folder.

    The corpus is iterated over once everything else is checked. `lexicon=None` asks lexicons for a corpus only.
    `hierarchy`: a term lies under another as the concept lattice has it, or by `confidence` (0.8).
    """
    if hierarchy == "lattice" and confidence is not None:
        raise BadInput("a confidence is for the hierarchy 'confidence'; the lattice needs none")
    if (corpus is None) == (not owl):
        raise BadInput("an ontology is built from a corpus, or from an OWL file: give one of them")
    folder = OntologyFolder(out)
    file = (owl_of(owl) or Path(owl)) if owl else None
    in_place = file is not None and file.absolute() == (folder / OWL).absolute() and not lexicon
    if not force:
        folder.require_unedited(name for name in WRITTEN if not (in_place and name == OWL))
    if file:
        made = BuiltOntology(read_ontology(file, word, note), folder.lattice(), {})
    else:
        root = _topic_word(word)
        documents = list(corpus or ())
        progress("finding terms", 0, 1)
        listed = _terms(documents, folder, terms, limit, note)
        progress("building the concept lattice", 0, 1)
        context = Context.of(passages(documents, passage, content_words), listed)
        ordered = from_hierarchy(root, _parents(context, root, hierarchy, confidence))
        made = _from_context(context, ordered, len(documents), support)
    if lexicon or (lexicon is None and corpus is not None):
        progress("asking the lexicons", 0, 1)
        made = _enriched(made, neighbours, note)
    contents = _contents(made, weights or Weights(), languages)
    if in_place:
        del contents[OWL]
    return msgspec.structs.replace(made, files=tuple(folder.write(contents)))


def read_ontology(file: Path, word: str = "", note: Note = lambda sentence: None) -> Ontology:
    """That of an OWL file, with a note on what of it is left out."""
    read = read_owl(file, word)
    for what, count in read.left_out.items():
        note(f"{file}: {count:,} {what} are left out")
    return read.ontology


def _topic_word(given: str) -> str:
    """What the user says the ontology is about, checked before anything is read."""
    word = " ".join(given.split())
    if not word:
        raise BadInput('an ontology needs its topic word: give it with --word, such as --word "rainstorm disaster"')
    tree(Ontology(word, {word: concept(word)}), "--word")
    return word


def _terms(
    documents: Sequence[Document], folder: OntologyFolder, given: Path | None, limit: int, note: Note
) -> list[str]:
    """Those that the user lists, or edited; else the most frequent, written for the user to edit."""
    require_corpus(len(documents))
    edited = (folder / TERMS).exists() and not folder.is_ours(TERMS)
    if given or edited:
        file = given or folder / TERMS
        note(f"terms are those of {file}")
        return read_terms(file)
    found = candidates(documents, tokens, limit=limit)
    if not found:
        raise BadInput(
            "no word or phrase of the corpus is in two documents or more; give more documents on one topic"
        )
    folder.write({TERMS: list_of(found)})
    return [each.term for each in found]


def _parents(context: Context, root: str, rule: HierarchyRule, confidence: float | None) -> Parents:
    if rule == "lattice":
        return by_lattice(context, root)
    return by_confidence(context, root) if confidence is None else by_confidence(context, root, confidence)


def _from_context(context: Context, ontology: Ontology, documents: int, support: int) -> BuiltOntology:
    found = _lattice(context, support)
    picture = hasse_svg(found)
    facts = {
        "documents": documents,
        "passages": len(context.documents),
        "terms": len(context.terms),
        "lattice": {"concepts": len(found.concepts), "support": found.minimum},
    }
    return BuiltOntology(ontology, picture, facts)


def _lattice(context: Context, support: int) -> Lattice:
    """As the user asks; else the whole lattice of a small corpus, or as much of it as can be built soon."""
    if support:
        return lattice(context, support)
    size = len(context.documents)
    least = 0 if size <= MOST_EXACT else -(-size // 100)
    minimum = max(least, size // 2)
    found = lattice(context, minimum)
    while minimum > least and len(found.concepts) <= MANY:
        minimum = max(least, minimum // 2)
        try:
            found = lattice(context, minimum)
        except BadInput:  # there are too many, and there were enough
            break
    return found


def _enriched(made: BuiltOntology, neighbours: int, note: Note) -> BuiltOntology:
    lexicons = open_lexicons(with_vectors=False)
    for sentence in missing_for(lexicons.missing, made.ontology.concepts):
        note(sentence)
    if not lexicons.lexicons:
        note("nothing is added to the ontology: there is no lexicon")
        return made
    found = enrich(made.ontology, lexicons, neighbours=neighbours)
    added = {
        "relations": [str(each) for each in found.relations],
        "words": found.words,
        "concepts": found.neighbours,
        "unknown": len(lexicons.unknown),
    }
    return BuiltOntology(found.ontology, made.lattice, {**made.facts, "added": added})


def _contents(made: BuiltOntology, shares: Weights, languages: Sequence[str]) -> dict[str, str]:
    words = Similarity(made.ontology, shares).weights_of_words()
    topic = msgspec.structs.replace(to_topic(made.ontology, shares), languages=tuple(languages))
    return {
        OWL: to_owl(made.ontology),
        PICTURE: ontology_svg(made.ontology, words),
        TOPIC: as_toml(require(topic, TOPIC)),
        PAGE: ontology_page(made.ontology, words, shares, made.lattice),
        **({LATTICE: made.lattice} if made.lattice else {}),
    }
