"""What every relevance model must keep to, whatever its idea of the topic; a plain function is one."""

from __future__ import annotations

from functools import cache, cached_property
from random import Random
from typing import Any
from unittest import TestCase

import msgspec

from honeyguide import encoders
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import DEFAULTS, Settings
from honeyguide.encoders.vectors import Vectors
from honeyguide.model import GROUPS, LABELS, Page, Relevance, Topic
from honeyguide.protocols import RelevanceModel
from honeyguide.testing.contract import Contract, contract_of
from honeyguide.testing.example_pages import pages, trained
from honeyguide.topics.terms import Terms

PARTS = {"tag-groups": GROUPS, "labels": LABELS}
MOST_EVIDENCE = 40
_WORDS = ["rainstorm", "disaster", "flood", "garden", "暴雨", "灾害", "的", "7"]


def relevance_contract(model: Any, topic: Topic | None = None) -> type[TestCase]:
    """Over a relevance model by its name or class, or a function of a page.

    Without a topic it is the shipped `rainstorm-disaster`, with what the model is trained to by example pages.
    """
    return contract_of(RelevanceContract, model, given=topic)


@cache
def vectors() -> Vectors | None:
    """Of the usual encoder: what all models of a process ask of it is made once."""
    return encoders.open_vectors(DEFAULTS.encoder)


def made_up(scorer: RelevanceModel, text: str, title: str = "", language: str = "en") -> Page:
    """A page with a title and plain text."""
    plain = {"tag-groups": "body", "labels": "other"}[scorer.layout]
    parts = {"title": title, plain: text}
    groups = tuple(parts.get(part, "") for part in PARTS[scorer.layout])
    return Page("http://a.example/", title, text, groups, (), language)


def decided(scorer: RelevanceModel, judged: Relevance) -> Relevance:
    """As the main process has it in the end."""
    decision = scorer.decision()
    return decision.judge(judged, 0.0) if decision else judged


