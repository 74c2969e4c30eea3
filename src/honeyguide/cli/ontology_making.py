"""The steps of `honeyguide topic ontology`: terms, lattice, hierarchy, lexicons, and the files that come of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from honeyguide.cli.terminal import say, stderr
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.model import Document
    from honeyguide.topics.ontology.folder import OntologyFolder
    from honeyguide.topics.ontology.lattice import Context, Lattice
    from honeyguide.topics.ontology.ontology import Ontology
    from honeyguide.topics.ontology.semantics import Weights

MOST_EXACT = 300
"""Passages whose whole lattice is built; of more, an iceberg: concepts that one passage in a hundred holds."""
MANY = 20_000
"""A lattice with so many concepts needs no more of them."""


class Made(NamedTuple):
    ontology: Ontology
    lattice: str
    """The Hasse diagram as SVG; empty when there is no corpus."""
    facts: dict[str, Any]


def topic_word(given: str) -> str:
    """What the user says the ontology is about, checked before anything is read."""
    from honeyguide.topics.ontology.ontology import Ontology, concept, tree  # noqa: PLC0415

    word = " ".join(given.split())
    if not word:
        raise BadInput('an ontology needs its topic word: give it with --word, such as --word "rainstorm disaster"')
    tree(Ontology(word, {word: concept(word)}), "--word")
    return word


def terms_of(documents: Sequence[Document], folder: OntologyFolder, given: Path | None, limit: int) -> list[str]:
    """Those that the user lists, or edited; else the most frequent, written for the user to edit."""
    from honeyguide.parsing.tokens import tokens  # noqa: PLC0415
    from honeyguide.topics.ontology.candidates import (  # noqa: PLC0415
        candidates,
        list_of,
        read_terms,
        require_corpus,
    )
    from honeyguide.topics.ontology.folder import TERMS  # noqa: PLC0415

    require_corpus(len(documents))
    edited = (folder / TERMS).exists() and not folder.is_ours(TERMS)
    if given or edited:
        file = given or folder / TERMS
        say(f"terms are those of {file}", "dim")
        return read_terms(file)
    with stderr().status("finding terms"):
        found = candidates(documents, tokens, limit=limit)
    if not found:
        raise BadInput(
            "no word or phrase of the corpus is in two documents or more; give more documents on one topic"
        )
    folder.write({TERMS: list_of(found)})
    return [each.term for each in found]


def from_documents(
    documents: Sequence[Document], terms: Sequence[str], word: str, confidence: float, support: int, passage: int
) -> Made:
    from honeyguide.parsing.tokens import content_words  # noqa: PLC0415
    from honeyguide.topics.ontology.hasse import hasse_svg  # noqa: PLC0415
    from honeyguide.topics.ontology.hierarchy import hierarchy  # noqa: PLC0415
    from honeyguide.topics.ontology.lattice import Context  # noqa: PLC0415
    from honeyguide.topics.ontology.ontology import from_hierarchy  # noqa: PLC0415
    from honeyguide.topics.ontology.passages import passages  # noqa: PLC0415

    with stderr().status("building the concept lattice"):
        context = Context.of(passages(documents, passage, content_words), terms)
        found = _lattice(context, support)
        picture = hasse_svg(found)
    facts = {
        "documents": len(documents),
        "passages": len(context.documents),
        "terms": len(context.terms),
        "lattice": {"concepts": len(found.concepts), "support": found.minimum},
    }
    return Made(from_hierarchy(word, hierarchy(context, word, confidence)), picture, facts)


def _lattice(context: Context, support: int) -> Lattice:
    """As the user asks; else the whole lattice of a small corpus, or as much of it as can be built soon."""
    from honeyguide.topics.ontology.lattice import lattice  # noqa: PLC0415

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


def ontology_in(file: Path, word: str) -> Ontology:
    """That of an OWL file, with a word on what of it is left out."""
    from honeyguide.topics.ontology.owl_reading import read_owl  # noqa: PLC0415

    read = read_owl(file, word)
    for what, count in read.left_out.items():
        say(f"{file}: {count:,} {what} are left out", "yellow")
    return read.ontology


def enriched(made: Made, neighbours: int) -> Made:
    from honeyguide.cli.lexicon import wanted_of  # noqa: PLC0415
    from honeyguide.lexicons import open_lexicons  # noqa: PLC0415
    from honeyguide.topics.ontology.enrichment import enrich  # noqa: PLC0415

    lexicons = open_lexicons(with_vectors=False)
    for sentence in wanted_of(lexicons.missing, made.ontology.concepts):
        say(sentence)
    if not lexicons.lexicons:
        say("nothing is added to the ontology: there is no lexicon", "yellow")
        return made
    with stderr().status("asking the lexicons"):
        found = enrich(made.ontology, lexicons, neighbours=neighbours)
    added = {
        "relations": [str(each) for each in found.relations],
        "words": found.words,
        "concepts": found.neighbours,
        "unknown": len(lexicons.unknown),
    }
    return Made(found.ontology, made.lattice, {**made.facts, "added": added})


def contents_of(made: Made, shares: Weights, languages: Sequence[str]) -> dict[str, str]:
    import msgspec  # noqa: PLC0415

    from honeyguide.topics.files import require  # noqa: PLC0415
    from honeyguide.topics.ontology import folder  # noqa: PLC0415
    from honeyguide.topics.ontology.drawing import ontology_svg  # noqa: PLC0415
    from honeyguide.topics.ontology.owl import to_owl  # noqa: PLC0415
    from honeyguide.topics.ontology.page import ontology_page  # noqa: PLC0415
    from honeyguide.topics.ontology.semantics import Similarity, to_topic  # noqa: PLC0415
    from honeyguide.topics.writing import as_toml  # noqa: PLC0415

    words = Similarity(made.ontology, shares).weights_of_words()
    topic = msgspec.structs.replace(to_topic(made.ontology, shares), languages=tuple(languages))
    return {
        folder.OWL: to_owl(made.ontology),
        folder.PICTURE: ontology_svg(made.ontology, words),
        folder.TOPIC: as_toml(require(topic, folder.TOPIC)),
        folder.PAGE: ontology_page(made.ontology, words, shares, made.lattice),
        **({folder.LATTICE: made.lattice} if made.lattice else {}),
    }
