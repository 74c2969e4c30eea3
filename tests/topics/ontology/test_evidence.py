"""What speaks for a relation between two terms: a head, a sentence, or nothing but their company."""

from __future__ import annotations

import pytest

from honeyguide.model import Document
from honeyguide.topics.ontology.evidence import Known, known_relations
from honeyguide.topics.ontology.hierarchy import Parents

PLURALS = "Birds, finches, robins, floods, coats and risks."
"""By its plural a noun is known."""


def relations(texts: list[str], terms: list[str], company: Parents | None = None) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in known(texts, terms, company):
        found.setdefault(each.relation.source, set()).add(f"{each.relation.kind} {each.relation.target}")
    return found


def known(texts: list[str], terms: list[str], company: Parents | None = None) -> list[Known]:
    documents = [Document(f"d{number}", (), "", text) for number, text in enumerate([*texts, PLURALS])]
    return known_relations(documents, terms, "nature", lambda: company or {})


def test_terms_that_only_stand_together_are_related_and_none_is_the_other() -> None:
    texts = ["The male and the female feed the young. Males are larger than females."] * 5
    assert relations(texts, ["male", "female"], {"male": ("female",)}) == {
        "male": {"related-to female"},
        "female": {"related-to nature"},
    }


def test_the_head_of_a_term_is_what_it_is() -> None:
    found = relations(
        [], ["flash flood", "flood", "coat of arms", "coat", "arms", "flood and coat", "山洪灾害", "灾害"]
    )
    assert found["flash flood"] == {"is-a flood"}
    assert found["coat of arms"] == {"is-a coat"}
    assert found["flood and coat"] == {"related-to nature"}
    assert found["山洪灾害"] == {"is-a 灾害"}


def test_what_is_no_noun_or_says_little_is_no_head() -> None:
    terms = ["large white", "white", "eggs are laid", "laid", "two floods", "floods", "large species", "species"]
    terms += ["发布预警", "预警"]
    found = relations([], terms)
    assert {kind for kinds in found.values() for kind in kinds} == {"related-to nature"}


@pytest.mark.parametrize(
    ("sentence", "low", "high"),
    [
        ("Birds such as finches sing.", "finch", "bird"),
        ("A finch is a small bird.", "finch", "bird"),
        ("The finch is a species of bird found in woods.", "finch", "bird"),
        ("Finches are birds.", "finch", "bird"),
        ("Finches and other birds sing.", "finch", "bird"),
        ("麻雀是一种常见的鸟类。", "麻雀", "鸟类"),
        ("麻雀是一种小型鸟类。", "麻雀", "鸟类"),
        ("鸟类包括麻雀和喜鹊。", "麻雀", "鸟类"),
        ("这里有麻雀等鸟类。", "麻雀", "鸟类"),
    ],
)
def test_a_sentence_says_what_a_term_is(sentence: str, low: str, high: str) -> None:
    found = {each.relation.source: each for each in known([sentence], [low, high])}
    assert str(found[low].relation) == f"{low} is-a {high}"
    assert sentence[:10] in found[low].how


@pytest.mark.parametrize(
    ("sentence", "low", "high"),
    [
        ("The wing is a part of the bird.", "wing", "bird"),
        ("翅膀是鸟类的一部分。", "翅膀", "鸟类"),
    ],
)
def test_a_sentence_says_what_a_term_is_part_of(sentence: str, low: str, high: str) -> None:
    assert relations([sentence], [low, high])[low] == {f"part-of {high}"}


@pytest.mark.parametrize(
    "sentence",
    [
        "The size of the finch is a bird question.",
        "A finch is a bird feeder guest.",
        "The finch eats what the bird eats.",
        "In the finch is a bird.",
        "The water finch is a bird.",
        "When the finch is a bird, it sings.",
        "They live with birds, such as finches in a cage.",
        "Birds feed on seeds, finch, or other birds.",
    ],
)
def test_other_sentences_say_nothing(sentence: str) -> None:
    assert relations([sentence], ["finch", "bird"])["finch"] == {"related-to nature"}


def test_what_most_documents_say_wins_and_no_circle_is_closed() -> None:
    texts = [
        "A finch is a bird.",
        "A finch is a bird.",
        "A bird is a finch.",
        "A bird is a robin. A robin is a finch.",
    ]
    found = relations(texts, ["finch", "bird", "robin"])
    assert found["finch"] == {"is-a bird"}
    assert len(found) == 3
    assert "is-a finch" not in found["bird"]


def test_an_adjective_or_a_kind_is_nothing_that_a_term_is() -> None:
    texts = ["A finch is a massive, feathered ball.", "The finch is a species.", "Finches are massive."]
    assert relations(texts, ["finch", "massive", "species"])["finch"] == {"related-to nature"}
