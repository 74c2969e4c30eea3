from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.parsing.tokens import content_words, tokens
from honeyguide.topics.ontology.candidates import MOST_TERMS, Candidate, candidates, list_of, read_terms
from honeyguide.topics.ontology.lattice import Context


def corpus(*texts: str, language: str = "en") -> list[Document]:
    return [
        Document(f"d{number}", tuple(content_words(text, language)), text=text, language=language)
        for number, text in enumerate(texts)
    ]


def found(*texts: str, language: str = "en", limit: int = 200, support: int = 2) -> dict[str, tuple[int, int]]:
    terms = candidates(corpus(*texts, language=language), tokens, limit=limit, support=support)
    return {each.term: (each.count, each.documents) for each in terms}


def test_words_and_phrases_come_with_their_counts() -> None:
    terms = found(
        "Heavy rain fell. Rain and more rain; a flash flood came.",
        "The heavy rain stopped. Another flash flood? A flood it was, and heavy rain.",
    )
    # rain: 3 in the first, 2 in the second. Neither `heavy` nor `flash` ever stands alone.
    assert terms == {"rain": (5, 2), "heavy rain": (3, 2), "flood": (3, 2), "flash flood": (2, 2)}


def test_the_most_frequent_come_first_and_a_phrase_counts_for_each_of_its_words() -> None:
    texts = ("Snow. Snow. Snow. Heavy rain.", "Snow. Snow. Heavy rain. Rain. Heavy.")
    # snow 5 × 1, heavy rain 2 × 2, heavy and rain 3 × 1
    assert list(found(*texts)) == ["snow", "heavy rain", "heavy", "rain"]
    assert list(found(*texts, limit=2)) == ["snow", "heavy rain"]


def test_chinese_phrases_are_joined_without_spaces() -> None:
    texts = ("暴雨灾害预警发布。洪水来了", "暴雨灾害严重，洪水，预警")
    assert tokens(texts[0], "zh")[:3] == ["暴雨", "灾害", "预警"]
    assert found(*texts, language="zh") == {"暴雨灾害": (2, 2), "洪水": (2, 2), "预警": (2, 2)}


def test_single_chinese_characters_are_no_terms_of_their_own() -> None:
    assert found("雪，冰雹", "雪，冰雹", language="zh") == {"冰雹": (2, 2)}


def test_no_term_begins_or_ends_with_a_stop_word_but_may_hold_one() -> None:
    terms = found("The state of emergency ended", "A state of emergency is a state; an emergency")
    assert set(terms) == {"state of emergency", "state", "emergency"}


def test_phrases_end_at_punctuation_numbers_possessives_and_short_lines() -> None:
    once = "Storm, surge. Level 3 warning. The town's river. Wind (gusts).\nHome\nNews\nWeather\nMap"
    assert not [term for term in found(once, once) if " " in term]
    wrapped = "After many days without any heavy\nrain the river had nearly run dry"
    assert found(wrapped, "There was heavy rain again")["heavy rain"] == (2, 2)


def test_a_hyphen_or_any_white_space_stands_between_the_words_of_a_phrase() -> None:
    assert found("A heavy-rain day", "heavy \u3000rain", "heavy\u00a0rain")["heavy rain"] == (3, 3)


def test_what_always_stands_inside_a_longer_term_is_dropped() -> None:
    terms = found("Hong Kong weather office. Weather office.", "Hong Kong weather office. Office.")
    assert terms == {"hong kong weather office": (2, 2), "weather office": (3, 2), "office": (4, 2)}


def test_pieces_of_a_passage_that_all_documents_repeat_are_no_terms() -> None:
    licence = "Available under the free licence of kind people everywhere."
    assert not {term for term in found(*[licence] * 5) if " " in term}
    terms = found(*[f"{licence} Heavy rain."] * 5, "Kind people.")
    assert {term for term in terms if " " in term} == {"heavy rain", "kind people"}


def test_a_term_needs_enough_documents() -> None:
    texts = ("rain rain hail hail hail", "rain snow", "snow. rain.")
    assert set(found(*texts)) == {"rain", "snow"}
    assert set(found(*texts, support=3)) == {"rain"}


