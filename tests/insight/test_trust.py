import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.insight.by_hand import PROSE, Told, analysis_of, item_of

from honeyguide.insight.corroboration import Others
from honeyguide.insight.model import Reason, Trust
from honeyguide.insight.summary import against_it, for_it
from honeyguide.insight.trust import WEIGHTS, corroboration, names, trust


def grounds(found: Trust) -> dict[str, Reason]:
    return {reason.kind: reason for reason in found.reasons}


def test_the_score_of_one_item_worked_by_hand() -> None:
    analysis = analysis_of(
        [
            Told("a.example", "2025-03-01", 1, author="Tilda Vorsk", source="The Courier"),
            Told("b.example", "2025-03-02", 1),
            Told("c.example", "2025-03-03", 1),
        ]
    )
    found = trust(analysis, {"a.example": 0.4, "b.example": 0.0, "c.example": 0.8})
    # Two other sites: 1 − 1/4. 0.30 × 0.75 + 0.20 × 0.4 + 0.10 (author) + 0.10 (source) + 0.05 (date)
    # + 0.10 (dates agree) + 0.10 (plain) + 0.05 (own text) = 0.805
    assert found[0].score == pytest.approx(0.805)
    assert [reason.says for reason in found[0].reasons] == [
        "told by 2 other sites: b.example, c.example",
        "sites that link to a.example rank it far below the best, above 1 of the 3 hosts that the crawl knows",
        "the author is named: Tilda Vorsk",
        "the source is named: The Courier",
        "it is dated: 2025-03-01",
        "its dates agree",
        "its words repeat no more than in other texts",
        "its text is its own",
    ]
    # The same without author, source and citations: 0.805 − 0.08 − 0.10 − 0.10
    assert found[1].score == pytest.approx(0.525)
    assert grounds(found[1])["authority"].says == "no other site that the crawl has read links to b.example"
    assert grounds(found[1])["author"].says == "no author is named"
    assert grounds(found[1])["source"].says == "no source is named"


def test_an_item_of_which_nothing_is_known_worked_by_hand() -> None:
    # 0.10 × ½ (no dates that disagree) + 0.10 (plain) + 0.05 (own text)
    (found,) = trust(analysis_of([Told("a.example")]), {})
    assert found.score == pytest.approx(0.2)
    # A little authority is some: 0.20 × 0.1
    (found,) = trust(analysis_of([Told("a.example")]), {"a.example": 0.1, "b.example": 0.0})
    assert found.score == pytest.approx(0.22)
    assert grounds(found)["authority"].says.endswith(
        "far below the best, above 1 of the 2 hosts that the crawl knows"
    )


def test_a_host_that_stands_above_none_is_not_praised_for_it() -> None:
    (found,) = trust(analysis_of([Told("a.example")]), {"a.example": 0.5, "b.example": 0.5, "c.example": 0.9})
    assert grounds(found)["authority"].says == "sites that the crawl has read link to a.example"


def test_authority_that_counts_against_an_item_does_not_read_as_if_it_spoke_for_it() -> None:
    (found,) = trust(analysis_of([Told("a.example")]), {"a.example": 0.3, "b.example": 0.9, "c.example": 0.9})
    says = "sites that link to a.example rank it far below the best, above 0 of the 3 hosts that the crawl knows"
    assert says in [each.says for each in against_it(found.reasons)]
    (found,) = trust(analysis_of([Told("a.example")]), {"a.example": 0.6, "b.example": 0.3, "c.example": 0.9})
    says = "sites that link to a.example rank it above 1 of the 3 hosts that the crawl knows"
    assert says in [each.says for each in for_it(found.reasons)]
    assert not grounds(found)["dates agree"].known
    assert "there is no date to compare" not in [each.says for each in for_it(found.reasons)]


