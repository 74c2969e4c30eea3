from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.errors import BadSetting
from honeyguide.topics.ontology.hierarchy import by_confidence, by_lattice
from honeyguide.topics.ontology.lattice import Context, lattice


def context(**documents_of: str) -> Context:
    """Terms with the documents that hold them, a letter each."""
    documents = sorted(set("".join(documents_of.values())))
    rows = (sum((name in held) << n for n, held in enumerate(documents_of.values())) for name in documents)
    return Context(tuple(documents), tuple(documents_of), tuple(rows))


def test_a_term_lies_under_those_that_enough_of_its_documents_hold() -> None:
    # P(rain|storm) = 4/5 = 0.8: under it. P(rain|drought) = 3/4: not.
    found = by_confidence(context(rain="abcdefg", storm="abcdx", drought="aefy"), "weather")
    assert found == {"rain": ("weather",), "storm": ("rain",), "drought": ("weather",)}


def test_confidence_is_a_parameter() -> None:
    terms = context(rain="abcdefg", storm="abcdx", drought="aefy")
    assert by_confidence(terms, "weather", 0.75)["drought"] == ("rain",)
    assert by_confidence(terms, "weather", 1.0)["storm"] == ("weather",)
    for bad in (0.0, 1.1, float("nan")):
        with pytest.raises(BadSetting, match="confidence of a hierarchy"):
            by_confidence(terms, "weather", bad)


def test_what_follows_from_other_relations_is_left_out() -> None:
    # flash ⊂ flood ⊂ water ⊂ weather: only the nearest is a parent.
    found = by_confidence(context(water="abcdef", flood="abcd", flash="ab", ice="ef", melt="abef"), "topic")
    assert found == {
        "water": ("topic",),
        "flood": ("water",),
        "melt": ("water",),
        "flash": ("flood", "melt"),
        "ice": ("melt",),
    }


def test_inclusion_that_is_not_transitive_loses_no_parent() -> None:
    # P(water|flood) = 4/5 and P(flood|wave) = 4/5, but P(water|wave) = 3/5.
    found = by_confidence(context(water="bcdefgh", flood="abcde", wave="abcdz"), "topic")
    assert found == {"water": ("topic",), "flood": ("water",), "wave": ("flood",)}


def test_of_two_terms_in_the_same_documents_the_first_by_alphabet_is_the_parent() -> None:
    assert by_confidence(context(storm="abc", gale="abc", blast="abc"), "wind") == {
        "blast": ("wind",),
        "gale": ("blast",),
        "storm": ("gale",),
    }


def test_of_two_terms_that_include_each_other_the_more_frequent_is_the_parent() -> None:
    # P(storm|gale) = 5/5, P(gale|storm) = 5/6 ≥ 0.8.
    assert by_confidence(context(gale="abcde", storm="abcdef"), "wind") == {"storm": ("wind",), "gale": ("storm",)}


def test_the_root_is_the_topic_word_also_when_the_corpus_has_it() -> None:
    found = by_confidence(context(**{"Heavy-Rain": "abc", "flood": "abcd", "dam": "bc"}), "heavy rain")
    assert found == {"flood": ("heavy rain",), "dam": ("flood",)}


def test_a_term_in_no_document_lies_under_the_root() -> None:
    terms = Context(("a", "b"), ("rain", "snow"), (1, 1))
    assert by_confidence(terms, "weather") == {"rain": ("weather",), "snow": ("weather",)}


def test_in_the_lattice_all_documents_of_a_term_hold_the_broader_one() -> None:
    # WSE definition 3. Of storm's documents x is without rain: by confidence (4/5) storm lies under it, here not.
    terms = context(rain="abcdefg", storm="abcdx", flood="abc", flash="ab", surge="ab")
    assert by_lattice(terms, "weather") == {
        "rain": ("weather",),
        "storm": ("weather",),
        "flood": ("rain", "storm"),
        "flash": ("flood",),  # one concept with surge: side by side
        "surge": ("flood",),
    }


@settings(max_examples=200)
@given(st.lists(st.integers(0, 63), min_size=1, max_size=8))
def test_the_lattice_orders_terms_as_its_concepts_are_ordered(rows: list[int]) -> None:
    terms = Context(tuple(f"d{n}" for n in range(len(rows))), tuple("abcdef"), tuple(rows))
    whole = lattice(terms)
    parents = by_lattice(terms, "root")
    above: dict[int, set[int]] = {}
    for number, each in enumerate(whole.concepts):  # wider ones come first
        above[number] = set(each.upper).union(*(above[upper] for upper in each.upper))
        with_terms = {upper for upper in above[number] if whole.own_terms(upper)}
        nearest = {upper for upper in with_terms if not any(upper in above[other] for other in with_terms)}
        expected = {term for upper in nearest for term in whole.own_terms(upper)} or {"root"}
        for term in whole.own_terms(number) if each.extent else ():
            assert set(parents[term]) == expected


@settings(max_examples=100)
@given(st.lists(st.integers(0, 255), min_size=1, max_size=12), st.sampled_from([0.5, 0.8, 1.0]))
def test_every_term_leads_to_the_root_and_no_relation_follows_from_others(rows: list[int], confidence: float) -> None:
    terms = Context(tuple(f"d{n}" for n in range(len(rows))), tuple("abcdefgh"), tuple(rows))
    parents = by_confidence(terms, "root", confidence)
    assert set(parents) == set("abcdefgh")

    def above(term: str, under: tuple[str, ...] = ()) -> set[str]:
        assert term not in under, "a cycle"
        if term == "root":
            return set()
        return set(parents[term]).union(*(above(parent, (*under, term)) for parent in parents[term]))

    for term in parents:
        assert "root" in above(term)
        for parent in parents[term]:
            others = set(parents[term]) - {parent}
            assert not any(parent in above(other) for other in others)
