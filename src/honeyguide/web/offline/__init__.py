"""Webs that are not live: made from a seed, or replayed from an archive or a folder."""

from honeyguide.web.offline.cache import cache_folder
from honeyguide.web.offline.labels import Labels, read_labels
from honeyguide.web.offline.opening import open_web
from honeyguide.web.offline.source import OfflineSource, fetched
from honeyguide.web.offline.web import OfflineWeb

__all__ = ["Labels", "OfflineSource", "OfflineWeb", "cache_folder", "fetched", "open_web", "read_labels"]
