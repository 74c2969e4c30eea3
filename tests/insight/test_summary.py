"""What was found, counted and named."""

from msgspec.structs import replace
from tests.insight import made_up
from tests.insight.by_hand import Told, analysis_of

from honeyguide.insight.findings import overview
from honeyguide.insight.model import Hot
from honeyguide.insight.summary import chief, day, headline, largest, span, stories, undated
from honeyguide.reporting.text import counted
from honeyguide.timestamps import parse as parse_time

TOLD = (
    Told("a.example", "2025-03-01", event=1),
    Told("b.example", "2025-02-27", event=1, story=0),
    Told("news.b.example", "2025-03-05", event=2, language="zh"),
    Told("c.example", "", event=2),
    Told("c.example", "2025-04-01T00:00:00Z"),
)


def test_items_are_counted_by_story_site_language_and_date() -> None:
    found = overview(analysis_of(TOLD, "2025-03-31"))
    assert (found.items, found.stories, found.events, found.in_events, found.sites) == (5, 4, 2, 4, 3)
    assert found.languages == {"en": 4, "zh": 1}
    assert (found.undated, found.later) == (1, 1)
    assert (day(found.first), day(found.last)) == ("27 February 2025", "5 March 2025")


def test_without_a_date_there_is_no_first_and_no_last() -> None:
    found = overview(analysis_of([Told("a.example")]))
    assert (found.first, found.last, found.undated) == (None, None, 1)


def test_a_story_is_told_when_the_first_of_its_copies_is() -> None:
    found = stories(analysis_of(TOLD))
    assert sorted(zip(map(day, found.times), found.events.tolist(), strict=True)) == [
        ("1 April 2025", 0),
        ("27 February 2025", 1),
        ("5 March 2025", 2),
    ]


def test_an_event_is_called_by_the_headline_that_says_most_of_its_words() -> None:
    titles = ("Home", "Flood closes bridge in Harl", "Bridge closed after flood, town cut off", "")
    analysis = analysis_of([Told("a.example", "2025-03-01", event=1)] * 4)
    items = [replace(item, title=title) for item, title in zip(analysis.items, titles, strict=True)]
    event = replace(analysis.events[0], terms=("flood", "bridge", "Harl"), items=(0, 1, 2, 3))
    assert headline(replace(analysis, items=items), event) == "Flood closes bridge in Harl"
    untitled = [replace(item, title="") for item in items]
    assert headline(replace(analysis, items=untitled), event) == "flood, bridge, Harl"


def test_the_largest_events_have_the_most_stories() -> None:
    assert [event.number for event in largest(analysis_of(TOLD), 5)] == [2, 1]
    assert len(largest(made_up.findings().analysis, 2)) == 2


def test_a_report_tells_of_the_hottest_and_then_of_the_largest() -> None:
    analysis = made_up.findings(200).analysis
    hots = [Hot(number, 0.5, 1, 1, 1, 0.1, (), "") for number in (5, 4, 3)] + [Hot(1, 0.0, 1, 1, 1, 0.1, (), "")]
    assert chief(analysis, hots, 3) == [5, 4, largest(analysis, 1)[0].number]
    assert sorted(chief(analysis, [], 9)) == [1, 2, 3, 4, 5]
    assert chief(analysis, hots, 0) == []


def test_days_and_spans_are_said_as_people_do() -> None:
    def said(start: str, end: str) -> str:
        return span(parse_time(start), parse_time(end))

    assert said("2026-06-28", "2026-07-03") == "28 June – 3 July 2026"
    assert said("2026-07-01", "2026-07-03") == "1 – 3 July 2026"
    assert said("2025-12-30", "2026-01-02") == "30 December 2025 – 2 January 2026"
    assert said("2026-07-01", "2026-07-01") == "1 July 2026"
    assert span(None, None) == day(None) == "no date"


def test_one_is_not_several() -> None:
    assert [counted(many, "story", "stories") for many in (0, 1, 1200)] == ["0 stories", "1 story", "1,200 stories"]
    assert undated(1) == "1 item has no date and is in no time line"
    assert undated(2) == "2 items have no date and are in no time line"
