"""What every strategy and every model finds on two small webs: measured, kept in `pins.json`, and compared.

Shares are quotients of whole numbers, so they are kept to the last digit; virtual seconds to the millisecond. What
could differ between machines is the order of links with nearly the same score. With one thread or two of OpenBLAS
they came out the same; with its kernels for the oldest processors all but one did, of the guide with an encoder,
whose vectors are rounded to bytes.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from msgspec.structs import replace

from honeyguide import links, relevance, strategies
from honeyguide.lab.crawl import Keeps, LabCrawl
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.model import REFERENCES, Run
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.model import Page
from honeyguide.records import Record
from honeyguide.registry import Registry
from honeyguide.web.offline.opening import register
from honeyguide.web.offline.synthetic import SyntheticSource
from honeyguide.web.response import Answer
from honeyguide.web.synthetic import SyntheticParameters

FILE = Path(__file__).with_name("pins.json")
ENGLISH = "faltering:seed=11,pages=1200,share=0.06,words=90,chinese=0.1"
CHINESE = "faltering:seed=13,pages=1200,share=0.06,words=90,chinese=0.9"
ALONE = RunPart(("ops",), 100, repeats=2, concurrency=1, delay=0.0, retries=0, encoder="none")
BUSY = RunPart(("ops",), 80, repeats=2, concurrency=8, delay=1.0, retries=3, encoder="none")

GUIDE = "guide"
PUBLISHED = TopicPart(relevance="tag-vsm")
"""What the published strategies are pinned with."""

Figures = dict[str, float | str]
Pins = dict[str, dict[str, Figures]]
"""Group, run, figure."""


class FalteringWeb(SyntheticSource):
    """A synthetic web where one page in thirty is always answered with 503: there is something to try again."""

    @property
    def spec(self) -> str:
        return super().spec.replace("synthetic:", "faltering:")

    @property
    def identity(self) -> str:
        return f"faltering-{super().identity}"

    def answer(self, url: str) -> Answer:
        page = self.web.index(url)
        return super().answer(url) if page is None or page % 30 else Answer(503, (("Retry-After", "1"),))


@register("faltering")
def open_faltering(rest: str, base: Path) -> FalteringWeb:
    return FalteringWeb(SyntheticParameters.parse(rest))


class Case(NamedTuple):
    """Runs that share an experiment."""

    group: str
    experiment: Experiment
    runs: Mapping[str, str]
    """What a run is called, and its strategy."""

    def keys(self) -> list[str]:
        return [f"{name} {repeat + 1}" for name in self.runs for repeat in range(self.experiment.run.repeats)]


def cases() -> list[Case]:
    """All strategies on both webs, one request at a time and busy; all models under `ops` on one of them. The guide
    goes with the judge, with an encoder and without."""
    every = {name: name for name in (*ours(strategies.registry), *REFERENCES) if name != GUIDE}
    found = [
        Case(f"{language}, {how}", Experiment(WebPart(web), PUBLISHED, run), every)
        for language, web in (("English", ENGLISH), ("Chinese", CHINESE))
        for how, run in (("one at a time", ALONE), ("busy", BUSY))
    ]
    for language, web in (("English", ENGLISH), ("Chinese", CHINESE)):
        for encoder in ("none", "use"):
            run = replace(ALONE, encoder=encoder)
            guided = {f"{GUIDE}, encoder {encoder}": GUIDE}
            found.append(
                Case(f"{language}, judged", Experiment(WebPart(web), TopicPart(relevance="judge"), run), guided)
            )
    short = replace(ALONE, pages=80)
    for model in ours(relevance.registry):
        topic = TopicPart(relevance=model)
        found.append(Case("relevance models", Experiment(WebPart(ENGLISH), topic, short), {model: "ops"}))
    for model in ours(links.registry):
        run = replace(short, links=model)
        found.append(Case("link models", Experiment(WebPart(ENGLISH), PUBLISHED, run), {model: "ops"}))
    return found


def ours(registry: Registry) -> list[str]:
    """The parts that come with Honeyguide, whatever else is installed."""
    return [name for name in registry.names() if registry.find(name).__module__.startswith("honeyguide.")]


def measure() -> Pins:
    pins: Pins = {}
    with no_lexicons():
        for case in cases():
            with ExperimentRunner(case.experiment) as runner:
                starts = runner.starts()
                figures = [
                    WatchedCrawl(case.experiment, runner.judge, runner.cache, start, strategy).figures()
                    for strategy in case.runs.values()
                    for start in starts
                ]
            pins.setdefault(case.group, {}).update(zip(case.keys(), figures, strict=True))
    return pins


class WatchedCrawl(LabCrawl):
    """Also keeps a digest of the visits in their order."""

    def __init__(self, *given: Any) -> None:
        self._visits = blake2b(digest_size=6)
        super().__init__(*given)

    def figures(self) -> Figures:
        run: Run = self.run(step=1_000)
        return {
            "label_harvest": run.label_harvest,
            "label_auc": run.label_auc,
            "pages": run.pages,
            "hosts": run.hosts,
            "seconds": round(run.seconds, 3),
            "visits": self._visits.hexdigest(),
        }

    def _count(self, keeps: Keeps | None, record: Record, page: Page | None) -> None:
        self._visits.update(f"{record.link.url} {record.outcome.value}\n".encode())
        super()._count(keeps, record, page)


@contextmanager
def no_lexicons() -> Iterator[None]:
    """What a user has added makes a difference to what words mean."""
    with TemporaryDirectory() as empty, patch.dict(os.environ, XDG_DATA_HOME=empty):
        yield


def read(file: Path = FILE) -> Pins:
    pins: Pins = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return pins


def write(pins: Pins, file: Path = FILE) -> None:
    """A run a line, so that a diff shows what moved."""
    groups = (
        f"{json.dumps(group)}: {{\n"
        + ",\n".join(f"  {json.dumps(run)}: {json.dumps(runs[run])}" for run in runs)
        + "\n}"
        for group, runs in pins.items()
    )
    file.write_text("{\n" + ",\n".join(groups) + "\n}\n", "utf-8")


def moved(before: Pins, after: Pins, most: int | None = None) -> str:
    """A table of what is not what it was; empty when all is. Beyond `most` lines it only says how many there are."""
    lines: list[Sequence[str]] = []
    runs = 0
    for group in dict.fromkeys((*before, *after)):
        old, new = before.get(group, {}), after.get(group, {})
        for run in dict.fromkeys((*old, *new)):
            found = list(_moves(old.get(run, {}), new.get(run, {})))
            lines += [(group, run, *move) for move in found]
            runs += bool(found)
    if not lines:
        return ""
    of = len({(group, run) for pins in (before, after) for group in pins for run in pins[group]})
    table = _aligned([("web or models", "run", "figure", "before", "after", "relative"), *lines[:most]])
    left = f"\n… and {len(lines) - most} lines more" if most is not None and len(lines) > most else ""
    return f"{runs} of {of} runs moved:\n{table}{left}"


def _moves(old: Figures, new: Figures) -> Iterator[tuple[str, str, str, str]]:
    for figure in dict.fromkeys((*old, *new)):
        before, after = old.get(figure), new.get(figure)
        if before != after:
            apart = ""
            if isinstance(before, float | int) and isinstance(after, float | int) and before:
                apart = f"{100 * (after / before - 1):+.1f} %"
            yield figure, _shown(before), _shown(after), apart


def _shown(value: float | str | None) -> str:
    return "–" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
