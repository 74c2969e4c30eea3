"""Ontologies changed step by step: each step is checked, nothing is overwritten, what is saved reads back."""

from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide import BadInput, BadSetting, BadTopic, EditedOntology, Ontologies, Topic, Workspace, load_topic
from honeyguide.ontology_editing import Relation, Weights, of_topic
from honeyguide.topics.ontology.ontology import Ontology, concept

RAIN = EditedOntology(
    Ontology(
        "rain",
        {name: concept(name) for name in ("rain", "flood", "shower")},
        (Relation("induce", "rain", "flood"), Relation("is-a", "shower", "rain")),
    )
)


@pytest.fixture
def ontologies(tmp_path: Path) -> Ontologies:
    return Ontologies(Workspace(tmp_path))


def test_concepts_relations_and_words_are_added_and_taken_out() -> None:
    changed = RAIN.with_concept(" cloud  burst ", "is-a", "shower").with_synonym("flood", "洪水")
    assert Relation("is-a", "cloud burst", "shower") in changed.ontology.relations
    assert changed.ontology.concepts["flood"].labels == {"en": "flood", "zh": "洪水"}
    assert "cloud burst" in changed.topic.keywords
    again = changed.with_synonym("flood", "水灾").without_concept("cloud burst")
    assert again.ontology.concepts["flood"].synonyms == ("水灾",)
    assert again.ontology.relations == RAIN.ontology.relations
    related = again.with_relation("part-of", "flood", "shower")
    assert related.without_relation(Relation("part-of", "flood", "shower")) == again


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda: RAIN.with_concept("", "is-a", "rain"), "cannot be the name of a concept"),
        (lambda: RAIN.with_concept("a\x00b", "is-a", "rain"), "cannot be the name of a concept"),
        (lambda: RAIN.with_concept("flood", "is-a", "rain"), "is a concept already"),
        (lambda: RAIN.with_concept("hail", "is-a", "rian"), "did you mean 'rain'"),
        (lambda: RAIN.with_concept("hail", "below", "rain"), "'below' is no relation"),
        (lambda: RAIN.with_relation("is-a", "rain", "shower"), "circle"),
        (lambda: RAIN.with_relation("is-a", "flood", "flood"), "stands below itself"),
        (lambda: RAIN.with_relation("is-a", "shower", "rain"), "is there already"),
        (lambda: RAIN.without_relation(Relation("is-a", "shower", "rain")), "does not lead up to the topic word"),
        (lambda: RAIN.without_relation(Relation("is-a", "a", "b")), "is no relation of the ontology"),
        (lambda: RAIN.without_concept("rain"), "is the topic word"),
        (lambda: RAIN.without_concept("snow"), "is no concept"),
        (lambda: RAIN.with_synonym("flood", "flood"), "is a word for 'flood' already"),
        (lambda: RAIN.with_weight("snow", 0.5), "is no keyword"),
        (lambda: RAIN.with_weight("flood", -1.0), "flood"),
        (lambda: RAIN.with_weight("flood", float("nan")), "flood"),
    ],
)
def test_what_is_not_sound_is_refused_in_a_sentence(change: object, said: str) -> None:
    with pytest.raises(BadTopic, match=said):
        change()  # type: ignore[operator]


def test_weights_follow_from_the_shares_or_from_a_person() -> None:
    by_relation = RAIN.with_shares(Weights(0, 0, 0, 0, 1))
    assert by_relation.topic.keywords == {"rain": 1.0, "flood": 0.5, "shower": 0.3333}
    set_one = by_relation.with_weight("shower", 0.9)
    assert list(set_one.topic.keywords) == ["rain", "shower", "flood"]
    assert set_one.with_weight("shower", None) == by_relation
    with pytest.raises(BadSetting, match="add up to"):
        RAIN.with_shares(Weights(1, 1, 0, 0, 0))


def test_the_tree_has_each_concept_once_and_the_lattice_all_ways_up() -> None:
    two = RAIN.with_concept("flash flood", "is-a", "flood").with_relation("is-a", "flash flood", "shower")
    root = two.outline()
    assert (root.name, [each.name for each in root.branches]) == ("rain", ["flood", "shower"])
    assert [each.name for each in root.branches[0].branches] == ["flash flood"]
    assert root.branches[1].branches == ()
    drawn = two.lattice()
    place = {node.terms: number for number, node in enumerate(drawn.nodes)}
    lowest = place["flash flood",]
    assert {above for above, below in drawn.edges if below == lowest} == {place["flood",], place["shower",]}
    assert drawn.nodes[place["rain",]].below == 4
    assert drawn.left_out == 0


def test_a_saved_ontology_reads_back_with_its_weights_and_is_not_overwritten_unasked(
    ontologies: Ontologies, tmp_path: Path
) -> None:
    edited = RAIN.with_concept("<script>alert(1)</script>", "is-a", "rain").with_weight("flood", 0.25)
    out = ontologies.save(edited, "my rain")
    assert out == tmp_path / "my rain"
    assert load_topic(str(out / "topic.toml")).keywords["flood"] == 0.25
    (file,) = [each for each in ontologies.files() if each.where.startswith(str(tmp_path))]
    assert file.name == "my rain"
    again = ontologies.open(file.id)
    assert again.given == {"flood": 0.25}
    assert again.ontology == Ontology("rain", again.ontology.concepts, tuple(sorted(edited.ontology.relations)))
    before = (out / "ontology.owl").read_bytes()
    with pytest.raises(BadInput, match="is there already"):
        ontologies.save(RAIN, "my rain")
    assert (out / "ontology.owl").read_bytes() == before
    assert ontologies.save(RAIN, "my rain", replace_it=True) == out
    assert (out / "ontology.owl").read_bytes() != before


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a\0b", "x" * 101])
def test_names_that_are_no_folders_are_refused(ontologies: Ontologies, tmp_path: Path, name: str) -> None:
    for asked in (False, True):
        with pytest.raises(BadInput, match="is no name for a folder"):
            ontologies.save(RAIN, name, replace_it=asked)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_no_ontology_is_never_replaced(ontologies: Ontologies, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "topic.toml").write_text("precious")
    with pytest.raises(BadInput, match="is there already"):
        ontologies.save(RAIN, "mine", replace_it=True)
    assert (tmp_path / "mine" / "topic.toml").read_text() == "precious"


def test_only_ontologies_of_the_workspace_open_and_never_through_a_link(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    Ontologies(Workspace(outside)).save(RAIN, "secret")
    (inside / "link").symlink_to(outside / "secret")
    (inside / "link.owl").symlink_to(outside / "secret" / "ontology.owl")
    ontologies = Ontologies(Workspace(inside))
    assert [each.id for each in ontologies.files()] == ["rainstorm-disaster-ontology"]
    for wrong in ("secret", "../out/secret", "nonsense", ""):
        with pytest.raises(BadInput, match="there is no ontology"):
            ontologies.open(wrong)


def test_a_topic_becomes_an_ontology_of_two_levels_with_its_weights() -> None:
    made = of_topic(Topic("storm", {"rain": 0.7, "暴雨": 0.4}, synonyms={"rain": ("rainfall",)}))
    assert made.topic.keywords == {"storm": 1.0, "rain": 0.7, "暴雨": 0.4}
    assert made.topic.synonyms == {"rain": ("rainfall",)}
    assert {each.source for each in made.ontology.relations} == {"rain", "暴雨"}
