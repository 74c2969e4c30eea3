"""Everything that can be wrong with a topic, said so that a person can put it right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import isfinite

from msgspec import Struct

from honeyguide.errors import nearest
from honeyguide.model import Thresholds, Topic
from honeyguide.topics.models import wrong_with_model
from honeyguide.topics.terms import spelling
from honeyguide.topics.toml_lines import Place

LONGEST_TERM = 100
LONGEST_RELEVANCE = 1_000
LARGEST_WEIGHT = 1e6
MOST_PROBLEMS = 100

_SETTINGS = Topic.__struct_fields__
_THRESHOLDS = Thresholds.__struct_fields__
_ANCHORS = ("words", "semantic")
_KINDS = {str: "text", bool: "true or false", int: "a number", float: "a number", dict: "a table", list: "a list"}

Problems = Iterator[tuple[Place, str]]
"""Where something is wrong, and what."""


class Problem(Struct, frozen=True):
    line: int
    """0 when it is not about a line."""
    message: str
    where: str = ""

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.where}{line}: {self.message}" if self.where else self.message


def problems_of(data: Mapping[str, object], where: str, line_of: Callable[[Place], int]) -> list[Problem]:
    """All that is wrong with a topic as TOML gives it, by line; at most a hundred."""
    found = islice(_all(data), MOST_PROBLEMS)
    problems = [Problem(line_of(place), message, where) for place, message in found]
    return sorted(problems, key=lambda problem: problem.line)


def validate(topic: Topic, where: str) -> list[Problem]:
    """The same check for a topic made in Python."""
    data: dict[str, object] = {name: getattr(topic, name) for name in _SETTINGS}
    if isinstance(topic.thresholds, Thresholds):
        given = {name: getattr(topic.thresholds, name) for name in _THRESHOLDS}
        data["thresholds"] = {name: value for name, value in given.items() if name != "page" or value is not None}
    if topic.model is None:
        del data["model"]
    return problems_of(data, where, lambda _: 0)


def _all(data: Mapping[str, object]) -> Problems:
    meant: set[str] = set()
    for key in data:
        if key not in _SETTINGS:
            hint = nearest(key[:60], _SETTINGS)
            meant.update(name for name in _SETTINGS if f"'{name}'?" in hint)
            yield (key,), f"{_quoted(key)} is not a setting{hint}"
    yield from _name(data, meant)
    if not isinstance(data.get("description", ""), str):
        yield ("description",), f"the description must be text in quotes, not {_kind(data['description'])}"
    yield from _languages(data.get("languages", ()))
    yield from _thresholds(data.get("thresholds", {}))
    yield from _comparison(data)
    keywords = data.get("keywords")
    if isinstance(keywords, dict) and keywords:
        yield from _keywords(keywords)
        yield from _forms(keywords, data.get("synonyms", {}))
    elif keywords is not None and not isinstance(keywords, dict):
        yield ("keywords",), f"keywords must be a table of weights, such as rainstorm = 0.8, not {_kind(keywords)}"
    elif "keywords" not in meant:
        yield ("keywords",), "there are no keywords; add a [keywords] table with lines such as rainstorm = 0.8"


def _name(data: Mapping[str, object], meant: set[str]) -> Problems:
    name = data.get("name")
    if name is None and "name" not in meant:
        yield (), 'there is no name; add a first line such as name = "rainstorm disasters"'
    elif name is not None and not isinstance(name, str):
        yield ("name",), f"the name must be text in quotes, not {_kind(name)}"
    elif name is not None and (message := _wrong_with_text(name)):
        yield ("name",), f"the name {message}"


def _languages(languages: object) -> Problems:
    if not isinstance(languages, list | tuple):
        yield ("languages",), f'languages must be a list such as ["en", "zh"], not {_kind(languages)}'
        return
    for number, code in enumerate(languages):
        if not (isinstance(code, str) and re.fullmatch("[a-z]{2}", code)):
            shown = _quoted(code) if isinstance(code, str) else str(code)[:60]
            yield ("languages", number), f"{shown} is no language; give two small letters such as 'en' or 'zh'"


def _thresholds(thresholds: object) -> Problems:
    if not isinstance(thresholds, dict):
        yield ("thresholds",), f"thresholds must be a table of page and link, not {_kind(thresholds)}"
        return
    for key, value in thresholds.items():
        place = ("thresholds", key)
        if key not in _THRESHOLDS:
            yield place, f"{_quoted(key)} is not a setting of [thresholds]{nearest(key[:60], _THRESHOLDS)}"
        elif not (_is_number(value) and 0 <= value <= 1):
            yield place, f"the threshold '{key}' must be a number from 0 to 1, not {_shown(value)}"


def _comparison(data: Mapping[str, object]) -> Problems:
    """How pages and anchors are compared with the topic."""
    relevance = data.get("relevance", "tag-vsm")
    if not isinstance(relevance, str):
        yield ("relevance",), f"relevance must be the name of a relevance model in quotes, not {_kind(relevance)}"
    elif message := _wrong_with_text(relevance, LONGEST_RELEVANCE):
        yield ("relevance",), f"the name of the relevance model {message}"
    anchors = data.get("anchors", _ANCHORS[0])
    if not isinstance(anchors, str):
        yield ("anchors",), f"anchors must be 'words' or 'semantic', not {_kind(anchors)}"
    elif anchors not in _ANCHORS:
        yield ("anchors",), f"anchors must be 'words' or 'semantic', not {_quoted(anchors)}"
    if "model" in data and (message := wrong_with_model(data["model"])):
        yield ("model",), message


def _keywords(keywords: Mapping[object, object]) -> Problems:
    for keyword, weight in keywords.items():
        if not isinstance(keyword, str):
            yield ("keywords",), f"a keyword must be text, not {_kind(keyword)}"
            continue
        place = ("keywords", keyword)
        if message := _wrong_with_term(keyword):
            yield place, f"the keyword {_quoted(keyword)} {message}"
        if isinstance(weight, int | float) and not isinstance(weight, bool):
            if not _is_number(weight) or not 0 < weight <= LARGEST_WEIGHT:
                yield (
                    place,
                    f"the weight of {_quoted(keyword)} is {_shown(weight)}; give a number above 0, such as 0.8",
                )
        elif keyword in _SETTINGS:
            yield place, f"'{keyword}' stands among the keywords; move it above [keywords]"
        else:
            hint = "; a keyword with a dot needs quotes" if isinstance(weight, dict) else ""
            yield place, f"the weight of {_quoted(keyword)} must be a number such as 0.8, not {_kind(weight)}{hint}"


def _forms(keywords: Mapping[object, object], synonyms: object) -> Problems:
    owners: dict[str, str] = {}
    known = [keyword for keyword in keywords if isinstance(keyword, str)]
    for keyword in known:
        owner = owners.setdefault(spelling(keyword[:LONGEST_TERM]), keyword)
        if owner != keyword:
            yield ("keywords", keyword), f"{_quoted(keyword)} and {_quoted(owner)} are the same keyword; keep one"
    if not isinstance(synonyms, dict):
        yield ("synonyms",), f'synonyms must be a table of lists, such as rain = ["shower"], not {_kind(synonyms)}'
        return
    for keyword, forms in synonyms.items():
        place: Place = ("synonyms", keyword)
        if keyword not in keywords:
            hint = nearest(str(keyword)[:60], known) if len(known) <= 500 else ""
            yield place, f"{_quoted(str(keyword))} has synonyms but is not among the keywords{_short(hint)}"
        elif not isinstance(forms, list | tuple):
            yield place, f'the synonyms of {_quoted(keyword)} must be a list such as ["shower"], not {_kind(forms)}'
        else:
            for number, form in enumerate(forms):
                for message in _wrong_with_synonym(keyword, form, owners):
                    yield (*place, number), message


def _wrong_with_synonym(keyword: str, form: object, owners: dict[str, str]) -> Iterator[str]:
    if not isinstance(form, str):
        yield f"a synonym of {_quoted(keyword)} must be text in quotes, not {_kind(form)}"
    elif message := _wrong_with_term(form):
        yield f"the synonym {_quoted(form)} of {_quoted(keyword)} {message}"
    elif (owner := owners.setdefault(spelling(form), keyword)) != keyword:
        yield f"{_quoted(form)} belongs to both {_quoted(owner)} and {_quoted(keyword)}; leave it with one of them"


def _wrong_with_text(text: str, longest: int = LONGEST_TERM) -> str:
    if not text.strip():
        return "is empty"
    if len(text) > longest:
        return f"is too long: {len(text)} characters where {longest} are allowed"
    return "" if text.isprintable() else "holds a control character; take it out"


def _wrong_with_term(term: str) -> str:
    return _wrong_with_text(" ".join(term.split()) if len(term) <= LONGEST_TERM else term) or (
        "" if any(map(str.isalnum, spelling(term))) else "holds neither a letter nor a digit"
    )


def _is_number(value: object) -> bool:
    if isinstance(value, int) and not isinstance(value, bool):
        return abs(value) <= LARGEST_WEIGHT
    return isinstance(value, float) and isfinite(value)


def _kind(value: object) -> str:
    return _KINDS.get(type(value), f"a {type(value).__name__}")


def _shown(value: object) -> str:
    if isinstance(value, int) and abs(value) > LARGEST_WEIGHT:
        return "a number that is too large" if value > 0 else "far below 0"
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else _kind(value)


def _quoted(text: str) -> str:
    shown = text if len(text) <= 60 else text[:57] + "…"
    return f"'{shown if shown.isprintable() else shown.encode('unicode_escape').decode()}'"


def _short(hint: str) -> str:
    return hint if len(hint) <= 200 else ""
