"""Honeyguide: a focused web crawler.

from honeyguide import Crawl, Topic, settings: see the README for seven lines that work, docs/python.md for the rest.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honeyguide.cluster.making import make_crawl
    from honeyguide.config import Settings, settings
    from honeyguide.crawl import Crawl
    from honeyguide.crawl_folder import CrawlFolder, open_crawl
    from honeyguide.errors import BadFolder, BadInput, BadSeeds, BadSetting, BadTopic, CannotRun, HoneyguideError
    from honeyguide.experiments import Experiments, ExperimentSummary
    from honeyguide.explanation import Explanation, explain
    from honeyguide.extraction import extract, extract_folder
    from honeyguide.insight.questions import Insight
    from honeyguide.lab.evaluation import evaluate
    from honeyguide.lab.run import run_experiment
    from honeyguide.model import Article, StoredPage, Thresholds, Topic
    from honeyguide.ontology_editing import EditedOntology, Ontologies
    from honeyguide.recovery import Recovered, recover
    from honeyguide.topic_building import check_topic, train
    from honeyguide.topics.files import load_topic
    from honeyguide.topics.writing import write_topic
    from honeyguide.workspace import CrawlSummary, Workspace

__version__ = "0.1.0"

__all__ = [
    "Article",
    "BadFolder",
    "BadInput",
    "BadSeeds",
    "BadSetting",
    "BadTopic",
    "CannotRun",
    "Crawl",
    "CrawlFolder",
    "CrawlSummary",
    "EditedOntology",
    "ExperimentSummary",
    "Experiments",
    "Explanation",
    "HoneyguideError",
    "Insight",
    "Ontologies",
    "Recovered",
    "Settings",
    "StoredPage",
    "Thresholds",
    "Topic",
    "Workspace",
    "check_topic",
    "evaluate",
    "explain",
    "extract",
    "extract_folder",
    "load_topic",
    "make_crawl",
    "open_crawl",
    "recover",
    "run_experiment",
    "settings",
    "train",
    "write_topic",
]

_ROOMS = {
    "cluster.making": ("make_crawl",),
    "config": ("Settings", "settings"),
    "crawl": ("Crawl",),
    "crawl_folder": ("CrawlFolder", "open_crawl"),
    "errors": ("BadFolder", "BadInput", "BadSeeds", "BadSetting", "BadTopic", "CannotRun", "HoneyguideError"),
    "experiments": ("ExperimentSummary", "Experiments"),
    "explanation": ("Explanation", "explain"),
    "extraction": ("extract", "extract_folder"),
    "insight.questions": ("Insight",),
    "lab.evaluation": ("evaluate",),
    "lab.run": ("run_experiment",),
    "model": ("Article", "StoredPage", "Thresholds", "Topic"),
    "ontology_editing": ("EditedOntology", "Ontologies"),
    "recovery": ("Recovered", "recover"),
    "topic_building": ("check_topic", "train"),
    "topics.files": ("load_topic",),
    "topics.writing": ("write_topic",),
    "workspace": ("CrawlSummary", "Workspace"),
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: `honeyguide --help` need not wait for numpy."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"honeyguide.{room}"), name)
    raise AttributeError(f"module 'honeyguide' has no attribute '{name}'")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
