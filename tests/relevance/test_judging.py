"""The judge's decision: what is near the examples, how near that must be, and what marks change."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.links.shown_pages import Written

from honeyguide.model import Relevance
from honeyguide.relevance import border as border_module
from honeyguide.relevance import judging, page_space
from honeyguide.relevance import view as view_module
from honeyguide.relevance.border import (
    ALL_CAME,
    ALONE,
    ENOUGH,
    ENOUGH_SPLIT,
    EVEN,
    FIRST,
    HALF_SURE,
    HALF_SURE_OF_ALL,
    LEAST_OF_NONE,
    LEAST_SPLIT,
    LOWEST,
    MARGIN,
    SKEWED,
    SPREAD_BORROWED,
    SPREAD_SHARED,
    STRICT,
    STRICTEST,
    Border,
)
from honeyguide.relevance.judging import ALIKE_PAGES, HIGH, HIGH_FOR_LINKS, LIST, MANY_PAGES, MEANING, Judging
from honeyguide.relevance.page_features import PageFeatures, features_of, pack
from honeyguide.relevance.view import View

SUBJECTS = {
    "flood": ("flood", "river", "rain", "storm", "water", "bridge", "rescue", "damage"),
    "garden": ("garden", "rose", "tulip", "spade", "soil", "seed", "hedge", "lawn"),
    "market": ("market", "price", "share", "bank", "trade", "profit", "loan", "money"),
    "music": ("music", "piano", "violin", "concert", "song", "choir", "opera", "band"),
}
CHINESE = {
    "flood": ("洪水", "河流", "暴雨", "灾害", "救援", "桥梁", "水位", "损失"),
    "garden": ("花园", "玫瑰", "土壤", "种子", "草坪", "园艺", "盆栽", "花朵"),
    "market": ("市场", "价格", "股票", "银行", "贸易", "利润", "贷款", "货币"),
    "music": ("音乐", "钢琴", "小提琴", "歌曲", "合唱", "歌剧", "乐队", "演出"),
}
Words = Mapping[str, tuple[str, ...]]
OFF = ("garden", "market", "music")
MEANS = {
    "flood": (1.0, 0.1, 0.1, 0.0),
    "garden": (0.0, 1.0, 0.1, 0.3),
    "market": (0.1, 0.0, 1.0, 0.2),
    "music": (0.0, 0.2, 0.0, 1.0),
}


def page(subject: str, rng: Random, words: Words = SUBJECTS, encoder: Written | None = None) -> PageFeatures:
    used = rng.sample(words[subject], 5)
    stray = rng.choice(words[rng.choice(list(words))])
    return features_of(subject, subject, {**{word: rng.randrange(1, 5) for word in used}, stray: 1}, encoder)


def judged(decision: Judging, features: PageFeatures) -> Relevance:
    return decision.judge(Relevance(0.0, False, features=pack(features)), 0.0)


def begun(examples: int = 3, words: Words = SUBJECTS, encoder: Written | None = None) -> Judging:
    rng = Random(1)
    usual = [page(OFF[at % 3], rng, words, encoder) for at in range(12)]
    return Judging(usual, [page("flood", rng, words, encoder) for _ in range(examples)])


def crawled(decision: Judging, many: int, words: Words = SUBJECTS, encoder: Written | None = None) -> list[str]:
    """Every fifth page is about floods."""
    rng = Random(2)
    about = ["flood" if at % 5 == 4 else OFF[at % 3] for at in range(many)]
    for subject in about:
        judged(decision, page(subject, rng, words, encoder))
        decision.revise()
    return about


def chances(decision: Judging) -> list[float]:
    return [decision.verdict(number).score for number in range(decision.pages)]


@pytest.mark.parametrize("words", [SUBJECTS, CHINESE], ids=["English", "Chinese"])
@pytest.mark.parametrize("encoder", [None, Written(MEANS)], ids=["words", "meaning"])
def test_pages_about_the_topic_are_found(words: Words, encoder: Written | None) -> None:
    decision = begun(words=words, encoder=encoder)
    about = crawled(decision, 60, words, encoder)
    found = [chance > 0.5 for chance in chances(decision)]
    assert found == [subject == "flood" for subject in about]


@pytest.mark.parametrize("both", [True, False], ids=["both", "English"])
def test_what_is_much_is_asked_in_each_language_of_a_topic_in_two(both: bool) -> None:
    """Chinese pages are less like the topic here, and differ more: together, nothing English would stand out."""
    rng = Random(5)
    languages = (SUBJECTS, CHINESE) if both else (SUBJECTS,)
    keywords = [features_of("flood", "flood", dict.fromkeys(words["flood"], 1), None) for words in languages]
    decision = Judging([page(OFF[at % 3], rng) for at in range(12)], keywords, keywords=True)
    for at in range(200):
        judged(decision, page(OFF[at % 3], rng, CHINESE if at % 4 == 0 else SUBJECTS))
    of_pages = [rng.gauss(-0.3, 0.08) if at % 4 == 0 else rng.gauss(0.0, 0.02) for at in range(200)]
    texts = [rng.gauss(0.0, 0.02) for _ in range(12)]
    likeness = np.array([*texts, *[1.0] * len(keywords), *of_pages], np.float32)
    second = 13 + len(keywords)
    likeness[second] = 0.14  # the second page, which is English
    view = decision._verdicts
    decision._calibrate(view, likeness, likeness)
    height = view.heights(likeness, decision.space.languages(slice(0, len(likeness))))[second]
    if both:
        many = np.array([150, 50])
        own, of_texts = np.array([0.02, 0.08]) ** 2, 0.02**2
        borrowed = (own * many + of_texts * SPREAD_BORROWED) / (many + SPREAD_BORROWED)
        shared = (borrowed * many + np.average(borrowed, weights=many) * SPREAD_SHARED) / (many + SPREAD_SHARED)
        assert view.spread.tolist() == pytest.approx(np.sqrt(shared).tolist(), rel=0.3)
        assert view.off.tolist() == pytest.approx([0.0, -0.3], abs=0.03)
        assert height > 4
    else:
        assert view.spread[0] == view.spread[1] > 0.08
        assert height < 2


def test_a_page_is_judged_as_it_comes_and_anew_when_ten_have_come() -> None:
    decision = begun()
    rng = Random(3)
    for number in range(9):
        judged(decision, page(OFF[number % 3], rng))
        assert decision.revise() is None
    judged(decision, page("flood", rng))
    told = decision.revise()
    assert told is not None
    assert told.tolist() == pytest.approx([decision.verdict(number).standing for number in range(10)])
    assert decision.revise() is None


def test_a_page_without_features_is_left_as_it_is() -> None:
    decision = begun()
    given = Relevance(0.3, False)
    assert decision.judge(given, 0.0) is given
    assert decision.pages == 0


def test_an_example_does_not_speak_for_itself() -> None:
    rng = Random(4)
    usual = [page(OFF[at % 3], rng) for at in range(12)]
    floods = [page("flood", rng) for _ in range(4)]
    decision = Judging(usual, [*floods, page("music", rng)])
    of_examples = decision._verdicts.chance[12:17].tolist()
    assert min(of_examples[:4]) > of_examples[4]
    assert of_examples[4] < 0.5  # as if it were none: four others are about something else


def test_leaving_one_out_worked_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two examples at right angles: without itself, each is like the topic as it is like the other."""
    seen: list[NDArray[np.float32]] = []
    calibrate = Judging._calibrate

    def noting(decision: Judging, view: View, likeness: NDArray[np.float32], before: NDArray[np.float32]) -> None:
        seen.append(likeness.copy())
        calibrate(decision, view, likeness, before)

    monkeypatch.setattr(Judging, "_calibrate", noting)
    rng = Random(5)
    decision = Judging([page(OFF[at % 3], rng) for at in range(12)], [page("flood", rng), page("garden", rng)])
    rows = decision.space.rows(slice(0, 14))
    assert seen[0][12] == pytest.approx(rows[12] @ rows[13], abs=1e-3)
    assert seen[0][13] == pytest.approx(rows[12] @ rows[13], abs=1e-3)
    assert seen[0][0] == pytest.approx(rows[0] @ (rows[12] + rows[13]) / 2, abs=1e-3)


