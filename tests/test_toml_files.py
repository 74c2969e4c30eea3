from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honeyguide.errors import BadFile
from honeyguide.toml_files import Place, line_finder, parse, toml_value

EVERYTHING = '''\
name = "x"  # = [not a table]
description = """
[keywords] "quoted" \\"""
rain = 1 """""

'lit.eral' = 1
"esc\\u0061ped \\" key" = 2
a.b . "c d" = 3

[ keywords ]  # a comment with "quotes
heavy-rain = 0.5
"暴雨" = 0.8
inline = { x = 1, "y z" = [1, 2], nested = {deep = 1} }

[synonyms]
rain = [  # comment ]
  "one", "two",

  'th,r]ee', """
four
""", 2020-01-01 10:00:00,
  ["six"],
]
last = []

[[many]]
x = 1
[[many]]
x = 1'''


def test_every_key_and_element_is_on_its_line() -> None:
    line_of = line_finder(EVERYTHING)
    expected: dict[Place, int] = {
        ("name",): 1,
        ("description",): 2,
        ("lit.eral",): 6,
        ('escaped " key',): 7,
        ("a",): 8,
        ("a", "b"): 8,
        ("a", "b", "c d"): 8,
        ("keywords",): 10,
        ("keywords", "heavy-rain"): 11,
        ("keywords", "暴雨"): 12,
        ("keywords", "inline", "y z", 1): 13,
        ("keywords", "inline", "nested", "deep"): 13,
        ("synonyms",): 15,
        ("synonyms", "rain", 0): 17,
        ("synonyms", "rain", 1): 17,
        ("synonyms", "rain", 2): 19,
        ("synonyms", "rain", 3): 19,
        ("synonyms", "rain", 4): 21,
        ("synonyms", "rain", 5): 22,
        ("synonyms", "rain", 5, 0): 22,
        ("synonyms", "last"): 24,
        ("many", 0, "x"): 27,
        ("many", 1, "x"): 29,
    }
    tomllib.loads(EVERYTHING)
    assert {place: line_of(place) for place in expected} == expected


def test_an_unknown_place_gets_the_line_of_its_table() -> None:
    line_of = line_finder(EVERYTHING)
    assert line_of(("keywords", "nothing")) == 10
    assert line_of(("nothing",)) == 1


def test_windows_line_ends_count_once() -> None:
    assert line_finder("a = 1\r\n\r\n[t]\r\nb = 2\r\n")(("t", "b")) == 4


def places(value: object, here: Place = ()) -> set[Place]:
    below: set[Place] = {here} if here else set()
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        below |= places(child, (*here, key))
    return below


toml_lines = st.lists(
    st.sampled_from(
        [
            "# comment [x] = 'y'",
            "",
            'K = "text # no comment"',
            "K = [1, [2, 'a]'], # c\n {z = 1}]",
            'K = """\nK = 1\n[t]\n"""',
            "K = '''x''y'''",
            'K = {"a b" = 1, c.d = "}"}',
            "K.x = 2020-01-01 01:02:03",
            "[K.sub]",
            "[K]",
        ]
    ),
    max_size=12,
)


@given(toml_lines)
def test_all_that_toml_finds_has_a_line(lines: list[str]) -> None:
    text = "\n".join(line.replace("K", f"k{number}", 1) for number, line in enumerate(lines))
    from honeyguide.toml_files import Scan

    assert places(tomllib.loads(text)) <= set(Scan(text).lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\na 2\n", "x.toml:2: is not TOML: "),
        ('a = 1\nb = "', "x.toml:2: is not TOML: "),
        ("a = 1\na = 2", "x.toml:2: is not TOML: "),
        (f"a = {'1' * 5000}", "x.toml: is not TOML: "),
        ("heavy snow = 1", 'x.toml:1: a key with anything but English letters and digits needs quotes: "heavy snow"'),
        ("a = " + "[" * 5000, "x.toml: is nested too deeply for a config file"),
        ("\n" + ".".join(["a"] * 400_000) + " = 1", "x.toml:2: is nested too deeply for a config file"),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse(text, "x.toml", "a config file")
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_a_text_is_written_so_that_it_is_read_back(text: str) -> None:
    assert parse(f"a = {toml_value(text)}", "x", "x") == {"a": text}
