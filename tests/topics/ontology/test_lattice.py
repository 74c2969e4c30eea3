from __future__ import annotations

import concepts
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.topics.ontology import lattice as module
from honeyguide.topics.ontology.lattice import Context, Lattice, lattice, members

# WSE Table 1. Bit 0 is T1: D1 holds T1, T2 and T4.
TABLE_1 = Context(("D1", "D2", "D3", "D4"), ("T1", "T2", "T3", "T4"), (0b1011, 0b1110, 0b0111, 0b0101))

Shape = dict[frozenset[str], tuple[frozenset[str], frozenset[frozenset[str]], frozenset[frozenset[str]]]]
"""Documents of a concept: its terms, and the documents of the concepts that cover it and that it covers."""


def shape(found: Lattice) -> Shape:
    extents = [frozenset(found.documents(number)) for number in range(len(found.concepts))]
    return {
        extents[number]: (
            frozenset(found.terms(number)),
            frozenset(extents[above] for above in concept.upper),
            frozenset(extents[below] for below in concept.lower),
        )
        for number, concept in enumerate(found.concepts)
    }


def sets(*written: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(f"D{digit}" for digit in each) for each in written)


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    many, terms = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    rows = draw(st.lists(st.integers(0, (1 << terms) - 1), min_size=many, max_size=many))
    return Context(tuple(f"d{n}" for n in range(many)), tuple(f"t{n}" for n in range(terms)), tuple(rows))


def test_the_four_documents_of_the_paper_give_exactly_its_lattice() -> None:
    # The documents of the terms: T1 134, T2 123, T3 234, T4 12. Their intersections: T1∩T2 13, T1∩T3 34, T2∩T3 23,
    # T1∩T4 1, T3∩T4 2, T1∩T2∩T3 3, all four: none. With the top, twelve concepts.
    by_hand = {
        "1234": ("", (), ("134", "123", "234")),
        "134": ("1", ("1234",), ("13", "34")),
        "123": ("2", ("1234",), ("12", "13", "23")),
        "234": ("3", ("1234",), ("34", "23")),
        "12": ("24", ("123",), ("1", "2")),
        "13": ("12", ("134", "123"), ("1", "3")),
        "34": ("13", ("134", "234"), ("3",)),
        "23": ("23", ("123", "234"), ("2", "3")),
        "1": ("124", ("12", "13"), ("",)),
        "2": ("234", ("12", "23"), ("",)),
        "3": ("123", ("13", "34", "23"), ("",)),
        "": ("1234", ("1", "2", "3"), ()),
    }
    expected = {
        next(iter(sets(documents))): (frozenset(f"T{digit}" for digit in terms), sets(*upper), sets(*lower))
        for documents, (terms, upper, lower) in by_hand.items()
    }
    found = lattice(TABLE_1)
    assert shape(found) == expected
    assert len(found.concepts) == 12
    assert sum(len(concept.lower) for concept in found.concepts) == 20


def test_terms_and_documents_of_the_paper_are_each_named_once() -> None:
    found = lattice(TABLE_1)
    numbers = range(len(found.concepts))
    terms = {found.own_terms(number): set(found.documents(number)) for number in numbers if found.own_terms(number)}
    documents = {found.own_documents(number): set(found.terms(number)) for number in numbers}
    assert terms == {("T1",): {"D1", "D3", "D4"}, ("T2",): {"D1", "D2", "D3"}, ("T3",): {"D2", "D3", "D4"}} | {
        ("T4",): {"D1", "D2"}
    }
    assert documents.pop(()) is not None
    assert documents == {("D1",): {"T1", "T2", "T4"}, ("D2",): {"T2", "T3", "T4"}, ("D3",): {"T1", "T2", "T3"}} | {
        ("D4",): {"T1", "T3"}
    }


@settings(max_examples=150)
@given(contexts())
def test_extents_intents_and_covers_are_those_of_the_concepts_library(context: Context) -> None:
    table = [[bool(row >> term & 1) for term in range(len(context.terms))] for row in context.rows]
    theirs = concepts.Context(context.documents, context.terms, table).lattice
    expected = {
        frozenset(concept.extent): (
            frozenset(concept.intent),
            frozenset(frozenset(other.extent) for other in concept.upper_neighbors),
            frozenset(frozenset(other.extent) for other in concept.lower_neighbors),
        )
        for concept in theirs
    }
    assert shape(lattice(context)) == expected


