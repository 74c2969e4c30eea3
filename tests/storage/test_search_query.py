"""The language of queries: what a line asks for, what is refused and where, and that nothing else ever happens."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honeyguide.errors import BadInput
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_index import Entry, SearchIndex
from honeyguide.storage.search_query import LONGEST, Asked, Term, parse
from honeyguide.storage.searching import SearchReader, open_reader


def asked(text: str) -> Asked:
    return parse(text, searchable)


def terms(text: str) -> list[tuple[Term, ...]]:
    return list(asked(text).groups)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> SearchReader:
    folder = tmp_path_factory.mktemp("index")
    index = SearchIndex(folder)
    for number, (title, content) in enumerate(
        [("Flood warning", "Heavy rain flooded the valley."), ("暴雨", "特大暴雨红色预警，北京王小明说。"), ("", "")]
    ):
        index.add(Entry(number, number, "a.example", None, 0.5, "en", searchable(title, content)))
    index.close()
    opened = open_reader(folder)
    assert opened is not None
    return opened


def test_words_must_all_occur_and_are_taken_by_their_stem() -> None:
    assert terms("Flooding  warnings\u3000Café") == [(Term(("flood",)),), (Term(("warn",)),), (Term(("cafe",)),)]


@pytest.mark.parametrize("quotes", ['""', "“”", "「」", "『』", "＂＂", "“＂", '”"'])
def test_quotes_of_all_kinds_make_phrases(quotes: str) -> None:
    opening, closing = quotes[0], quotes[1]
    assert terms(f"{opening}heavy rain{closing}") == [(Term(("heavi", "rain"), quoted=True),)]


def test_what_is_written_together_stands_together() -> None:
    """Not words somewhere on the page: covid-19 is no 19 and a covid."""
    assert terms("covid-19") == [(Term(("covid", "19")),)]


def test_or_joins_its_neighbours_and_binds_more_than_the_space() -> None:
    flood, storm, rain = Term(("flood",)), Term(("storm",)), Term(("rain",))
    assert terms("rain flood OR storm") == [(rain,), (flood, storm)]
    assert terms("rain AND storm") == [(rain,), (storm,)]
    assert terms("or and") == [(Term(("or",)),), (Term(("and",)),)]


def test_minus_excludes_and_a_hyphen_does_not() -> None:
    found = asked('rain -drill -"river bank" －演习 e-mail - x')
    assert [term.words for term in found.without] == [("drill",), ("river", "bank"), ("演习",)]
    assert [group[0].words for group in found.groups] == [("rain",), ("e", "mail"), ("x",)]


def test_title_and_prefix() -> None:
    assert terms("title:Storms") == [(Term(("storm",), title=True),)]
    assert terms('标题："heavy rain"') == [(Term(("heavi", "rain"), quoted=True, title=True),)]
    assert terms("Rainst*") == [(Term(("rainst",), prefix="rainst"),)]
    assert asked("x -title:flo*").without == (Term(("flo",), title=True, prefix="flo"),)


def test_chinese_is_cut_like_the_text_and_spelt_too() -> None:
    (((word,),)) = [terms("大暴雨")[0]]
    assert word.words == ("暴雨", "大暴雨")
    assert word.by_character == ("大", "暴", "雨")
    assert terms("颱風")[0][0].words == ("台风",)
    assert terms("暴雨*")[0][0].prefix == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('rain "heavy', 'character 6: the quote " is never closed'),
        ("「暴雨", "character 1: the quote 「 is never closed"),
        ("-rain", "only says what is not wanted"),
        ("OR rain", "character 1: OR stands between two terms"),
        ("rain OR OR flood", "character 9: OR stands between two terms"),
        ("rain OR", "ends with OR"),
        ("rain AND ", "ends with AND"),
        ("rain OR -flood", "character 9: what is excluded cannot come after OR"),
        ("", "holds no word"),
        ("   ", "holds no word"),
        ("?! … 。", "holds no word"),
        ('rain ""', "character 6: there is no word in the quotes"),
        ("rain -!!!", "character 6: there is no word after -"),
        ("title:", "title: wants a word after it"),
        ("title:?", "there is no word after title:"),
        ("fl*", "'fl*' is too short; 3 letters"),
        ("fl*od", "* stands at the end of a word"),
        ("*flood", "* stands at the end of a word"),
        ("(heavy rain) OR flood", "character 1: parentheses do not group"),
        ("x" * (LONGEST + 1), "501 characters; 500 are the most"),
        ("a " * 60, "50 terms"),
        ("雨" * 300, "200 words"),
    ],
)
def test_what_nobody_can_mean_is_refused_with_its_place(text: str, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        asked(text)
    assert says in str(refused.value)


_PIECES = st.sampled_from(
    [
        '"',
        "“",
        "”",
        "「",
        "」",
        "-",
        "－",
        "OR",
        "AND",
        "title:",
        "标题：",
        "*",
        "flo*",
        "flood",
        "暴雨",
        "(",
        " ",
        "\u3000",
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=60), st.lists(_PIECES | st.text(max_size=4), max_size=20).map("".join)))
def test_any_text_gives_an_answer_or_a_clear_refusal(reader: SearchReader, text: str) -> None:
    try:
        found = asked(text)
    except BadInput:
        return
    total, matches = reader.find(found, Filters(), 10)
    assert total == len(matches) <= 3


def test_filters_that_say_nothing_are_none() -> None:
    assert not Filters()
    assert Filters(hosts=("a.example",))
