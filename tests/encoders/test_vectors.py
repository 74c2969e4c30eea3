"""The cache in front of an encoder: one value of a text wherever it comes from, and no trouble with its file."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.encoders import vectors as module
from honeyguide.encoders.vectors import LONGEST_TEXT, Vectors, cleaned


class Counting:
    """Random directions by the length and the first letter of a text; remembers what it was asked."""

    name = "counting"
    dimensions = 64

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        rows = [np.random.default_rng([ord(text[0]), len(text)]).standard_normal(64) for text in texts]
        made = np.array(rows, np.float32).reshape(-1, 64)
        unit: NDArray[np.float32] = made / np.linalg.norm(made, axis=1, keepdims=True)
        return unit


WORDS = ["rain", "flood", "harbour", "rain"]


def test_a_text_is_encoded_once_and_cut_to_a_bound() -> None:
    encoder = Counting()
    vectors = Vectors(encoder)
    rows = vectors.encode([*WORDS, "", "…", "  rain ", "x" * 9_000])
    assert encoder.asked == ["rain", "flood", "harbour", "x" * LONGEST_TEXT]
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 1, 1, 1, 0, 0, 1, 1])
    assert (rows[0] == rows[3]).all()
    assert (rows[0] == rows[6]).all()
    vectors.encode(WORDS)
    assert len(encoder.asked) == 4
    assert vectors.encode([]).shape == (0, 64)
    assert vectors.encode(["", "?"]).tolist() == [[0.0] * 64] * 2


def test_what_an_encoder_gets_is_text_in_one_form() -> None:
    assert cleaned("Ｆｌｏｏｄ\u00a0\n ﬁre\0x") == "Flood fire x"
    assert cleaned("rain\ud800fall") == "rainfall"
    assert len(cleaned("\ufdfa" * LONGEST_TEXT)) == LONGEST_TEXT
    assert cleaned("🌧️ — …") == ""


def test_cosines_are_kept_to_about_a_thousandth() -> None:
    exact = Counting().encode([letter * n for letter in "abcdefgh" for n in range(1, 40)])
    kept = Vectors(Counting()).encode([letter * n for letter in "abcdefgh" for n in range(1, 40)])
    apart = np.abs(exact @ exact.T - kept @ kept.T)
    assert apart.max() < 5e-3
    assert apart.mean() < 1e-3


def test_values_are_the_same_from_memory_file_encoder_and_another_process(tmp_path: Path) -> None:
    file = tmp_path / "v.sqlite"
    first = Vectors(Counting(), file)
    made = first.encode(WORDS)
    assert first.encode(WORDS).tobytes() == made.tobytes()
    first.close()
    encoder = Counting()
    second = Vectors(encoder, file)
    assert second.encode(WORDS).tobytes() == made.tobytes()
    assert encoder.asked == []
    assert Vectors(encoder).encode(WORDS).tobytes() == made.tobytes()


def test_what_was_made_before_there_was_a_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "v.sqlite"
    vectors = Vectors(Counting())
    made = vectors.encode(["rain"])
    vectors.keep_in(file)
    vectors.close()
    encoder = Counting()
    again = Vectors(encoder, file).encode(["rain"])
    assert again.tobytes() == made.tobytes()
    assert encoder.asked == []


def test_vectors_of_another_encoder_are_others(tmp_path: Path) -> None:
    class Other(Counting):
        name = "other"

    first = Vectors(Counting(), tmp_path / "v.sqlite")
    first.encode(WORDS)
    first.close()
    other = Other()
    Vectors(other, tmp_path / "v.sqlite").encode(WORDS)
    assert len(other.asked) == 3


def test_memory_forgets_what_was_not_asked_for_longest() -> None:
    encoder = Counting()
    vectors = Vectors(encoder, remembered=2)
    assert vectors.encode(WORDS).shape == (4, 64)
    vectors.encode(["harbour"])
    vectors.encode(["flood"])
    assert encoder.asked == ["rain", "flood", "harbour"]
    vectors.encode(["rain"])
    assert encoder.asked[3:] == ["rain"]
    vectors.encode(["flood"])
    vectors.encode(["harbour"])
    assert encoder.asked[4:] == ["harbour"]


@pytest.mark.parametrize("harm", ["text", "cut", "short rows"])
def test_a_damaged_file_is_made_anew(harm: str, tmp_path: Path) -> None:
    file = tmp_path / "v.sqlite"
    first = Vectors(Counting(), file)
    made = first.encode([f"rain{'x' * n}" for n in range(600)])
    first.close()
    if harm == "text":
        file.write_text("this is no database, and never was one; " * 100)
    elif harm == "cut":
        file.write_bytes(file.read_bytes()[:5000] + b"\xff" * 40_000)
    else:
        with sqlite3.connect(file) as database:
            database.execute("UPDATE vectors SET vector = x'01'")
    second = Vectors(Counting(), file)
    texts = [f"rain{'x' * n}" for n in range(600)]
    assert second.encode(texts).tobytes() == made.tobytes()
    second.encode(["flood"])
    second.close()
    encoder = Counting()
    Vectors(encoder, file).encode([*texts, "flood"])
    assert encoder.asked == []


def test_a_file_that_cannot_be_written_or_is_full_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    for file in (tmp_path / "folder", tmp_path / "none" / "v.sqlite", Path("/dev/full")):
        vectors = Vectors(Counting(), file)
        assert vectors.encode(WORDS).any()
        vectors.close()
    monkeypatch.setattr(module, "_LARGEST_FILE", 0)
    full = Vectors(Counting(), tmp_path / "v.sqlite")
    full.encode(WORDS)
    full.close()
    with sqlite3.connect(tmp_path / "v.sqlite") as database:
        assert database.execute("SELECT count(*) FROM vectors").fetchone() == (0,)


def test_a_file_that_goes_away_ends_nothing(tmp_path: Path) -> None:
    file = tmp_path / "v.sqlite"
    vectors = Vectors(Counting(), file)
    vectors.encode(WORDS)
    vectors.write()
    for each in tmp_path.iterdir():
        each.unlink()
    assert vectors.encode(["harbour wall"]).any()
    vectors.close()


def _fill(file: Path, letter: str) -> None:
    vectors = Vectors(Counting(), file)
    for n in range(1, 400):
        vectors.encode([letter * n])
    vectors.close()


def test_several_processes_share_a_file(tmp_path: Path) -> None:
    file = tmp_path / "v.sqlite"
    fork = multiprocessing.get_context("fork")
    processes = [fork.Process(target=_fill, args=(file, letter)) for letter in "abc"]
    for each in processes:
        each.start()
    for each in processes:
        each.join()
        assert each.exitcode == 0
    encoder = Counting()
    Vectors(encoder, file).encode([letter * n for letter in "abc" for n in range(1, 400)])
    assert encoder.asked == []
