"""Which code made a figure: a digest of source files, so that nothing outlives the code that made it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

READING = (
    "config.py",
    "model.py",
    "urls.py",
    "content_types.py",
    "analysis.py",
    "parsing",
    "web/response.py",
    "web/status.py",
    "web/offline/simulated.py",
    "web/offline/responses.py",
)
"""What a parsed page depends on …"""
CRAWLING = (
    *READING,
    "registry.py",
    "validation.py",
    "core",
    "training.py",
    "lexicons",
    "topics",
    "encoders",
    "relevance",
    "links",
    "strategies",
    "link_table.py",
    "records.py",
    "storage/memory.py",
    "web/scope.py",
    "web/politeness.py",
    "web/turns.py",
    "web/virtual_time.py",
    "web/robots.py",
    "web/robots_rules.py",
    "web/offline",
    "web/synthetic",
    "lab/crawl.py",
    "lab/ground_truth.py",
    "lab/graph.py",
    "lab/observer.py",
    "lab/starts.py",
    "lab/references.py",
    "lab/simulation.py",
    "lab/measures.py",
)
"""… and what a run of the lab does."""

PARSERS = ("turbohtml",)
"""Packages whose version makes a difference to what is read."""


@cache
def digest_of(*names: str) -> str:
    """Of these files, and of all files in these folders, of the package; and of what reads pages and rules for it."""
    digest = blake2b(" ".join(map(version, PARSERS)).encode(), digest_size=8)
    for name in names:
        for file in _python_files(files("honeyguide") / name):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def digest_of_others(parts: Iterable[Any]) -> bytes:
    """Of the modules of parts that other people wrote; empty when all are ours."""
    modules = {sys.modules[part.__module__] for part in parts if part.__module__.split(".")[0] != "honeyguide"}
    sources = sorted(Path(module.__file__ or "").read_bytes() for module in modules)
    return blake2b(b"\0".join(sources), digest_size=8).digest() if sources else b""


def _python_files(at: Traversable) -> list[Traversable]:
    if at.is_file():
        return [at]
    inside = sorted(at.iterdir(), key=lambda entry: entry.name)
    return [file for entry in inside if entry.is_dir() or entry.name.endswith(".py") for file in _python_files(entry)]
