"""Webs that are not live: made from a seed, or replayed from an archive or a folder."""

from honeyguide.web.offline.cache import cache_folder
from honeyguide.web.offline.labels import Labels, read_labels
from honeyguide.web.offline.opening import lasting, open_web
from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.offline.simulated import SimulatedWeb, fetched

__all__ = ["Labels", "PageSource", "SimulatedWeb", "cache_folder", "fetched", "lasting", "open_web", "read_labels"]
