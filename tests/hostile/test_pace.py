"""One attacker in a crawl: innocent sites are crawled as fast as without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.hostile.pace import Pace
from tests.hostile.server import hostile_web

pytestmark = pytest.mark.slow

KEPT = 0.5
"""Of the pace, at least so much is left; more is reached, and the rest is for a machine that is busy. Without what is
tested here it is 0.02 to 0.3. `bench/pace.py` measures all cases."""


TRIES = 3
"""What else the machine does may take half of a pace, for a while; each try measures both."""


def kept(pace: Pace, case: str, **changes: Any) -> bool:
    for _ in range(TRIES):
        if pace.of(case, **changes) >= KEPT:
            return True
        pace.forget()
    return False


@pytest.fixture(scope="module")
def pace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pace]:
    with hostile_web() as web:
        yield Pace(web, tmp_path_factory.mktemp("pace"))


def test_endless_interim_answers_slow_nobody_else(pace: Pace) -> None:
    assert kept(pace, "continue")


def test_a_costly_robots_txt_on_endless_subdomains_slows_nobody_else(pace: Pace) -> None:
    assert kept(pace, "dollars")


def test_hosts_that_keep_us_waiting_take_nobody_elses_place(pace: Pace) -> None:
    assert kept(pace, "silent")


def test_large_pages_slow_nobody_else(pace: Pace) -> None:
    assert kept(pace, "large", extract=True)
