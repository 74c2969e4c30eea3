"""What pages and files of strangers say cannot deceive a reader, nor make a score that is no number."""

from __future__ import annotations

from honeyguide.model import Model
from honeyguide.storage.markdown import page
from honeyguide.topics.models import wrong_with_model

TURNING = "\u202e\u2066\u200f\u061c"


def test_nothing_turns_the_reading_direction_of_markdown() -> None:
    told = f"{TURNING}fdp.exe"
    made = page({"url": "http://a.example/", "title": told, "content": f"{told}\n- {told}\n洪水{TURNING}来了"})
    assert "# fdp.exe\n" in made
    assert "洪水来了" in made
    assert not set(TURNING) & set(made)


def test_a_model_with_numbers_that_overflow_is_refused() -> None:
    for harm in (1e308, -1e308, 1e10):
        for numbers in ({"weights": (harm, 1.0)}, {"weights": (1.0, 1.0), "slope": harm}):
            assert "beyond 1,000,000,000" in wrong_with_model(Model("features", ("rain", "flood"), **numbers))
    assert not wrong_with_model(Model("features", ("rain", "flood"), (1.0, 1e6)))
