"""Which code made a figure: a digest of source files, so that nothing outlives the code that made it."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable

READING = ("model.py", "urls.py", "reading.py", "parsing")
"""What a parsed page depends on …"""
CRAWLING = (
    *READING,
    "digest.py",
    "topics",
    "relevance",
    "links",
    "strategies",
    "storage/book.py",
    "web/scope.py",
    "web/robots.py",
    "lab/crawling.py",
    "lab/judge.py",
    "lab/references.py",
    "lab/timing.py",
    "lab/measures.py",
)
"""… and what a run of the lab does."""


@cache
def digest_of(*names: str) -> str:
    """Of these files, and of all files in these folders, of the package."""
    digest = blake2b(digest_size=8)
    for name in names:
        for file in _python_files(files("honeyguide") / name):
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _python_files(at: Traversable) -> list[Traversable]:
    if at.is_file():
        return [at]
    inside = sorted(at.iterdir(), key=lambda entry: entry.name)
    return [file for entry in inside if entry.is_dir() or entry.name.endswith(".py") for file in _python_files(entry)]
