"""How much of what was planted the analyses find: events, phases, hot events, trust and currency.

    python bench/insight.py [--seeds 11-20] [--pages 5000] [--keep DIR] [--json] [--draw FILE.png]

Each seed is a default planted web (docs/webs.md), crawled off-line as it stood at its end into a real folder,
and analysed from there. The truth is asked for with the URLs that were found; what was not found does not count.

events      a found event is a planted one when their items have a Jaccard of 0.5 or more, in pairs; events with fewer
            than 3 found items do not count, neither planted nor found. BCubed: for each item of an event, the share
            of the items beside it that belong there; items of no event are alone.
borders     of the matched events, between phases that have found items: planted ones that have a found one within 1.5
            days, found ones that have no planted one, mean distance to the nearest found one in days. A border may
            lie anywhere between the last item before it and the first after it.
hot         at seven moments two weeks apart, window 7 days: rank correlation, over all planted events, of the score
            (0 where it has none) with the stories in the window (copies once), and the share of the three hottest
            among the first three found.
trust       ROC AUC of corroborated items (grade 3) over spam (grade 0), also without the ground of authority (no
            reliable site of this web links to spam), and rank correlation with the grade.
currency    rank correlation with 2^(-age / 14 days), halved for what a found item replaces; age is the true one, of
            the last change. Pages that tell no date are left out.

Seeds 1 to 5 are those that constants were set with; the figures of docs/insight.md are from seeds 11 to 20.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Hashable
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console
from rich.table import Table

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.storage.folder import is_crawl
from honeyguide.storage.items import host_graph
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.synthetic import PLANTED, Planting, SyntheticWeb
from insight_measures import (
    Borders,
    bcubed,
    borders,
    events_found,
    majority,
    matches,
    roc_auc,
    spearman,
    top_overlap,
)

if TYPE_CHECKING:
    from honeyguide.insight.model import Analysis

DAY = 86_400.0
TOPIC, SEEDS = "rainstorm-disaster", 12
MOMENTS = range(0, 98, 14)
"""Days before the end at which hot events are asked for."""
HALF_LIFE = 14.0
Figures = dict[str, float]


def planted_web(seed: int) -> SyntheticWeb:
    return SyntheticWeb(msgspec.structs.replace(PLANTED, seed=seed))


def crawled(web: SyntheticWeb, folder: Path, pages: int) -> None:
    """A crawl of the web as it stood the day after the last page was planted."""
    settings = Settings(strategy="ops", seed=1, pages=pages, delay=0.0, workers=0)
    source = SimulatedWeb(web, delay=0.0, start=web.planted_until() + DAY)
    crawl = Crawl(load_topic(TOPIC), web.seeds(SEEDS), folder, settings, web=source)

    async def run() -> None:
        async for _ in crawl:
            pass

    asyncio.run(run())


class Case:
    """One crawl, its analysis, and the truth about its items."""

    def __init__(self, web: SyntheticWeb, folder: Path) -> None:
        from honeyguide.insight.analysis import analyse

        self.web, self.folder = web, folder
        self.analysis = analyse(folder)
        pages = [web.index(item.url) for item in self.analysis.items]
        self.pages: dict[int, int] = {page: place for place, page in enumerate(pages) if page is not None}
        self.truth: list[Planting | None] = [None if page is None else web.planting(page) for page in pages]
        self.planted: dict[Hashable, int] = {
            item.number: planting.event if planting else 0
            for item, planting in zip(self.analysis.items, self.truth, strict=True)
        }
        self.found = events_of(self.analysis)

    def told(self) -> list[tuple[int, Planting]]:
        """Items that were planted, with the truth."""
        return [(place, planting) for place, planting in enumerate(self.truth) if planting]


def events_of(analysis: Analysis) -> dict[Hashable, int]:
    """By the number of the item, which is the same whatever the moment of the analysis."""
    return {item.number: event for item, event in zip(analysis.items, analysis.event_of.tolist(), strict=True)}


def event_figures(case: Case) -> Figures:
    pairs, items = events_found(case.found, case.planted), bcubed(case.found, case.planted)
    return {
        "event precision": pairs.precision, "event recall": pairs.recall, "event F1": pairs.f1,
        "BCubed precision": items.precision, "BCubed recall": items.recall, "BCubed F1": items.f1,
    }  # fmt: skip


def planted_borders(case: Case, event: int) -> list[tuple[float, float]]:
    """In days: each as a span between found items; a copy tells the time of nothing."""
    moments: dict[int, list[float]] = {}
    for _, planting in case.told():
        if planting.event == event and planting.role != "copy" and planting.dated:
            moments.setdefault(planting.phase, []).append(planting.at / DAY)
    phases = sorted(moments)
    return [(max(moments[one]), min(moments[other])) for one, other in pairwise(phases)]


def border_figures(case: Case) -> Figures:
    from honeyguide.insight.evolution import evolution

    results: list[Borders] = []
    for event, found in matches(case.found, case.planted).items():
        phases = evolution(case.analysis, found).phases
        results.append(borders(planted_borders(case, event), [phase.start / DAY for phase in phases[1:]]))
    errors = [error for each in results for error in each.errors]
    right, false = sum(each.found for each in results), sum(each.false for each in results)
    return {
        "borders found": right / (sum(each.planted for each in results) or 1),
        "borders false": false / (right + false or 1),
        "border error, days": statistics.mean(errors) if errors else float("nan"),
    }


def hot_figures(case: Case) -> Figures:
    from honeyguide.insight.analysis import analyse
    from honeyguide.insight.hot import hot

    ranks, tops = [], []
    for days in MOMENTS:
        now = case.web.planted_until() - days * DAY
        analysis = case.analysis if not days else analyse(case.folder, at=now)
        strength = dict.fromkeys(range(1, len(case.web.planted_events()) + 1), 0.0)
        for _, planting in case.told():
            if planting.event and planting.role != "copy" and now - 7 * DAY < planting.at <= now:
                strength[planting.event] += 1
        told_of = majority(events_of(analysis), case.planted)
        ranking = [(told_of.get(each.event, 0), each.score) for each in hot(analysis)]
        scores: dict[int, float] = {}
        for event, score in ranking:
            scores[event] = max(score, scores.get(event, 0.0))
        ranks.append(spearman([*strength.values()], [scores.get(event, 0.0) for event in strength]))
        told = {event: stories for event, stories in strength.items() if stories}
        if told:
            tops.append(top_overlap(told, [event for event, _ in ranking]))
    return {"hot rank correlation": statistics.mean(ranks), "hot top 3": statistics.mean(tops)}


def trust_figures(case: Case) -> Figures:
    from honeyguide.insight.authority import host_authority
    from honeyguide.insight.trust import trust

    judged = trust(case.analysis, host_authority(host_graph(case.folder)))
    scores = [each.score for each in judged]
    without = [sum(each.weight * each.value for each in one.reasons if each.kind != "authority") for one in judged]
    grades = [planting.trust for _, planting in case.told()]
    return {
        "trust AUC, spam": separation(case, scores),
        "… without authority": separation(case, without),
        "trust rank correlation": spearman([scores[place] for place, _ in case.told()], grades),
    }


def separation(case: Case, scores: list[float]) -> float:
    high, low = ([scores[place] for place, one in case.told() if one.trust == grade] for grade in (3, 0))
    return roc_auc(high, low)


def true_currency(case: Case, planting: Planting) -> float:
    age = (case.web.planted_until() - (planting.updated or planting.at)) / DAY
    replaced = planting.replaced_by in case.pages
    return float(0.5 ** (age / HALF_LIFE) * (0.5 if replaced else 1.0))


def currency_figures(case: Case) -> Figures:
    from honeyguide.insight.currency import currency

    scores = currency(case.analysis, HALF_LIFE)
    dated = [
        (scores[place].score, true_currency(case, planting)) for place, planting in case.told() if planting.dated
    ]
    honest = [
        (scores[place], planting) for place, planting in case.told() if planting.dated and planting.role != "spam"
    ]
    flags = [(float(score.replaced_by is not None), planting.replaced_by in case.pages) for score, planting in honest]
    said = [is_replaced for was_said, is_replaced in flags if was_said]
    true = [was_said for was_said, is_replaced in flags if is_replaced]
    return {
        "currency rank correlation": spearman(*zip(*dated, strict=True)),
        "replaced: precision": statistics.mean(map(float, said)) if said else float("nan"),
        "replaced: recall": statistics.mean(true) if true else float("nan"),
    }


MEASURES: tuple[Callable[[Case], Figures], ...] = (
    event_figures, border_figures, hot_figures, trust_figures, currency_figures,
)  # fmt: skip


def figures(web: SyntheticWeb, folder: Path) -> Figures:
    """Every measure whose analysis is there."""
    began = time.process_time()
    case = Case(web, folder)
    result: Figures = {"items": float(len(case.truth)), "planted": float(len(case.told()))}
    result["analysis, s"] = time.process_time() - began
    for measure in MEASURES:
        try:
            result |= measure(case)
        except ImportError as missing:
            print(f"{measure.__name__}: not there: {missing}", file=sys.stderr)
    return result


def draw(web: SyntheticWeb, folder: Path, file: Path) -> None:
    """Planted events as rows, items in the colour of the event that they were found in, borders planted and found."""
    from matplotlib.figure import Figure

    from honeyguide.insight.evolution import evolution

    case = Case(web, folder)
    pairs = matches(case.found, case.planted)
    picture = Figure(figsize=(12, 6), layout="constrained")
    axes = picture.subplots()

    def day(at: float) -> float:
        return at / DAY

    for event in web.planted_events():
        told = [(place, each) for place, each in case.told() if each.event == event.number]
        events = [int(case.analysis.event_of[place]) for place, _ in told]
        colours = [f"C{found % 10}" if found else "lightgrey" for found in events]
        axes.scatter([day(each.at) for _, each in told], [event.number] * len(told), c=colours, s=14)
        starts = [day(start) for start, _ in event.phases[1:]]
        axes.vlines(starts, event.number - 0.4, event.number + 0.1, colors="black")
        if event.number in pairs:
            found = [day(phase.start) for phase in evolution(case.analysis, pairs[event.number]).phases[1:]]
            axes.vlines(found, event.number - 0.1, event.number + 0.4, colors="red")
    axes.xaxis_date()
    axes.set_yticks([event.number for event in web.planted_events()])
    axes.set_ylabel("planted event (black: planted borders, red: found ones)")
    axes.set_title("Items in the colour of the event that they were found in; grey: in none")
    picture.savefig(file)


def numbers(text: str) -> list[int]:
    """From `1,2,11-20`."""
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=numbers, default=list(range(11, 21)))
    parser.add_argument("--pages", type=int, default=5_000, help="pages of each crawl, of 6,000 that there are")
    parser.add_argument("--keep", type=Path, help="where crawls are kept, and taken from the next time")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--draw", type=Path, help="a picture of the first seed's events")
    given = parser.parse_args()
    rows: dict[int, Figures] = {}
    with tempfile.TemporaryDirectory() as temporary:
        for seed in given.seeds:
            web, folder = planted_web(seed), (given.keep or Path(temporary)) / f"planted-{seed}"
            if not is_crawl(folder):
                crawled(web, folder, given.pages)
            rows[seed] = figures(web, folder)
            print(f"seed {seed}: event F1 {rows[seed]['event F1']:.3f}", file=sys.stderr)
        if given.draw:
            draw(
                planted_web(given.seeds[0]), (given.keep or Path(temporary)) / f"planted-{given.seeds[0]}", given.draw
            )
    if given.json:
        print(msgspec.json.encode({str(seed): row for seed, row in rows.items()}).decode())
        return
    table = Table("measure", "mean", "spread", "worst", "best", title=f"{len(rows)} planted webs")
    for name in next(iter(rows.values())):
        values = [row[name] for row in rows.values() if name in row and row[name] == row[name]]
        if values:
            spread = statistics.stdev(values) if len(values) > 1 else 0.0
            low, high = min(values), max(values)
            table.add_row(
                name,
                *(f"{value:,.3f}".rstrip("0").rstrip(".") for value in (statistics.mean(values), spread, low, high)),
            )
    Console().print(table)


if __name__ == "__main__":
    main()
