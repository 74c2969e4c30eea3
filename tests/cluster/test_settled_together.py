"""A shard settles together what came within a moment, so that the encoder is called less often."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cluster.sharded import ShardedCrawl, settings
from tests.cluster.test_patience_in_shards import core_of

from honeyguide.cluster.rounds import SETTLE_SECONDS
from honeyguide.cluster.shard import Shard
from honeyguide.core import CrawlCore
from honeyguide.core.referrals import Referral, packed
from honeyguide.encoders.use import Use

PAGES = 80


class Counted(Use):
    calls = 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.calls += 1
        return super().encode(texts)


def test_what_came_within_a_moment_is_one_call_of_the_encoder_and_nothing_waits_for_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    together: list[int] = []
    encoder, settle = Counted(), Shard._settle

    def timed(shard: Shard, core: CrawlCore) -> None:
        since, others, calls = shard._came_at, len(shard._visits.tasks) - len(shard._visits.answers), encoder.calls
        came = len(shard._visits.answers) + len(shard._inbox)
        settle(shard, core)
        assert encoder.calls <= calls + 1
        if shard._came_at is not None:
            assert others, "it waits although nothing else is under way"
            assert shard._web.now() - shard._came_at < SETTLE_SECONDS
        elif since is not None:
            waited.append(shard._web.now() - since)
            together.append(came)

    monkeypatch.setattr(Shard, "_settle", timed)
    given = settings(2, PAGES, strategy="guide:patient=false", encoder="use", delay=0.0)
    crawl = ShardedCrawl(tmp_path / "crawl", given)
    for shard in crawl.shards:
        assert shard._vectors is not None
        shard._vectors._encoder = encoder
    crawl.run()
    assert sum(shard.pages for shard in crawl.shards) == PAGES
    assert max(waited) > 0.0
    assert max(together) > 1


def told(tmp_path: Path) -> tuple[Shard, CrawlCore]:
    """A shard that another one told something, while an answer is under way."""
    core, shard = core_of("ops", 0), ShardedCrawl(tmp_path, settings(2)).shards[0]
    core.begin([], Random(0), shard._web.now())
    assert shard._due(core) is None
    shard._visits.tasks = cast("Any", {7: None})
    shard._inbox = [(1, 0, packed(Referral("http://other.example/", "other.example", 0, "", None, (), (), ())))]
    shard._settle(core)
    return shard, core


def test_a_shard_wakes_to_settle_what_came_also_when_no_more_comes(tmp_path: Path) -> None:
    shard, core = told(tmp_path)
    assert shard._inbox, "it waits for the answer"
    assert shard._due(core) == pytest.approx(shard._web.now() + SETTLE_SECONDS, abs=0.01)


def test_a_paused_shard_settles_at_once(tmp_path: Path) -> None:
    shard, core = told(tmp_path)
    shard.pause()
    shard._settle(core)
    assert not shard._inbox
    assert core.taken == {1: 0}
