"""Pages of a web with planted events: what they say, and that it can be read off them."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime

import pytest
from tests.plain_choices import RAIN

from honeyguide.analysis import PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import Extract
from honeyguide.parsing.fingerprint import ALIKE, likeness
from honeyguide.timestamps import parse as parse_time
from honeyguide.web.offline import fetched
from honeyguide.web.synthetic import PLANTED, SyntheticWeb
from honeyguide.web.synthetic.attribution import Shown
from honeyguide.web.synthetic.bylines import JSON_LD, LABELS, LINE, META, TIMES, line, metas
from honeyguide.web.synthetic.events import HAPPENINGS
from honeyguide.web.synthetic.planting import Plan
from honeyguide.web.synthetic.vocabulary import PHASES

pytestmark = pytest.mark.slow

DAY = 86_400.0
SENTENCE = re.compile(r"[A-Z“][^<>.]{30,}\.|[^<>。]{12,}。")
AGENCY = re.compile(r"\((?:Meridian Wire|Northline Agency|Harbour Press Service)\)|(?:通讯社|江汇社)\S+电 ")


@pytest.fixture(scope="module")
def web() -> SyntheticWeb:
    return SyntheticWeb(PLANTED)


@pytest.fixture(scope="module")
def plan(web: SyntheticWeb) -> Plan:
    assert web.plan
    return web.plan


@pytest.fixture(scope="module")
def read(web: SyntheticWeb, plan: Plan) -> dict[int, Extract]:
    """Elements of the copies, of what they copy, and of every third other page, as the crawl draws them."""
    copies = {page: planting.copy_of for page, planting in plan.plantings.items() if planting.copy_of is not None}
    wanted = {*copies, *copies.values(), *list(plan.plantings)[::3]}
    reader = PageAnalyzer(RAIN, Settings())
    readings = {page: reader.read(fetched(web.url(page), web.answer(web.url(page)))) for page in sorted(wanted)}
    found = {page: reading.extract for page, reading in readings.items() if reading.extract}
    assert len(found) > 0.85 * len(wanted)
    return found


def test_copies_have_the_text_in_common_and_reports_their_own(
    web: SyntheticWeb, plan: Plan, read: dict[int, Extract]
) -> None:
    copies = [
        likeness(read[page].fingerprint, read[planting.copy_of].fingerprint)
        for page, planting in plan.plantings.items()
        if planting.copy_of in read and page in read
    ]
    assert len(copies) > 40
    assert sum(alike >= ALIKE for alike in copies) > 0.85 * len(copies)
    assert min(copies) > 0.4
    reports = [page for page in read if plan.plantings[page].role == "report"]
    pairs = [(one, other) for one in reports[::4] for other in reports[::5] if one != other]
    assert max(likeness(read[one].fingerprint, read[other].fingerprint) for one, other in pairs) < 0.3


def test_a_copy_stands_in_another_frame_and_names_its_agency(web: SyntheticWeb, plan: Plan) -> None:
    copies = {page: each.copy_of for page, each in plan.plantings.items() if each.copy_of is not None}
    lines = 0
    for page, source in copies.items():
        one, other = web.html(page), web.html(source)
        assert one != other
        assert re.search("<li>.*", one) != re.search("<li>.*", other)
        lines += bool(AGENCY.search(one))
    assert 0.6 * len(copies) < lines < 0.9 * len(copies)


def test_dates_authors_and_sources_can_be_read_off_the_pages(
    web: SyntheticWeb, plan: Plan, read: dict[int, Extract]
) -> None:
    dates, names = Counter[tuple[bool, int, bool]](), Counter[tuple[str, bool]]()
    for page, extract in read.items():
        shown, host = plan.shown[page], web.layout.host_of(page)
        if shown.published is None:
            continue
        at = parse_time(extract.article.published)
        dates[host.chinese, plan.sites[host.number].markup, at is not None and abs(at - shown.published) < DAY] += 1
        if shown.author:
            names["author", extract.article.author == shown.author] += 1
        if shown.updated:
            changed = parse_time(extract.article.updated)
            names["updated", changed is not None and abs(changed - shown.updated) < DAY] += 1
    assert {chinese for chinese, _, _ in dates} == {False, True}
    right = Counter({False: 0, True: 0})
    for (_, _, is_right), many in dates.items():
        right[is_right] += many
    assert right[True] > 0.9 * right.total()
    assert names["author", True] > names["author", False]
    assert names["updated", True] > 2 * names["updated", False]


@pytest.mark.parametrize("markup", [JSON_LD, META, TIMES, LINE, LABELS])
@pytest.mark.parametrize("chinese", [False, True])
def test_each_way_to_tell_tells_all(markup: int, chinese: bool) -> None:
    shown = Shown("Selka Umber", "Harbour Daily", 1.0, 2.0, fresh=False)
    published, updated = datetime(2025, 11, 3, 14, 20, tzinfo=UTC), datetime(2025, 11, 4, 9, 10, tzinfo=UTC)
    for style in range(4):
        told = metas(shown, markup, "A title", published, updated) + line(
            shown, markup, chinese, style, published, updated
        )
        assert "Selka Umber" in told
        assert "Harbour Daily" in told
        assert re.search("2025-11-03|2025/11/03|2025年11月3日|3 Nov|November 3", told)
        assert re.search("2025-11-04|2025/11/04|4 Nov|November 4", told)
        silent = Shown("", "", None, None, fresh=False)
        assert not re.search("20|Author|来源", line(silent, markup, chinese, style, None, None))


def test_addresses_and_headers_follow_the_planted_time(web: SyntheticWeb, plan: Plan) -> None:
    dated = 0
    for page, planting in plan.plantings.items():
        found = re.search(r"/t(\d{4})(\d\d)(\d\d)_|/(\d{4})/(\d\d)/", web.url(page))
        if found:
            dated += 1
            day = datetime.fromtimestamp(planting.at + 8 * 3600 * web.layout.host_of(page).chinese, UTC)
            parts = [int(part) for part in found.groups() if part]
            assert [day.year, day.month, day.day][: len(parts)] == parts
        headers = dict(web.answer(web.url(page)).headers)
        if plan.shown[page].fresh:
            assert "31 Dec 2025" in headers["Last-Modified"]
    assert dated > 100


def test_wrong_dates_are_told_on_poor_sites_and_old_pages_look_fresh(web: SyntheticWeb, plan: Plan) -> None:
    wrong, fresh = Counter[int](), 0
    for page, planting in plan.plantings.items():
        shown = plan.shown[page]
        quality = plan.sites[web.layout.host_of(page).number].quality
        if planting.role != "spam" and shown.published not in (None, planting.at):
            wrong[quality] += 1
            assert planting.trust <= 2
        if planting.role == "stale" and shown.fresh:
            fresh += 1
            assert re.search("Today: 2025-12-31|今天是20", web.html(page))
    assert wrong[1] > wrong[2] >= wrong[3] == 0
    assert fresh > 10


def test_spam_is_patched_together_without_author_and_often_of_tomorrow(web: SyntheticWeb, plan: Plan) -> None:
    reports = [page for page, each in plan.plantings.items() if each.role == "report"]
    sentences = {sentence: page for page in reports for sentence in SENTENCE.findall(web.html(page))}
    future = patched = 0
    spam = [page for page, planting in plan.plantings.items() if planting.role == "spam"]
    for page in spam:
        html = web.html(page)
        assert not plan.shown[page].author
        future += (plan.shown[page].published or 0.0) > web.planted_until()
        donors = {sentences[each] for each in SENTENCE.findall(html) if each in sentences}
        patched += len(donors) >= 3
    assert patched > 0.8 * len(spam)
    assert 0.15 * len(spam) < future < 0.6 * len(spam)


def test_reports_name_their_event_and_phases_differ_in_their_words(web: SyntheticWeb, plan: Plan) -> None:
    own = Counter[tuple[bool, bool]]()
    for event in web.planted_events():
        happening = plan.happenings[event.number]
        pages = [page for page in event.pages if plan.plantings[page].role == "report"]
        assert sum(happening.name in web.html(page) for page in pages) > 0.6 * len(pages)
        assert sum(happening.place in web.html(page) for page in pages) > 0.9 * len(pages)
        for page in pages:
            text = web.html(page)
            about = happening.stages[plan.plantings[page].phase].about
            for phase in range(len(PHASES)):
                words = HAPPENINGS[happening.chinese].phases[phase].nouns.split(", ")
                own[phase == about, happening.chinese] += sum(word in text for word in words)
    for chinese in (False, True):
        assert own[True, chinese] > own[False, chinese]  # one phase against the five others together
