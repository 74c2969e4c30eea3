"""What speaks for an item and what against it."""

from honeyguide.insight.model import Currency, Reason
from honeyguide.insight.summary import against_it, for_it, highest, lowest

GROUNDS = (
    Reason("corroboration", 0.2, 0.4, "few tell it"),
    Reason("authority", 0.9, 0.1, "linked"),
    Reason("author", 0.5, 0.3, "half named"),
    Reason("date", 0.0, 0.2, "no date"),
)


def test_grounds_are_for_from_a_half_on_and_the_weightiest_come_first() -> None:
    # for: authority 0.9 × 0.1 = 0.09, author 0.5 × 0.3 = 0.15; against: 0.8 × 0.4 = 0.32, 1 × 0.2 = 0.2
    assert [each.kind for each in for_it(GROUNDS)] == ["author", "authority"]
    assert [each.kind for each in against_it(GROUNDS)] == ["corroboration", "date"]


def test_equal_scores_keep_the_order_in_which_items_came() -> None:
    found = [Currency(place, score, 1.0, None, ()) for place, score in enumerate((0.5, 0.9, 0.5, 0.1))]
    assert [each.item for each in highest(found, 3)] == [1, 0, 2]
    assert [each.item for each in lowest(found, 3)] == [3, 0, 2]


def test_what_cannot_be_told_speaks_neither_for_an_item_nor_against_it() -> None:
    unknown = Reason("dates agree", 0.5, 0.9, "there is no date to compare", known=False)
    assert unknown not in for_it((*GROUNDS, unknown))
    assert unknown not in against_it((*GROUNDS, unknown))
