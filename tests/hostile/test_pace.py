"""One attacker in a crawl: innocent sites are crawled as fast as without it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.hostile.heavy_pages import BODIES
from tests.hostile.pace import Pace
from tests.hostile.server import hostile_web

pytestmark = pytest.mark.slow

KEPT = 0.6
"""Of the pace, at least so much is left; more is reached, and the rest is for a machine that is busy."""


@pytest.fixture(scope="module")
def pace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pace]:
    with hostile_web() as web:
        yield Pace(web, tmp_path_factory.mktemp("pace"))


@pytest.mark.parametrize("case", ["continue", "hints", "robots-continue"])
def test_endless_interim_answers_slow_nobody_else(pace: Pace, case: str) -> None:
    assert pace.of(case) >= KEPT


@pytest.mark.parametrize("case", ["dollars", "wildcards", "allowed"])
def test_a_costly_robots_txt_on_endless_subdomains_slows_nobody_else(pace: Pace, case: str) -> None:
    assert pace.of(case) >= KEPT


@pytest.mark.parametrize("case", ["silent", "drip", "drip-pages"])
def test_hosts_that_keep_us_waiting_take_nobody_elses_place(pace: Pace, case: str) -> None:
    assert pace.of(case) >= KEPT


@pytest.mark.parametrize("case", list(BODIES))
def test_pages_that_are_slow_to_read_slow_nobody_else(pace: Pace, case: str) -> None:
    assert pace.of(case, extract=True) >= KEPT
