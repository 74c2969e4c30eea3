"""From documents, or an OWL file that a person edited, to an ontology and the topic whose weights follow from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from honeyguide.corpus.pages import OFF_TOPIC
from honeyguide.errors import BadInput
from honeyguide.lexicons import open_lexicons
from honeyguide.lexicons.adding import missing_for
from honeyguide.model import Document, Model, Thresholds, Topic
from honeyguide.parsing.tokens import content_words, tokens
from honeyguide.progress import Progress, silent
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.term_density import densities, score_of
from honeyguide.storage.files import require_folder
from honeyguide.text_files import read_text
from honeyguide.toml_comments import with_comments
from honeyguide.topics.files import load_topic, require
from honeyguide.topics.ontology.boilerplate import distinct, without_repeated
from honeyguide.topics.ontology.candidates import Candidate, candidates, list_of, read_terms, require_corpus
from honeyguide.topics.ontology.contrast import Contrast
from honeyguide.topics.ontology.drawing import ontology_page, ontology_svg
from honeyguide.topics.ontology.edits import edited_ontology, edited_topic
from honeyguide.topics.ontology.enrichment import enrich
from honeyguide.topics.ontology.evidence import Known, known_relations
from honeyguide.topics.ontology.folder import (
    LATTICE,
    MADE,
    MODEL,
    OWL,
    PAGE,
    PICTURE,
    TERMS,
    TOPIC,
    WRITTEN,
    OntologyFolder,
    owl_of,
)
from honeyguide.topics.ontology.hasse import DRAWN, hasse_svg
from honeyguide.topics.ontology.held_out import Settled, settled
from honeyguide.topics.ontology.hierarchy import by_confidence, by_lattice
from honeyguide.topics.ontology.lattice import Context, Lattice, lattice
from honeyguide.topics.ontology.ontology import Ontology, Relation, concept, from_relations, tree
from honeyguide.topics.ontology.owl import to_owl
from honeyguide.topics.ontology.owl_reading import read_owl
from honeyguide.topics.ontology.passages import passages
from honeyguide.topics.ontology.plurals import irregular, same_word
from honeyguide.topics.ontology.semantics import Similarity, Weights, to_topic
from honeyguide.topics.terms import fold
from honeyguide.topics.writing import as_toml

POOL = 3_000
"""Candidates that are contrasted with the background: the most frequent of the corpus."""
RARE = 20
"""A term needs one document in so many, and two at the least."""
DEFAULT_LIMITS = {"contrast": 300, "published": 70}
MOST_EXACT = 300
"""Passages whose whole lattice is built; of more, an iceberg: concepts that one passage in a hundred holds."""
MANY = 20_000
"""A lattice with so many concepts needs no more of them."""

HierarchyRule = Literal["evidence", "lattice", "confidence"]
Method = Literal["contrast", "published"]
"""How terms are chosen and weighed: against a background [ours], or by frequency and the five factors (WSE 3–4)."""
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
    evidence: tuple[Known, ...] = ()
    """What speaks for each relation, with the hierarchy `evidence`."""
    threshold: float | None = None
    """What a page must exceed, where a corpus and its background say so …"""
    model: Model | None = None
    """… and what all words of a page say beside the terms."""


def build_ontology(
    out: Path,
    *,
    corpus: Iterable[Document] | None = None,
    background: Iterable[Document] = (),
    owl: str = "",
    word: str = "",
    terms: Path | None = None,
    method: Method = "contrast",
    limit: int = 0,
    passage: int = 100,
    hierarchy: HierarchyRule | None = None,
    confidence: float | None = None,
    support: int = 0,
    lexicon: bool | None = None,
    neighbours: int = 0,
    drawn: int = DRAWN,
    weights: Weights | None = None,
    languages: Sequence[str] = (),
    force: bool = False,
    note: Note = lambda sentence: None,
    progress: Progress = silent,
) -> BuiltOntology:
    """Build an ontology from a corpus, or read it from an OWL file, and write it with its topic into a folder.

    The corpus is iterated over once everything else is checked; of a crawl, its pages on topic are the corpus,
    the others its background where none is given. `lexicon=None` asks lexicons for a corpus only. `method`: terms are
    contrasted with the background, or chosen and weighed as published. `hierarchy`: a term lies under another by
    evidence, as the concept lattice has it (published), or by `confidence` (0.8). What a person changed in the
    folder's topic and ontology stays, unless `force` says otherwise.
    """
    rule: HierarchyRule = hierarchy or ("lattice" if method == "published" else "evidence")
    if rule != "confidence" and confidence is not None:
        raise BadInput(f"a confidence is for the hierarchy 'confidence'; by '{rule}' none is needed")
    if (corpus is None) == (not owl):
        raise BadInput("an ontology is built from a corpus, or from an OWL file: give one of them")
    if out.exists():
        require_folder(out)
    folder = OntologyFolder(out)
    file = (owl_of(owl) or Path(owl)) if owl else None
    in_place = file is not None and file.absolute() == (folder / OWL).absolute() and not lexicon
    edits = _Edits(folder, force=force, in_place=in_place)
    if not force:
        folder.require_unedited(name for name in WRITTEN if name not in edits.known)
    if file:
        before = edits.before()
        made = BuiltOntology(
            read_ontology(file, word, note),
            folder.lattice(),
            {},
            threshold=before.thresholds.page if before else None,
            model=before.model if before else None,
        )
    else:
        root = _topic_word(word)
        documents, spare = _on_topic(list(corpus or ()))
        others = list(background) or spare
        if method == "contrast":
            documents, others = (without_repeated(distinct(each), content_words) for each in (documents, others))
        progress("finding terms", 0, 1)
        found = _Terms(documents, others, root, limit or DEFAULT_LIMITS[method], method, note)
        listed = found.listed(folder, terms)
        progress("building the concept lattice", 0, 1)
        context = Context.of(passages(documents, passage, content_words), found.without_topic_word(listed))
        known = _known(context, documents, root, rule, confidence)
        ordered = from_relations(
            root, [each.relation for each in known], found.weights(listed), found.synonyms(listed)
        )
        made = _from_context(context, ordered, len(documents), support, drawn)
        facts = {**made.facts, **found.against()}
        evidence = tuple(known) if rule == "evidence" else ()
        made = msgspec.structs.replace(made, facts=facts, evidence=evidence)
        if learned := found.settled():
            threshold = round(score_of(learned.threshold), 4)
            made = msgspec.structs.replace(made, threshold=threshold, model=learned.model)
    if lexicon or (lexicon is None and corpus is not None):
        progress("asking the lexicons", 0, 1)
        made = _enriched(made, neighbours, note)
    shares = weights or Weights()
    original = {OWL: to_owl(made.ontology)}
    made = msgspec.structs.replace(made, ontology=edits.ontology(made.ontology, note))
    topic = require(_topic(made, shares, languages), TOPIC)
    original[TOPIC] = as_toml(topic, MODEL)
    if topic.model:
        original[MODEL] = _as_json(topic.model)
    contents = edits.commented(_contents(made, shares, require(edits.topic(topic, note), TOPIC)))
    if in_place:
        del contents[OWL], original[OWL]
    return msgspec.structs.replace(made, files=tuple(folder.write(contents, original)))


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


def _on_topic(documents: Sequence[Document]) -> tuple[list[Document], list[Document]]:
    """Documents on the topic, and what a crawl that is among them judged off topic."""
    return [each for each in documents if each.label != OFF_TOPIC], [
        each for each in documents if each.label == OFF_TOPIC
    ]


class _Terms:
    """The terms of a corpus, and what they weigh."""

    def __init__(
        self,
        documents: Sequence[Document],
        background: Sequence[Document],
        root: str,
        limit: int,
        method: Method,
        note: Note,
    ) -> None:
        require_corpus(len(documents))
        self._documents, self._background = documents, background
        self._root, self._limit, self._note = root, limit, note
        self._contrasted = method == "contrast"
        if self._contrasted and not background:
            note(
                f"there is no background: terms are contrasted with {len(everyday_texts()):,} everyday texts, and "
                "words of neighbouring subjects cannot be told from them: other pages with --background help"
            )

    def listed(self, folder: OntologyFolder, given: Path | None) -> list[str]:
        """Those that the user lists, or edited; else those that are found, written for the user to edit."""
        edited = (folder / TERMS).exists() and not folder.is_ours(TERMS)
        if given or edited:
            file = given or folder / TERMS
            self._note(f"terms are those of {file}")
            return read_terms(file)
        found = self._telling() if self._contrasted else candidates(self._documents, tokens, limit=self._limit)
        if not found:
            if self._contrasted and candidates(self._documents, tokens, limit=1):
                raise BadInput(
                    "no word or phrase is clearly more common in the corpus than in the background; give more "
                    "documents on one topic, or a background of other pages"
                )
            raise BadInput(
                "no word or phrase of the corpus is in two documents or more; give more documents on one topic"
            )
        folder.write({TERMS: list_of(found)})
        return [each.term for each in found]

    def without_topic_word(self, listed: Sequence[str]) -> list[str]:
        """Those that are not the topic word in the singular or the plural."""
        return [term for term in listed if term not in self._as_root(listed)] or list(listed)

    def weights(self, listed: Sequence[str]) -> dict[str, float]:
        """Of the terms and the topic word, which weighs as its singular or plural does where that tells more; none
        where they follow from the ontology alone."""
        if not self._contrasted:
            return {}
        terms = list({fold(term): term for term in (self._root, *listed)}.values())
        # By the scale that the threshold was settled with, whatever a person lists.
        scale = self._pool.scale(self._limit)
        found = {each.term: each.weight for each in self._contrast(terms).weighed(scale)}
        for term in found:
            if fold(term) == fold(self._root):
                found[term] = max(found[each] for each in (term, *self._as_root(listed)))
        return found

    def synonyms(self, listed: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The other form of the topic word, and plurals of the corpus that do not match as their singular does."""
        words: set[str] = set().union(*(each.words for each in self._documents))
        forms = {term: tuple(each for each in irregular(term) if each.rpartition(" ")[2] in words) for term in listed}
        forms[self._root] = tuple(self._as_root(listed))
        return {term: others for term, others in forms.items() if others}

    def against(self) -> dict[str, int]:
        """What the terms are contrasted with, and how many."""
        if not self._contrasted:
            return {}
        return {"background": len(self._background)} | (
            {} if self._background else {"everyday": len(everyday_texts())}
        )

    def _as_root(self, listed: Sequence[str]) -> list[str]:
        return [term for term in listed if same_word(fold(term), fold(self._root))]

    def settled(self) -> Settled | None:
        """What a page must exceed, and what words say beside the terms; None where they weigh as published."""
        if not self._contrasted:
            return None

        def density(counts: Mapping[int, int], weights: Sequence[float], document: Document) -> float:
            words = len(content_words(document.whole, document.language) if document.whole else document.words)
            return sum(densities(counts, weights, words).values())

        return settled(self._pool, self._limit, self._documents, self._background, density, content_words)

    def _telling(self) -> list[Candidate]:
        return [
            Candidate(each.term, each.count, each.documents, each.outside) for each in self._pool.telling(self._limit)
        ]

    @cached_property
    def _candidates(self) -> list[Candidate]:
        support = max(2, len(self._documents) // RARE)
        return candidates(self._documents, tokens, limit=POOL, support=support)

    @cached_property
    def _pool(self) -> Contrast:
        return self._contrast([each.term for each in self._candidates])

    def _contrast(self, terms: Sequence[str]) -> Contrast:
        elsewhere = [each.text for each in self._background] or list(everyday_texts())
        return Contrast(terms, [each.text for each in self._documents], elsewhere)


def _known(
    context: Context, documents: Sequence[Document], root: str, rule: HierarchyRule, confidence: float | None
) -> list[Known]:
    """The relations of the terms, with what speaks for each."""
    if rule == "evidence":
        return known_relations(documents, context.terms, root, lambda: by_confidence(context, root))
    if rule == "lattice":
        parents = by_lattice(context, root)
    else:
        parents = by_confidence(context, root) if confidence is None else by_confidence(context, root, confidence)
    return [Known(Relation("is-a", term, above), rule) for term, all_ in parents.items() for above in all_]


class _Edits:
    """What a person changed in the folder since it was written, taken over into what is made now."""

    def __init__(self, folder: OntologyFolder, *, force: bool, in_place: bool) -> None:
        self._folder = folder
        self._made = {} if force else {name: file for name in (OWL, TOPIC) if (file := folder.made(name))}
        if in_place:
            self._made.pop(OWL, None)
        self.known = {*self._made, *((OWL,) if in_place else ())}
        """Files whose changes are not lost."""

    def ontology(self, new: Ontology, note: Note) -> Ontology:
        if OWL not in self._made:
            return new
        edited = read_owl(self._folder / OWL)
        if edited.left_out:
            said = ", ".join(f"{count:,} {what}" for what, count in edited.left_out.items())
            raise BadInput(
                f"{self._folder / OWL}: holds {said}, which would be lost; go on from it with --owl "
                f"{self._folder / OWL}, or replace it with --force"
            )
        note(f"what you changed in {self._folder / OWL} is kept")
        return edited_ontology(read_owl(self._made[OWL]).ontology, edited.ontology, new)

    def topic(self, new: Topic, note: Note) -> Topic:
        if TOPIC not in self._made:
            return new
        note(f"what you changed in {self._folder / TOPIC} is kept")
        edited = load_topic(str(self._folder / TOPIC))
        return edited_topic(load_topic(str(self._made[TOPIC])), edited, new)

    def commented(self, new: dict[str, str]) -> dict[str, str]:
        """The files that are made now, the topic with the comments of the one that was edited."""
        if TOPIC in self._made:
            new[TOPIC] = with_comments(new[TOPIC], read_text(self._folder / TOPIC, "a topic"))
        return new

    def before(self) -> Topic | None:
        """What a corpus said before, when the ontology alone is read."""
        file = self._folder / MADE / TOPIC
        return load_topic(str(file)) if file.exists() else None


def _from_context(context: Context, ontology: Ontology, documents: int, support: int, drawn: int) -> BuiltOntology:
    found = _lattice(context, support)
    picture = hasse_svg(found, drawn, "document" if len(context.documents) == documents else "passage")
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
    return msgspec.structs.replace(made, ontology=found.ontology, facts={**made.facts, "added": added})


def _topic(made: BuiltOntology, shares: Weights, languages: Sequence[str]) -> Topic:
    """By the similarity to the topic word; where the corpus told what words weigh, by their density on a page."""
    topic = msgspec.structs.replace(to_topic(made.ontology, shares), languages=tuple(languages))
    if made.threshold is None or all(each.weight is None for each in made.ontology.concepts.values()):
        return topic
    return msgspec.structs.replace(
        topic,
        keywords=dict(sorted(topic.keywords.items(), key=lambda item: (-item[1], item[0]))),
        relevance="term-density",
        model=made.model,
        thresholds=Thresholds(made.threshold, topic.thresholds.link),
    )


def _contents(made: BuiltOntology, shares: Weights, topic: Topic) -> dict[str, str]:
    words = Similarity(made.ontology, shares).weights_of_words()
    evidence = {each.relation: each.how for each in made.evidence}
    return {
        OWL: to_owl(made.ontology),
        PICTURE: ontology_svg(made.ontology, words),
        TOPIC: as_toml(topic, MODEL),
        **({MODEL: _as_json(topic.model)} if topic.model else {}),
        PAGE: ontology_page(made.ontology, words, shares, made.lattice, topic.keywords, evidence),
        **({LATTICE: made.lattice} if made.lattice else {}),
    }


def _as_json(model: Model) -> str:
    return msgspec.json.format(msgspec.json.encode(model), indent=1).decode()
