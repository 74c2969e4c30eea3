"""`bench/cluster_simulation.py` on a handful of shards."""

from __future__ import annotations

import pytest
from tests.bench.test_faults import loaded


def test_shards_cost_something_and_the_figures_hang_together() -> None:
    bench = loaded("cluster_simulation")
    costs = bench.Costs(page_ms=10.0, message_ms=1.0, message_bytes=400, call_ms=0.1)
    few, many = (bench.simulate(shards, 12, costs) for shards in (2, 8))
    assert few.messages == pytest.approx(1 - 0.5**15)
    assert few.messages < many.messages < 7
    for outcome in (few, many):
        assert outcome.most_links >= 1
        assert 0 <= outcome.wasted < 1
        assert 0 <= outcome.idle < 1
        assert 0 < outcome.efficiency < 1
        assert outcome.gigabytes == pytest.approx(outcome.most_links / outcome.shards * 80)
    assert many.efficiency < few.efficiency