@pytest.mark.parametrize("pages", [ENOUGH - 1, 40])
def test_pages_off_topic_are_told_by_the_lower_part_of_all(pages: int) -> None:
    decision = begun()
    crawled(decision, pages)
    likeness = np.linspace(0.0, 1.0, 15 + pages).astype(np.float32)
    likeness[:12] += 0.5
    view = decision._verdicts
    decision._calibrate(view, likeness, likeness)
    # Examples do not count, and texts about anything do while there are few pages.
    others = likeness[15:] if pages > ENOUGH else np.delete(likeness, [12, 13, 14])
    low, lower = np.quantile(others, [0.3, 0.1])
    spread = (low - lower) / (1.2816 - 0.5244)
    assert view.spread == pytest.approx(spread, rel=1e-4)
    assert view.off == pytest.approx(low + 0.5244 * spread, rel=1e-4)


@pytest.mark.parametrize(("many", "encoder"), [(12, None), (12, Written(MEANS)), (60, Written(MEANS))])
def test_where_all_pages_are_on_topic_they_are_compared_with_texts_about_anything(
    many: int, encoder: Written | None
) -> None:
    decision, rng = begun(encoder=encoder), Random(4)
    for _ in range(many):
        judged(decision, page("flood", rng, encoder=encoder))
        decision.revise()
    assert np.mean([chance > 0.5 for chance in chances(decision)]) > 0.7


def test_links_learn_how_far_pages_stand_out_where_all_are_on_topic() -> None:
    """The mean of what would be said if most were soon on topic, and if most were off topic."""
    encoder = Written(MEANS)
    decision, rng = begun(encoder=encoder), Random(4)
    for _ in range(60):
        judged(decision, page("flood", rng, encoder=encoder))
        decision.revise()
    decision._due = True
    learnt = decision.revise()
    assert learnt is not None
    own = slice(decision._first, len(decision.space))
    assert learnt == pytest.approx(sum(view.chance[own] for view in decision._standing_out) / 2)
    assert learnt.tolist() == pytest.approx([decision.verdict(number).standing for number in range(60)])
    assert np.mean(learnt > 0.5) < np.mean([chance > 0.5 for chance in chances(decision)])


