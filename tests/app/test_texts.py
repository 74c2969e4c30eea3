"""The words of the interface."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("nicegui")

from honeyguide.app.texts import LANGUAGES, texts


def test_both_languages_have_the_same_keys_and_fill_in_the_same_values() -> None:
    english, *others = (texts(language) for language in LANGUAGES)
    assert len(english) > 20
    for other in others:
        assert other.keys() == english.keys()
        for key, words in english.items():
            assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", words)), key
