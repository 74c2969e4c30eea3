"""Pictures over all items and of one event: what they count, and when there is nothing to draw."""

import re

from msgspec.structs import replace
from tests.insight import made_up

from honeyguide.insight.event_map import event_map
from honeyguide.insight.evolution_figures import MOST_THREADS, course, flow
from honeyguide.insight.figures import colours, label, spread_of, streams, time_line
from honeyguide.insight.findings import overview
from honeyguide.insight.model import Event, Evolution, Thread

RED = "#D55E00"


def tips(svg: str) -> list[str]:
    return re.findall(r"<title>(.*?)</title>", svg)


def test_the_time_line_counts_every_dated_item_once() -> None:
    analysis = made_up.findings(200).analysis
    found = time_line(analysis, [1, 2])
    assert found is not None
    counts = [re.search(r": (\d+) items, (\d+) stories$", tip) for tip in tips(found.svg)]
    items = sum(int(count[1]) for count in counts if count)
    at_a_glance = overview(analysis)
    assert items == at_a_glance.items - at_a_glance.undated
    assert ">1  flood, river, dam</text>" in found.svg
    assert "busy" in "".join(tips(found.svg))


def test_streams_tell_how_many_stories_each_event_has() -> None:
    analysis = made_up.findings(200).analysis
    found = streams(analysis, [4, 2, 1])
    assert found is not None
    told = tips(found.svg)
    assert [tip.split(":")[0] for tip in told] == [
        "洪水, 水库, 转移",
        "暴雨, 红色预警, 内涝",
        "flood, river, dam",
        "other events",
    ]
    assert all(re.search(r": \d+ stories$", tip) for tip in told)


def test_without_dates_or_events_there_is_nothing_to_draw() -> None:
    undated = made_up.findings(30, dated=False).analysis
    assert time_line(undated, [1]) is None
    assert streams(undated, [1]) is None
    assert streams(made_up.findings(30, events=0).analysis, []) is None
    assert event_map(made_up.findings(30, events=2).analysis, [1], []) is None


def test_an_event_keeps_its_colour_and_those_without_one_share_the_rest() -> None:
    assert colours([9, 4])[4] == colours([9, 4, 1])[4]
    assert len(colours(range(20))) == 7
    assert len(set(colours(range(20)).values())) == 7


def test_names_of_lanes_are_cut_to_their_room() -> None:
    event = Event(12, (), ("暴雨红色预警" * 9, "river"), None, None)
    assert label(event, 1.0).startswith("12  暴雨")
    assert label(event, 1.0).endswith("…")


def test_the_spread_of_scores_holds_the_ends() -> None:
    found = spread_of("trust", "Trust", [0.0, 0.5, 1.0, 1.0], ("least", "most"))
    assert tips(found.svg)[-1] == "0.95 to 1.00: 2 items"
    assert "score 0.75 or more" in found.caption


def test_the_course_of_an_event_counts_its_days() -> None:
    made = made_up.findings(200)
    for evolution in made.evolutions:
        found = course(evolution, RED, made_up.UNTIL)
        assert found is not None
        assert sum(int(tip.split(": ")[1].split()[0]) for tip in tips(found.svg)) == sum(
            n for _, n, _ in evolution.volume
        )
        assert "var(--colour-1)" in found.svg
        assert ">phase 1</text>" in found.svg
    assert course(Evolution(1, (), (), (), 3), RED, made_up.UNTIL) is None


def test_a_ribbon_leads_to_every_thread_that_goes_on() -> None:
    def thread(phase: int, many: int, *follows: int) -> Thread:
        return Thread(phase, tuple(range(many)), (f"term{phase}{many}",), follows)

    # the first splits in two, which merge again: four ribbons, four bars
    threads = (thread(0, 9), thread(1, 5, 0), thread(1, 4, 0), thread(2, 8, 1, 2))
    found = flow(Evolution(1, (), (), threads, 0), RED)
    assert found is not None
    assert found.svg.count("opacity: 0.22") == 4
    assert sorted(tips(found.svg)) == ["term09: 9 items", "term14: 4 items", "term15: 5 items", "term28: 8 items"]
    assert flow(Evolution(1, (), (), (thread(0, 9), thread(1, 5, 0)), 0), RED) is None
    assert flow(Evolution(1, (), (), (), 0), RED) is None
    many = tuple(thread(phase, n) for phase in (0, 1) for n in range(1, 12))
    crowded = flow(Evolution(1, (), (), many, 0), RED)
    assert crowded is not None
    assert len(tips(crowded.svg)) == 2 * MOST_THREADS
    assert "10 smaller threads are not drawn" in crowded.caption


def test_a_map_says_which_events_are_not_on_it_and_rings_the_hot_ones() -> None:
    made = made_up.findings(300, events=50)
    cold = event_map(made.analysis, [1], [])
    hot = event_map(made.analysis, [1], [replace(made.hots[-1], event=1, score=0.9)])
    assert cold is not None
    assert hot is not None
    assert "10 smaller events are not on it" in cold.caption
    assert hot.svg.count("<path") > cold.svg.count("<path")
    assert len(tips(cold.svg)) == 40
