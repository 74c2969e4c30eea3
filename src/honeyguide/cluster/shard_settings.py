"""What one shard of a crawl is set to."""

from __future__ import annotations

import os

from msgspec.structs import replace

from honeyguide.config import Settings
from honeyguide.core.stop_rules import stop_rules


def of_shard(settings: Settings) -> Settings:
    """Requests are shared out; how many pages, and when it is enough, is for the coordinator to say. For a rule of
    recall a shard draws links, as the coordinator tells it to.

    Pages are read by workers of its own: within a process of Ray a page that takes too long could not be given up.
    """
    rules = stop_rules(settings.stop_when)
    draws = f"recall {rules.recall} confidence {rules.confidence}" if rules.recall else ""
    own = max(1, round(settings.concurrency / settings.shards))
    workers = settings.workers if settings.workers >= 0 else ((os.cpu_count() or 1) - 1) // settings.shards
    return replace(
        settings, pages=0, stop_when=draws, concurrency=own, metrics_port=0, cluster="", workers=max(1, workers)
    )
