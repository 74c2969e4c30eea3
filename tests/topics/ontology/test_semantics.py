"""Semantic similarity with its five factors (WSE eq. 1–3), worked by hand and as properties."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.topics.checks import validate
from honeyguide.topics.ontology.ontology import Concept, Ontology, Relation, concept
from honeyguide.topics.ontology.semantics import Factors, Similarity, Weights, flat, to_topic

# storm                       depth 1, children: rain, wind, harm
# ├ rain (part-of)            depth 2, child: amount
# │ └ amount (attribute-of)   depth 3
# ├ wind (is-a)               depth 2
# └ harm (attribute-of)       depth 2, children: flood, slide
#   ├ flood (is-a)            depth 3, child: crest
#   │ └ crest (part-of)       depth 4
#   └ slide (is-a)            depth 3
# deluge is a synonym of rain (and hangs below it, depth 3); rain induces flood. D = 4, most children: 3.
RELATIONS = (
    Relation("part-of", "rain", "storm"),
    Relation("is-a", "wind", "storm"),
    Relation("attribute-of", "harm", "storm"),
    Relation("attribute-of", "amount", "rain"),
    Relation("is-a", "flood", "harm"),
    Relation("is-a", "slide", "harm"),
    Relation("part-of", "crest", "flood"),
    Relation("synonym", "deluge", "rain"),
    Relation("induce", "rain", "flood"),
)
NAMES = dict.fromkeys(end for each in RELATIONS for end in (each.target, each.source))
STORM = Ontology("storm", {name: concept(name) for name in NAMES}, RELATIONS)


def values(factors: Factors) -> list[float]:
    return [getattr(factors, name) for name in Factors.__struct_fields__]


def test_neighbours_worked_by_hand() -> None:
    # one edge, part-of: Dis = 1 − 1/6, Rel = 1/3; the parent of rain, storm, has 3 of 3 children: Den = 1;
    # LCA = storm, Dep = 2·1/(1 + 2); anc = {storm} against {storm, rain}: Coi = 1/2
    sem = (5 / 6 + 1 + 2 / 3 + 1 / 2 + 1 / 3) / 5
    assert values(Similarity(STORM).factors("storm", "rain")) == pytest.approx([5 / 6, 1, 2 / 3, 1 / 2, 1 / 3, sem])


def test_the_path_may_use_all_five_relations() -> None:
    # rain to flood: one edge, induce: Dis = 1 − 1/6, Rel = 1/2; Den = (3/3 + 2/3)/2, of storm and harm;
    # LCA = storm, Dep = 2·1/(2 + 3); anc = {storm, rain}, {storm, harm, flood}: Coi = 1/4
    sem = (5 / 6 + 5 / 6 + 2 / 5 + 1 / 4 + 1 / 2) / 5
    assert values(Similarity(STORM).factors("rain", "flood")) == pytest.approx(
        [5 / 6, 5 / 6, 2 / 5, 1 / 4, 1 / 2, sem]
    )
    # deluge to crest: synonym, induce, part-of: Dis = 1 − 3/6, Rel = (1 + 1/2 + 1/3)/3 = 11/18;
    # Den = (2/3 + 1/3)/2, of rain and flood; LCA = storm, Dep = 2·1/(3 + 4);
    # anc = {storm, rain, deluge}, {storm, harm, flood, crest}: Coi = 1/6
    sem = (1 / 2 + 1 / 2 + 2 / 7 + 1 / 6 + 11 / 18) / 5
    assert values(Similarity(STORM).factors("deluge", "crest")) == pytest.approx(
        [1 / 2, 1 / 2, 2 / 7, 1 / 6, 11 / 18, sem]
    )


def test_the_density_of_a_concept_is_that_of_its_own_parent() -> None:
    # flood and slide: both below harm with 2 of 3 children; two is-a edges; LCA = harm, Dep = 2·2/(3 + 3); Coi = 2/4
    sem = (4 / 6 + 2 / 3 + 2 / 3 + 2 / 4 + 1 / 3) / 5
    assert values(Similarity(STORM).factors("flood", "slide")) == pytest.approx(
        [4 / 6, 2 / 3, 2 / 3, 1 / 2, 1 / 3, sem]
    )
    # crest stands below flood with 1 of 3 children, flood below harm with 2 of 3
    assert Similarity(STORM).factors("crest", "flood").den == pytest.approx(1 / 2)


def test_density_tells_words_apart_and_depth_falls_with_the_distance_from_the_topic_word() -> None:
    to_topic_word = {name: Similarity(STORM).factors("storm", name) for name in ("rain", "amount", "crest")}
    assert [each.den for each in to_topic_word.values()] == pytest.approx([3 / 3, 2 / 3, 1 / 3])
    assert [each.dep for each in to_topic_word.values()] == pytest.approx([2 / 3, 2 / 4, 2 / 5])


def test_of_several_parents_the_one_with_the_most_children_counts_and_depth_is_at_most_1() -> None:
    # low stands below storm and below crest, which lies deeper: LCA of low and crest is crest, 2·4/(2 + 4) > 1.
    relations = (*RELATIONS, Relation("is-a", "low", "crest"), Relation("is-a", "low", "storm"))
    both = Similarity(Ontology("storm", STORM.concepts | {"low": concept("low")}, relations))
    assert both.factors("storm", "low").den == 1.0  # storm has 4 children, crest 1
    assert both.factors("low", "crest").dep == 1.0


def test_a_flat_topic_has_the_same_words_with_one_weight_and_its_own_thresholds() -> None:
    topic = to_topic(STORM)
    same = flat(topic)
    assert list(same.keywords) == list(topic.keywords)
    assert set(same.keywords.values()) == {1.0}
    # Nine words: √5 · 1 / √9 = 0.745, and no more than 0.62
    assert (same.thresholds.page, same.thresholds.link) == (0.62, 0.12)


def test_of_several_shortest_paths_the_one_that_relates_most_counts() -> None:
    # storm–flood: over rain (part-of 1/3, induce 1/2) or over harm (1/3, 1/3): Rel = 5/12
    assert Similarity(STORM).factors("storm", "flood").rel == pytest.approx(5 / 12)


def test_of_several_relations_between_two_concepts_the_strongest_counts() -> None:
    both = Ontology("storm", STORM.concepts, (*RELATIONS, Relation("induce", "rain", "storm")))
    assert Similarity(both).factors("storm", "rain").rel == pytest.approx(1 / 2)


def test_every_factor_of_a_concept_with_itself_is_one() -> None:
    assert Similarity(STORM).factors("crest", "crest") == Factors(1, 1, 1, 1, 1, 1)
    alone = Similarity(Ontology("storm", {"storm": concept("storm")}))
    assert alone.factors("storm", "storm").sem == 1


def test_the_weights_are_settings() -> None:
    only = Similarity(STORM, Weights(0, 0, 0, 0, 1)).factors("storm", "rain")
    assert only.sem == only.rel == pytest.approx(1 / 3)
    half = Similarity(STORM, Weights(0.5, 0, 0, 0.5, 0)).factors("storm", "rain")
    assert half.sem == pytest.approx((5 / 6 + 1 / 2) / 2)


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ((0.5, 0.5, 0.5, 0, 0), "add up to 1.5; make them add up to 1"),
        ((0, 0, 0, 0, 0), "add up to 0"),
        ((1.2, -0.2, 0, 0, 0), "the weight of the factor 'dis' is 1.2; give a number from 0 to 1"),
        ((0.5, -0.5, 0.5, 0.5, 0), "'den' is -0.5"),
        ((float("nan"), 0, 0, 0, 1), "'dis' is nan"),
    ],
)
def test_weights_that_are_no_shares_are_refused(weights: tuple[float, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Weights(*weights)


def test_a_word_that_is_no_concept_is_refused() -> None:
    with pytest.raises(BadInput, match="'fluod' is no concept of the ontology; did you mean 'flood'"):
        Similarity(STORM).factors("storm", "fluod")


@st.composite
def ontologies(draw: st.DrawFn) -> Ontology:
    """Any rooted ontology: each concept below an earlier one, and other relations wherever they may stand."""
    size = draw(st.integers(1, 12))
    relations = []
    for number in range(1, size):
        for parent in draw(st.sets(st.integers(0, number - 1), min_size=1, max_size=2)):
            kind = draw(st.sampled_from(["is-a", "part-of", "attribute-of"]))
            relations.append(Relation(kind, f"c{number}", f"c{parent}"))
    pairs = st.tuples(st.sampled_from(["synonym", "induce"]), *[st.integers(0, size - 1)] * 2)
    relations += [Relation(kind, f"c{one}", f"c{other}") for kind, one, other in draw(st.lists(pairs, max_size=6))]
    return Ontology("c0", {f"c{number}": concept(f"c{number}") for number in range(size)}, tuple(relations))


@settings(max_examples=150)
@given(ontologies(), st.data())
def test_similarity_is_symmetric_between_0_and_1_and_1_with_itself(made: Ontology, data: st.DataObject) -> None:
    shares = data.draw(st.lists(st.integers(0, 10), min_size=5, max_size=5).filter(any))
    similarity = Similarity(made, Weights(*(share / sum(shares) for share in shares)))
    names = st.sampled_from(list(made.concepts))
    one, other = data.draw(names), data.draw(names)
    found = similarity.factors(one, other)
    assert found == similarity.factors(other, one) == Similarity(made, similarity.weights).factors(other, one)
    for name in Factors.__struct_fields__:
        assert 0 <= getattr(found, name) <= 1
    assert similarity.factors(one, one).sem == pytest.approx(1)


def test_the_topic_holds_every_feature_word_by_its_nearness() -> None:
    # Sem(storm, ·): deluge: 2 edges, part-of and synonym: Dis 4/6, Den 2/3, Dep 2/4, Coi 1/3, Rel 2/3
    topic = to_topic(STORM, name="storms", description="Storms.")
    assert topic.name == "storms"
    assert topic.keywords["storm"] == 1
    assert topic.keywords["rain"] == round((5 / 6 + 1 + 2 / 3 + 1 / 2 + 1 / 3) / 5, 4) == 0.6667
    assert topic.keywords["deluge"] == round((4 / 6 + 2 / 3 + 2 / 4 + 1 / 3 + 2 / 3) / 5, 4)
    assert set(topic.keywords) == set(STORM.concepts)
    assert list(topic.keywords.values()) == sorted(topic.keywords.values(), reverse=True)


def test_other_labels_become_synonyms_and_a_word_belongs_to_one_keyword_only() -> None:
    named = {
        "storm": Concept({"en": "storm", "zh": "风暴"}, ("tempest",)),
        "rain": Concept({"en": "rain", "zh": "降雨"}, ("Tempest", "wet weather", "降雨")),
        "Rain ": Concept({"en": "Rain "}),
        "†": Concept({"en": "†"}),
    }
    relations = [Relation("is-a", name, "storm") for name in named if name != "storm"]
    topic = to_topic(Ontology("storm", named, tuple(relations)))
    assert set(topic.keywords) in ({"storm", "rain"}, {"storm", "Rain "})
    assert topic.synonyms["storm"] == ("风暴", "tempest")
    assert validate(topic, "topic") == []


def test_a_word_of_no_weight_is_no_keyword() -> None:
    # only Rel counts, and nothing relates to the topic word but by a chain: every keyword has Rel > 0; only Coi … > 0
    topic = to_topic(STORM, Weights(0, 0, 0, 1, 0))
    assert topic.keywords["crest"] == 0.25
