"""The words of the interface."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("nicegui")

from msgspec.structs import replace

from honeyguide.app.form.draft import REGISTRIES
from honeyguide.app.pages.live import how_much_is_left
from honeyguide.app.sentences import said_in
from honeyguide.app.texts import LANGUAGES, texts
from honeyguide.model import Coverage


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


def test_how_much_is_left_is_said_without_sentences_that_say_nothing() -> None:
    told = Coverage(100, 30, 400, 12.0, 8.0, 16.0, 90, 2.4, 0.71, 0.65, 0.79)
    left, untried, more = how_much_is_left("en", told)
    assert left.startswith("About 12 pages on topic (8 to 16) behind the 400 links that wait: 71% ")
    assert untried.startswith("90 of the links score lower")
    assert more == "At least 2 more that no page seen so far links to."
    assert len(how_much_is_left("zh", replace(told, untried=0, undiscovered=0.3))) == 1
