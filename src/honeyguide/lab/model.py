"""What an experiment says and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from msgspec import Struct

REFERENCES = ("random", "oracle-greedy", "oracle")
"""Strategies that are always run beside the others."""


class Point(Struct, frozen=True):
    """Where a run stood after so many pages."""

    pages: int
    label_harvest: float
    """Share of these pages that are on topic by the labels."""
    label_recall: float
    """Share of the on-topic pages that can be reached which were found."""
    self_harvest: float
    """Share that the crawler itself judges to be on topic."""
    ar: float
    """Mean relevance of the pages (IELP eq. 6)."""
    sd: float
    """Standard deviation of their relevance (WSE)."""
    seconds: float
    """Virtual seconds since the start."""
    kept: int = 0
    """Pages that the strategy keeps: all, but where it fetches pages to judge them."""
    label_precision: float = 0.0
    """Share of the kept pages that are on topic by the labels (HYB eq. 29)."""

    @property
    def label_found(self) -> float:
        """Pages on topic by the labels (M)."""
        return self.label_harvest * self.pages

    @property
    def self_found(self) -> float:
        return self.self_harvest * self.pages


class Run(Struct, frozen=True):
    """One crawl of one repeat by one strategy."""

    strategy: str
    repeat: int
    pages: int
    label_harvest: float
    label_recall: float
    label_auc: float
    """Mean of the label-judged harvest over the crawl."""
    self_harvest: float
    ar: float
    sd: float
    hosts: int
    seconds: float
    """Virtual: what the crawl would have taken with latency and politeness."""
    cpu_ms_per_page: float
    curve: tuple[Point, ...]
    notes: dict[str, float] = {}
    """What the lab counted beside the curve: of pages that are kept, and by an observer."""
    label: str = ""
    """What was on topic."""
    metrics: dict[str, float] = {}
    """What the crawl said of itself at the end (`CrawlCore.metrics`): restarts, links reopened from the reserve."""


class Figure(Struct, frozen=True):
    """One measure of one strategy over all repeats; of several topics, over their means."""

    mean: float
    sd: float
    """Sample standard deviation."""
    interval: tuple[float, float]
    """95 % interval of the mean (Student)."""
    difference: float
    """Mean paired difference from the first strategy of the experiment …"""
    difference_interval: tuple[float, float]
    """… with its 95 % interval (Student) …"""
    p: float
    """… and its two-sided p-value; 1 for the first strategy itself."""
    p_holm: float | None = None
    """The same corrected for all strategies that are compared (Holm 1979); none for the first and for references."""


class Row(Struct, frozen=True):
    """Summary of one strategy."""

    strategy: str
    repeats: int
    """Topics, where there are several."""
    label_harvest: Figure
    label_recall: Figure
    label_auc: Figure
    self_harvest: Figure
    ar: Figure
    sd: Figure
    hosts: Figure
    seconds: Figure
    cpu_ms_per_page: Figure


def above_oracle(summary: Sequence[Row]) -> list[Row]:
    """Strategies that found more on topic than the oracle, the best first. It plans as if no host were ever busy, so
    one that waits for hosts, or happens on a better order of them, can."""
    limit = next((row.label_harvest.mean for row in summary if row.strategy == "oracle"), inf)
    found = [row for row in summary if row.strategy not in REFERENCES and row.label_harvest.mean > limit]
    return sorted(found, key=lambda row: -row.label_harvest.mean)


MEASURES = Row.__struct_fields__[2:]
"""The figures of a run that are summed up over repeats."""


class Apart(Struct, frozen=True):
    """How far a strategy is from another one, topic by topic."""

    difference: float
    """Mean over the topics …"""
    interval: tuple[float, float]
    """… with its 95 % interval …"""
    p: float
    """… and its two-sided p-value."""
    ratio: float | None
    """Of the means; none when the other one found nothing."""
    ratio_interval: tuple[float, float] | None
    p_holm: float | None = None
    """p corrected for all strategies that are compared with that one (Holm 1979); none for references."""


class Comparison(Struct, frozen=True):
    strategy: str
    other: str
    label_auc: Apart
    label_harvest: Apart


class TopicFigures(Struct, frozen=True):
    """One topic, mean over its repeats."""

    label: str
    half: str
    """`development` or `held-out`."""
    pages: int
    """On topic."""
    label_auc: dict[str, float]
    """Of every strategy."""
    label_harvest: dict[str, float]


class TopicsReport(Struct, frozen=True):
    """What only an experiment over several topics says."""

    best_published: str
    """The strategy of a paper with the highest mean `label_auc`; empty when none of them ran."""
    comparisons: tuple[Comparison, ...]
    """Every strategy with the best published one and with the oracle."""
    topics: tuple[TopicFigures, ...]


class Report(Struct, frozen=True, omit_defaults=True):
    """All that `honeyguide lab run` prints and draws."""

    runs: tuple[Run, ...]
    summary: tuple[Row, ...]
    """In the order of the experiment, the references last."""
    settings: dict[str, Any]
    """The experiment as it was run, with every default filled in."""
    facts: dict[str, Any]
    """Of the web: pages, hosts, on-topic pages, how many of them can be reached; versions; broken records."""
    topics: TopicsReport | None = None
    """Where each of several labels was the topic in turn."""
