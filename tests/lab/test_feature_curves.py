"""Feature words that tell themes apart, against their number."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from honeyguide.errors import BadInput
from honeyguide.lab.feature_curves import feature_curves, quality
from honeyguide.lab.feature_report import by_size, write
from honeyguide.lab.feature_splits import read_splits
from honeyguide.model import Document

TEXTS = {
    "birds": ["wing nest feather page", "wing nest egg page", "wing song feather page"],
    "storms": ["rain flood wind page", "rain wind gale page", "rain flood gale page"],
}


def write_texts(folder: Path, texts: Mapping[str, Sequence[str]] = TEXTS) -> Path:
    for theme, each in texts.items():
        (folder / theme).mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(each):
            (folder / theme / f"{number}.txt").write_text(text)
    return folder


def split(folder: Path, seed: int = 1) -> list[tuple[list[Document], list[Document]]]:
    parts = read_splits(folder, seed, "", lambda what, done, of: None, lambda sentence: None)
    return [(each.training, each.test) for each in parts]


def test_quality_worked_by_hand() -> None:
    # Of four texts of theme 0 two go to 0, one to 1, one to none; of two of theme 1 one to 1, one to 0.
    # Theme 0: precision 2/3, recall 2/4; theme 1: 1/2, 1/2. Macro: (2/3 + 1/2)/2 = 0.583333 and 0.5,
    # F1 2 · 0.583333 · 0.5 / 1.083333 = 0.538462. Micro: 3 of 5 given, 3 of 6 wanted: F1 2 · 0.6 · 0.5 / 1.1.
    told = quality(np.array([0, 0, 0, 0, 1, 1]), np.array([0, 0, 1, -1, 1, 0]), 2)
    assert (told.macro_precision, told.macro_recall) == pytest.approx((7 / 12, 0.5))
    assert told.macro_f1 == pytest.approx(0.538462, abs=1e-6)
    assert (told.micro_precision, told.micro_recall) == pytest.approx((0.6, 0.5))
    assert told.micro_f1 == pytest.approx(0.545455, abs=1e-6)


def test_a_theme_that_is_never_given_has_precision_0() -> None:
    told = quality(np.array([0, 1]), np.array([0, 0]), 2)
    assert (told.macro_precision, told.macro_recall) == (0.25, 0.5)


def test_a_text_goes_to_the_theme_with_the_nearest_feature_vector(tmp_path: Path) -> None:
    write_texts(tmp_path / "a-train")
    # A text without any feature word goes to no theme: four of six are found, and all of those given are right.
    write_texts(
        tmp_path / "a-test", {"birds": ["wing song", "nest egg", "moon"], "storms": ["gale", "flood", "moon"]}
    )
    told = feature_curves(tmp_path, (1, 4))
    assert (told.themes, told.training, told.test, told.splits) == (2, 6, 6, 1)
    many = by_size(told)[4]
    assert [each.micro_precision for each in many] == [1.0, 1.0]
    assert [each.micro_recall for each in many] == pytest.approx([4 / 6, 4 / 6])
    # One word a theme: wing and rain (TF-Gini 3/1 · 1 · 1); only the first text holds one.
    assert by_size(told)[1][0].micro_recall == pytest.approx(1 / 6)


def test_a_corpus_is_split_by_its_own_folders_also_when_an_archive_wraps_them(tmp_path: Path) -> None:
    inside = tmp_path / "unpacked"
    write_texts(inside / "news-train")
    write_texts(inside / "news-test", {"birds": ["wing"], "storms": ["rain"]})
    (only,) = split(tmp_path)
    assert (len(only[0]), len(only[1])) == (6, 2)


def test_else_each_third_is_the_test_once(tmp_path: Path) -> None:
    splits = split(write_texts(tmp_path))
    assert [(len(training), len(test)) for training, test in splits] == [(4, 2)] * 3
    assert sorted(each.name for _, test in splits for each in test) == sorted(
        f"{theme}/{number}.txt" for theme in TEXTS for number in range(3)
    )
    assert all({each.label for each in test} == set(TEXTS) for _, test in splits)
    assert split(tmp_path) == splits
    assert feature_curves(tmp_path, (2,)).splits == 3


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ({"birds": ["a wing"]}, "must have two sub-folders or more"),
        ({"birds": ["a wing"], "storms": ["some rain"]}, "the theme 'birds' has 1 texts; each third needs one"),
    ],
)
def test_a_corpus_that_cannot_be_split_is_refused(tmp_path: Path, texts: dict[str, list[str]], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        split(write_texts(tmp_path, texts))


def test_a_theme_that_is_only_tested_is_refused(tmp_path: Path) -> None:
    write_texts(tmp_path / "train")
    write_texts(tmp_path / "test", {"birds": ["wing"], "volcanoes": ["lava"]})
    with pytest.raises(BadInput, match=r"has the theme 'volcanoes', which .*train does not have"):
        split(tmp_path)


def test_a_file_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is no folder"):
        split(tmp_path / "nothing")


def test_the_table_and_the_picture_are_written(tmp_path: Path) -> None:
    told = feature_curves(write_texts(tmp_path / "texts"), (1, 2, 5))
    files = write(told, tmp_path / "out")
    assert [file.name for file in files] == [
        "features.csv", "features.tex", "features.svg", "features.pdf", "features.png",
    ]  # fmt: skip
    with files[0].open() as file:
        rows = list(csv.DictReader(file))
    assert [(row["method"], row["words"]) for row in rows] == [
        (method, size) for method in ("tf-gini", "tf-idf") for size in ("1", "2", "5")
    ]
    assert files[4].read_bytes().startswith(b"\x89PNG")
