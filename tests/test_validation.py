"""What a person gave, held against a type: kept, converted, or refused with one sentence."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import numpy as np
import pytest
from msgspec import Meta, Struct

from honeyguide.errors import BadSetting
from honeyguide.validation import (
    check,
    check_fields,
    expected,
    how_many,
    parse_parameters,
    shown,
    unknown,
    wrong_with,
)

Share = Annotated[float, Meta(ge=0, le=1, description="a share")]
Hosts = tuple[Annotated[str, Meta(pattern=r"^[a-z.]+\Z", title="host names such as example.org")], ...]


class Parameters(Struct, frozen=True, kw_only=True):
    r2: Share = 0.12
    walkers: Annotated[int, Meta(ge=1, le=1000)] = 64
    reserve: bool = True
    variant: Literal["both", "anchor"] = "both"
    hosts: Hosts = ()

    def __post_init__(self) -> None:
        check_fields(self, "mine")


def refusal(call: Any, *arguments: Any, **named: Any) -> str:
    with pytest.raises(BadSetting) as caught:
        call(*arguments, **named)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Share, "a number from 0 to 1"),
        (Annotated[float, Meta(gt=0, lt=1)], "a number above 0 and below 1"),
        (Annotated[float, Meta(gt=0, le=1e6)], "a number above 0 and of at most 1,000,000"),
        (Annotated[float, Meta(ge=1e-6, le=1e30)], "a number from 1e-06 to 1e+30"),
        (Annotated[int, Meta(ge=1990, le=2100)], "a whole number from 1990 to 2100"),
        (Annotated[int, Meta(ge=0, le=2**63 - 1)], "a whole number of at least 0"),
        (Annotated[int, Meta(ge=0)], "a whole number of at least 0"),
        (bool, "true or false"),
        (Literal["b", "a", "c"], "'a', 'b' or 'c'"),
        (Hosts, "a list of host names such as example.org"),
        (dict[str, float], "a table"),
        (list[int], "a list"),
        (str, "text"),
        (Annotated[str, Meta(title="the name of a file")], "the name of a file"),
    ],
)
def test_says_in_words_what_a_type_holds(kind: Any, words: str) -> None:
    assert expected(kind) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (0.5, "0.5"),
        (float("nan"), "nan"),
        ("many", "'many'"),
        ("a\nb", "'a\\nb'"),
        ("x" * 100, f"'{'x' * 79}…'"),
        ([1, 2], "[1, 2]"),
    ],
)
def test_quotes_what_came_in_one_short_line(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_number_of_endless_length_is_not_quoted() -> None:
    assert shown(10**5000) == "a number that is too large"


def test_a_value_that_fits_comes_back_as_its_type_holds_it() -> None:
    assert check(["a.org"], Hosts, "x") == ("a.org",)
    assert type(check(1, Share, "x")) is float
    assert check(np.float64(0.5), Share, "x") == 0.5
    assert wrong_with(0.5, Share) == ""


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf"), True, None, "0.5", [0.5]])
def test_a_value_of_another_kind_or_out_of_range_is_refused(value: object) -> None:
    said = refusal(check, value, Share, "topic.toml:3: 'page'", hint="; try 0.5")
    assert said == f"topic.toml:3: 'page' must be a number from 0 to 1, not {shown(value)}; try 0.5"
    assert wrong_with(value, Share) == f"must be a number from 0 to 1, not {shown(value)}"


def test_written_text_stands_for_a_value_of_the_type() -> None:
    def read(text: str, kind: Any) -> object:
        return check(text, kind, "x", written=True)

    assert (read("0.5", Share), read("7", int), read("YES", bool), read("off", bool)) == (0.5, 7, True, False)
    assert read("a.org, b.org,", Hosts) == ("a.org", "b.org")
    assert read("7", str) == "7"
    assert refusal(read, "7.5", int) == "x must be a whole number, not '7.5'"
    assert refusal(read, "perhaps", bool) == "x must be true or false, not 'perhaps'"
    assert refusal(read, "inf", Share) == "x must be a number from 0 to 1, not 'inf'"


def test_an_unknown_name_gets_the_nearest() -> None:
    assert unknown("dealy", ["delay", "pages"], "setting") == "'dealy' is not a setting; did you mean 'delay'?"
    labels = ["subject.Music.Instruments", "subject.Science.Biology.Birds"]
    assert (
        unknown("birds", labels, "label") == "'birds' is not a label; did you mean 'subject.Science.Biology.Birds'?"
    )
    assert unknown("Subject.science.biology.brids", labels, "label").endswith("'subject.Science.Biology.Birds'?")
    many = [f"{letter}{letter}{letter}" for letter in "abcdefghijklmnopqrstuvwx"]
    assert unknown("q", many, "label").endswith(
        "aaa, bbb, ccc, ddd, eee, fff, ggg, hhh, iii, jjj, kkk, lll, mmm, "
        "nnn, ooo, ppp, qqq, rrr, sss, ttt and 4 more"
    )
    assert unknown("q", ["delay", "pages"], "setting") == "'q' is not a setting; there is delay, pages"


def test_a_struct_checks_its_fields_however_it_is_made() -> None:
    said = "mine: 'r2' must be a number from 0 to 1, not 3"
    assert refusal(Parameters, r2=3) == said
    assert refusal(msgspec.structs.replace, Parameters(), r2=3) == said
    assert Parameters(hosts=["a.org"]).hosts == ("a.org",)  # type: ignore[arg-type]
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"r2": 3}, Parameters)


def test_parameters_are_read_from_text_on_top_of_defaults() -> None:
    assert parse_parameters("", Parameters, "mine") == Parameters()
    made = parse_parameters(" r2 = 0.5, reserve=no ,", Parameters, "mine", r2=0.7, walkers=3, other=1)
    assert made == Parameters(r2=0.5, reserve=False, walkers=3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reserv=1", "mine has no parameter 'reserv'; did you mean 'reserve'?"),
        ("r2", "mine: 'r2' is not of the form parameter=value"),
        ("r2=", "mine: 'r2=' is not of the form parameter=value"),
        ("r2=0.1,r2=0.2", "mine: r2 is given twice"),
        ("r2=3", "mine: r2 must be a number from 0 to 1, not '3'; by default it is 0.12"),
        ("reserve=7", "mine: reserve must be true or false, not '7'; by default it is true"),
        ("variant=no", "mine: variant must be 'anchor' or 'both', not 'no'; by default it is both"),
    ],
)
def test_parameters_that_cannot_be_read_are_refused(text: str, said: str) -> None:
    assert refusal(parse_parameters, text, Parameters, "mine") == said


def test_a_struct_without_parameters_says_so() -> None:
    class Nothing(Struct):
        pass

    assert refusal(parse_parameters, "a=1", Nothing, "bfs") == "bfs has no parameter 'a'; it has none"


@pytest.mark.parametrize(
    ("top", "of", "many"),
    [(5, 200, 5), ("5", 3, 5), ("10%", 200, 20), ("10%", 201, 21), ("2.5 %", 40, 1), ("30％", 10, 3), ("7%", 0, 0)],
)
def test_the_best_are_so_many_or_a_share_of_all(top: int | str, of: int, many: int) -> None:
    assert how_many(top, of) == many


@pytest.mark.parametrize("top", [0, -1, "0%", "101%", "2.5", "many", "", "%", "1e3%"])
def test_what_is_neither_a_count_nor_a_share_is_refused(top: int | str) -> None:
    with pytest.raises(BadSetting, match="top must be a number from 1 or a percentage such as 10%, not"):
        how_many(top, 100)
