"""Runs are deterministic: what every strategy and every model finds on two small webs is what is pinned, exactly."""

from __future__ import annotations

import copy
import importlib.util
from pathlib import Path

import pytest
from tests.lab import pins
from tests.lab.renew_pins import renew

RENEW = "Is it meant? `make pins` renews them and shows all that moved; say in the commit why."


@pytest.mark.slow
def test_what_every_strategy_and_model_finds_is_what_is_pinned() -> None:
    found = pins.moved(pins.read(), pins.measure(), most=60)
    if found:
        pytest.fail(f"{found}\n\n{RENEW}", pytrace=False)


def test_every_strategy_and_model_is_pinned_and_no_other() -> None:
    wanted: dict[str, list[str]] = {}
    for case in pins.cases():
        wanted.setdefault(case.group, []).extend(case.keys())
    assert {group: list(runs) for group, runs in pins.read().items()} == wanted, RENEW


def test_pins_tell_strategies_apart() -> None:
    """All but `wseo`, which is `wse` for topics from an ontology."""
    for group, runs in pins.read().items():
        orders = [str(figures["visits"]) for run, figures in runs.items() if not run.startswith("wseo")]
        assert len(set(orders)) == len(orders), group


def test_what_moved_is_shown_from_what_to_what_and_how_far() -> None:
    before: pins.Pins = {
        "web": {"ops 1": {"label_harvest": 0.5, "pages": 100, "visits": "ab"}, "bfs 1": {"pages": 7}}
    }
    after = copy.deepcopy(before)
    assert pins.moved(before, after) == ""
    after["web"]["ops 1"] |= {"label_harvest": 0.43, "visits": "cd"}
    after["web"]["new 1"] = {"pages": 3}
    first, heading, *lines = pins.moved(before, after).splitlines()
    assert first == "2 of 3 runs moved:"
    assert heading.split() == ["web", "or", "models", "run", "figure", "before", "after", "relative"]
    assert [line.split() for line in lines] == [
        ["web", "ops", "1", "label_harvest", "0.5", "0.43", "-14.0", "%"],
        ["web", "ops", "1", "visits", "ab", "cd"],
        ["web", "new", "1", "pages", "–", "3"],
    ]
    assert pins.moved(before, after, most=1).endswith("… and 2 lines more")


def test_renewing_keeps_what_was_measured_and_prints_what_moved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pins.json"
    measured = pins.read()
    pins.write(measured, file)
    assert file.read_bytes() == pins.FILE.read_bytes()
    changed = copy.deepcopy(measured)
    changed["English, busy"]["ops 1"]["pages"] = 1
    renew(changed, file)
    assert pins.read(file) == changed
    assert capsys.readouterr().out.startswith("1 of ")
    renew(changed, file)
    assert capsys.readouterr().out == "nothing moved\n"


def test_make_pins_runs_what_renews_them() -> None:
    makefile = (Path(__file__).parents[2] / "Makefile").read_text("utf-8")
    assert "pins: .venv/ready-dev" in makefile
    assert f"-m {renew.__module__}" in makefile
    assert importlib.util.find_spec(renew.__module__)
