from honeyguide.config import Settings
from honeyguide.lab.observer import Observation, Observer, above
from honeyguide.model import Page, Relevance, Thresholds, Topic


def page(text: str) -> Page:
    return Page("http://h.test/", "", text, ("", "", "", text, ""), (), "en")


def test_an_observer_judges_by_its_own_topic_and_counts_what_the_crawler_accepts() -> None:
    topic = Topic("birds", {"bird": 1.0, "nest": 1.0}, thresholds=Thresholds(page=0.8), relevance="tag-vsm")
    seen = Observation(Observer(topic, (0.5, 0.9)), Settings())
    # Both words once: the cosine of (1, 1) with (1, 1) is 1. One word: 1 / √2 = 0.707.
    both = seen.judge(page("bird nest"), Relevance(0.1, False), True)
    one = seen.judge(page("bird"), Relevance(0.9, True), False)
    none = seen.judge(page("stone"), Relevance(0.9, True), True)
    assert [round(judged.score, 3) for judged in (both, one, none)] == [1.0, 0.707, 0.0]
    assert [judged.on_topic for judged in (both, one, none)] == [True, False, False]
    assert seen.notes() == {"accepted": 2.0, "accepted_right": 1.0, above(0.5): 2.0, above(0.9): 1.0}
