"""The folder of an ontology: what is written there, and what a person has edited since, which is never lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

import msgspec

from honeyguide.atomic import write_all
from honeyguide.errors import BadInput, CannotRun

TERMS, LATTICE, OWL, PICTURE, TOPIC, PAGE = (
    "terms.tsv",
    "lattice.svg",
    "ontology.owl",
    "ontology.svg",
    "topic.toml",
    "report.html",
)
MODEL = "topic.model.json"
WRITTEN = (LATTICE, OWL, PICTURE, TOPIC, MODEL, PAGE)
"""What is made anew at every run; the terms stay once they were edited."""
MADE = "made"
"""Folder of what was made, without what a person edited; beside it stands what is used."""
FETCHED = "fetched.jsonl"
RECORD = "written.json"
LARGEST = 64_000_000
NOTATIONS = (".owl", ".rdf", ".ttl", ".xml")

_SHIPPED = files("honeyguide.topics") / "shipped"
_ENDING = "-ontology"


def owl_of(name_or_path: str) -> Path | None:
    """The OWL file that is meant: itself, the one in a folder, or a shipped one by the name of its topic."""
    path = Path(name_or_path)
    if path.is_dir():
        return path / OWL if (path / OWL).exists() else None
    if path.suffix.lower() in NOTATIONS:
        return path
    shipped = Path(str(_SHIPPED / f"{name_or_path.removesuffix(_ENDING)}.owl"))
    return shipped if path.name == name_or_path and name_or_path.endswith(_ENDING) and shipped.exists() else None


class OntologyFolder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    def is_ours(self, name: str) -> bool:
        """Whether a file is as it was written here."""
        return self._recorded().get(name) == _digest(self._content(name))

    def require_unedited(self, names: Iterable[str]) -> None:
        """Refuse to write over what a person has edited, or what was there before."""
        for name in names:
            if (self / name).exists() and not self.is_ours(name):
                instead = f"go on from it with --owl {self / name}" if name == OWL else "move it away"
                raise BadInput(
                    f"{self / name}: was edited since it was written, or not written here; {instead}, "
                    "or replace it with --force"
                )

    def made(self, name: str) -> Path | None:
        """A file as it was made, where a person has edited it since."""
        path = self.path / MADE / name
        return path if (self / name).exists() and path.exists() and path.read_bytes() != self._content(name) else None

    def lattice(self) -> str:
        """The Hasse diagram as it was written here; empty where there is none, or another."""
        known = (self / LATTICE).is_file() and self.is_ours(LATTICE)
        return self._content(LATTICE).decode() if known else ""

    def make(self) -> None:
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CannotRun(f"{self.path}: the folder cannot be made: {error.strerror}") from None

    def write(self, contents: Mapping[str, str], made: Mapping[str, str] | None = None) -> list[Path]:
        """Every file whole or not at all; `made`: some of them without a person's changes."""
        self.make()
        if made:
            (self / MADE).mkdir(exist_ok=True)
        # A document's name may hold what is no character.
        data = {name: text.encode("utf-8", "replace") for name, text in contents.items()}
        record = self._recorded() | {name: _digest(each) for name, each in data.items()}
        data[RECORD] = msgspec.json.format(msgspec.json.encode(record), indent=1)
        originals = {self / MADE / name: text.encode("utf-8", "replace") for name, text in (made or {}).items()}
        write_all({**{self / name: each for name, each in data.items()}, **originals})
        return [self / name for name in contents]

    def _recorded(self) -> dict[str, str]:
        if not (self / RECORD).exists():
            return {}
        try:
            return msgspec.json.decode(self._content(RECORD), type=dict[str, str])
        except msgspec.MsgspecError:
            return {}

    def _content(self, name: str) -> bytes:
        try:
            with (self / name).open("rb") as file:
                return file.read(LARGEST)
        except OSError as error:
            raise CannotRun(f"{self / name}: cannot be read: {error.strerror}") from None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
