"""Everything that can be wrong with a topic, said so that a person can put it right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Annotated, Literal

from msgspec import Meta, Struct

from honeyguide.errors import nearest
from honeyguide.model import DEFAULT_RELEVANCE, Thresholds, Topic
from honeyguide.toml_files import Place
from honeyguide.topics.models import wrong_with_model
from honeyguide.topics.terms import spelling
from honeyguide.validation import quoted, shown, unknown, wrong_with

LONGEST_TERM = 100
LONGEST_RELEVANCE = 1_000
MOST_PROBLEMS = 100

_SETTINGS = Topic.__struct_fields__
_THRESHOLDS = Thresholds.__struct_fields__

Text = Annotated[str, Meta(title="text in quotes")]
Weight = Annotated[float, Meta(gt=0, le=1e6, title="a number above 0 such as 0.8")]
Weights = Annotated[dict[object, object], Meta(title="a table of weights, such as rainstorm = 0.8")]
Anchors = Literal["words", "semantic"]
ModelName = Annotated[str, Meta(title="the name of a relevance model in quotes")]
Codes = Annotated[list[object], Meta(title='a list such as ["en", "zh"]')]
Forms = Annotated[list[object], Meta(title='a list such as ["shower"]')]
Lists = Annotated[dict[object, object], Meta(title='a table of lists, such as rain = ["shower"]')]
Examples = Annotated[
    dict[str, str], Meta(title='a table of URLs and what they are, such as "http://a.example/" = "A news site"')
]
Limits = Annotated[dict[object, object], Meta(title="a table of page and link")]
Limit = Annotated[float, Meta(ge=0, le=1)]

Problems = Iterator[tuple[Place, str]]
"""Where something is wrong, and what."""


class Problem(Struct, frozen=True):
    line: int
    """0 when it is not about a line."""
    message: str
    where: str = ""
    place: Place = ()
    """The keys that lead to it: `("keywords", "rain")`."""

    def __str__(self) -> str:
        line = f":{self.line}" if self.line else ""
        return f"{self.where}{line}: {self.message}" if self.where else self.message


def problems_of(data: Mapping[str, object], where: str, line_of: Callable[[Place], int]) -> list[Problem]:
    """All that is wrong with a topic as TOML gives it, by line; at most a hundred."""
    found = islice(_all(data), MOST_PROBLEMS)
    problems = [Problem(line_of(place), message, where, place) for place, message in found]
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
            message = unknown(key, _SETTINGS, "setting")
            meant.update(name for name in _SETTINGS if f"'{name}'?" in message)
            yield (key,), message
    yield from _name(data, meant)
    if message := wrong_with(data.get("description", ""), Text):
        yield ("description",), f"the description {message}"
    if message := wrong_with(data.get("examples", {}), Examples):
        yield ("examples",), f"examples {message}"
    yield from _languages(data.get("languages", ()))
    yield from _thresholds(data.get("thresholds", {}))
    yield from _comparison(data)
    keywords = data.get("keywords")
    if isinstance(keywords, dict) and keywords:
        yield from _keywords(keywords)
        yield from _forms(keywords, data.get("synonyms", {}))
    elif keywords is not None and (message := wrong_with(keywords, Weights)):
        yield ("keywords",), f"keywords {message}"
    elif "keywords" not in meant:
        yield ("keywords",), "there are no keywords; add a [keywords] table with lines such as rainstorm = 0.8"


def _name(data: Mapping[str, object], meant: set[str]) -> Problems:
    name = data.get("name")
    if name is None and "name" not in meant:
        yield (), 'there is no name; add a first line such as name = "rainstorm disasters"'
    elif name is not None and (message := wrong_with(name, Text) or _wrong_with_text(str(name))):
        yield ("name",), f"the name {message}"


def _languages(languages: object) -> Problems:
    if not isinstance(languages, list | tuple):
        yield ("languages",), f"languages {wrong_with(languages, Codes)}"
        return
    for number, code in enumerate(languages):
        if not (isinstance(code, str) and re.fullmatch("[a-z]{2}", code)):
            yield ("languages", number), f"{shown(code)} is no language; give two small letters such as 'en' or 'zh'"


def _thresholds(thresholds: object) -> Problems:
    if not isinstance(thresholds, dict):
        yield ("thresholds",), f"thresholds {wrong_with(thresholds, Limits)}"
        return
    for key, value in thresholds.items():
        place = ("thresholds", key)
        if key not in _THRESHOLDS:
            yield place, unknown(key, _THRESHOLDS, "setting of [thresholds]")
        elif message := wrong_with(value, Limit):
            yield place, f"the threshold '{key}' {message}"


def _comparison(data: Mapping[str, object]) -> Problems:
    """How pages and anchors are compared with the topic."""
    relevance = data.get("relevance", DEFAULT_RELEVANCE)
    if message := wrong_with(relevance, ModelName):
        yield ("relevance",), f"relevance {message}"
    elif message := _wrong_with_text(str(relevance), LONGEST_RELEVANCE):
        yield ("relevance",), f"the name of the relevance model {message}"
    if message := wrong_with(data.get("anchors", "words"), Anchors):
        yield ("anchors",), f"anchors {message}"
    if "model" in data and (message := wrong_with_model(data["model"])):
        yield ("model",), message


def _keywords(keywords: Mapping[object, object]) -> Problems:
    for keyword, weight in keywords.items():
        if not isinstance(keyword, str):
            yield ("keywords",), f"a keyword {wrong_with(keyword, Text)}"
            continue
        place = ("keywords", keyword)
        if message := _wrong_with_term(keyword):
            yield place, f"the keyword {quoted(keyword)} {message}"
        if not (message := wrong_with(weight, Weight)):
            continue
        if keyword in _SETTINGS and not isinstance(weight, int | float):
            yield place, f"'{keyword}' stands among the keywords; move it above [keywords]"
        else:
            hint = "; a keyword with a dot needs quotes" if isinstance(weight, dict) else ""
            yield place, f"the weight of {quoted(keyword)} {message}{hint}"


def _forms(keywords: Mapping[object, object], synonyms: object) -> Problems:
    owners: dict[str, str] = {}
    known = [keyword for keyword in keywords if isinstance(keyword, str)]
    for keyword in known:
        owner = owners.setdefault(spelling(keyword[:LONGEST_TERM]), keyword)
        if owner != keyword:
            yield ("keywords", keyword), f"{quoted(keyword)} and {quoted(owner)} are the same keyword; keep one"
    if not isinstance(synonyms, dict):
        yield ("synonyms",), f"synonyms {wrong_with(synonyms, Lists)}"
        return
    for keyword, forms in synonyms.items():
        place: Place = ("synonyms", keyword)
        if keyword not in keywords:
            hint = nearest(str(keyword)[:60], known) if len(known) <= 500 else ""
            yield place, f"{quoted(str(keyword))} has synonyms but is not among the keywords{_short(hint)}"
        elif not isinstance(forms, list | tuple):
            yield place, f"the synonyms of {quoted(keyword)} {wrong_with(forms, Forms)}"
        else:
            for number, form in enumerate(forms):
                for message in _wrong_with_synonym(keyword, form, owners):
                    yield (*place, number), message


def _wrong_with_synonym(keyword: str, form: object, owners: dict[str, str]) -> Iterator[str]:
    if not isinstance(form, str):
        yield f"a synonym of {quoted(keyword)} {wrong_with(form, Text)}"
    elif message := _wrong_with_term(form):
        yield f"the synonym {quoted(form)} of {quoted(keyword)} {message}"
    elif (owner := owners.setdefault(spelling(form), keyword)) != keyword:
        yield f"{quoted(form)} belongs to both {quoted(owner)} and {quoted(keyword)}; leave it with one of them"


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


def _short(hint: str) -> str:
    return hint if len(hint) <= 200 else ""
