"""The words of the interface."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("nicegui")

from honeyguide.app.form.draft import REGISTRIES
from honeyguide.app.sentences import said_in
from honeyguide.app.texts import LANGUAGES, texts


def test_both_languages_have_the_same_keys_and_fill_in_the_same_values() -> None:
    english, *others = (texts(language) for language in LANGUAGES)
    assert len(english) > 20
    for other in others:
        assert other.keys() == english.keys()
        for key, words in english.items():
            assert sorted(re.findall(r"\{\w+\}", other[key])) == sorted(re.findall(r"\{\w+\}", words)), key


def test_what_speaks_to_readers_of_the_source_is_not_shown() -> None:
    said = [
        said_in(language, each)
        for language in LANGUAGES
        for registry in REGISTRIES.values()
        for entry in map(registry.entry, registry.names())
        for each in (entry.says, *(parameter.meaning for parameter in entry.parameters))
    ]
    assert len(said) > 50
    assert [each for each in said if re.search(r"ours\]|［本项目］|`", each)] == []
