"""HYB eq. 4: anchors against the topic by meaning."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.lexicons import tiny

from honeyguide import links
from honeyguide.lexicons.adding import add
from honeyguide.lexicons.folder import lexicon_folder
from honeyguide.lexicons.opening import Lexicons, open_lexicons
from honeyguide.links.semantic import Semantic
from honeyguide.links.semantic_anchors import SemanticAnchors
from honeyguide.model import Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.terms import Terms


def made(lexicons: Lexicons, *forms: str) -> SemanticAnchors:
    forms = forms or ("rainstorm", "heavy rain", "灾害")
    topic = Topic("t", dict.fromkeys(forms, 1.0))
    return SemanticAnchors(Terms(topic), forms, content_words, lexicons.nearest(forms))


@pytest.fixture(scope="module")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Lexicons:
    folder = tmp_path_factory.mktemp("lexicons")
    add("en", tiny.wordnet(folder / "wn", {"noun": tiny.NOUNS}), folder=folder)
    (folder / "cilin.txt").write_text(tiny.CILIN, "utf-8")
    add("zh", folder / "cilin.txt", folder=folder)
    return open_lexicons(folder=folder, with_vectors=False)


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        # of rainstorm, heavy rain and 灾害 the nearest to hurricane is rainstorm: 1 − ln 3 / ln 7 = 0.435425
        ("Hurricane", 0.435425),
        ("The hurricane and the piano", 0.435425 / 2),  # piano: only entity lies above it and rainstorm: 0
        ("weather and rainstorms", (0.287585 + 1.0) / 2),  # 1 − ln 4 / ln 7; a keyword counts 1
        ("heavy rain, hurricane", (1.0 + 0.435425) / 2),  # a phrase of the topic is one concept
        ("Hurricane Xyzzy", 0.435425),  # a word that nobody knows does not count
        ("xyzzy", 0.0),
        ("灾难", 1.0),
        ("灾难 钢琴", 1.0),  # nothing lies above 钢琴 and 灾害
        ("", 0.0),
        ("of the and", 0.0),
    ],
)
def test_worked_by_hand(lexicons: Lexicons, anchor: str, expected: float) -> None:
    assert made(lexicons).score_each([anchor]) == [pytest.approx(expected, abs=1e-6)]


def test_without_any_lexicon_the_words_of_the_topic_count(tmp_path: Path) -> None:
    anchors = made(open_lexicons(folder=tmp_path, with_vectors=False))
    assert anchors.score_each(["Rainstorms", "heavy rain", "piano", "灾害"]) == [1.0, 1.0, 0.0, 1.0]


def test_what_it_saw_makes_no_difference_and_a_state_is_nothing(lexicons: Lexicons) -> None:
    before, after = made(lexicons), made(lexicons)
    before.observe([0, 1])
    after.restore(before.state())
    assert before.state() == {}
    assert (
        after.score_each(["hurricane"])
        == before.score_each(["hurricane"])
        == made(lexicons).score_each(["hurricane"])
    )


def test_an_article_in_a_link_is_read_to_a_limit(lexicons: Lexicons) -> None:
    assert made(lexicons).score_each(["rainstorm " * 60 + "piano " * 100_000]) == [1.0]


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(["rainstorm", "hurricane", "piano", "heavy", "rain", "暴雨", "灾害", "qqq"]), max_size=8)
)
def test_scores_stay_in_0_to_1(lexicons: Lexicons, words: list[str]) -> None:
    (score,) = made(lexicons).score_each([" ".join(words)])
    assert 0.0 <= score <= 1.0


def test_the_link_model_takes_the_mean_of_sememes_or_as_printed_their_sum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = lexicon_folder()
    folder.mkdir(parents=True)
    (folder / "hownet.txt").write_text(tiny.RECORDS, "utf-8")
    (folder / "whole.dat").write_text(tiny.SEMEMES, "utf-8")
    add("zh", folder, folder=folder)
    topic = Topic("t", {"洪水": 1.0})
    # By hand in tests/lexicons/test_similarity.py.
    for spec, expected in (("semantic", 0.112216), ("semantic:sememes=sum", 0.224431)):
        model = links.make(spec, topic)
        assert isinstance(model, Semantic)
        assert model.anchors.score_each(["台风"]) == [pytest.approx(expected, abs=1e-6)]
