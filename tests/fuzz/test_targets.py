"""Whatever comes from outside, nobody sees another error than ours: each target for a moment, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from tests.fuzz.mutations import inputs
from tests.fuzz.targets import TARGETS, Target

EXAMPLES = 60
OF_FOLDERS = 12
"""Each is crawled on with and asked a dozen questions."""


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_nothing_but_our_own_errors(target: Target) -> None:
    seeds = target.seeds()
    for seed in seeds[:OF_FOLDERS]:
        target.run(seed)

    @settings(max_examples=OF_FOLDERS if target.name.startswith("folder") else EXAMPLES, phases=[Phase.generate])
    @given(inputs(seeds))
    def attempt(data: bytes) -> None:
        target.run(data)

    attempt()


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_what_was_found_once_stays_mended(target: Target) -> None:
    for found in Path(__file__).with_name("found").glob(f"{target.name}/*"):
        target.run(found.read_bytes())
