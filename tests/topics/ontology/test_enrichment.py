"""What a lexicon adds to an ontology, and what it may not."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.protocols import WordSense
from honeyguide.topics.ontology.enrichment import enrich
from honeyguide.topics.ontology.ontology import KINDS, Concept, Ontology, Relation, concept, from_hierarchy, tree

STORMS = from_hierarchy("storms", dict.fromkeys(("rain", "flood", "slide", "mud", "harm"), ("storms",)))


class Lexicon:
    """One meaning a word, of lines such as `flood is-a harm`; `flood/2 is-a tide` is of its second meaning."""

    def __init__(self, *lines: str) -> None:
        self.said: dict[str, dict[str, list[tuple[str, str]]]] = {}
        for word, kind, other in map(str.split, lines):
            name = word.split("/")[0]
            self.said.setdefault(name, {}).setdefault(word, []).append((kind, other))

    def senses(self, word: str, reach: int) -> Sequence[WordSense]:
        found = []
        for said in self.said.get(word, {}).values():
            words = (word, *(other for kind, other in said if kind == "synonym"))
            steps: list[tuple[str, ...]] = []
            layer = tuple(other for kind, other in said if kind == "is-a")
            while layer and len(steps) < reach:
                steps.append(layer)
                above = [self.said.get(each, {}).get(each, []) for each in layer]
                layer = tuple(other for lines in above for kind, other in lines if kind == "is-a")
            related = tuple((kind, (other,)) for kind, other in said if kind != "synonym")
            found.append(WordSense(words, related, tuple(steps)))
        return found


def test_relations_of_all_five_kinds_are_found_among_the_concepts() -> None:
    lexicon = Lexicon(
        "flood is-a harm", "mud part-of slide", "mud attribute-of flood", "rain induce flood", "slide synonym harm"
    )
    found = enrich(STORMS, lexicon)
    assert {str(each) for each in found.relations} == {
        "flood is-a harm",
        "mud part-of slide",
        "mud attribute-of flood",
        "rain induce flood",
        "slide synonym harm",
    }
    assert set(found.relations) < set(found.ontology.relations)


def test_a_concept_that_finds_its_place_leaves_the_one_below_the_topic_word() -> None:
    found = enrich(STORMS, Lexicon("flood is-a harm")).ontology
    assert tree(found).parents["flood"] == ("harm",)
    assert tree(found).depth["flood"] == 3


def test_a_broader_concept_is_found_over_several_steps() -> None:
    lexicon = Lexicon("flood is-a overflow", "overflow is-a event", "event is-a harm", "harm is-a rain")
    assert [str(each) for each in enrich(STORMS, lexicon).relations] == ["flood is-a harm", "harm is-a rain"]
    assert [str(each) for each in enrich(STORMS, lexicon, reach=2).relations] == ["harm is-a rain"]


def test_labels_in_every_language_are_looked_up() -> None:
    concepts = {**STORMS.concepts, "flood": Concept({"en": "flood", "zh": "洪水"}), "harm": Concept({"zh": "灾害"})}
    found = enrich(Ontology("storms", concepts, STORMS.relations), Lexicon("洪水 is-a 灾害"))
    assert [str(each) for each in found.relations] == ["flood is-a harm"]


def test_the_first_synonyms_become_words_of_the_concept_unless_another_has_them() -> None:
    lexicon = Lexicon(
        "flood synonym deluge", "flood synonym inundation", "flood synonym torrent", "mud synonym Deluge"
    )
    found = enrich(STORMS, lexicon)
    assert found.words == {"flood": ("deluge", "inundation")}
    assert found.ontology.concepts["flood"].synonyms == ("deluge", "inundation")
    assert enrich(STORMS, lexicon, words=0).words == {}


def test_of_several_meanings_the_one_that_fits_the_ontology_is_taken() -> None:
    lexicon = Lexicon(
        "rain synonym barrage", "rain is-a fire", "rain/2 is-a weather", "mud is-a weather", "mud induce dirt"
    )
    found = enrich(
        STORMS, Lexicon("rain is-a fire", "rain/2 is-a harm", "rain/2 synonym drizzle", "rain synonym barrage")
    )
    assert [str(each) for each in found.relations] == ["rain is-a harm"]
    assert found.words == {"rain": ("drizzle",)}
    assert enrich(STORMS, lexicon, neighbours=1).neighbours == ("weather",)
    # The meaning fits, but names no concept: its other words may still be those of another meaning.
    more = Lexicon(
        "rain is-a fire", "rain/2 is-a weather", "rain/2 synonym drizzle", "mud is-a weather", "mud/2 is-a x"
    )
    assert enrich(STORMS, more).words == {}


def test_a_word_whose_meanings_share_nothing_with_the_ontology_is_left_alone() -> None:
    found = enrich(
        STORMS, Lexicon("rain is-a fire", "rain synonym barrage", "rain/2 is-a gift", "rain/2 synonym wealth")
    )
    assert found.ontology == STORMS


def test_a_new_concept_needs_several_that_point_to_it() -> None:
    lexicon = Lexicon(
        "slide is-a geology", "mud is-a geology", "flood is-a water", "rain induce wet", "harm induce wet"
    )
    found = enrich(STORMS, lexicon, neighbours=10)
    assert found.neighbours == ("wet", "geology")
    shape = tree(found.ontology)
    assert shape.parents["geology"] == ("storms",)
    assert shape.parents["mud"] == shape.parents["slide"] == ("geology",)
    assert shape.parents["wet"] in (("rain",), ("harm",))
    assert enrich(STORMS, lexicon, neighbours=1).neighbours == found.neighbours[:1]
    assert enrich(STORMS, lexicon).neighbours == ()


def test_a_new_concept_stands_below_what_its_concepts_share() -> None:
    made = from_hierarchy("storms", {"harm": ("storms",), "mud": ("harm",), "slide": ("harm",)})
    found = enrich(made, Lexicon("slide is-a geology", "mud is-a geology"), neighbours=1)
    assert tree(found.ontology).parents["geology"] == ("harm",)


def test_circles_and_concepts_above_the_topic_word_are_left_out() -> None:
    lexicon = Lexicon(
        "flood is-a harm", "harm is-a flood", "storms is-a harm", "rain is-a rain", "storms is-a weather"
    )
    assert [str(each) for each in enrich(STORMS, lexicon).relations] == ["flood is-a harm"]


def test_without_a_word_from_the_lexicon_nothing_changes() -> None:
    found = enrich(STORMS, Lexicon())
    assert found.ontology == STORMS
    assert (found.relations, found.words, found.neighbours) == ((), {}, ())


def test_a_word_that_cannot_be_a_name_is_left_out() -> None:
    class Odd(Lexicon):
        def senses(self, word: str, reach: int) -> Sequence[WordSense]:
            odd = ("\x07", "x" * 101, "…", "in", "2", "1000", "a\nb")
            return [WordSense(odd, tuple(("induce", (each,)) for each in odd), (odd,))]

    assert enrich(STORMS, Odd(), words=5, neighbours=5).ontology == STORMS


@settings(max_examples=200)
@given(st.data())
def test_whatever_the_lexicon_says_the_ontology_stays_sound(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 7))
    relations = []
    for number in range(1, size):
        parent = data.draw(st.integers(0, number - 1))
        kind = data.draw(st.sampled_from(KINDS))
        ends = (parent, number) if kind == "induce" else (number, parent)
        relations.append(Relation(kind, f"c{ends[0]}", f"c{ends[1]}"))
    made = Ontology("c0", {f"c{number}": concept(f"c{number}") for number in range(size)}, tuple(relations))
    words = st.sampled_from([*made.concepts, "c1/2", "new1", "new2", "new3"])
    lines = data.draw(st.lists(st.tuples(words, st.sampled_from(KINDS), words), max_size=20))
    found = enrich(made, Lexicon(*map(" ".join, lines)), neighbours=3, support=data.draw(st.integers(1, 2)))
    shape = tree(found.ontology)
    assert set(shape.depth) == {*made.concepts, *found.neighbours}
