"""The folder of an ontology: what a person edits there is never lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.errors import BadInput, CannotRun
from honeyguide.topics.ontology.folder import OWL, RECORD, TOPIC, OntologyFolder, owl_of


@pytest.fixture
def folder(tmp_path: Path) -> OntologyFolder:
    made = OntologyFolder(tmp_path / "new" / "storms")
    assert made.write({OWL: "<owl/>", TOPIC: "暴雨"}) == [made / OWL, made / TOPIC]
    return made


def test_what_is_as_it_was_written_may_be_written_again(folder: OntologyFolder) -> None:
    assert folder.is_ours(OWL)
    folder.require_unedited([OWL, TOPIC, "report.html"])
    folder.write({OWL: "<owl2/>"})
    assert (folder / OWL).read_text() == "<owl2/>"
    folder.require_unedited([OWL, TOPIC])
    assert sorted(each.name for each in folder.path.iterdir()) == [OWL, TOPIC, RECORD]


def test_what_a_person_edited_is_refused(folder: OntologyFolder) -> None:
    (folder / TOPIC).write_text("mine")
    folder.require_unedited([OWL])
    with pytest.raises(BadInput, match=r"topic\.toml: was edited since it was written.*move it away.*--force"):
        folder.require_unedited([OWL, TOPIC])
    (folder / OWL).write_text("mine")
    with pytest.raises(BadInput, match=r"go on from it with --owl .*ontology\.owl, or replace it with --force"):
        folder.require_unedited([OWL, TOPIC])


@pytest.mark.parametrize("record", ["", "nonsense", "[1]", '{"topic.toml": 3}'])
def test_a_record_that_is_lost_or_damaged_protects_everything(folder: OntologyFolder, record: str) -> None:
    (folder / RECORD).write_text(record)
    with pytest.raises(BadInput, match="or not written here"):
        folder.require_unedited([TOPIC])
    (folder / RECORD).unlink()
    with pytest.raises(BadInput, match="or not written here"):
        folder.require_unedited([TOPIC])


def test_a_folder_that_cannot_be_made_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRun, match="the folder cannot be made: Not a directory"):
        OntologyFolder(tmp_path / "file" / "storms").write({OWL: ""})


def test_an_ontology_is_found_by_its_file_its_folder_or_its_name(folder: OntologyFolder) -> None:
    assert owl_of(str(folder.path)) == folder / OWL
    assert owl_of("some/where.ttl") == Path("some/where.ttl")
    shipped = owl_of("rainstorm-disaster-ontology")
    assert shipped is not None
    assert shipped.name == "rainstorm-disaster.owl"
    assert owl_of("rainstorm-disaster") is None
    assert owl_of("../shipped/rainstorm-disaster-ontology") is None
    assert owl_of(str(folder / TOPIC)) is None


def test_names_that_are_no_text_do_not_stop_the_writing(folder: OntologyFolder) -> None:
    folder.write({"lattice.svg": "<svg>\udce4</svg>"})
    assert (folder / "lattice.svg").read_text("utf-8") == "<svg>?</svg>"
    assert folder.is_ours("lattice.svg")


def test_what_cannot_be_written_leaves_all_as_it_was(folder: OntologyFolder) -> None:
    (folder / "report.html").mkdir()
    before = sorted(each.name for each in folder.path.iterdir())
    with pytest.raises(BadInput, match="is not a file that can be written"):
        folder.write({"report.html": "<p>"})
    assert sorted(each.name for each in folder.path.iterdir()) == before
    folder.require_unedited([OWL, TOPIC])
