"""Colours of strategies."""

from honeyguide.lab.figures import looks
from honeyguide.lab.model import REFERENCES


def test_no_two_strategies_look_alike_and_references_are_grey_and_broken() -> None:
    names = [f"ops:r2=0.{n:02}" for n in range(21)] + list(REFERENCES)
    look = looks(names)
    assert len(set(map(str, look.values()))) == len(names)
    for name in REFERENCES:
        colour, dashes = look[name]
        assert colour[1:3] == colour[3:5] == colour[5:7]
        assert dashes != "-"


def test_a_strategy_keeps_its_colour_wherever_the_references_stand() -> None:
    assert looks(["random", "bfs", "ops"])["ops"] == looks(["bfs", "ops", "oracle"])["ops"]
