"""A patient strategy asks for few links while little is known, and waits for the hosts of better ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from pathlib import Path
from random import Random
from typing import cast

import pytest
from tests.plain_choices import RAIN

from honeyguide import links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.crawl import Crawl
from honeyguide.crawl_folder import open_crawl
from honeyguide.lab.pages import PageCache
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.model import Fetched, Outcome
from honeyguide.protocols import Patient
from honeyguide.storage.memory import MemoryStore
from honeyguide.strategies.guide import Guide, Parameters
from honeyguide.web.offline import SimulatedWeb, open_web
from honeyguide.web.politeness import HostGate

GOOD, OTHERS = 15, 30


def core_of(strategy: str, settings: Settings, web: CachedWeb | None = None) -> CrawlCore:
    made = strategies.make(strategy)
    decision = relevance_model(RAIN).decision()
    delay = web.delay if web else lambda host: 0.0
    return CrawlCore(settings, MemoryStore(records=False), made, links.make_for(made, RAIN), decision, delay)


@pytest.mark.parametrize(
    ("strategy", "most"), [("guide", [4, 4, 5, 10]), ("guide:patient=false", [32] * 4), ("ops", [32] * 4)]
)
def test_what_is_in_flight_grows_with_what_was_settled(strategy: str, most: list[int]) -> None:
    core = core_of(strategy, Settings(concurrency=32))
    core.begin([f"http://host{number}.test/" for number in range(200)], Random(0), 0.0)
    flying = list(core.ask(0.0))
    seen = []
    for settled in range(41):
        if settled in (0, 16, 20, 40):
            seen.append(len(core.in_flight))
        link = flying.pop(0)
        core.answered(link, 0.0)
        core.settle(link, Fetched(link.url, Outcome.HTTP_ERROR, 404), None, 0.0)
        core.let_go(0.0)
        flying += core.ask(0.0)
    assert seen == most


def write_web(folder: Path) -> str:
    """A start page, many pages about rain on one host, and as many hosts about something else."""
    anchors = [(f"http://rain.test/{number}.html", "heavy rain and storm") for number in range(GOOD)]
    anchors += [(f"http://other{number}.test/", "pasta recipes") for number in range(OTHERS)]
    pages = {
        "start.test/index.html": "".join(f'<li><a href="{url}">{words}</a></li>' for url, words in anchors),
        **{f"rain.test/{number}.html": "<p>" + "storm and heavy rain " * 20 for number in range(GOOD)},
        **{f"other{number}.test/index.html": "<p>" + "pasta with tomatoes " * 20 for number in range(OTHERS)},
    }
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"<title>page</title><body>{text}", encoding="utf-8")
    return f"folder:{folder}"


def simulated(tmp_path: Path, strategy: str, **settings: int) -> Simulation:
    """A crawl of twelve pages, with a second between two requests."""
    chosen = Settings(concurrency=32, delay=1.0, pages=12, **settings)  # type: ignore[arg-type]
    web = CachedWeb(PageCache(open_web(write_web(tmp_path / "web"))), chosen)
    return Simulation(core_of(strategy, chosen, web), web, PageAnalyzer(RAIN, chosen), lambda record, page: None)


def hosts_of(simulation: Simulation) -> Counter[str]:
    """How many pages of each kind of host it fetches."""
    fetched: Counter[str] = Counter()
    simulation.on_record = lambda record: fetched.update([record.link.url[7:11]])
    simulation.run(["http://start.test/"], Random(0))
    return fetched


def test_a_worse_link_is_not_fetched_only_because_the_host_of_better_ones_rests(tmp_path: Path) -> None:
    assert hosts_of(simulated(tmp_path, "guide")) == {"star": 1, "rain": 11}


def test_who_has_no_patience_takes_what_there_is(tmp_path: Path) -> None:
    assert hosts_of(simulated(tmp_path, "guide:patient=false")) == {"star": 1, "rain": 1, "othe": 10}


def test_links_of_a_host_that_is_closed_take_the_place_of_no_others(tmp_path: Path) -> None:
    simulation = simulated(tmp_path, "guide", per_host=3)
    strategy, left_out = cast("Patient", simulation.core.strategy), set[int]()
    rooms: list[int] = []
    keep_to = strategy.keep_to

    def noted(best: int | None, without: Set[int] = frozenset()) -> None:
        left_out.update(without)
        rooms.append(best or 0)
        keep_to(best, without)

    strategy.keep_to = noted  # type: ignore[method-assign]
    assert hosts_of(simulation) == {"star": 1, "rain": 3, "othe": 8}
    assert rooms[0] == 1  # of 11 pages that are left, as large a share as one page is of twelve
    assert max(rooms) == 3
    assert "rain.test" in {simulation.core.links.link_table.host_names[host] for host in left_out}


def test_links_of_hosts_that_are_left_out_take_the_place_of_no_others() -> None:
    strategy = Guide(Parameters())
    strategy.frontier.add([0, 1, 2], [5, 6, 7], [0.9, 0.5, 0.1])
    strategy.keep_to(1, {5})
    assert strategy.ask(9, busy={5}) == [1]


def test_what_cannot_be_had_soon_is_not_waited_for(tmp_path: Path) -> None:
    simulation = simulated(tmp_path, "guide")
    core, clock = simulation.core, simulation.web.clock
    core.begin(["http://start.test/"], Random(0), clock.now)
    simulation.begin_fetches()
    while core.in_flight:
        clock.step()
    (rain,) = core.ask(clock.now + 2)
    core.answered(rain, clock.now + 2)
    core.postpone(rain, Fetched(rain.url, Outcome.ROBOTS, retry_after=60.0), clock.now + 2)
    assert [link.url[7:12] for link in core.ask(clock.now + 2)] == ["other"] * 4


def test_a_crawl_that_goes_on_is_as_patient(tmp_path: Path) -> None:
    source = open_web(write_web(tmp_path / "web"))
    for pages in (6, 12):
        settings = Settings(strategy="guide", concurrency=32, delay=1.0, pages=pages, workers=0)
        Crawl(RAIN, ["http://start.test/"], tmp_path / "c", settings, web=SimulatedWeb(source)).finish()
    fetched = Counter(page.url[7:11] for page in open_crawl(tmp_path / "c").list_pages(limit=20).pages)
    assert fetched == {"star": 1, "rain": 11}


def test_hosts_that_are_closed_or_rest_for_long_are_out_of_reach() -> None:
    gate = HostGate(lambda host: 1.0, 1, names=["a.test", "b.test", "c.test", "d.test"])
    gate.begin(0)
    gate.rest(1, 5.0, 0.0)
    gate.rest(2, 60.0, 0.0)
    gate.close(3)
    assert gate.out_of_reach(0.0, 10.0) == {2, 3}
    assert gate.out_of_reach(55.0, 10.0) == {3}
