"""The shipped suites fail on parts that do not keep to their contract, and say what was expected of whom."""

from __future__ import annotations

import unittest
from collections.abc import Sequence, Set
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.links.best_score import BestScore
from honeyguide.model import Fetched, Link, OutLink, Page, Relevance, ScoredLink, Visit
from honeyguide.protocols import CrawlView, WaitingLinks
from honeyguide.relevance.evidence import FunctionRelevance
from honeyguide.storage.memory import MemoryStore
from honeyguide.strategies.prioritized import Prioritized
from honeyguide.testing import (
    encoder_contract,
    link_model_contract,
    page_source_contract,
    relevance_contract,
    store_contract,
    strategy_contract,
    web_contract,
)
from honeyguide.web.offline import PageSource, SimulatedWeb, open_web
from honeyguide.web.response import Answer


def complaints(suite: type[unittest.TestCase]) -> dict[str, str]:
    """By case, the last line of what went wrong."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert result.testsRun > 3
    wrong = [*result.failures, *result.errors]
    return {str(case).split(" ")[0].removeprefix("test_"): said.strip().splitlines()[-1] for case, said in wrong}


class Good(Prioritized):
    def priority(self, link: ScoredLink) -> float:
        return link.score


class Impatient(Good):
    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        return super().ask(n)


class Forgetful(Good):
    def stored_scores(self, waiting: WaitingLinks) -> NDArray[np.float32]:
        return np.ones(len(waiting.ids), np.float32)


class Fickle(Good):
    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None:
        self.rng = Random()
        super().start(seeds, rng, known)

    def priority(self, link: ScoredLink) -> float:
        return self.rng.random() if hasattr(self, "rng") else link.score


class Dropping(Good):
    def tell(self, visit: Visit) -> None:
        if not visit.again:
            super().tell(visit)


@pytest.mark.parametrize(
    ("strategy", "case", "says"),
    [
        (Impatient, "leaves_busy_hosts_alone", "strategy 'Impatient' must leave busy hosts alone: link"),
        (
            Forgetful,
            "goes_on_after_a_stop_as_if_there_had_been_none",
            "'Forgetful' must go on after a stop at 1 pages",
        ),
        (Fickle, "the_same_seed_gives_the_same_order", "'Fickle' must draw what it draws from `rng`"),
        (Dropping, "survives_failures_and_tries_again_what_failed_for_now", "must name a link again after a visit"),
    ],
)
def test_a_strategy_that_breaks_its_contract_is_told_how(strategy: type, case: str, says: str) -> None:
    assert says in complaints(strategy_contract(strategy))[case]


def test_a_strategy_that_keeps_to_it_passes() -> None:
    assert complaints(strategy_contract(Good)) == {}


class ByAnchor(BestScore):
    def score_link(self, link: OutLink, page: Page, relevance: Relevance) -> float:
        return len(link.anchor) / 20


class Unsure(ByAnchor):
    """Keeps a count that neither `state` nor the stored pages bring back."""

    asked = 0

    def set_prior(self, number: int, prior: float = 1.0) -> None:
        self.asked += 1
        super().set_prior(number, prior * (1 + self.asked % 2) / 2)


class Unexplained(ByAnchor):
    def explain(self, number: int) -> dict[str, float]:
        return {"luck": 0.5}


def test_a_link_model_that_breaks_its_contract_is_told_how() -> None:
    said = complaints(link_model_contract(Unexplained))
    assert "link model 'Unexplained' must explain a score by parts that add up to it: {'luck': 0.5}" in " ".join(
        said.values()
    )
    assert "a_seed_is_worth_the_best_and_the_target_of_a_redirect_what_its_source_is" in complaints(
        link_model_contract(Unsure)
    )
    assert complaints(link_model_contract(ByAnchor)) == {}


class Boastful(FunctionRelevance):
    def __init__(self, topic: Any, terms: Any) -> None:
        super().__init__(lambda page: 0.5, topic, terms)

    def score(self, page: Page) -> Relevance:
        return Relevance(1.5, on_topic=True)


def test_a_relevance_model_that_breaks_its_contract_is_told_how() -> None:
    said = complaints(relevance_contract(Boastful))
    assert "relevance model 'Boastful' must give scores in [0, 1]; 1.5 for" in " ".join(said.values())
    assert "must hold an empty page for off topic" in said["an_empty_page_is_not_on_topic"]
    assert complaints(relevance_contract(lambda page: min(1.0, page.text.count("rain") / 9))) == {}


class Raising(SimulatedWeb):
    async def fetch(self, link: Link) -> Fetched:
        if not link.url.startswith("http"):
            raise ValueError(link.url)
        return await super().fetch(link)


def test_a_web_that_breaks_its_contract_is_told_how() -> None:
    source = open_web("synthetic:seed=5,pages=40,hosts=4,words=30,slow=0")
    urls = [url for url in source.urls() if source.answer(url).status == 200][:3]
    said = complaints(web_contract(lambda: Raising(source, robots=False), pages=urls))
    assert list(said) == ["failures_are_values_whatever_the_address"]
    assert "must not raise for 'ftp://nowhere.example/file', but ValueError(" in " ".join(said.values())


class Restless:
    """A source that answers differently every time."""

    def __init__(self, source: PageSource) -> None:
        self.source, self.asked = source, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def __len__(self) -> int:
        return len(self.source)

    def answer(self, url: str) -> Answer:
        self.asked += 1
        return Answer(200, body=str(self.asked).encode())


def test_a_source_that_breaks_its_contract_is_told_how() -> None:
    opened: Any = Restless(open_web("synthetic:seed=5,pages=40,hosts=4,words=30,slow=0"))
    said = complaints(page_source_contract(lambda: opened))
    assert "must answer one address always alike" in said["it_answers_every_address_and_always_alike"]


class Leaking(MemoryStore):
    """Keeps what was never committed."""

    def event(self, *told: Any, **more: Any) -> None:
        super().event(*told, **more)
        self._happened += self._new
        self._new.clear()


def test_a_store_that_breaks_its_contract_is_told_how() -> None:
    held: dict[Path, Leaking] = {}

    def opens(folder: Path) -> Leaking:
        held[folder] = Leaking(held.get(folder))
        return held[folder]

    said = complaints(store_contract(opens))
    assert "must show no event before it is committed" in said["what_was_never_committed_is_not_there"]


class Moody:
    """Its rows are too long, and depend on how many there are."""

    name = "moody"
    dimensions = 4

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        rows = np.ones((len(texts), 4), np.float32)
        rows[:, 0] += len(texts)
        return rows


class Nameless(Moody):
    name = ""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if "\u0301" in "".join(texts):
            raise ValueError("an accent")
        return np.zeros((len(texts), 4), np.float32)


def test_encoders_that_do_not_keep_to_their_contract_are_told_so() -> None:
    said = complaints(encoder_contract(Moody))
    assert "must give a row of length 1" in said["gives_a_row_of_length_1_for_a_text"]
    assert "the rows that they had before" in said["the_same_text_gives_the_same_row_whatever_stands_beside_it"]
    said = complaints(encoder_contract(Nameless))
    assert "must have a `name` that is text" in said["has_a_name_and_a_size"]
    assert "must tell something of English words" in said["gives_a_row_of_length_1_for_a_text"]
    assert said["nothing_that_a_page_says_makes_it_raise"] == "ValueError: an accent"
