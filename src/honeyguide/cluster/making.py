"""A crawl as its settings want it: in one process, or in shards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from honeyguide.cluster.crawl import ShardedCrawl
from honeyguide.cluster.deal import deal, must_deal
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.crawl.inputs import check_places
from honeyguide.model import Topic
from honeyguide.storage.shard_folders import refuse_shard


def make_crawl(topic: Topic, seeds: Sequence[str] | Mapping[str, str], out: Path | str, settings: Settings) -> Crawl:
    """One that is there in another number of shards is dealt anew: a crawl that was in shards is in one process when
    this returns."""
    refuse_shard(Path(out))
    if settings.shards > 1:
        return ShardedCrawl(topic, seeds, out, settings)
    check_places(Path(out), settings)
    if must_deal(Path(out), 1):
        deal(Path(out), 1)
    return Crawl(topic, seeds, out, settings)
