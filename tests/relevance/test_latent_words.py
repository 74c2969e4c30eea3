"""Where words lie: the space of the first singular vectors, and pages that come and go."""

from __future__ import annotations

from math import log
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide.relevance import latent_words
from honeyguide.relevance.latent_words import LatentWords

SUBJECTS = (
    ("rain", "flood", "river", "storm"),
    ("rose", "garden", "tulip", "spade"),
    ("暴雨", "洪水", "河流", "灾害"),
)


def pages(many: int, seed: int = 1) -> list[dict[str, int]]:
    rng = Random(seed)
    return [
        {word: rng.randrange(1, 6) for word in (*rng.sample(SUBJECTS[at % 3], 3), f"name{at}")} for at in range(many)
    ]


def dense(given: list[dict[str, int]]) -> NDArray[np.float64]:
    """TF-IDF with rows of length 1; then words of fewer than three pages do not count."""
    words = sorted({word for page in given for word in page})
    held = {word: sum(word in page for page in given) for word in words}
    rows = np.array([[1 + log(page[word]) if word in page else 0.0 for word in words] for page in given])
    rows *= [max(0.0, log((len(given) + 1) / (held[word] + 0.5))) for word in words]
    lengths: NDArray[np.float64] = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows / lengths * [held[word] >= 3 for word in words]


@pytest.mark.parametrize("dimensions", [3, 100])
def test_pages_lie_as_in_the_first_singular_vectors(dimensions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latent_words, "DIMENSIONS", dimensions)
    given = pages(30)
    words = LatentWords()
    for page in given:
        words.add(page)
    left, sizes, _ = np.linalg.svd(dense(given))
    wanted = left[:, :dimensions][:, : len(sizes)] * sizes[:dimensions]
    places = words.find()
    # Vectors are found up to their sign, so products of pages are compared.
    assert places @ places.T == pytest.approx(wanted @ wanted.T, abs=1e-4)
    for number in range(len(given)):
        assert words.place(number) == pytest.approx(places[number], abs=1e-5)


def test_a_page_that_comes_later_is_laid_into_what_was_found() -> None:
    words = LatentWords()
    for page in pages(30):
        words.add(page)
    places = words.find()
    words.add({"rain": 1, "storm": 1, "unheard": 7})
    near = places @ words.place(30)
    assert min(near[0::3]) > max(near[1::3])
    found = words.words_of(30)
    assert [words.names[number] for number in found.numbers.tolist()] == ["rain", "storm"]
    rare = (1 + log(7)) * log(31 / 0.5)
    known = [log(31 / (sum(word in page for page in pages(30)) + 0.5)) for word in ("rain", "storm")]
    length = float(np.linalg.norm([rare, *known]))
    assert found.weights.tolist() == pytest.approx([weight / length for weight in known], rel=1e-4)


def test_without_other_pages_the_words_of_examples_are_directions_of_their_own() -> None:
    words = LatentWords()
    for page in ({"rain": 1, "暴雨": 1}, {"rose": 2}, {"rain": 1, "garden": 1}):
        words.add(page)
    places = words.find([0], latent=False)
    assert places.shape == (3, 2)
    rain, rare = log(4 / 2.5), log(4 / 1.5)
    assert sorted(places[0].tolist()) == pytest.approx(
        sorted([rain / np.hypot(rain, rare), rare / np.hypot(rain, rare)])
    )
    assert not places[1].any()
    assert places[2].max() == pytest.approx(rain / np.hypot(rain, rare))


def test_to_drop_a_page_is_as_if_it_had_never_come() -> None:
    words, other = LatentWords(), LatentWords()
    for page in pages(30):
        words.add(page)
        other.add(page)
    for _ in range(2):
        words.add({"rain": 300, "unheard": 2, "暴雨": 1})
        words.drop()
        assert len(words) == 30
        assert words.names == other.names
        assert words.find().tolist() == other.find().tolist()
    for each in (words, other):
        each.add({"fresh": 1, "rain": 2})
    assert words.names == other.names
    assert words.place(30).tolist() == other.place(30).tolist()


def test_words_that_were_placed_keep_their_number_when_their_page_is_dropped() -> None:
    words = LatentWords()
    for page in pages(5):
        words.add(page)
    words.find()
    words.drop()
    words.add({"another": 1})
    assert words.names.index("another") == len(words.names) - 1
    assert len(words.names) > len(words.rarity)


def test_a_sample_of_pages_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latent_words, "SAMPLE", 40)
    words = LatentWords()
    for page in pages(200):
        words.add(page)
    places = words.find()
    assert len(places) == 200
    middles = [places[at::3].mean(axis=0) for at in range(3)]
    for at in range(3):
        assert max(range(3), key=lambda other: middles[at] @ middles[other]) == at


def test_empty_pages_and_no_words_at_all() -> None:
    words = LatentWords()
    words.add({})
    assert words.find().tolist() == [[0.0]]
    assert words.place(0).tolist() == [0.0]
    assert len(words.words_of(0).numbers) == 0
    words.add({"one": 1})
    assert np.isfinite(words.find()).all()
