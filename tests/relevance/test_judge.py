"""The judge from keywords alone, on single pages as `try` shows them, with the encoder that comes along."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from honeyguide import Topic, explain
from honeyguide.analysis import relevance_model
from honeyguide.config import Settings
from honeyguide.explanation import Explanation
from honeyguide.model import Document, Relevance, TrainingData
from honeyguide.parsing.html import parse
from honeyguide.parsing.tokens import content_words
from honeyguide.relevance.judge import MOST_OTHERS, OPENING, OPENING_TIMES, TITLE_TIMES, Judge
from honeyguide.relevance.judging import LIST, MEANING, Judging
from honeyguide.relevance.page_features import counted, features_of, pack, unpack
from honeyguide.topics.files import load_topic
from honeyguide.training import train_topic

FLOODS = Topic("floods", {"flood": 1.0, "heavy rain": 0.6}, relevance="judge")
PASTA = """<title>Alphabet pasta soup</title><h1>Alphabet pasta soup</h1>
<p>Bring a large pot of salted water to the boil, add the pasta and cook it for eight minutes until it is tender.
Meanwhile fry the onions, garlic and carrots in olive oil, and stir in the tomatoes.</p>
<p>Pour a flood of letters into the broth, season with basil, and serve the soup hot with grated cheese.</p>"""
FLOOD = """<title>Flood after heavy rain cuts off three villages</title><h1>Flood after heavy rain</h1>
<p>Heavy rain over the weekend caused the river to burst its banks, and a flood cut off three villages in the valley.
Rescue teams brought two hundred people to safety by boat.</p>
<p>The flood destroyed a bridge and left hundreds of houses under water. More heavy rain is expected, and the
authorities have issued a flood warning.</p>"""
HEADLINES = ("Flood after heavy rain", "Football results", "Election night", "Flood relief fund", "Recipe of the day")
INDEX = "<title>News</title><ul>" + "".join(
    f"<li><a href='/{number}'>{HEADLINES[number % len(HEADLINES)]}</a>" for number in range(30)
)


def judged(html: str, folder: Path, encoder: str = "use") -> Explanation:
    page = folder / "page.html"
    page.write_text(html, "utf-8")
    return explain(page, FLOODS, Settings(encoder=encoder), base="http://a.example/")


def test_a_recipe_that_says_flood_once_is_off_topic(tmp_path: Path) -> None:
    assert not judged(PASTA, tmp_path).on_topic


def test_a_list_of_links_is_off_topic_and_says_so(tmp_path: Path) -> None:
    page = judged(INDEX, tmp_path)
    assert not page.on_topic
    assert LIST in {each.term for each in page.terms}


def test_what_is_near_the_topic_by_meaning_alone_is_off_topic_while_nothing_else_is_known_and_says_so(
    tmp_path: Path,
) -> None:
    river = "<title>river-press.example</title><p>The valley, the river and the storm of last winter, and water.</p>"
    page = judged(river, tmp_path)
    assert not page.on_topic
    says = {each.term: each.contribution for each in page.terms}
    assert says["(meaning)"] > 0
    assert says["(no word of the topic)"] < 0
    assert sum(says.values()) + page.bias == pytest.approx(-1.0, abs=0.01)


def test_a_page_about_a_flood_after_heavy_rain_is_on_topic(tmp_path: Path) -> None:
    assert judged(FLOOD, tmp_path).on_topic


@pytest.mark.parametrize("encoder", ["use", "none"])
@pytest.mark.parametrize("html", [PASTA, FLOOD, INDEX], ids=["recipe", "flood", "list"])
def test_what_speaks_for_and_against_a_page_adds_up(html: str, encoder: str, tmp_path: Path) -> None:
    page = judged(html, tmp_path, encoder)
    assert page.unit == "log-odds"
    assert (MEANING in {each.term for each in page.terms}) == (encoder == "use")
    listed = sum(each.contribution for each in page.terms)
    assert listed + page.others + page.bias == pytest.approx(page.total, abs=1e-4)
    assert (page.total > 0) == page.on_topic


def test_a_page_without_words_is_nothing(tmp_path: Path) -> None:
    page = judged("<title>!?</title>", tmp_path, "none")
    assert (page.relevance, page.on_topic, page.terms) == (0.0, False, ())


RAIN = "Heavy rain fell for three days and the river rose. A rainstorm disaster: nine streets stand under water. "
SITE = {
    "front": "Front page. News of today. " + "News of today. " * 10,
    "flood": "Flood in the valley. " + f"A flood after heavy rain, and a red alert. {RAIN}" * 4,
    "story": "Rainstorm over the harbour. " + f"The rainstorm brought a flood. {RAIN} 今晨发布暴雨红色预警。 " * 4,
    "today": "Rainfall today. " + f"Rainfall and a rainstorm disaster at the coast. {RAIN}" * 4,
    "football": "Football. " + "The football match ended without a goal before many people in the stadium. " * 6,
    "boots": "Boots. " + "Boots of leather, in all sizes and colours, and what they cost in our shop. " * 6,
}
ON_TOPIC = {"flood", "story", "today"}


@pytest.mark.parametrize("marked", ["", *SITE])
def test_of_a_small_site_on_three_hosts_the_same_is_said_in_any_order_with_any_mark_that_is_true(marked: str) -> None:
    for seed in range(25):
        order = [*SITE] * 3
        Random(seed).shuffle(order)
        decision = relevance_model(load_topic("rainstorm-disaster"), None, "none").decision()
        assert isinstance(decision, Judging)
        for name in order:
            text = SITE[name]
            packed = pack(features_of(text, text.partition(".")[0], counted(content_words(text)), None))
            decision.judge(Relevance(0.0, False, features=packed), 0.0)
            decision.revise()
        if marked:
            decision.mark(order.index(marked), marked in ON_TOPIC)
        decision.settle()
        found = {name for number, name in enumerate(order) if decision.verdict(number).on_topic}
        assert found - {"front"} == ON_TOPIC, (seed, found)


LATER = "Harbour cranes. " * (OPENING // len("Harbour cranes. ") + 1)


def test_words_of_title_and_opening_count_as_more_in_pages_and_in_examples() -> None:
    html = f"<title>Levee</title><p>Sandbags hold. {LATER} Pumps run.</p>"
    judge = relevance_model(FLOODS)
    assert isinstance(judge, Judge)
    page = parse(html, "http://a.example/", max_links=0)
    features = unpack(judge.features(page))
    counts = dict(zip(features.words, features.counts, strict=True))
    text = f"Levee\nSandbags hold. {LATER} Pumps run."
    trained = Judge.train(TrainingData(FLOODS, [Document("a", tuple(content_words(text)), text=text)], []))
    for said in (counts, trained.pages[0].words):
        assert said["pumps"] == 1
        assert said["sandbags"] == 1 + OPENING_TIMES
        assert said["levee"] == 1 + OPENING_TIMES + TITLE_TIMES


def test_keywords_that_are_given_beside_examples_reach_the_decision() -> None:
    topic = Topic("rain", {"rain": 1.0}, synonyms={"rain": ("暴雨",)})
    example = Document("a", ("flood", "rescue"), text="Flood. The rescue of the town.")
    made = train_topic(topic, "judge", [example])
    assert made.model is not None
    assert made.model.keywords == {"rain": 1.0, "暴雨": 1.0}
    judge = relevance_model(made, None, "none")
    assert isinstance(judge, Judge)
    decision = judge.decision()
    assert decision._first - decision._examples[-1] == 3
    drawn = train_topic(Topic("rain", {}), "judge", [example])
    assert drawn.model is not None
    assert (drawn.model.keywords, bool(drawn.keywords)) == ({}, True)


def test_words_of_title_and_opening_are_those_of_the_language_of_the_page() -> None:
    judge = relevance_model(FLOODS)
    assert isinstance(judge, Judge)
    page = replace(parse("<title>洪水警報</title><p>大雨警報</p>", "http://a.example/", max_links=0), language="ja")
    assert sorted(unpack(judge.features(page)).words) == ["大雨警報", "洪水警報"]  # which in Chinese are two each


def test_of_very_many_other_pages_the_first_are_kept() -> None:
    others = [Document(str(number), (f"word{number}",)) for number in range(MOST_OTHERS + 1)]
    trained = Judge.train(TrainingData(FLOODS, [Document("flood", ("flood",))], others))
    assert [list(other.words) for other in trained.other_pages] == [[f"word{n}"] for n in range(MOST_OTHERS)]


def first_said(judge: Judge) -> Relevance:
    """Of the page about a flood, by a decision of its own."""
    features = judge.features(parse(FLOOD, "http://a.example/", max_links=0))
    return judge.decision().judge(Relevance(0.0, False, features=features), 0.0)


def test_on_topic_is_what_exceeds_the_threshold_of_the_topic() -> None:
    for threshold in (0.5, 1.0):
        judge = relevance_model(replace(FLOODS, relevance=f"judge:threshold={threshold}"), encoder="none")
        assert isinstance(judge, Judge)
        said = first_said(judge)
        assert said.score > 0.5
        assert said.on_topic == (threshold < 1.0)


def test_a_judge_that_need_not_explain_does_not() -> None:
    judge = relevance_model(FLOODS, encoder="none")
    assert isinstance(judge, Judge)
    assert first_said(judge).evidence
    judge.explains = False
    assert not first_said(judge).evidence