def test_plurals_count_as_their_singular_in_the_documents_of_either() -> None:
    assert found("floods, glass", "flood; glasses, boss", "floods, boss") == {
        "flood": (3, 3),
        "glass": (2, 2),
        "boss": (2, 2),
    }
    assert found("stage. stag", "stages. stag") == {"stag": (2, 2), "stage": (2, 2)}
    assert found("flash flood. Flash.", "flash flood", "flash floods", "flash floods. Flood") == {
        "flash flood": (4, 4),
        "flash": (5, 4),
        "flood": (5, 4),
    }


def test_a_plural_with_hardly_any_singular_is_a_term_of_its_own() -> None:
    texts = ["the united states. States. United."] * 6
    assert found(*texts, "the united state. State.")["united states"] == (6, 6)
    assert found(*texts, *["the united state"] * 2)["united state"] == (8, 8)


def test_every_candidate_is_held_by_as_many_documents_of_the_context() -> None:
    documents = corpus(
        "People's rivers: the L'Aquila flood, O’Neill’s flood-warning systems — and don't go.",
        "FLOOD warning system! O’Neill said: ‘flood warning’ in l'aquila. People. River",
        "A flood\nwarning; rivers of the people; naïve ＦＬＯＯＤ rain\u00adstorm, rainstorm on a km²",
        "Straße Naïve rainstorms straße people_river, km² of rain",
    )
    terms = candidates(documents, tokens)
    context = Context.of(documents, [each.term for each in terms])
    assert {"flood warning", "people", "rainstorm", "naïve"} <= set(context.terms)
    for each, column in zip(terms, context.columns(), strict=True):
        assert column.bit_count() >= each.documents, each


def test_an_empty_corpus_and_a_single_document_are_refused() -> None:
    with pytest.raises(BadInput, match="holds no document"):
        candidates([], tokens)
    with pytest.raises(BadInput, match="holds only one document"):
        candidates(corpus("rain"), tokens)
    assert found("", "") == {}


def test_a_list_of_terms_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    terms = [Candidate("heavy rain", 12, 3), Candidate("暴雨灾害", 7, 2)]
    path.write_text(list_of(terms), "utf-8")
    assert path.read_text("utf-8").splitlines()[2:] == ["heavy rain\t12\t3", "暴雨灾害\t7\t2"]
    assert read_terms(path) == ["heavy rain", "暴雨灾害"]


def test_terms_are_struck_out_by_deleting_them_or_with_a_hash(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    written = list_of([Candidate(name, 5, 5) for name in ("rain", "said", "flood", "people")])
    path.write_text(written.replace("said", "# said").replace("people\t5\t5\n", "\r\n my own \n"))
    assert read_terms(path) == ["rain", "flood", "my own"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("\t5\t5", "terms.tsv:2: there is no term before the first tab"),
        ("rain\tmany\t5", "terms.tsv:2: 'rain\tmany\t5' is not 'term, tab, count, tab, documents'"),
        ("rain\t5\t5\t5\t5", "terms.tsv:2: 'rain"),
        ("Flood", "terms.tsv:2: 'Flood' is on line 1 already; delete one of the two"),
        ("x" * 101, "terms.tsv:2: a term of 101 characters"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, complaint: str) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text(f"flood\t1\t1\n{line}\n")
    with pytest.raises(BadInput) as refused:
        read_terms(path)
    assert complaint in str(refused.value)


def test_a_list_without_terms_or_of_too_many_or_in_the_wrong_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "terms.tsv"
    path.write_text("# rain\n\n")
    with pytest.raises(BadInput, match="every term is struck out"):
        read_terms(path)
    path.write_text("".join(f"term {n}\n" for n in range(MOST_TERMS + 1)))
    with pytest.raises(BadInput, match="2,001 terms are too many"):
        read_terms(path)
    path.write_bytes("rain\n暴雨\n".encode("gb18030"))
    with pytest.raises(BadInput, match=r"terms.tsv:2: is not UTF-8 text"):
        read_terms(path)
    with pytest.raises(BadInput, match="cannot be read"):
        read_terms(tmp_path / "none.tsv")
