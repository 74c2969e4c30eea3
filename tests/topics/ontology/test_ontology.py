"""Concepts and relations: what makes a hierarchy, and what is refused."""

from __future__ import annotations

import pytest

from honeyguide.errors import BadInput
from honeyguide.topics.ontology.ontology import (
    Concept,
    Ontology,
    Relation,
    concept,
    from_hierarchy,
    language_of,
    tree,
)


def ontology(*relations: str, root: str = "storm") -> Ontology:
    """Relations such as `hail is-a storm`."""
    parsed = [Relation(kind, source, target) for source, kind, target in map(str.split, relations)]
    names = dict.fromkeys([root, *(end for each in parsed for end in (each.source, each.target))])
    return Ontology(root, {name: concept(name) for name in names}, tuple(parsed))


def test_the_hierarchy_of_a_corpus_becomes_is_a_relations() -> None:
    made = from_hierarchy("storm", {"rain": ("storm",), "flood": ("rain", "storm"), "洪水": ("flood",)})
    assert made.root == "storm"
    assert set(made.concepts) == {"storm", "rain", "flood", "洪水"}
    assert made.concepts["洪水"] == Concept({"zh": "洪水"})
    assert made.relations == (
        Relation("is-a", "rain", "storm"),
        Relation("is-a", "flood", "rain"),
        Relation("is-a", "flood", "storm"),
        Relation("is-a", "洪水", "flood"),
    )


def test_all_three_kinds_of_the_hierarchy_lead_up() -> None:
    shape = tree(ontology("rain part-of storm", "amount attribute-of rain", "total is-a amount"))
    assert shape.depth == {"storm": 1, "rain": 2, "amount": 3, "total": 4}
    assert shape.children["rain"] == ("amount",)
    assert shape.ancestors["total"] == {"storm", "rain", "amount", "total"}


def test_the_shortest_way_up_gives_the_depth_and_all_ways_the_ancestors() -> None:
    shape = tree(ontology("rain is-a storm", "wet is-a rain", "flood is-a wet", "flood part-of storm"))
    assert shape.depth["flood"] == 2
    assert shape.ancestors["flood"] == {"storm", "rain", "wet", "flood"}


def test_a_synonym_or_an_effect_without_a_parent_hangs_where_it_is_known() -> None:
    shape = tree(ontology("rain is-a storm", "rain synonym pluvia", "rain induce mud", "mud induce blackout"))
    assert shape.parents == {
        "storm": (),
        "rain": ("storm",),
        "pluvia": ("rain",),
        "mud": ("rain",),
        "blackout": ("mud",),
    }
    assert shape.depth["blackout"] == 4


def test_effects_with_a_parent_of_their_own_stay_there_and_may_cause_each_other() -> None:
    shape = tree(ontology("rain is-a storm", "mud is-a storm", "rain induce mud", "mud induce rain"))
    assert shape.parents["mud"] == ("storm",)


def test_the_order_of_the_relations_makes_no_difference() -> None:
    lines = ["b is-a storm", "a is-a storm", "b induce x", "a induce x", "x synonym y", "z is-a y"]
    assert tree(ontology(*lines)).depth == tree(ontology(*reversed(lines))).depth
    assert tree(ontology(*lines)).parents["x"] == tree(ontology(*reversed(lines))).parents["x"] == ("a",)


@pytest.mark.parametrize(
    ("relations", "says"),
    [
        (
            ["rain is-a storm", "wet is-a flood", "flood part-of wet"],
            "the ontology: leads in a circle: 'wet' is-a 'flood', 'flood' part-of 'wet'; take one of these",
        ),
        (["storm is-a weather"], "the topic word 'storm' stands below 'weather'"),
        (["storm is-a rain", "rain is-a storm"], "leads in a circle: '(storm|rain)' is-a '(rain|storm)', "),
        (["rain is-a storm", "hail is-a ice"], "'ice' does not lead up to the topic word 'storm'; give it a parent"),
        (["a is-a b", "c is-a d"], r"'b' \(and 1 more\) does not lead up to the topic word 'storm'"),
        (["rain is-a rain"], "'rain' stands below itself; take 'rain is-a rain' out"),
        (["rain si-a storm"], "'si-a' is no relation; did you mean 'is-a'?"),
        (["rain synonym storm", "storm is-a rain"], "stands below|leads in a circle"),
    ],
)
def test_what_is_no_hierarchy_is_refused_in_one_sentence(relations: list[str], says: str) -> None:
    with pytest.raises(BadInput, match=says) as refused:
        tree(ontology(*relations))
    assert "\n" not in str(refused.value)


def test_a_long_circle_is_named_by_its_first_steps() -> None:
    lines = [f"c{number} is-a c{(number + 1) % 9}" for number in range(9)]
    with pytest.raises(BadInput, match=r"leads in a circle: .* and 4 more; take one"):
        tree(ontology("c0 is-a storm", *lines))


def test_unknown_concepts_and_names_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match="the topic word 'strom' is no concept; did you mean 'storm'"):
        tree(Ontology("strom", {"storm": concept("storm")}))
    with pytest.raises(BadInput, match="'rain is-a stom' names 'stom', which is no concept; did you mean 'storm'"):
        tree(
            Ontology(
                "storm", {name: concept(name) for name in ("storm", "rain")}, (Relation("is-a", "rain", "stom"),)
            )
        )
    with pytest.raises(BadInput, match="cannot be the name of a concept; give 1 to 100 printable characters"):
        tree(Ontology("storm", {"storm": Concept({"en": "storm"}, ("st\x07orm",))}))
    many = {f"c{number}": concept(f"c{number}") for number in range(5_001)}
    with pytest.raises(BadInput, match="has 5,001 concepts where 5,000 are allowed"):
        tree(Ontology("c0", many))


def test_thousands_of_levels_are_no_trouble() -> None:
    shape = tree(ontology(*(f"c{number} is-a c{number - 1}" for number in range(1, 3_000)), root="c0"))
    assert shape.depth["c2999"] == 3_000


def test_the_script_of_a_word_tells_its_language() -> None:
    assert [language_of(word) for word in ("flood", "洪水", "PM2.5 污染")] == ["en", "zh", "zh"]
