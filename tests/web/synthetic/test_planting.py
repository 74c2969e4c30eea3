"""Planted events: what is decided before any word is said, and that it holds together."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

from honeyguide.errors import BadSetting
from honeyguide.web.synthetic import PLANTED, Planting, SyntheticParameters, SyntheticWeb
from honeyguide.web.synthetic.planting import busiest

DAY = 86_400.0
SEEDS = (1, 2, 3)


def web(seed: int = 1) -> SyntheticWeb:
    return SyntheticWeb(msgspec.structs.replace(PLANTED, seed=seed))


@pytest.fixture(scope="module", params=SEEDS)
def planted(request: pytest.FixtureRequest) -> SyntheticWeb:
    return web(request.param)


def plantings(of: SyntheticWeb) -> dict[int, Planting]:
    found = {page: of.planting(page) for page in range(len(of))}
    return {page: planting for page, planting in found.items() if planting}


def test_without_events_every_page_is_what_it_was() -> None:
    plain = SyntheticWeb(SyntheticParameters(seed=3, pages=400, hosts=12, share=0.1, spam=0.02, events=0))
    whole = hashlib.sha256()
    for page in range(len(plain)):
        answer = plain.answer(plain.url(page))
        whole.update(repr((plain.url(page), plain.links(page), answer.headers)).encode() + answer.body)
    assert whole.hexdigest()[:16] == "562d61f25dea89ec"
    assert plain.planted_events() == ()
    assert plain.planting(200) is None


def test_the_same_seed_plants_the_same_whatever_was_asked_before() -> None:
    fresh, used = web(), web()
    for page in range(5_999, 0, -97):
        used.html(page)
    assert fresh.planted_events() == used.planted_events()
    assert plantings(fresh) == plantings(used)
    assert all(fresh.html(page) == used.html(page) for page in plantings(fresh) if page % 7 == 0)
    assert web(2).planted_events() != fresh.planted_events()


def test_another_process_plants_the_same() -> None:
    code = (
        "from honeyguide.web.synthetic import *; web = SyntheticWeb(PLANTED); events = web.planted_events();"
        "import hashlib; told = repr((events, web.html(events[3].pages[1])));"
        "print(hashlib.sha256(told.encode()).hexdigest())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True, timeout=150
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_every_page_on_topic_and_all_spam_is_planted_and_nothing_else(planted: SyntheticWeb) -> None:
    assert set(plantings(planted)) == {
        page for page in range(len(planted)) if planted.label(page) in (planted.topic, "spam")
    }
    for page, planting in plantings(planted).items():
        assert (planting.role == "spam") == (planted.label(page) == "spam")
        assert (planting.event > 0) == (planting.role in ("report", "copy", "update"))
        assert (planting.phase >= 0) == (planting.event > 0)
        assert (planting.copy_of is not None) == (planting.role == "copy")
        assert (planting.updated is not None) == (planting.role == "update")
        assert planting.at < planted.planted_until()


def test_the_shares_are_those_of_the_parameters(planted: SyntheticWeb) -> None:
    roles = Counter(planting.role for planting in plantings(planted).values())
    on_topic = roles.total() - roles["spam"]
    told = roles["report"] + roles["copy"] + roles["update"]
    assert on_topic == 600
    assert told / on_topic == pytest.approx(0.6, abs=0.02)
    assert roles["copy"] / told == pytest.approx(0.18, abs=0.03)
    assert roles["update"] / (told - roles["copy"]) == pytest.approx(0.1, abs=0.05)
    assert roles["stale"] / on_topic == pytest.approx(0.08, abs=0.01)
    undated = sum(not planting.dated for planting in plantings(planted).values() if planting.role != "spam")
    assert 0.02 <= undated / on_topic <= 0.1


def test_phases_follow_each_other_and_hold_their_pages(planted: SyntheticWeb) -> None:
    for event in planted.planted_events():
        assert 2 <= len(event.phases) <= 4
        edges = [edge for phase in event.phases for edge in phase]
        assert edges == sorted(edges)
        assert planted.planted_until() - 125 * DAY < edges[0] < edges[-1] <= planted.planted_until()
        for page in event.pages:
            planting = planted.planting(page)
            assert planting
            start, end = event.phases[planting.phase]
            slack = 20 * 3600 if planting.role == "copy" else 0
            assert start <= planting.at <= end + slack
        assert {planted.planting(page).phase for page in event.pages} == set(range(len(event.phases)))  # type: ignore[union-attr]


def test_events_are_in_both_languages_on_several_sites_and_of_different_size(planted: SyntheticWeb) -> None:
    events = planted.planted_events()
    assert [event.number for event in events] == list(range(1, 13))
    assert {event.language for event in events} == {"en", "zh"}
    for event in events:
        hosts = [planted.layout.host_of(page) for page in event.pages]
        assert {host.chinese for host in hosts} == {event.language == "zh"}
        assert len({host.number for host in hosts}) >= 3
    sizes = sorted(len(event.pages) for event in events)
    assert sizes[-1] > 3 * sizes[0]


def test_some_events_share_place_and_days_and_no_two_the_name(planted: SyntheticWeb) -> None:
    happenings = list(planted.plan.happenings.values()) if planted.plan else []
    assert len({each.name for each in happenings}) == len(happenings)
    kin = [each for each in happenings if each.is_kin]
    assert kin
    for each in kin:
        twin = next(one for one in happenings if one.place == each.place and not one.is_kin)
        assert 0 < each.stages[0].start - twin.stages[0].start <= 8 * DAY
        assert set(each.things) & set(twin.things)


def test_the_last_event_goes_on_at_the_end(planted: SyntheticWeb) -> None:
    last = planted.planted_events()[-1]
    assert planted.planted_until() - 10 * DAY < last.phases[0][0] < planted.planted_until() - 3 * DAY
    assert last.phases[-1][1] > planted.planted_until() - 4 * DAY


def test_an_event_is_as_hot_as_its_busiest_three_days(planted: SyntheticWeb) -> None:
    # of 0, 1, 1.5, 2.9 days four lie within three days of the first, of those from 5 days on two; middle 1.45
    days = [0.0, 1.0, 1.5, 2.9, 5.0, 7.0]
    many, middle = busiest([day * DAY for day in days])
    assert many == 4
    assert middle == pytest.approx(1.45 * DAY)
    for event in planted.planted_events():
        assert event.phases[0][0] <= event.peak <= event.phases[-1][1]
        assert 1 <= event.hot <= len(event.pages)


def test_copies_come_later_on_another_host_from_a_report_of_the_same_phase(planted: SyntheticWeb) -> None:
    for page, planting in plantings(planted).items():
        if planting.copy_of is not None:
            source = planted.planting(planting.copy_of)
            assert source
            assert source.role in ("report", "update")
            assert planting.at >= source.at
            assert planted.host_of(page) != planted.host_of(planting.copy_of)
            assert (planting.event, planting.phase) == (source.event, source.phase)
            assert planted.original(page) == planting.copy_of


def test_what_replaces_a_page_is_later_on_a_later_phase(planted: SyntheticWeb) -> None:
    replaced = 0
    for planting in plantings(planted).values():
        if planting.replaced_by is None:
            continue
        replaced += 1
        newer = planted.planting(planting.replaced_by)
        assert newer
        assert newer.event == planting.event
        assert newer.phase > planting.phase
        assert newer.at > planting.at
        assert newer.role in ("report", "update")
    assert replaced > 100
    for event in planted.planted_events():
        last = len(event.phases) - 1
        for page in event.pages:
            planting = planted.planting(page)  # type: ignore[assignment]
            assert (planting.replaced_by is None) == (planting.phase == last)


def test_trust_is_graded_by_the_plan(planted: SyntheticWeb) -> None:
    grades = Counter[int]()
    for page, planting in plantings(planted).items():
        grades[planting.trust] += 1
        assert (planting.trust == 0) == (planting.role == "spam")
        if planting.trust == 3:
            assert planting.event
            assert planting.dated
            own = {planted.host_of(each) for each in planted.planted_events()[planting.event - 1].pages}
            assert len(own) >= 3
            assert planted.plan
            shown = planted.plan.shown[page]
            assert shown.author
            assert shown.source
            assert shown.published == planting.at
    assert min(grades.values()) > 30
    assert len(grades) == 4


def test_background_lies_in_the_same_months_and_stale_pages_years_before(planted: SyntheticWeb) -> None:
    until = planted.planted_until()
    ages = {role: [] for role in ("background", "stale")}  # type: dict[str, list[float]]
    for planting in plantings(planted).values():
        if planting.role in ages:
            ages[planting.role].append((until - planting.at) / DAY)
    near = [age for age in ages["background"] if age < 120]
    assert 0.6 < len(near) / len(ages["background"]) < 0.85
    assert min(near) < 15
    assert max(near) > 105
    assert min(ages["stale"]) > 400


def test_nobody_reliable_links_to_a_site_that_spams(planted: SyntheticWeb) -> None:
    assert planted.plan
    quality = [site.quality for site in planted.plan.sites]
    spamming = {number for number, each in enumerate(quality) if each == 0}
    assert 1 <= len(spamming) <= 8
    linked = Counter[int]()
    for page in range(0, len(planted), 3):
        host = planted.layout.host_of(page).number
        for target in planted.links(page):
            if planted.layout.host_of(target).number in spamming and host not in spamming:
                linked[quality[host]] += 1
    assert linked[3] == 0
    assert linked.total() > 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pages": 1_000, "events": 5}, "5 events need 60 pages on topic, and there are 35"),
        ({"told": 0.8, "stale": 0.3}, "told and stale together must not exceed 1"),
        ({"events": 2_000}, "'events' must be a whole number from 0 to 1000"),
    ],
)
def test_says_what_cannot_be_planted(given: dict[str, float], message: str) -> None:
    with pytest.raises(BadSetting, match=message):
        SyntheticParameters(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "spec",
    ["events=2,pages=700,chinese=0", "events=2,pages=700,chinese=1,hosts=3", "events=3,pages=1200,told=0,spam=0.1",
     "events=3,pages=1200,told=1,stale=0,copied=1,undated=1,hosts=1", "events=17,pages=6000,islands=1"],
)  # fmt: skip
def test_odd_webs_can_be_planted_too(spec: str) -> None:
    odd = SyntheticWeb(SyntheticParameters.parse(spec))
    found = plantings(odd)
    assert len(odd.planted_events()) == odd.parameters.events
    for page in list(found)[::5]:
        assert odd.html(page).rstrip().endswith("</html>")
        assert odd.index(odd.url(page)) == page
