"""Ontologies of a workspace: found, changed step by step, each step checked, drawn, and saved as new files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from honeyguide.errors import BadInput, BadTopic
from honeyguide.model import Topic
from honeyguide.ontologies import read_ontology
from honeyguide.topics.files import load_topic, require, shipped_topics
from honeyguide.topics.ontology.folder import LARGEST, NOTATIONS, OWL, TOPIC, OntologyFolder, owl_of
from honeyguide.topics.ontology.lattice import Context, lattice
from honeyguide.topics.ontology.layers import layered
from honeyguide.topics.ontology.ontology import (
    KINDS,
    Concept,
    Ontology,
    Relation,
    concept,
    language_of,
    near,
    tree,
)
from honeyguide.topics.ontology.owl import to_owl
from honeyguide.topics.ontology.semantics import Weights, thresholds_for, to_topic
from honeyguide.topics.writing import as_toml
from honeyguide.workspace import Workspace, id_of

__all__ = ["KINDS", "Branch", "EditedOntology", "LatticePicture", "Ontologies", "OntologyFile", "Relation", "Weights"]

MOST_DRAWN = 300
"""Concepts of a lattice in one picture: those with the most below them."""
MOST_IN_LATTICE = 400
"""Concepts of an ontology whose lattice is looked for."""
_MOST_FOLDERS = 2_000
_WIDTH = 60.0


class OntologyFile(Struct, frozen=True):
    """An ontology that can be opened."""

    id: str
    name: str
    where: str
    """Its file, or what it comes with."""


class Branch(Struct, frozen=True):
    """A concept with what stands below it; of several parents it stands below the one nearest to the root."""

    name: str
    weight: float
    kind: str
    """Its relation to what stands above."""
    branches: tuple[Branch, ...] = ()


class LatticeNode(Struct, frozen=True):
    terms: tuple[str, ...]
    """Concepts of the ontology that no node above has."""
    below: int
    """How many concepts of the ontology stand under all that lead here."""
    x: float
    y: float


class LatticePicture(Struct, frozen=True):
    nodes: tuple[LatticeNode, ...]
    edges: tuple[tuple[int, int], ...]
    left_out: int
    """Nodes that are not drawn."""


class EditedOntology(Struct, frozen=True):
    """An ontology with its weights. Every change gives a new one, or is refused in a sentence."""

    ontology: Ontology
    shares: Weights = Weights()
    """Of the five factors that make the weights."""
    given: dict[str, float] = {}
    """Weights that a person set, instead of those that follow from the ontology."""

    @property
    def topic(self) -> Topic:
        """The topic that a crawl would look for."""
        made = to_topic(self.ontology, self.shares)
        weights = {**made.keywords, **self.given}
        thresholds = thresholds_for(list(weights.values())) if self.given else made.thresholds
        keywords = dict(sorted(weights.items(), key=lambda each: (-each[1], each[0])))
        return require(replace(made, keywords=keywords, thresholds=thresholds), "the topic")

    @property
    def owl(self) -> str:
        """As RDF/XML that Protégé opens."""
        return to_owl(self.ontology)

    def with_concept(self, name: str, kind: str, target: str) -> EditedOntology:
        """A new concept, with its relation to one that is there."""
        name = " ".join(name.split())
        if name in self.ontology.concepts:
            raise BadTopic(f"'{name}' is a concept already")
        concepts = {**self.ontology.concepts, name: concept(name)}
        return self._changed(concepts, (*self.ontology.relations, Relation(kind, name, target.strip())))

    def without_concept(self, name: str) -> EditedOntology:
        """All of its relations go with it."""
        self._require(name)
        if name == self.ontology.root:
            raise BadTopic(f"'{name}' is the topic word, which stays")
        concepts = {each: what for each, what in self.ontology.concepts.items() if each != name}
        left = tuple(each for each in self.ontology.relations if name not in (each.source, each.target))
        return self._changed(concepts, left)

    def with_relation(self, kind: str, source: str, target: str) -> EditedOntology:
        new = Relation(kind, source.strip(), target.strip())
        if new in self.ontology.relations:
            raise BadTopic(f"'{new}' is there already")
        return self._changed(self.ontology.concepts, (*self.ontology.relations, new))

    def without_relation(self, relation: Relation) -> EditedOntology:
        if relation not in self.ontology.relations:
            raise BadTopic(f"'{relation}' is no relation of the ontology")
        left = tuple(each for each in self.ontology.relations if each != relation)
        return self._changed(self.ontology.concepts, left)

    def with_synonym(self, name: str, word: str) -> EditedOntology:
        """Another word for a concept, in any language: its label there, where it has none."""
        self._require(name)
        known, word = self.ontology.concepts[name], " ".join(word.split())
        if word in known.forms:
            raise BadTopic(f"'{word}' is a word for '{name}' already")
        language = language_of(word)
        labels, synonyms = known.labels, (*known.synonyms, word)
        if language not in labels:
            labels, synonyms = {**labels, language: word}, known.synonyms
        concepts = {**self.ontology.concepts, name: replace(known, labels=labels, synonyms=synonyms)}
        return self._changed(concepts, self.ontology.relations)

    def with_shares(self, shares: Weights) -> EditedOntology:
        return self._sound(replace(self, shares=shares))

    def with_weight(self, name: str, weight: float | None) -> EditedOntology:
        """Set the weight of a keyword; None for that which follows from the ontology."""
        if name not in self.topic.keywords:
            raise BadTopic(f"'{name[:80]}' is no keyword of the topic{near(name, self.topic.keywords)}")
        given = {each: value for each, value in self.given.items() if each != name}
        return self._sound(replace(self, given=given if weight is None else {**given, name: weight}))

    def outline(self) -> Branch:
        """The hierarchy as a tree."""
        found, weights = tree(self.ontology), self.topic.keywords
        kinds = {(each.source, each.target): each.kind for each in self.ontology.relations}
        above = {
            name: min(parents, key=found.depth.__getitem__) for name, parents in found.parents.items() if parents
        }
        inside: dict[str, list[Branch]] = {name: [] for name in found.parents}
        for name in sorted(found.parents, key=lambda each: -found.depth[each]):
            parent = above.get(name, "")
            kind = kinds.get((name, parent)) or kinds.get((parent, name), "")
            branch = Branch(name, weights.get(name, 0.0), kind, tuple(inside[name]))
            if not parent:
                return branch
            inside[parent].append(branch)
        raise AssertionError("every sound ontology has a root")

    def lattice(self) -> LatticePicture:
        """The concept lattice of the hierarchy: which concepts stand below which, also of several at once (WSE 3)."""
        found = tree(self.ontology)
        nearest_first = sorted(found.depth, key=lambda name: (found.depth[name], name))
        names = tuple(nearest_first[:MOST_IN_LATTICE])
        place = {name: number for number, name in enumerate(names)}
        rows = tuple(sum(1 << place[each] for each in found.ancestors[name] if each in place) for name in names)
        made = lattice(Context(names, names, rows), 1)
        drawn = range(min(len(made.concepts), MOST_DRAWN))
        edges = tuple((up, down) for up in drawn for down in made.concepts[up].lower if down in drawn)
        layout = layered([_WIDTH for _ in drawn], edges)
        nodes = tuple(
            LatticeNode(made.own_terms(n), made.concepts[n].extent.bit_count(), layout.x[n], float(layout.layer[n]))
            for n in drawn
        )
        return LatticePicture(nodes, edges, len(made.concepts) - len(drawn) + len(found.depth) - len(names))

    def _changed(self, concepts: dict[str, Concept], relations: tuple[Relation, ...]) -> EditedOntology:
        given = {name: weight for name, weight in self.given.items() if name in concepts}
        return self._sound(EditedOntology(Ontology(self.ontology.root, concepts, relations), self.shares, given))

    def _require(self, name: str) -> None:
        if name not in self.ontology.concepts:
            raise BadTopic(f"'{name[:80]}' is no concept of the ontology{near(name, self.ontology.concepts)}")

    def _sound(self, changed: EditedOntology) -> EditedOntology:
        """The change itself, when its ontology and its topic can be used."""
        tree(changed.ontology)
        _ = changed.topic
        return changed


class Ontologies:
    """Those that come with Honeyguide, and those in the folders of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def files(self) -> list[OntologyFile]:
        """All that can be opened, those of the workspace first."""
        own = [OntologyFile(id_of(path), self._name(path), str(path)) for path in self._paths()]
        shipped = [OntologyFile(name, name, "honeyguide") for name in shipped_topics() if owl_of(name)]
        return [*own, *shipped]

    def open(self, ontology: str) -> EditedOntology:
        """One of them, by its id."""
        for path in self._paths():
            if id_of(path) == ontology:
                return EditedOntology(read_ontology(path), given=_weights_beside(path))
        if ontology in shipped_topics() and (shipped := owl_of(ontology)):
            return EditedOntology(read_ontology(shipped))
        raise BadInput(f"there is no ontology '{ontology[:80]}' in this workspace")

    def of_crawl(self, crawl: str) -> EditedOntology:
        """The topic of a crawl, by its id: its keywords below its name, with the weights that they have."""
        return of_topic(self._workspace.open(crawl).topic)

    def save(self, edited: EditedOntology, name: str, *, replace_it: bool = False) -> Path:
        """Write `ontology.owl` and `topic.toml` into a new folder of this name, whole or not at all.

        What is there already is replaced only when asked, and only where it is an ontology.
        """
        contents = {OWL: edited.owl, TOPIC: as_toml(edited.topic)}
        there = [path.parent for path in self._paths() if path.name == OWL and path.parent.name == name]
        out = there[0] if replace_it and there else self._workspace.new_folder(name)
        OntologyFolder(out).write(contents)
        return out

    def _name(self, path: Path) -> str:
        return path.parent.name if path.name == OWL else path.name

    def _paths(self) -> Iterator[Path]:
        """OWL files in the folders, and those of ontologies one level down; never through a link."""
        for folder in self._workspace.folders:
            files: list[Path] = []
            with suppress(OSError), os.scandir(folder) as entries:
                for entry, _ in zip(entries, range(_MOST_FOLDERS), strict=False):
                    if entry.is_dir(follow_symlinks=False):
                        files.append(folder / entry.name / OWL)
                    elif Path(entry.name).suffix.lower() in NOTATIONS:
                        files.append(folder / entry.name)
            for file in sorted(files):
                if file.is_file() and not file.is_symlink() and file.stat().st_size <= LARGEST:
                    yield file


def of_topic(topic: Topic) -> EditedOntology:
    """A topic as an ontology of two levels, keywords below its name; their weights are kept."""
    root = " ".join(topic.name.split())
    concepts = {}
    for name in dict.fromkeys((root, *topic.keywords)):
        known = concept(name)
        forms = topic.synonyms.get(name, ())
        concepts[name] = replace(known, synonyms=tuple(form for form in forms if form not in known.forms))
    relations = tuple(Relation("is-a", name, root) for name in concepts if name != root)
    ontology = Ontology(root, concepts, relations)
    made = EditedOntology(ontology)
    given: Mapping[str, float] = {
        name: weight for name, weight in topic.keywords.items() if name in made.topic.keywords
    }
    return replace(made, given=dict(given))


def _weights_beside(path: Path) -> dict[str, float]:
    """Those of the topic in the same folder that do not follow from the ontology: a person set them."""
    beside = path.with_name(TOPIC)
    if path.name != OWL or not beside.is_file():
        return {}
    try:
        known = load_topic(str(beside)).keywords
    except BadTopic:
        return {}
    own = EditedOntology(read_ontology(path)).topic.keywords
    return {name: weight for name, weight in known.items() if name in own and weight != own[name]}
