"""The shipped ontology of rainstorm disasters, and the topic that follows from it."""

from __future__ import annotations

from importlib.resources import as_file, files
from math import fsum, hypot, sqrt

import msgspec
import pytest

from honeyguide.topics.files import load_topic
from honeyguide.topics.ontology.ontology import KINDS, Ontology, tree
from honeyguide.topics.ontology.owl_reading import read_owl
from honeyguide.topics.ontology.semantics import Similarity, to_topic
from honeyguide.topics.terms import fold

NAME = "rainstorm-disaster-ontology"


@pytest.fixture(scope="module")
def ontology() -> Ontology:
    with as_file(files("honeyguide.topics") / "shipped" / "rainstorm-disaster.owl") as path:
        read = read_owl(path)
    assert read.left_out == {}
    return read.ontology


def test_it_has_seventy_concepts_on_seven_levels_and_all_five_relations(ontology: Ontology) -> None:
    assert ontology.root == "rainstorm disaster"
    assert len(ontology.concepts) >= 70
    assert max(tree(ontology).depth.values()) == 7
    assert {each.kind for each in ontology.relations} == set(KINDS) - {"related-to"}


def test_every_concept_has_an_english_and_a_chinese_label(ontology: Ontology) -> None:
    for name, concept in ontology.concepts.items():
        assert concept.labels["en"] == name
        assert any("\u4e00" <= char <= "\u9fff" for char in concept.labels["zh"])


def test_no_word_stands_for_two_concepts(ontology: Ontology) -> None:
    forms = [fold(form) for concept in ontology.concepts.values() for form in concept.forms]
    assert len(forms) == len(set(forms))


def test_the_topic_file_says_what_the_ontology_says(ontology: Ontology) -> None:
    topic = load_topic(NAME)
    made = to_topic(ontology, name=NAME, description=topic.description)
    assert msgspec.structs.replace(made, languages=topic.languages) == topic
    assert topic.languages == ("en", "zh")


def test_words_at_the_heart_of_the_topic_weigh_more_than_those_at_its_edge(ontology: Ontology) -> None:
    weights = {name: factors.sem for name, factors in Similarity(ontology).weights_of_words().items()}
    assert weights["rainstorm disaster"] == 1
    assert (
        weights["disaster"] > weights["rainstorm"] > weights["flood"] > weights["runoff"] > weights["daily rainfall"]
    )


def test_its_weights_are_far_from_flat(ontology: Ontology) -> None:
    weights = [factors.sem for factors in Similarity(ontology).weights_of_words().values()]
    cosine = fsum(weights) / hypot(*weights) / sqrt(len(weights))
    assert cosine < 0.98
    assert max(weights[1:]) > 3 * min(weights)
