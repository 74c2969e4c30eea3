"""What one shard of a crawl is set to."""

from __future__ import annotations

import os

from msgspec.structs import replace

from honeyguide.config import Settings
from honeyguide.errors import BadInput


def of_shard(settings: Settings) -> Settings:
    """Requests are shared out; how many pages, and when it is enough, is for the coordinator to say.

    Pages are read by workers of its own: within a process of Ray a page that takes too long could not be given up.
    """
    if "recall" in settings.stop_when:
        raise BadInput(
            "stop_when: recall is told by a sample of all links that wait at one moment, and those of shards wait in "
            "several places, some on their way; leave it out, take harvest, or crawl in one"
        )
    own = max(1, round(settings.concurrency / settings.shards))
    workers = settings.workers if settings.workers >= 0 else ((os.cpu_count() or 1) - 1) // settings.shards
    return replace(
        settings, pages=0, stop_when="", concurrency=own, metrics_port=0, cluster="", workers=max(1, workers)
    )