@pytest.mark.parametrize("high", [HIGH, HIGH_FOR_LINKS])
@pytest.mark.parametrize(("way", "share"), [(-0.5, 0.0), (0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (1.4, 1.0)])
def test_between_few_and_most_pages_on_topic_the_middle_moves_by_degrees(
    high: tuple[float, float], way: float, share: float
) -> None:
    """Texts about anything have a likeness of 0, and the best pages one of 1. From keywords alone, it stays."""
    decision = begun()
    lower = high[0] + way * (high[1] - high[0])
    likeness = np.array([*[0.0] * 15, *[lower] * 90, *[1.0] * 10], np.float32)
    found, _ = decision.border.lower_part(likeness, np.arange(15, 115), high)
    assert found == pytest.approx((1 - share) * lower, abs=2e-3)
    found, _ = decision.border.lower_part(likeness, np.arange(15, 115), None)
    assert found == pytest.approx(lower, abs=2e-3)
    decision.border.keywords = True
    found, _ = decision.border.lower_part(likeness, np.arange(15, 115), high)
    assert found == pytest.approx(lower, abs=2e-3)


def test_links_learn_sooner_than_verdicts_say_that_most_pages_are_on_topic() -> None:
    decision = begun()
    assert decision._verdicts.high == HIGH
    assert [view.high for view in decision._standing_out] == [HIGH_FOR_LINKS, None]
    assert HIGH_FOR_LINKS[1] < HIGH[0]


def test_one_example_has_nothing_to_be_compared_with() -> None:
    assert begun(examples=1)._verdicts.on == FIRST
    assert begun(examples=4)._verdicts.on != FIRST


@pytest.mark.parametrize(("many", "share"), [(0.05, 1.0), (0.1, 1.0), (0.15, 0.5), (0.2, 0.0), (0.5, 0.0)])
def test_the_more_pages_stand_out_the_less_the_best_ten_say_about_them(
    many: float, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 200 pages the best ten are at 10, others that stand out at 4, the rest at 0."""
    rng = Random(5)
    keywords = features_of("flood", "flood", dict.fromkeys(SUBJECTS["flood"], 5), None)
    decision = Judging([page(OFF[at % 3], rng) for at in range(12)], [keywords], keywords=True)
    crawled(decision, 200)
    monkeypatch.setattr(Border, "off_topic", lambda *_: (np.zeros(2, np.float32), np.ones(2, np.float32)))
    heights = np.zeros(213, np.float32)
    heights[13 : 13 + round(many * 200)] = 4.0
    heights[13:23] = 10.0
    decision._calibrate(decision._verdicts, heights, heights)
    assert decision._verdicts.on == pytest.approx(share * 7.0 + (1 - share) * ALONE)


def test_the_border_comes_down_to_a_margin_below_the_examples_as_pages_come() -> None:
    decision = begun()
    nothing, view = np.zeros(0, np.float32), decision._verdicts
    view.on = 10.0
    assert decision._level(view, nothing, np.arange(0)) == STRICT
    crawled(decision, HALF_SURE)
    for view.on, lowest in ((20.0, STRICTEST), (5.0, 0.7), (3.0, 0.5), (1.6, LOWEST)):
        assert decision._level(view, nothing, np.arange(0)) == pytest.approx((STRICT + lowest) / 2)
    decision.border.all_came = True  # of so many pages most is known of those off topic, if these are all
    sure = HALF_SURE / (HALF_SURE + HALF_SURE_OF_ALL)
    assert decision._level(view, nothing, np.arange(0)) == pytest.approx(sure * LOWEST + (1 - sure) * STRICT)
    decision.settle()
    height = view.level * view.on  # half a chance: nothing is a list here
    likeness = np.array([height * view.spread[0] + view.off[0]], np.float32)
    assert decision._chances(view, likeness, slice(20, 21)) == pytest.approx([0.5], abs=1e-3)


@pytest.mark.parametrize(("found", "odds"), [(2.0, -3.4761), (0.0, -4.5951), (21.0, -1.3863), (60.0, -1.3863)])
def test_from_keywords_the_border_is_higher_where_few_pages_are_on_topic(found: float, odds: float) -> None:
    """By hand: of 95 pages 2 and one more, of 100, are 0.03, log-odds −3.4761; the usual share 0.2 has −1.3863."""
    decision = from_keywords([page(OFF[at % 3], Random(at)) for at in range(95)])
    view = decision._verdicts
    view.chance[:] = 0.0
    view.chance[41:136] = found / 95
    lift = 0.4 * (-1.3863 - odds)
    nothing = np.zeros(0, np.float32)
    sure = 95 / (95 + HALF_SURE)
    border = sure * max(LOWEST, 1 - MARGIN / view.on) + (1 - sure) * STRICT
    assert decision._level(view, nothing, np.arange(0)) == pytest.approx(border + lift / view.on, abs=1e-4)
    decision.border.keywords = False
    assert decision._level(view, nothing, np.arange(0)) == pytest.approx(border), (
        "examples tell the border themselves"
    )


@pytest.mark.parametrize(("on_topic", "of_others"), [(20, 0.0), (30, 0.5), (40, 1.0), (8, 0.0)])
def test_of_few_pages_on_topic_the_ten_best_alone_are_examples(on_topic: int, of_others: float) -> None:
    """Of 200: a tenth is few, a fifth is many. All together weigh half of the three examples."""
    decision = begun()
    crawled(decision, 200)
    view = decision._verdicts
    view.chance[:] = 0.0
    chance = np.linspace(0.99, 0.6, on_topic)
    view.chance[15 + 3 : 15 + 3 + on_topic] = chance
    by_hand = 0.5 * chance
    by_hand[10:] *= of_others
    by_hand *= min(1.0, 1.5 / by_hand.sum())
    weights = decision._weights(view, 215)
    assert weights[12:15].tolist() == [1.0, 1.0, 1.0]
    assert weights[18 : 18 + on_topic] == pytest.approx(by_hand, abs=1e-5)
    assert weights.sum() == pytest.approx(3 + by_hand.sum(), abs=1e-4)


def test_marks_hold_and_move_the_level() -> None:
    decision = begun()
    about = crawled(decision, 60)
    level = decision.level
    before = chances(decision)
    floods = [number for number, subject in enumerate(about) if subject == "flood"]
    for number in floods[:6]:
        decision.mark(number, False)
    told = decision.revise()
    assert told is not None
    assert [chances(decision)[number] for number in floods[:6]] == [0.0] * 6
    assert decision.level > level
    assert sum(chances(decision)[number] for number in floods[6:]) < sum(before[number] for number in floods[6:])
    assert decision.revise() is None


def from_keywords(pages: Sequence[PageFeatures]) -> Judging:
    """What is said in the end of a crawl that knew nothing but the topic's words."""
    rng = Random(1)
    usual = [page(OFF[at % 3], rng) for at in range(40)]
    keywords = features_of("flood", "flood", dict.fromkeys(SUBJECTS["flood"], 5), None)
    decision = Judging(usual, [keywords], keywords=True)
    for each in pages:
        judged(decision, each)
        decision.revise()
    decision.settle()
    return decision


def test_from_keywords_a_site_that_is_all_about_the_topic_is_on_topic() -> None:
    rng = Random(4)
    decision = from_keywords([page("flood", rng) for _ in range(60)])
    assert np.mean(np.array(chances(decision)) > 0.5) > 0.9


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_few_pages_in_the_end_depends_little_on_their_order(seed: int) -> None:
    """Three pages about floods and three others, on three hosts each."""
    rng = Random(7)
    subjects = ["flood"] * 3 + list(OFF[:3])
    six = [page(subject, rng) for subject in subjects]
    order = [number % 6 for number in range(18)]
    Random(seed).shuffle(order)
    decision = from_keywords([six[number] for number in order])
    found = [chance > 0.5 for chance in chances(decision)]
    assert found == [subjects[number] == "flood" for number in order]


@pytest.mark.parametrize("seed", range(4))
def test_a_page_marked_off_topic_takes_none_from_those_that_are_not_like_it(seed: int) -> None:
    """Its copies are far off now, and so all pages differ more: the others stand out as before."""
    rng = Random(seed)
    subjects = ["flood"] * 3 + list(OFF[:3])
    decision = from_keywords([page(subject, rng) for subject in subjects] * 3)
    floods = [number for number in range(18) if number % 6 < 3]
    before = [chances(decision)[number] for number in floods]
    assert min(before) > 0.5
    decision.mark(4, False)
    decision.settle()
    assert [chances(decision)[number] for number in floods] == pytest.approx(before, abs=0.2)
    assert max(chances(decision)[number] for number in (4, 10, 16)) < 0.1


@pytest.mark.parametrize("keywords", [False, True])
def test_what_is_said_in_the_end_is_the_same_whether_or_not_pages_were_judged_anew_meanwhile(keywords: bool) -> None:
    rng = Random(5)
    pages = [page("flood" if at % 3 == 0 else OFF[at % 3], rng) for at in range(90)]
    said = []
    for anew in (True, False):
        usual = [page(OFF[at % 3], Random(at)) for at in range(40)]
        decision = Judging(usual, [page("flood", Random(50)), page("flood", Random(51))], keywords=keywords)
        for each in pages:
            judged(decision, each)
            if anew:
                decision.revise()
        decision.mark(0, True)
        decision.mark(1, False)
        decision.settle()
        said.append([decision.verdict(number) for number in range(len(pages))])
    assert said[0] == said[1]


def test_marks_take_likeness_from_what_is_alike_and_bring_what_is_unlike_a_share_that_grows_with_the_pages() -> None:
    view = View(HIGH)
    rows = np.array([[2.0, 1.0], [-2.0, 1.0]], np.float32)
    assert view.taken(rows).tolist() == [0.0, 0.0]
    view.away, view.sure = np.array([0.5, 0.0], np.float32), 0.25
    assert view.taken(rows).tolist() == [1.0, -0.25]
    for pages, sure in ((20, 20 / MANY_PAGES), (2 * MANY_PAGES, 1.0)):
        decision = begun()
        crawled(decision, pages)
        decision.mark(0, False)
        decision.settle()
        assert decision._verdicts.sure == sure


def test_words_of_a_page_marked_off_topic_speak_less_for_pages_like_it() -> None:
    decision = begun()
    about = crawled(decision, 60)
    marked, other = [number for number, subject in enumerate(about) if subject == "garden"][:2]

    def says() -> float:
        return sum(each.contribution for each in decision.verdict(other).evidence if each.term in SUBJECTS["garden"])

    decision.settle()
    before = says()
    decision.mark(marked, False)
    decision.settle()
    assert says() < before - 0.25


def test_from_keywords_the_middle_is_that_of_pages_off_topic() -> None:
    decision = from_keywords([page("flood", Random(at)) for at in range(20)])
    decision._verdicts.chance[41:61] = np.linspace(0.0, 1.0, 20)
    rows = np.arange(61, dtype=np.float32)[:, None]
    expected = np.average(rows, axis=0, weights=[*[1.0] * 40, 0.0, *np.linspace(1.0, 0.0, 20)])
    assert decision.space.middles(rows, decision._middle_weights()) == pytest.approx(np.array([expected, expected]))
    decision._verdicts.chance[41:61] = 4 * [0.5] + 16 * [0.0]  # 0.1 of all: few
    of_all = np.average(rows, axis=0, weights=[*[1.0] * 40, 0.0, *[1.0] * 20])
    assert decision.space.middles(rows, decision._middle_weights()) == pytest.approx(np.array([of_all, of_all]))


def test_words_that_only_the_last_pages_hold_count_in_the_end() -> None:
    last = features_of("x", "x", {"flood": 2, "levee": 3}, None)
    decision = from_keywords([page(OFF[at % 3], Random(at)) for at in range(12)])
    for _ in range(4):
        judged(decision, last)
    decision.settle()
    assert "levee" in {each.term for each in decision.verdict(15).evidence}


def test_few_pages_from_keywords_borrow_how_much_texts_about_anything_differ() -> None:
    decision = from_keywords([page(OFF[at % 3], Random(at)) for at in range(20)])
    likeness = np.zeros(61, np.float32)
    likeness[:40] = np.linspace(0.0, 0.4, 40)
    likeness[41:] = np.linspace(0.0, 0.08, 20)
    view = decision._standing_out[1]
    decision._glances = array("f", [0.0] * 20)
    decision._calibrate(view, likeness, likeness)
    few, texts = (np.diff(np.quantile(part, [0.1, 0.3]))[0] / 0.7572 for part in (likeness[41:], likeness[:40]))
    expected = np.sqrt((20 * few**2 + SPREAD_BORROWED * texts**2) / (20 + SPREAD_BORROWED))
    assert view.spread[0] == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("keywords", [True, False], ids=["keywords", "examples"])
def test_what_is_said_in_the_end_does_not_depend_on_what_was_believed_before(keywords: bool) -> None:
    rng = Random(3)
    pages = [page(subject, rng) for subject in (*["flood"] * 9, *OFF * 7)]
    usual = [page(OFF[at % 3], rng) for at in range(40)]
    examples = [page("flood", rng) for _ in range(3)]
    ends = []
    for seed in range(4):
        order = [*range(30)]
        Random(seed).shuffle(order)
        decision = Judging(usual, examples, keywords=keywords)
        for number in order:
            judged(decision, pages[number])
            if seed % 2:
                decision.revise()
        if seed == 3:
            decision._verdicts.chance[decision._first :] = 1.0
        decision.settle()
        ends.append([decision.verdict(order.index(number)).score for number in range(30)])
        decision.settle()
        assert chances(decision) == [ends[-1][number] for number in order]
    assert ends == [pytest.approx(ends[0], abs=1e-3)] * 4


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8], ids=str)
def test_from_keywords_a_crawl_that_mostly_finds_its_topic_is_believed(share: float) -> None:
    """With the border by the lower part of all pages, most of those on topic were lost."""
    rng = Random(4)
    about = ["flood" if rng.random() < share else OFF[at % 3] for at in range(90)]
    decision = from_keywords([page(subject, rng) for subject in about])
    found = [chance > 0.5 for chance in chances(decision)]
    right = sum(is_found and subject == "flood" for is_found, subject in zip(found, about, strict=True))
    assert right >= 0.9 * about.count("flood")
    assert sum(found) - right <= 3


