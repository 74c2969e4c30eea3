from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.model import Document
from honeyguide.topics.ontology.phrases import WordStream, frequent_phrases


def split(text: str, _: str) -> list[str]:
    return text.split()


@settings(max_examples=80)
@given(st.lists(st.lists(st.sampled_from(["a", "b", "c", "a.", "b."]), max_size=25), min_size=1, max_size=5))
def test_every_word_and_every_phrase_that_enough_documents_hold_is_counted(texts: list[list[str]]) -> None:
    documents = [Document(str(number), (), text=" ".join(words)) for number, words in enumerate(texts)]
    stream = WordStream(documents, split)
    found = {
        stream.spelled(phrases.starts[number], phrases.length): (
            int(phrases.counts[number]),
            phrases.holders([number]),
        )
        for phrases in frequent_phrases(stream, 3, 2)
        for number in range(phrases.size)
    }
    counts: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    for document in documents:
        own = Counter(
            " ".join(words[start : start + length])
            for words in (run.split() for run in document.text.split("."))
            for length in (1, 2, 3)
            for start in range(len(words) - length + 1)
        )
        counts += own
        holders.update(own.keys())
    assert found == {
        phrase: (counts[phrase], many) for phrase, many in holders.items() if many >= 2 or " " not in phrase
    }


def test_documents_that_hold_either_of_two_phrases_are_counted_once() -> None:
    stream = WordStream([Document(str(n), (), text=text) for n, text in enumerate(("a b", "a", "b"))], split)
    words = frequent_phrases(stream, 1, 2)[0]
    assert words.holders([0, 1]) == 3


def test_a_corpus_without_words_has_no_phrases() -> None:
    stream = WordStream([Document("one", (), text="… 12 —"), Document("two", ())], split)
    assert [phrases.size for phrases in frequent_phrases(stream, 3, 2)] == [0]
