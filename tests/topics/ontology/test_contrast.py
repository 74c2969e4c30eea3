"""Terms that a corpus holds and a background does not."""

from __future__ import annotations

import math

from honeyguide.model import Document
from honeyguide.topics.ontology.boilerplate import distinct, without_repeated
from honeyguide.topics.ontology.contrast import LEAST, Contrast

BIRDS = [f"Number {place} is known. The bird builds a nest." for place in range(10)]
OTHERS = [f"Text {place} is known by all." for place in range(38)] + ["A bird is known.", "The known nest of a bird."]


def test_what_all_texts_hold_is_no_term_and_the_surest_comes_first() -> None:
    found = Contrast(["known", "bird", "nest", "builds a nest"], BIRDS, OTHERS).telling(10)
    assert [each.term for each in found] == ["bird", "builds a nest"]
    bird = found[0]
    assert (bird.documents, bird.outside) == (10, 2)


def test_the_weight_is_the_squared_share_of_the_largest_log_odds() -> None:
    nest, bird = Contrast(["nest", "bird"], BIRDS, OTHERS).weighed()

    def odds(here: int, there: int) -> float:
        share = (here + there + 0.5) / 51
        a, b = here + 2 * share, 10 - here + 2 * (1 - share)
        c, d = there + 2 * share, 40 - there + 2 * (1 - share)
        return math.log(a / b) - math.log(c / d)

    assert nest.weight == 1
    assert bird.weight == round((odds(10, 2) / odds(10, 1)) ** 2, 4) < 1


def test_by_a_scale_what_is_listed_beside_a_term_changes_nothing() -> None:
    scale = Contrast(["known", "bird", "nest"], BIRDS, OTHERS).scale(10)
    bird = Contrast(["bird"], BIRDS, OTHERS).weighed(scale)[0]
    nest, again = Contrast(["nest", "bird"], BIRDS, OTHERS).weighed(scale)
    assert bird == again
    assert bird.weight < nest.weight <= 1


def test_a_word_that_is_there_by_chance_neither_weighs_most_nor_sets_the_scale() -> None:
    here = [f"A storm. {'Wood.' * (place < 3)}" for place in range(75)]
    there = [f"Text. {'Storm.' * (place < 40)}" for place in range(266)]
    alone = Contrast(["storm"], here, there).scale(10)
    storm, wood = Contrast(["storm", "wood"], here, there).weighed(alone)
    assert storm.weight == 1
    assert wood.weight < 0.5


def test_a_listed_term_that_tells_nothing_weighs_least() -> None:
    assert [each.weight for each in Contrast(["nest", "known"], BIRDS, OTHERS).weighed()] == [1, LEAST]


def test_a_part_that_hardly_stands_alone_and_a_plural_and_digits_are_left_out() -> None:
    here = ["Ionization energies of 2nd kind. Eggs and an egg."] * 9 + ["An ionization. Ionization energies. Egg."]
    terms = ["ionization", "ionization energies", "2nd", "egg", "eggs", "kj"]
    found = Contrast(terms, [f"{text} kj" for text in here], ["Else."] * 40).telling(10)
    assert {each.term for each in found} == {"ionization energies", "egg"}


def test_a_part_stays_where_most_of_its_occurrences_stand_alone() -> None:
    here = ["The hurricane grew. A hurricane it was, a hurricane. The hurricane season ended, hurricane."] * 10
    found = Contrast(["hurricane", "hurricane season"], here, ["Else."] * 40).telling(10)
    assert {each.term: each.count for each in found} == {"hurricane": 50, "hurricane season": 10}


def test_no_term_occurs_less_often_than_documents_hold_it() -> None:
    found = Contrast(["nest", "bird"], [*BIRDS, "Birds and a bird."], OTHERS).telling(10)
    assert {each.term: (each.count, each.documents) for each in found} == {"nest": (10, 10), "bird": (12, 11)}


def test_documents_that_are_held_out_have_no_part() -> None:
    found = Contrast(["nest", "bird"], BIRDS, OTHERS)
    assert {each.documents for each in found.telling(10, 3, 10)} == {9}


def test_chinese_terms_are_contrasted_too() -> None:
    here = ["暴雨引发山洪，这是大家知道的。"] * 6
    found = Contrast(["暴雨", "山洪", "知道"], here, ["这是大家知道的事。"] * 30).telling(10)
    assert {each.term for each in found} == {"暴雨", "山洪"}


def test_sentences_that_many_documents_repeat_are_left_out() -> None:
    documents = [Document(str(n), (), "", f"Bird number {n} sings. A page of our site.", "en") for n in range(5)]
    left = without_repeated(documents, lambda text, language: text.lower().split())
    assert [each.text for each in left] == [f"Bird number {n} sings." for n in range(5)]
    assert left[0].words == ("bird", "number", "0", "sings.")
    assert without_repeated(documents[:4], lambda text, language: text.split()) != left[:4]
    same = [Document(str(n), ("a",), "", "The same.", "en") for n in range(5)]
    assert without_repeated(same, lambda text, language: text.split()) == same


def pages(*texts: str) -> list[Document]:
    return [Document(str(n), (), "", text, "en") for n, text in enumerate(texts)]


def told(documents: list[Document]) -> list[str]:
    return [each.text for each in without_repeated(documents, lambda text, language: text.lower().split())]


def test_the_name_of_a_site_behind_its_titles_is_left_out() -> None:
    kinds = ("Finch", "Robin - a bird", "Wren", "Thrush", "Lark", "Swift")
    titles = [f"{kind} | University Library Repository" for kind in kinds[:-1]] + [kinds[-1]]
    assert told(pages(*(f"{title}\nIt sings song {n}." for n, title in enumerate(titles)))) == [
        f"{kind}\nIt sings song {n}." for n, kind in enumerate(kinds)
    ]
    few = [f"{kind} | A series" for kind in kinds[:3]] + list(kinds[3:])
    assert told(pages(*few)) == few


def test_a_label_before_a_colon_on_most_pages_is_left_out_and_what_follows_stays() -> None:
    texts = [f"Page {n}\nKeywords: song {n}, nest {n}" for n in range(6)]
    assert told(pages(*texts)) == [f"Page {n}\nsong {n}, nest {n}" for n in range(6)]


def test_copies_of_a_page_count_once_and_keep_their_text() -> None:
    copied = distinct(pages(*["The same. All of it."] * 5, "Another.", "The  same.\nAll of it."))
    assert [each.name for each in copied] == ["0", "5"]
    assert told(copied) == ["The same.\nAll of it.", "Another."]


def test_a_plural_in_ies_is_that_of_its_singular_and_counts_with_it() -> None:
    here = ["An activity."] * 4 + ["Human activities."] * 6
    found = Contrast(["activity", "activities"], here, ["Else."] * 40).telling(10)
    assert {each.term: (each.count, each.documents) for each in found} == {"activity": (10, 10)}