@pytest.mark.parametrize(("tail", "counts"), [(EVEN, 1.0), ((EVEN + SKEWED) / 2, 0.5), (SKEWED, 0.0)])
def test_the_border_between_two_groups_counts_by_how_even_and_how_many_pages_are(
    tail: float, counts: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts about anything are at −1 and weigh 0.15 of the pages, of which half are at 1 and half at 5: between 3
    and, by degrees, 8."""
    decision = from_keywords([])
    texts = int(decision._examples[0])
    monkeypatch.setattr(border_module, "skewness", lambda _: tail)
    for many, share in ((ENOUGH_SPLIT, 1.0), (3 * ENOUGH_SPLIT, 1.0), (ENOUGH_SPLIT // 2, 0.5)):
        heights = np.array([*[-1.0] * texts, 9.0, *[1.0] * (many // 2), *[5.0] * (many // 2)], np.float32)
        border = decision.border.between_groups(heights, np.arange(texts + 1, texts + 1 + many), 8.0, HIGH)
        assert border == pytest.approx(share * counts * 3.0 + (1 - share * counts) * 8.0)


@pytest.mark.parametrize(("lower", "border"), [(-3.0, 0.7), (-0.75, -0.4917), (-0.5, -1.025), (1.0, -2.0)], ids=str)
def test_pages_off_topic_that_are_a_group_above_texts_about_anything_stay_off_topic(
    lower: float, border: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By hand: texts are at −5, eight of ten pages at `lower`, others at 2.5, so the lower part lies 0.267, 0.567,
    0.6 and 0.8 of the way up, and from 0.5 to 0.7 on most pages are on topic: at −0.5 the cut half-way to the texts,
    −2.75, counts half beside 0.7."""
    assert LEAST_SPLIT == 0.7
    monkeypatch.setattr(border_module, "skewness", lambda _: EVEN)
    decision = from_keywords([])
    texts, many = int(decision._examples[0]), ENOUGH_SPLIT
    heights = np.array([*[-5.0] * texts, 9.0, *[lower] * (many * 8 // 10), *[2.5] * (many * 2 // 10)], np.float32)
    drawn = decision.border.between_groups(heights, np.arange(texts + 1, texts + 1 + many), 8.0, HIGH)
    assert drawn == pytest.approx(border, abs=1e-3)


def test_a_border_between_groups_counts_for_fewer_pages_when_no_others_will_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 20 pages, half of them on topic: the cut at 3 alone when these are all, else a third of it beside 8."""
    assert (ALL_CAME, ENOUGH_SPLIT) == (20, 60)
    decision = from_keywords([])
    texts = int(decision._examples[0])
    monkeypatch.setattr(border_module, "skewness", lambda _: EVEN)
    heights = np.array([*[-1.0] * texts, 9.0, *[1.0] * 10, *[5.0] * 10], np.float32)
    for decision.border.all_came, by_hand in ((True, 3.0), (False, 3.0 / 3 + 8.0 * 2 / 3)):
        border = decision.border.between_groups(heights, np.arange(texts + 1, texts + 21), 8.0, HIGH)
        assert border == pytest.approx(by_hand)


def test_that_no_others_will_come_is_known_while_all_are_judged_again_and_only_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: list[bool] = []
    judge_all = Judging._judge_all

    def noting(decision: Judging) -> None:
        known.append(decision.border.all_came)
        judge_all(decision)

    monkeypatch.setattr(Judging, "_judge_all", noting)
    decision = begun()
    crawled(decision, 40)
    assert not any(known)
    decision.settle()
    assert known[-1]
    decision.mark(0, False)
    decision.revise()
    assert not known[-1]


def test_where_no_page_is_as_like_the_examples_as_these_are_the_best_are_found_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By hand: of forty pages ten are at 4 and thirty at 0, and three examples at 12: the border lies far above 4,
    and half-way between the groups when no others will come. At 1 the ten do not stand out enough."""
    rng = Random(1)
    decision = begun()
    for at in range(40):
        judged(decision, page(OFF[at % 3], rng))
    monkeypatch.setattr(border_module, "skewness", lambda _: EVEN)
    view, pages = decision._verdicts, np.arange(15, 55)
    view.on = 12.0
    for best, all_came, by_hand in ((4.0, True, 2.0), (4.0, False, None), (1.0, True, LEAST_OF_NONE)):
        decision.border.all_came = all_came
        heights = np.array([*[0.0] * 12, *[12.0] * 3, *[best] * 10, *[0.0] * 30], np.float32)
        found = decision._level(view, heights, pages) * view.on
        assert found > 9 if by_hand is None else found == pytest.approx(by_hand, abs=1e-3)
    decision.border.all_came = True
    heights[20] = 11.9  # one is found: nothing is changed
    assert decision._level(view, heights, pages) * view.on > 9
    decision.space.linked[20] = 0.9  # but it is a list
    assert decision._level(view, heights, pages) * view.on == pytest.approx(LEAST_OF_NONE)
    decision.mark(0, True)  # a person says what is on topic
    heights[20] = 0.0
    assert decision._level(view, heights, pages) * view.on > 4


def test_between_two_groups_is_the_border_of_what_is_said_from_keywords_and_of_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Links learn from how far pages stand out as well; examples say by themselves how near is near."""
    monkeypatch.setattr(Border, "between_groups", lambda *_: 1_000.0)
    decision = from_keywords([page(OFF[at % 3], Random(at)) for at in range(40)])
    assert decision._verdicts.level * decision._verdicts.on == pytest.approx(1_000.0)
    assert decision._standing_out[1].level * decision._standing_out[1].on < 100
    few = from_keywords([page(OFF[at % 3], Random(at)) for at in range(ENOUGH - 1)])
    assert few._verdicts.level < 2
    with_examples = begun()
    crawled(with_examples, 40)
    assert with_examples._verdicts.level < 2


def test_an_example_that_is_crawled_counts_once() -> None:
    """As seeds are: else examples would seem to be far more like each other than other pages are."""
    rng = Random(1)
    usual = [page(OFF[at % 3], rng) for at in range(12)]
    examples = [page("flood", rng) for _ in range(3)]
    decision = Judging(usual, examples)
    for each in examples:
        judged(decision, each)
    crawled(decision, 60)
    decision.settle()
    assert decision._copies.tolist() == [decision._first, decision._first + 1, decision._first + 2]
    weights = decision._weights(decision._verdicts, len(decision.space))
    assert weights[decision._copies].tolist() == [0.0] * 3
    assert min(chances(decision)[:3]) > 0.9
    before = decision._verdicts.on
    decision.mark(0, True)
    decision.settle()
    assert decision._verdicts.on == pytest.approx(before, rel=0.02)
    assert decision._weights(decision._verdicts, len(decision.space))[decision._first] == 0.0


def test_keywords_beside_examples_say_what_the_topic_is_as_well() -> None:
    """Half of the pages about rain say nothing that the examples, which are about bridges, say."""
    rng = Random(1)
    usual = [page(OFF[at % 3], rng) for at in range(12)]
    bridges = [features_of("x", "x", {"bridge": 3, "rescue": 2, "damage": 2}, None) for _ in range(3)]
    rain = [features_of("x", "x", {"rain": 3, "storm": 2, "water": 2, "garden": 1}, None) for _ in range(3)]
    hint = features_of("x", "x", {"rain": 10, "storm": 10}, None)
    said = []
    for hints in ((), (hint,)):
        decision = Judging(usual, bridges, hints=hints)
        crawled(decision, 30)
        for each in rain:
            judged(decision, each)
        decision.settle()
        said.append(chances(decision)[-1])
        assert decision.pages == 33
    assert said[1] > 2 * said[0]


def test_pages_that_are_marked_on_topic_become_examples() -> None:
    decision = begun()
    about = crawled(decision, 60)
    gardens = [number for number, subject in enumerate(about) if subject == "garden"]
    before = chances(decision)
    for number in gardens[:5]:
        decision.mark(number, True)
    decision.revise()
    after = chances(decision)
    assert [after[number] for number in gardens[:5]] == [1.0] * 5
    assert np.mean([after[number] for number in gardens[5:]]) > np.mean([before[number] for number in gardens[5:]])


def test_a_mark_that_is_taken_back_counts_no_more() -> None:
    decision = begun()
    about = crawled(decision, 60)
    floods = [number for number, subject in enumerate(about) if subject == "flood"][:6]
    for number in floods:
        decision.mark(number, False)
    decision.revise()
    for number in floods:
        decision.mark(number, None)
    for _ in range(3):  # each time by what was found on topic the time before
        decision.mark(floods[0], None)
        decision.revise()
    untouched = begun()
    crawled(untouched, 60)
    assert decision.level == pytest.approx(untouched.level, abs=0.02)
    assert [chances(decision)[number] for number in floods] == pytest.approx(
        [chances(untouched)[number] for number in floods], abs=0.05
    )


def test_asks_for_what_is_least_certain_none_twice_and_none_that_is_marked() -> None:
    decision = begun()
    crawled(decision, 40)
    off = np.abs(np.array(chances(decision)) - 0.5)
    asked = list(decision.ask(5))
    assert asked[0] == off.argmin()
    assert off[asked].tolist() == sorted(off[asked].tolist())
    assert len(set(asked)) == 5
    decision.mark(asked[0], True)
    decision.revise()
    assert asked[0] not in decision.ask(40)
    rng = Random(9)
    same = page("garden", rng)
    copies = [decision.pages, decision.pages + 1]
    for _ in copies:
        judged(decision, same)
    assert len(set(copies) & set(decision.ask(100))) == 1


def test_a_list_of_links_is_less_likely_the_more_of_it_is_links() -> None:
    rng, told = Random(6), []
    features = page("flood", rng)
    for linked in (0.0, 0.5, 0.75, 1.0):
        decision = begun()
        crawled(decision, 40)
        verdict = judged(
            decision,
            features_of("flood", "flood", dict(zip(features.words, features.counts, strict=True)), None, linked),
        )
        lists = [each.contribution for each in verdict.evidence if each.term == LIST]
        assert lists == ([] if linked <= 0.5 else [pytest.approx(-12.0 * (linked - 0.5) / 0.5)])
        told.append(verdict.score)
    assert told[0] == told[1] > told[2] > told[3]


def test_a_page_of_which_two_thirds_are_links_is_not_on_topic_whatever_it_says() -> None:
    """As half of the index pages of a real web are; 99 of 100 articles have less than three tenths."""
    told = []
    for linked in (0.4, 0.65):
        decision = begun()
        crawled(decision, 40)
        words = dict.fromkeys(SUBJECTS["flood"], 5)
        told.append(judged(decision, features_of("flood", "flood", words, None, linked)))
        assert sum(each.contribution for each in told[-1].evidence if each.term != LIST) + told[-1].bias > 3.0
    assert [each.on_topic for each in told] == [True, False]


def test_vectors_of_another_encoder_are_not_compared() -> None:
    encoder, other = Written(MEANS), Written(dict.fromkeys(MEANS, (1.0, 0.1, 0.1, 0.0)))
    other.name = "other-1"
    decision = begun(encoder=encoder)
    crawled(decision, 40, encoder=encoder)
    row = len(decision.space)
    judged(decision, page("garden", Random(7), encoder=other))
    assert not decision.space.meaning[row].any()
    judged(decision, page("garden", Random(7), encoder=encoder))
    assert decision.space.meaning[row + 1].any()


def test_a_glance_leaves_nothing_behind() -> None:
    decision, other = begun(), begun()
    for at in range(5):
        first = decision.glance(page("flood", Random(at)))
        assert 0.0 <= first <= 1.0
    assert decision.glance(page("flood", Random(0))) > decision.glance(page("garden", Random(0)))
    assert crawled(decision, 30) == crawled(other, 30)
    assert chances(decision) == chances(other)


def test_the_evidence_names_words_and_meaning_the_strongest_first() -> None:
    decision = begun(encoder=Written(MEANS))
    crawled(decision, 40, encoder=Written(MEANS))
    verdict = judged(decision, page("flood", Random(8), encoder=Written(MEANS)))
    sizes = [abs(each.contribution) for each in verdict.evidence]
    assert sizes == sorted(sizes, reverse=True)
    terms = {each.term for each in verdict.evidence}
    assert MEANING in terms
    assert terms & set(SUBJECTS["flood"])
    assert not any(each.counts for each in verdict.evidence)


def test_all_rows_are_judged_whatever_is_taken_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = begun(), begun()
    crawled(one, 50)
    monkeypatch.setattr(page_space, "_AT_ONCE", 7)
    crawled(other, 50)
    assert chances(one) == pytest.approx(chances(other), abs=1e-6)


def test_a_page_is_more_like_the_topic_among_pages_like_it(monkeypatch: pytest.MonkeyPatch) -> None:
    company = begun()
    about = crawled(company, 60)
    monkeypatch.setattr(view_module, "COMPANY", 0.0)
    alone = begun()
    crawled(alone, 60)
    floods = [number for number, subject in enumerate(about) if subject == "flood"]
    others = [number for number, subject in enumerate(about) if subject != "flood"]

    def apart(decision: Judging) -> float:
        said = chances(decision)
        return min(said[number] for number in floods) - max(said[number] for number in others)

    assert apart(company) > apart(alone)
    assert not any(term.term == ALIKE_PAGES for term in alone.verdict(floods[0]).evidence)
    assert any(term.term == ALIKE_PAGES and term.contribution > 0 for term in company.verdict(floods[0]).evidence)


def test_a_page_that_came_since_all_were_judged_hears_of_those_like_it_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decision = begun()
    crawled(decision, 60)
    new = page("flood", Random(5))
    with_company = decision.glance(new)
    monkeypatch.setattr(view_module, "COMPANY", 0.0)
    assert decision.glance(new) < with_company


def test_all_pages_start_from_about_the_same_whatever_they_hear_of_others() -> None:
    decision = begun()
    crawled(decision, 60)
    said = [decision.verdict(number) for number in (4, 5)] + [judged(decision, page("flood", Random(5)))]
    heard = [sum(each.contribution for each in verdict.evidence if each.term == ALIKE_PAGES) for verdict in said]
    assert heard[0] > 1 > heard[1]
    assert [each.bias for each in said] == pytest.approx([said[0].bias] * 3, abs=0.5)


def test_asks_for_pages_that_differ_while_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = begun()
    crawled(decision, 40)

    def most_alike() -> float:
        rows = decision.space.rows(decision._first + np.array(decision.ask(4)))
        return float((rows @ rows.T - np.eye(len(rows))).max())

    assert most_alike() <= judging.ALIKE
    assert len(decision.ask(30)) == 30
    monkeypatch.setattr(judging, "ALIKE", judging.COPIES)
    assert most_alike() > 0.5


def test_the_best_pages_do_not_all_have_the_same_chance() -> None:
    decision = begun()
    own = slice(decision._first - 1, decision._first + 2)
    view = decision._verdicts
    heights = np.array([view.level + 5, view.level + 6, view.level + 7], np.float32) * view.on
    chances_of = decision._chances(view, heights * view.spread[0] + view.off[0], own)
    assert 0.99 < chances_of[0] < chances_of[1] < chances_of[2] < 1


def test_from_keywords_few_pages_are_judged_without_company() -> None:
    rng = Random(1)
    usual = [page(OFF[at % 3], rng) for at in range(12)]
    by_keywords, by_examples = Judging(usual, [page("flood", rng)], keywords=True), begun()
    for decision in (by_keywords, by_examples):
        crawled(decision, 60)
    assert by_keywords._verdicts.heard is None
    assert by_examples._verdicts.heard is not None