class RelevanceContract(Contract):
    noun = "relevance model"
    given: Topic | None = None

    @cached_property
    def topic(self) -> Topic:
        return self.given or trained(self.part)

    @cached_property
    def scorer(self) -> RelevanceModel:
        return self.made(self.topic)

    def made(self, topic: Topic) -> RelevanceModel:
        if isinstance(self.part, str):
            return relevance_model(
                topic if self.given is None else msgspec.structs.replace(topic, relevance=self.part),
                encoder=vectors(),
            )
        return relevance_model(topic, self.part, vectors())

    @property
    def some_pages(self) -> list[Page]:
        layout = self.scorer.layout
        return [*pages(on_topic=True, layout=layout)[:20], *pages(on_topic=False, layout=layout)[:20]]

    def test_it_says_how_it_wants_pages_cut(self) -> None:
        self.expect(self.scorer.layout in PARTS, f"have a layout of {' or '.join(PARTS)}, not {self.scorer.layout!r}")

    def test_scores_and_evidence_are_sound_on_real_pages(self) -> None:
        scorer, terms = self.scorer, Terms(self.topic)
        for page in self.some_pages:
            judged = scorer.score(page)
            self._sound(decided(scorer, judged), page)
            matched = tuple(sorted({term for found in terms.count_each(page.groups) for term in found}))
            self.expect_equal(judged.matched_terms, matched, "name the keywords that a page holds as `matched_terms`")
            on_topic = judged.score > scorer.threshold
            self.expect_equal(judged.on_topic, on_topic, f"hold for on topic what exceeds {scorer.threshold}")
            self.expect_equal(scorer.score(page), judged, "judge a page as it judged it before")

    def test_scores_and_evidence_are_sound_on_any_page(self) -> None:
        rng = Random(1)
        for length in range(60):
            page = made_up(self.scorer, " ".join(rng.choices(_WORDS, k=length)))
            self._sound(decided(self.scorer, self.scorer.score(page)), page)

    def test_an_empty_page_is_not_on_topic(self) -> None:
        for page in (made_up(self.scorer, ""), made_up(self.scorer, " \n", "!?")):
            judged = decided(self.scorer, self.scorer.score(page))
            self.expect(not judged.on_topic, "hold an empty page for off topic")
            self.expect_equal((judged.evidence, judged.matched_terms), ((), ()), "find nothing on an empty page")

    def test_a_page_in_another_language_stays_off_topic(self) -> None:
        topic = msgspec.structs.replace(self.topic, languages=("fr",))
        reader = PageAnalyzer(topic, Settings(), model=self.made(topic))
        page = pages(on_topic=True, layout=reader.scorer.layout)[0]
        judged = decided(reader.scorer, reader.judge(page))
        self.expect(not judged.on_topic, "leave a page off topic that the topic's languages exclude")
        self.expect_equal(judged.why_not, f"its language is {page.language}", "pass on why it is off topic")

    def test_a_worker_gets_the_same_model(self) -> None:
        sent = msgspec.msgpack.decode(msgspec.msgpack.encode(self.topic), type=Topic)
        scorer, same = self.scorer, self.made(sent)
        page = self.some_pages[0]
        self.expect_equal(same.score(page), scorer.score(page), "judge alike in another process")
        one, other = ((each.threshold, dict(each.groups), each.unit) for each in (scorer, same))
        self.expect_equal(other, one, "have the same threshold, groups and unit in another process")

    def test_the_topics_own_threshold_wins(self) -> None:
        thresholds = msgspec.structs.replace(self.topic.thresholds, page=0.9)
        high = self.made(msgspec.structs.replace(self.topic, thresholds=thresholds))
        self.expect_equal(high.threshold, 0.9, "take the threshold that the topic names")

    def test_what_decides_goes_on_after_a_stop_as_if_there_had_been_none(self) -> None:
        judged = [self.scorer.score(page) for page in self.some_pages]
        whole, stopped, resumed = (self.made(self.topic).decision() for _ in range(3))
        if whole is None or stopped is None or resumed is None:
            return
        expected = [whole.judge(each, float(at)) for at, each in enumerate(judged)]
        half = len(judged) // 2
        before = [stopped.judge(each, float(at)) for at, each in enumerate(judged[:half])]
        stopped.moves()
        resumed.restore(msgspec.json.decode(msgspec.json.encode(stopped.state())))
        after = [resumed.judge(each, float(at)) for at, each in enumerate(judged[half:], start=half)]
        self.expect_equal([*before, *after], expected, "decide after a stop as if there had been none")
        self.expect_equal(resumed.state(), whole.state(), "have the same state then")

    def _sound(self, judged: Relevance, page: Page) -> None:
        self.expect(0.0 <= judged.score <= 1.0, f"give scores in [0, 1]; {judged.score} for {page.url}")
        sizes = [abs(each.contribution) for each in judged.evidence]
        self.expect(sizes == sorted(sizes, reverse=True), f"give the weightiest evidence first, not {sizes}")
        self.expect(len(sizes) <= MOST_EVIDENCE, f"give at most {MOST_EVIDENCE} terms as evidence, not {len(sizes)}")
        groups = list(self.scorer.groups)
        for each in judged.evidence:
            if not each.counts:
                continue
            self.expect(
                len(each.counts) == len(groups),
                f"count '{each.term}' in each of {groups} or in none, not {each.counts}",
            )
            self.expect(any(each.counts), f"give only terms as evidence that the page holds, not '{each.term}'")
        self.expect(len({each.term for each in judged.evidence}) == len(sizes), "give each term once as evidence")
        if self.scorer.unit == "relevance" and 0 < len(sizes) < MOST_EVIDENCE:
            total = sum(each.contribution for each in judged.evidence)
            says = f"give evidence that adds up to the score {judged.score}, not to {total}, as its unit says"
            self.expect(abs(total - judged.score) < 1e-6, says)
        in_order = sorted(set(judged.matched_terms))
        self.expect_equal(list(judged.matched_terms), in_order, "name `matched_terms` once each, in order")
