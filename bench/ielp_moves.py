"""Why IELP finds less than best first: its own moves and its restarts apart; and what WSE takes from our reserve.

    python bench/ielp_moves.py [--pages 1500] [--repeats 5] [--data ../shared/data]

The crawls are those of `honeyguide lab papers`: the same webs, topics and starting pages. A walker moves on its own
when it accepts a link of its page (IELP steps 7 to 9), and restarts from the best waiting link when it accepts none
(steps 10 and 2). The seeds count as neither. The rows of WSE with τ have no reserve, as published.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Set
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import msgspec
from rich.console import Console
from rich.table import Table

from honeyguide import strategies
from honeyguide.lab.crawl import LabCrawl
from honeyguide.lab.model import Run
from honeyguide.lab.papers import ielp, wse, wse_grid
from honeyguide.lab.papers.studies import Scale, Study
from honeyguide.lab.papers.webs import wikispeedia
from honeyguide.lab.runner import ExperimentRunner, step_for
from honeyguide.model import Outcome, Visit
from honeyguide.strategies import ielp as published
from honeyguide.strategies.walkers import NOBODY, Walker

NAME = "watched-ielp"


class Step(msgspec.Struct):
    """One page that came."""

    url: str
    is_restart: bool
    anchor: float
    """R(a) of the link, where it was first found."""
    better_waits: bool
    """Whether a link of higher E waited when this one was accepted."""


@strategies.register(NAME)
class WatchedIelp(published.Ielp):
    Parameters = published.Parameters
    steps: list[Step]

    def __init__(self, parameters: published.Parameters) -> None:
        super().__init__(parameters)
        WatchedIelp.steps = []
        self._anchors: dict[int, float] = {}
        self._restarted: set[int] = set()
        self._passed: set[int] = set()

    def choose(self, walker: Walker) -> int:
        chosen = super().choose(walker)
        if chosen != NOBODY and (best := self.frontier.take(1)):
            self.frontier.put_back(best[0])
            if self.frontier.score_of(best[0]) > self.frontier.score_of(chosen):
                self._passed.add(chosen)
        return chosen

    def _restart(self, busy: Set[int]) -> int:
        number = super()._restart(busy)
        self._restarted.add(number)
        return number

    def tell(self, visit: Visit) -> None:
        super().tell(visit)
        for scored in visit.links:
            self._anchors.setdefault(scored.link.id, scored.anchor)
        number = visit.link.id
        if visit.outcome is Outcome.PAGE and visit.link.depth:
            step = Step(visit.link.url, number in self._restarted, self._anchors[number], number in self._passed)
            WatchedIelp.steps.append(step)


def runs(study: Study, row: str, strategy: str = "") -> Iterator[tuple[Run, list[bool]]]:
    """Of every repeat, the run and whether each of the watched steps led to a page on topic."""
    (chosen,) = (each for each in study.rows if each.name == row)
    with ExperimentRunner(study.experiment) as laboratory:
        truth = laboratory.truth(laboratory.topics[0])
        for start in laboratory.starts():
            given = msgspec.structs.replace(start, topic=chosen.topic or start.topic, observer=chosen.observer)
            crawl = LabCrawl(study.experiment, truth, laboratory.cache, given, strategy or chosen.strategy)
            run = crawl.run(step_for(given.budget))
            yield run, [truth.is_on_topic(step.url) for step in WatchedIelp.steps] if strategy else []


def share(flags: list[bool]) -> float:
    return fmean(flags) if flags else 0.0


def moves(study: Study) -> tuple[str, ...]:
    told: dict[str, list[float]] = {}
    for run, right in runs(study, "IELP", NAME):
        steps = WatchedIelp.steps
        own = [at for at, step in enumerate(steps) if not step.is_restart]
        figures = {
            "pages": float(run.pages),
            "harvest": run.label_harvest,
            "restarts": share([step.is_restart for step in steps]),
            "restarts right": share(
                [is_right for step, is_right in zip(steps, right, strict=True) if step.is_restart]
            ),
            "moves right": share([right[at] for at in own]),
            "silent": share([steps[at].anchor == 0 for at in own]),
            "better": share([steps[at].better_waits for at in own]),
        }
        for name, value in figures.items():
            told.setdefault(name, []).append(value)
    pages, *shares = (fmean(values) for values in told.values())
    return study.web, f"{pages:,.0f}", *(f"{value:.3f}" for value in shares)


def ends(study: Study, row: str) -> tuple[str, ...]:
    found = [run for run, _ in runs(study, row)]
    reopened = ", ".join(f"{run.metrics['reopened'] / run.pages:.2f}" for run in found)
    return study.web, row, ", ".join(f"{run.pages:,}" for run in found), reopened


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    scale, real = Scale(given.pages, given.repeats), wikispeedia(given.data)
    print("" if real else f"Wikispeedia is not in {given.data}: the synthetic web only")
    titles = (
        "pages",
        "harvest",
        "restarts",
        "of restarts, right",
        "of moves, right",
        "without a topic word",
        "better",
    )
    own = Table("web", *titles, title="IELP: shares of its pages, in the mean of the repeats")
    heads = ("web", "row", "pages of each repeat", "links of the reserve for each page")
    dry = Table(*heads, title="FCWSE and FCWSEO, with our reserve or not")
    with TemporaryDirectory() as folder:
        for study in ielp.studies(scale, real, Path(folder)):
            own.add_row(*moves(study))
        for module, rows in ((wse, ("FCWSE", "FCWSEO")), (wse_grid, ("FCWSE τ=0.2", "FCWSEO τ=0.2"))):
            for study in module.studies(scale, real, Path(folder)):
                for row in rows:
                    dry.add_row(*ends(study, row))
    Console(width=140).print(own, dry)


if __name__ == "__main__":
    main()