def test_a_date_that_is_still_to_come_speaks_against_an_item_once() -> None:
    (found,) = trust(analysis_of([Told("a.example", "2049-01-01")]), {})
    assert grounds(found)["date"].value == 0.0
    assert [each.kind for each in for_it(found.reasons)] == ["plain text", "own text"]
    (dated,) = (each.says for each in against_it(found.reasons) if "date" in each.kind)
    assert dated.startswith("it is dated 2049-01-01, after it was read")


def test_the_weights_add_up_to_1() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1.0)


def test_every_other_site_halves_the_doubt() -> None:
    values = [corroboration(Others(many, ("a", "b", "c")[:many]), 0.0, dated=True)[0] for many in range(5)]
    assert values == [0.0, 0.5, 0.75, 0.875, 0.9375]
    assert (
        corroboration(Others(5, ("a", "b", "c")), 0.0, dated=True)[1] == "told by 5 other sites: a, b, c and 2 more"
    )
    assert corroboration(Others(1, ("a",)), 0.0, dated=True)[1] == "told by 1 other site: a"


def test_corroboration_counts_less_for_stuffed_text_and_without_a_date() -> None:
    value, says = corroboration(Others(2, ("a", "b")), 0.6, dated=True)
    assert value == pytest.approx(0.75 * 0.4)
    assert says == "told by 2 other sites: a, b; that counts less for a text as repetitive as this"
    value, says = corroboration(Others(2, ("a", "b")), 0.0, dated=False)
    assert value == pytest.approx(0.375)
    assert says.endswith("; without a date it is not known whether at the same time")


def test_stuffed_text_is_named_with_its_word() -> None:
    found = trust(analysis_of([Told("a.example", words=[*PROSE[:20], *["rain"] * 20])]), {})
    assert grounds(found[0])["plain text"] == Reason(
        "plain text", 0.0, WEIGHTS["plain text"], "of its 40 words only 21 are different, and 50% are “rain”"
    )
    (only,) = trust(analysis_of([Told("a.example", words=["rain"] * 8)]), {})
    assert grounds(only)["plain text"].says == "all of its 8 words are “rain”"
    (short,) = trust(analysis_of([Told("a.example", words=["rain"] * 7)]), {})
    assert grounds(short)["plain text"].value == 0.5
    assert grounds(short)["plain text"].says == "its text is too short to judge"


def test_a_copy_says_where_its_text_stood_before() -> None:
    found = trust(
        analysis_of(
            [
                Told("www.courier.example", "2025-03-01", source="The Courier"),
                Told("b.example", "2025-03-03", story=0),
                Told("c.example", "2025-03-03", story=0, source="the courier"),
                Told("d.example", "2025-03-03", story=0, author="courier.example"),
                Told("sport.courier.example", "2025-03-03", story=0),
                Told("e.example", "", story=0),
            ]
        ),
        {},
    )
    own = [grounds(each)["own text"] for each in found]
    assert [reason.value for reason in own] == [1.0, 0.0, 0.6, 0.6, 1.0, 0.0]
    assert own[1].says == "its text stood on www.courier.example before, on 2025-03-01, which it does not name"
    assert own[2].says == "its text stood on www.courier.example before, on 2025-03-01, which it names"
    undated = "its text, here without a date, stood on www.courier.example on 2025-03-01, which it does not name"
    assert own[5].says == undated


@pytest.mark.parametrize(
    ("source", "host", "says", "named"),
    [
        ("", "ap.example", "Japan Daily", False),
        ("", "ap.example", "From AP, by our desk", True),
        ("", "apex.example", "ApexNews", True),
        ("", "abc.example", "Abcess Weekly", False),
        ("", "163.example", "From 163", True),
        ("", "93.184.0.1", "Radio 93", False),
        ("", "harbour-press.example", "Harbour Press Service", True),
        ("新华社", "news.example", "据新华社报道", True),
        ("中新", "news.example", "据中新报道", True),
        ("社", "x.example", "新华社", False),
        ("The Courier", "b.example", "The Observer", False),
    ],
)
def test_a_copy_may_name_the_source_or_the_site_of_the_first_text(
    source: str, host: str, says: str, named: bool
) -> None:
    began, copy = Told(host, source=source), Told("copy.example", source=says)
    assert names(item_of(copy), item_of(began), host) is named


