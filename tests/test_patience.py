"""A patient strategy asks for few links while little is known, and waits for the hosts of better ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.plain_choices import RAIN

from honeyguide import links, strategies
from honeyguide.analysis import PageAnalyzer, relevance_model
from honeyguide.config import Settings
from honeyguide.core import CrawlCore
from honeyguide.lab.pages import PageCache
from honeyguide.lab.simulation import CachedWeb, Simulation
from honeyguide.model import Fetched, Outcome
from honeyguide.storage.memory import MemoryStore
from honeyguide.web.offline import open_web
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


def hosts_of(tmp_path: Path, strategy: str, **settings: int) -> Counter[str]:
    """How many pages of each kind of host a crawl of twelve pages fetches, with a second between two requests."""
    chosen = Settings(concurrency=32, delay=1.0, pages=12, **settings)  # type: ignore[arg-type]
    fetched: Counter[str] = Counter()
    with PageCache(open_web(write_web(tmp_path / "web"))) as cache:
        web = CachedWeb(cache, chosen)
        core = core_of(strategy, chosen, web)
        analyzer = PageAnalyzer(RAIN, chosen)
        Simulation(core, web, analyzer, lambda record, _: fetched.update([record.link.url[7:11]])).run(
            ["http://start.test/"], Random(0)
        )
    return fetched


def test_a_worse_link_is_not_fetched_only_because_the_host_of_better_ones_rests(tmp_path: Path) -> None:
    assert hosts_of(tmp_path, "guide") == {"star": 1, "rain": 11}


def test_who_has_no_patience_takes_what_there_is(tmp_path: Path) -> None:
    assert hosts_of(tmp_path, "guide:patient=false") == {"star": 1, "rain": 1, "othe": 10}


def test_what_cannot_be_had_soon_is_not_waited_for(tmp_path: Path) -> None:
    assert hosts_of(tmp_path, "guide", per_host=3) == {"star": 1, "rain": 3, "othe": 8}


def test_hosts_that_are_closed_or_rest_for_long_are_out_of_reach() -> None:
    gate = HostGate(lambda host: 1.0, 1, names=["a.test", "b.test", "c.test", "d.test"])
    gate.begin(0)
    gate.rest(1, 5.0, 0.0)
    gate.rest(2, 60.0, 0.0)
    gate.close(3)
    assert gate.out_of_reach(0.0, 10.0) == {2, 3}
    assert gate.out_of_reach(55.0, 10.0) == {3}