@settings(max_examples=100)
@given(contexts(), st.integers(1, 9))
def test_an_iceberg_is_the_upper_part_of_the_whole_lattice(context: Context, minimum: int) -> None:
    minimum = min(minimum, len(context.documents))
    expected = {
        extent: (terms, above, frozenset(each for each in below if len(each) >= minimum))
        for extent, (terms, above, below) in shape(lattice(context)).items()
        if len(extent) >= minimum
    }
    assert shape(lattice(context, minimum)) == expected


@settings(max_examples=50)
@given(contexts())
def test_reduced_labels_name_everything_once_and_tell_all_of_it(context: Context) -> None:
    found = lattice(context)
    numbers = range(len(found.concepts))
    assert sorted(term for number in numbers for term in found.own_terms(number)) == sorted(context.terms)
    assert sorted(name for number in numbers for name in found.own_documents(number)) == sorted(context.documents)
    gathered: list[set[str]] = []
    for number in numbers:
        above = (gathered[each] for each in found.concepts[number].upper)
        gathered.append(set(found.own_terms(number)).union(*above))
        assert gathered[number] == set(found.terms(number))


def test_concepts_with_the_most_documents_come_first() -> None:
    sizes = [concept.extent.bit_count() for concept in lattice(TABLE_1).concepts]
    assert sizes == [4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 0]


def test_the_bottom_is_left_out_of_an_iceberg_that_it_has_too_few_documents_for() -> None:
    assert () not in {lattice(TABLE_1, 1).documents(number) for number in range(11)}
    everywhere = Context(("a", "b"), ("x", "y"), (0b11, 0b11))
    assert shape(lattice(everywhere, 2)) == {frozenset("ab"): (frozenset("xy"), frozenset(), frozenset())}


def test_a_minimum_that_no_concept_can_have_is_refused() -> None:
    with pytest.raises(BadInput, match="no concept can have 5 documents: the corpus holds 4"):
        lattice(TABLE_1, 5)


def test_a_lattice_that_grows_beyond_use_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_CONCEPTS", 10)
    with pytest.raises(BadInput, match="more than 10 concepts; ask for a minimum of more than 0 documents"):
        lattice(TABLE_1)
    assert len(lattice(TABLE_1, 2).concepts) == 8


def document(name: str, text: str) -> Document:
    return Document(name, (), text=text)


def test_a_context_says_which_document_holds_which_term() -> None:
    documents = [
        document("one", "Flash floods after heavy\nrain."),
        document("two", "暴雨灾害与洪水"),
        document("three", "A flood in the rainforest; 暴雨"),
    ]
    context = Context.of(documents, ["flood", "flash flood", "heavy rain", "暴雨", "暴雨灾害"])
    assert context.documents == ("one", "two", "three")
    assert context.terms == ("flood", "flash flood", "heavy rain", "暴雨", "暴雨灾害")
    assert context.rows == (0b00111, 0b11000, 0b01001)
    assert context.columns() == (0b101, 0b001, 0b001, 0b110, 0b010)


def test_what_no_lattice_can_be_made_of_is_refused_in_a_sentence() -> None:
    one, two = document("one", "rain"), document("two", "rain and flood")
    with pytest.raises(BadInput, match=r"^the corpus holds no document; .* need two documents or more$"):
        Context.of([], ["rain"])
    with pytest.raises(BadInput, match=r"^the corpus holds only one document; .* need two or more$"):
        Context.of([one], ["rain"])
    with pytest.raises(BadInput, match=r"^there is no term to look for in the corpus"):
        Context.of([one, two], [])
    with pytest.raises(BadInput, match=r"^no document of the corpus holds 'drought', '干旱'; strike out such terms$"):
        Context.of([one, two], ["rain", "drought", "flood", "干旱"])
    with pytest.raises(BadInput, match="'x0', 'x1', 'x2', 'x3', 'x4' and 2 more; strike"):
        Context.of([one, two], [f"x{n}" for n in range(7)])


def test_members_are_the_places_of_the_bits() -> None:
    assert members(0) == []
    assert members(0b101001) == [0, 3, 5]
    assert members(1 << 10_000) == [10_000]