def test_which_of_two_equal_texts_was_first_may_not_be_known() -> None:
    found = trust(
        analysis_of(
            [
                Told("a.example", "2025-03-01"),
                Told("b.example", "2025-03-01T20:00:00Z", story=0),
                Told("c.example"),
                Told("d.example", story=2),
            ]
        ),
        {},
    )
    assert grounds(found[1])["own text"].says == "a.example has the same text; which was first is not known"
    assert [grounds(each)["own text"].value for each in found] == [1.0, 0.5, 1.0, 0.5]


def test_a_bare_date_leaves_half_a_day_open_and_hours_nothing() -> None:
    # A bare date is its noon: thirteen hours before the second copy, eleven before the first.
    found = trust(
        analysis_of(
            [
                Told("a.example", "2025-03-01"),
                Told("b.example", "2025-03-01T23:00:00Z", story=0),
                Told("c.example", "2025-03-02T01:00:00Z", story=0),
                Told("d.example", "2025-03-01T12:00:00Z"),
                Told("e.example", "2025-03-01T12:00:00Z", story=3),
                Told("f.example", "2025-03-01T12:00:01Z", story=3),
                Told("g.example", "2025-03-01T08:00:00Z", story=3),
            ]
        ),
        {},
    )
    assert [grounds(each)["own text"].value for each in found] == [1.0, 0.5, 0.0, 1.0, 0.5, 0.0, 0.5]


def test_an_item_that_only_its_source_signs_has_half_an_author() -> None:
    found = trust(analysis_of([Told("a.example", source="远声通讯社", author="远声通讯社")]), {})
    assert grounds(found[0])["author"].value == 0.5


def test_whatever_pages_say_a_reason_is_short_and_on_one_line() -> None:
    long = "x" * 1_900 + ".example"
    analysis = analysis_of(
        [
            Told(
                long, "2025-03-01", 1, author="x\n" * 500, source="\x1b[31m\u202e" + "社" * 500, words=["y" * 999] * 9
            ),
            Told("a." + long[1:], "2025-03-02", 1, story=0),
            Told("b.example", "2025-03-02", 1),
        ]
    )
    for each in trust(analysis, {long: 1.0, "b.example": 0.5}):
        assert all(len(reason.says) < 200 and reason.says.isprintable() for reason in each.reasons)


hosts = st.sampled_from(["a.example", "b.example", "www.b.example", "c.example", "d.example"])
days = st.sampled_from(["", "2025-03-01", "2025-03-02", "2025-03-20", "2026-01-01"])
told = st.builds(
    Told,
    hosts,
    days,
    event=st.integers(0, 2),
    updated=days,
    author=st.sampled_from(["", "Ivo Terrow"]),
    source=st.sampled_from(["", "The Courier"]),
    words=st.lists(st.sampled_from(PROSE[:10]), max_size=40),
)


@given(st.lists(told, min_size=1, max_size=12), st.dictionaries(hosts, st.floats(0, 1)))
def test_every_score_is_what_its_reasons_add_up_to(items: list[Told], authority: dict[str, float]) -> None:
    found = trust(analysis_of(items), authority)
    assert [each.item for each in found] == list(range(len(items)))
    for each in found:
        assert 0.0 <= each.score <= 1.0
        assert sum(reason.weight for reason in each.reasons) == pytest.approx(1.0)
        assert each.score == pytest.approx(sum(reason.weight * reason.value for reason in each.reasons))
        assert all(0.0 <= reason.value <= 1.0 and reason.says for reason in each.reasons)


@given(st.lists(told, min_size=1, max_size=8))
def test_one_more_independent_site_never_lowers_trust(items: list[Told]) -> None:
    more = Told("another.example", "2025-03-02", 1)
    before, after = trust(analysis_of(items), {}), trust(analysis_of([*items, more]), {})
    for one, other in zip(before, after, strict=False):
        assert other.score >= one.score - 1e-12
