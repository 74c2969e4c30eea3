"""Files that a person hands over, and databases that are read: seeds, topics and ontologies."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import TypeVar

from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.corpus import read_documents
from honeyguide.errors import BadInput, BadSeeds, HoneyguideError
from honeyguide.model import Topic
from honeyguide.ontologies import BuiltOntology, build_ontology
from honeyguide.reach import Reach
from honeyguide.seeds import KINDS, read_seeds
from honeyguide.topics.files import load_topic
from honeyguide.topics.ontology.folder import NOTATIONS, OWL, TOPIC

LARGEST = 16_000_000
"""Bytes of a file that is handed over."""
MOST_FILES = 200
"""That are handed over at once."""
SHIPPED_ONTOLOGY = "rainstorm-disaster-ontology"
_DATABASES = ("postgresql://", "postgres://")

Value = TypeVar("Value")


class FileGiven(Struct, frozen=True):
    name: str
    content: bytes


class OntologyMade(Struct, frozen=True):
    """What an ontology makes of a topic."""

    topic: Topic
    owl: bytes
    concepts: int


def seeds_of_file(given: FileGiven, column: str, table: str) -> dict[str, str]:
    """URLs of a text, CSV, XLSX or SQLite file, and what is said of each."""
    return _as_file(given, lambda path: read_seeds([str(path)], column=column, table=table, stdin=io.StringIO()))


def seeds_of_database(address: str, column: str, table: str, reach: Reach = Reach.MACHINE) -> dict[str, str]:
    """The same from PostgreSQL, or an SQLite file of this machine; both are only read, by who may use its files."""
    if reach < Reach.MACHINE:
        raise BadSeeds("databases are read where the application runs alone; hand over a file instead")
    address = address.strip()
    if not address.startswith(_DATABASES) and KINDS.get(Path(address).suffix.lower()) != "sqlite":
        raise BadSeeds("give a database as postgresql://user@host/name, or the path of an SQLite file (.db, .sqlite)")
    return read_seeds([address], column=column.strip(), table=table.strip(), stdin=io.StringIO())


def topic_of_file(given: FileGiven) -> Topic:
    """A topic file, without what was trained beside it."""
    return _as_file(given, lambda path: load_topic(str(path)))


def ontology_of_file(given: FileGiven, word: str) -> OntologyMade:
    """The topic that an OWL file makes, in RDF/XML or Turtle."""
    if PurePosixPath(given.name).suffix.lower() not in NOTATIONS:
        raise BadInput(f"{given.name[:100]}: an ontology is a file that ends in {', '.join(NOTATIONS)}")
    return _as_file(given, lambda path: ontology_named(str(path), word))


def ontology_named(owl: str, word: str = "") -> OntologyMade:
    """That of a path or of a shipped ontology."""
    with TemporaryDirectory() as folder:
        return _made(Path(folder), build_ontology(Path(folder), owl=owl, word=word))


def ontology_built(
    word: str, urls: Sequence[str], documents: Sequence[FileGiven], settings: Settings
) -> OntologyMade:
    """One that is built of documents: pages that are fetched, and files that were handed over."""
    with TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, each in enumerate(documents):
            (corpus / f"{number}-{_plain(each.name)}").write_bytes(_checked(each).content)
        sources = [*urls, *([str(corpus)] if documents else [])]
        if not sources:
            raise BadInput("an ontology is built from documents: give example pages, or files")
        made = Path(folder) / "made"
        return _made(made, build_ontology(made, corpus=read_documents(sources, settings=settings), word=word))


def _made(folder: Path, built: BuiltOntology) -> OntologyMade:
    topic = load_topic(str(folder / TOPIC))
    return OntologyMade(topic, (folder / OWL).read_bytes(), len(built.ontology.concepts))


def _as_file(given: FileGiven, read: Callable[[Path], Value]) -> Value:
    """Read as a file of its name, which is what complaints then speak of."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / _plain(given.name)
        path.write_bytes(_checked(given).content)
        try:
            return read(path)
        except HoneyguideError as wrong:
            raise BadInput(str(wrong).replace(str(path), _plain(given.name))) from None


def _checked(given: FileGiven) -> FileGiven:
    if len(given.content) > LARGEST:
        raise BadInput(f"{given.name[:100]}: is larger than {LARGEST:,} bytes")
    return given


def _plain(name: str) -> str:
    """The name alone: no folder, nothing that cannot be shown."""
    last = PurePosixPath(name.replace("\\", "/")).name
    plain = "".join(sign for sign in last if sign.isprintable())[-80:].lstrip(".")
    return plain or "file"
