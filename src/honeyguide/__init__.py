"""Honeyguide: a focused web crawler.

from honeyguide import Crawl, Topic, settings: see the README for seven lines that work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from honeyguide.config import Settings, settings
    from honeyguide.crawl import Crawl
    from honeyguide.errors import HoneyguideError
    from honeyguide.model import StoredPage, Thresholds, Topic
    from honeyguide.topics.files import load_topic

__version__ = "0.1.0"

__all__ = ["Crawl", "HoneyguideError", "Settings", "StoredPage", "Thresholds", "Topic", "load_topic", "settings"]

_ROOMS = {
    "Crawl": "crawl",
    "StoredPage": "model",
    "HoneyguideError": "errors",
    "Settings": "config",
    "Thresholds": "model",
    "Topic": "model",
    "load_topic": "topics.files",
    "settings": "config",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used: `honeyguide --help` need not wait for numpy."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'honeyguide' has no attribute '{name}'")
    return getattr(import_module(f"honeyguide.{_ROOMS[name]}"), name)
