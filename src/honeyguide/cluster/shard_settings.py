"""What one shard of a crawl is set to."""

from __future__ import annotations

from msgspec.structs import replace

from honeyguide.config import Settings
from honeyguide.errors import BadInput


def of_shard(settings: Settings) -> Settings:
    """Requests are shared out; how many pages, and when it is enough, is for the coordinator to say."""
    if "recall" in settings.stop_when:
        raise BadInput("stop_when: recall is not known of a crawl in shards; leave it out, or crawl in one")
    own = max(1, round(settings.concurrency / settings.shards))
    return replace(settings, pages=0, stop_when="", concurrency=own, metrics_port=0)
