"""Why a page is on topic, in a sentence."""

from __future__ import annotations

from honeyguide.reporting.because import because


def test_what_speaks_most_for_a_page_and_against_it_is_named() -> None:
    terms = [
        ("(meaning)", 4.7),
        ("flood", 3.0),
        ("(a list of links)", -2.0),
        ("honey", -0.6),
        ("river", 0.5),
        ("the", 0.01),
    ]
    assert because(terms, on_topic=True) == (
        "what title and beginning mean, “flood” and “river” speak for it; "
        "against it: that most of it is links and “honey”"
    )
    assert because([("flood", 1.0)], on_topic=False) == "“flood” speaks for it, and it is not enough"


def test_where_nothing_speaks_for_a_page_that_is_said() -> None:
    assert because([("(no word of the topic)", -3.0)], on_topic=False) == (
        "nothing speaks for it; against it: that it holds no word of the topic"
    )
    assert because([], on_topic=False) == "nothing speaks for it"
