"""What every link model must keep to, whatever it looks at."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest import TestCase

import msgspec
import numpy as np
from numpy.typing import NDArray

from honeyguide import links
from honeyguide.core.lessons import as_stored, show_again
from honeyguide.model import Link, OutLink, Relevance, Topic
from honeyguide.protocols import LinkHistory, LinkModel, LinkScores
from honeyguide.records import PageLinks
from honeyguide.testing.contract import Contract, contract_of

TOPIC = Topic("rain", {"rain": 0.8, "flood": 0.6})
WORDS = ["rain", "flood", "rain flood", "a rose", "about us", ""]
HOSTS, LINKS = 4, 400


def link_model_contract(model: str | type | Any, topic: Topic = TOPIC) -> type[TestCase]:
    """Over a link model by its name, its class, or a function that makes one; with the topic that it needs."""
    return contract_of(LinkModelContract, model, topic=topic)


def link(number: int) -> Link:
    return Link(number, f"http://h{number % HOSTS}.example/{number}", number % HOSTS)


class Crawled:
    """A model that pages are told to, and what a crawl would store of them."""

    def __init__(self, model: LinkModel) -> None:
        self.model = model
        self.scored: list[LinkScores] = []
        self.pages: list[PageLinks] = []

    def page(self, number: int, relevance: float, outs: list[tuple[int, str, str]]) -> LinkScores:
        """A page of this relevance with these links: target, anchor, text around it."""
        targets = [link(target) for target, _, _ in outs]
        found = tuple(
            OutLink(to.url, f"h{to.host}.example", a, near) for to, (_, a, near) in zip(targets, outs, strict=True)
        )
        judged = Relevance(relevance, on_topic=relevance > 0.5, matched_terms=(number % 2,))
        self.model.learn(link(number), judged)
        title = WORDS[number % len(WORDS)]
        scores = self.model.score(as_stored(link(number).url, title, found), judged, link(number), targets)
        numbers = tuple(each.id for each in targets)
        self.pages.append(PageLinks(number, title, judged, found, tuple(range(len(found))), numbers))
        self.scored.append(scores)
        return scores

    def crawl(self, rng: Random, numbers: range) -> None:
        for number in numbers:
            outs = [(rng.randrange(LINKS), rng.choice(WORDS), rng.choice(WORDS)) for _ in range(rng.randrange(8))]
            self.page(number, rng.random(), outs)
            self.model.refresh()

    def history(self) -> LinkHistory:
        def column(values: list[Any], kind: type) -> NDArray[Any]:
            return np.array(values, kind)

        known = {number for page in self.pages for number in (page.link, *page.targets)}
        near = [each.context_scores or [0.0] * len(each.anchors) for each in self.scored]
        return LinkHistory(
            column([page.link for page in self.pages], np.int32),
            column([page.relevance.score for page in self.pages], np.float64),
            column([len(page.targets) for page in self.pages], np.int32),
            column([target for page in self.pages for target in page.targets], np.int32),
            column([value for each in self.scored for value in each.anchors], np.float64),
            column([value for each in near for value in each], np.float32),
            column([number % HOSTS if number in known else 0 for number in range(LINKS)], np.int64),
        )

    def resume(self, stopped: Crawled) -> None:
        """Go on from what a crawl with another model stored, as the core does it."""
        if hasattr(self.model, "restore"):
            self.model.restore(msgspec.json.decode(msgspec.json.encode(stopped.model.state())), stopped.history())
        else:
            for page in stopped.pages:
                show_again(self.model, page, page.relevance, link)


class LinkModelContract(Contract):
    noun = "link model"
    topic = TOPIC

    def test_the_same_page_gives_the_same_scores(self) -> None:
        one, other = self.begun(), self.begun()
        for crawled in (one, other):
            crawled.crawl(Random(1), range(120))
        self.expect_equal(one.scored, other.scored, "give the same scores for the same pages")
        same = one.model.scores(LINKS).tobytes() == other.model.scores(LINKS).tobytes()
        self.expect(same, "have the same `scores` after the same pages")

    def test_each_link_of_a_page_is_scored_once_from_0_to_1_and_explained(self) -> None:
        crawled = self.begun()
        crawled.crawl(Random(2), range(200))
        for page, scores in zip(crawled.pages, crawled.scored, strict=True):
            numbers = [each.link.id for each in scores.links]
            self.expect_equal(numbers, list(dict.fromkeys(page.targets)), "score each link of a page once, in order")
            self.expect_equal(len(scores.anchors), len(page.targets), "say something of the anchor of every link")
            for each in scores.links:
                values = each.score, each.anchor, each.context_score, each.rank
                self.expect(all(0.0 <= value <= 1.0 for value in values), f"give numbers in [0, 1], not {values}")
        now = crawled.model.scores()
        self.expect_equal(now.dtype, np.dtype(np.float32), "give `scores` as float32")
        self.expect(0.0 <= now.min() <= now.max() <= 1.0, f"have scores in [0, 1], not {now.min()} to {now.max()}")
        for number, score in enumerate(now.tolist()):
            parts = dict(crawled.model.explain(number))
            said = f"explain a score by parts that add up to it: {parts} for link {number} with {score}"
            self.expect(abs(sum(parts.values()) - score) < 1e-6, said)

    def test_scores_told_in_bulk_and_of_one_link_are_the_same_to_the_bit(self) -> None:
        crawled = self.begun()
        crawled.crawl(Random(3), range(70))
        told = crawled.page(70, 0.7, [(number, "rain flood", "rain") for number in range(300)])
        bulk = crawled.model.scores()
        for each in told.links:
            number = each.link.id
            values = np.float32(each.score), bulk[number], np.float32(crawled.model.score_of(number))
            self.expect(values[0] == values[1] == values[2], f"say one score of link {number}, not {values}")

    def test_scores_that_move_in_bulk_are_then_those_that_hold(self) -> None:
        crawled = self.begun()
        for number in range(120):
            crawled.page(number, 0.5, [(number + 1, "rain", "flood"), (number // 2, "rain", "")])
            new = crawled.model.refresh()
            holds = new is None or new.tobytes() == crawled.model.scores().tobytes()
            self.expect(holds, "have those `scores` that `refresh` has given")

    def test_goes_on_from_what_was_stored_to_the_bit(self) -> None:
        for stop in (0, 1, 49, 50, 137):
            straight, rng = self.begun(), Random(5)
            straight.crawl(rng, range(stop))
            resumed = self.begun()
            resumed.resume(straight)
            for each in (straight, resumed):
                each.model.set_prior(1)
                each.model.set_prior(390, 0.3)
            self._same(resumed, straight, f"have the same scores after a stop at {stop} pages")
            again = Random()
            again.setstate(rng.getstate())
            straight.crawl(rng, range(stop, stop + 120))
            resumed.crawl(again, range(stop, stop + 120))
            self._same(resumed, straight, f"go on after a stop at {stop} pages as if there had been none")
            self.expect_equal(resumed.model.state(), straight.model.state(), "have the same `state` then")

    def test_a_seed_is_worth_the_best_and_the_target_of_a_redirect_what_its_source_is(self) -> None:
        crawled = self.begun()
        model = crawled.model
        model.set_prior(0)
        self.expect(abs(model.prior(0) - 1.0) < 1e-6, f"have a prior of 1 for a seed, not {model.prior(0)}")
        crawled.page(0, 0.5, [(2, "rain", "flood"), (3, "about us", "a rose")])
        self.expect(model.score_of(0) >= model.score_of(2), "hold a seed for as good as any link")
        model.set_prior(9, model.prior(2))
        apart = abs(model.score_of(9) - model.score_of(2))
        self.expect(apart < 1e-6, "hold a link with the prior of another for as good as that one")
        before = model.score_of(2)
        model.set_prior(2, 0.0)
        self.expect_equal(model.score_of(2), before, "never lower a score by `set_prior`")

    def test_a_number_that_it_never_heard_of_is_a_link_without_worth(self) -> None:
        model = self.begun().model
        nothing = [model.prior(70), model.score_of(70), model.rank_of(71), *model.explain(72).values()]
        self.expect(not any(nothing), f"hold a link that it never heard of for worth 0, not {nothing}")
        self.expect(model.refresh() is None, "have nothing to refresh before the first page")
        self.expect_equal(model.scores(100).tolist(), [0.0] * 100, "give at least as many `scores` as asked for")
        crawled = self.begun()
        crawled.crawl(Random(4), range(60))
        self.expect_equal(crawled.model.prior(5_000), 0.0, "have a prior of 0 for what it never heard of")
        one, many = np.float32(crawled.model.score_of(5_000)), crawled.model.scores(5_002)[5_001]
        self.expect(0.0 <= one == many <= 1.0, f"score what it never heard of alike, not {one} and {many}")

    def test_what_it_says_to_give_it_gives(self) -> None:
        crawled = self.begun()
        scores = crawled.page(0, 0.5, [(1, "about us", "rain")])
        gives = set(getattr(crawled.model, "gives", ()))
        self.expect(gives <= {"context", "factors", "graph"}, f"give context, factors or graph, not {gives}")
        self.expect_equal(bool(scores.context_scores), "context" in gives, "give context scores if it says so")
        if "graph" in gives:
            pages, ends, targets = crawled.model.graph()  # type: ignore[attr-defined]
            found = pages.tolist(), ends.tolist(), targets.tolist()
            self.expect_equal(found, ([0], [1], [1]), "give the `graph` of all pages")
        if "factors" in gives:
            shape = crawled.model.factors(np.array([0, 1, 7])).shape  # type: ignore[attr-defined]
            self.expect_equal(shape, (3, 4), "give four `factors` a link")
            weights = list(crawled.model.weights)  # type: ignore[attr-defined]
            self.expect_equal(len(weights), 4, "give the `weights` of the four factors")

    def begun(self) -> Crawled:
        part = self.part if isinstance(self.part, str | type) else self.part()
        return Crawled(links.make(part, self.topic))

    def _same(self, resumed: Crawled, straight: Crawled, what: str) -> None:
        came, wanted = resumed.model.scores(LINKS), straight.model.scores(LINKS)
        differ = np.flatnonzero(came != wanted)[:5].tolist()
        self.expect(came.tobytes() == wanted.tobytes(), f"{what}: those of links {differ} … differ")
