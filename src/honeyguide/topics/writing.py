"""Topics written as TOML files, with what training gave in a JSON file beside them: whole or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from honeyguide.atomic import write_all
from honeyguide.errors import BadInput
from honeyguide.model import Thresholds, Topic
from honeyguide.text_files import LARGEST
from honeyguide.toml_files import toml_value
from honeyguide.topics.files import require

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def write_topic(topic: Topic, path: str | Path, *, force: bool = False) -> list[Path]:
    """Write a topic so that `load_topic` reads it back; what is there already is only replaced with `force`.

    The files that were written: the topic, and where it has a model, that beside it.
    """
    path = require_room(path, force=force)
    beside = _model_file(path)
    text = as_toml(require(topic, str(path)), beside.name).encode()
    if len(text) > LARGEST:
        raise BadInput(f"{path}: the topic would be larger than {LARGEST:,} bytes; give fewer keywords")
    contents = {beside: msgspec.json.format(msgspec.json.encode(topic.model), indent=1)} if topic.model else {}
    contents[path] = text
    if topic.model and beside.exists() and not force:
        raise _is_there(beside)
    write_all(contents)
    return [path, *(each for each in contents if each != path)]


def require_room(path: str | Path, *, force: bool) -> Path:
    """The path itself, when a topic may be written there."""
    path = Path(path)
    if path.suffix.lower() != ".toml":
        raise BadInput(f"{path}: a topic is written to a TOML file; name it {path.name or 'topic'}.toml")
    if path.exists() and not force:
        raise _is_there(path)
    return path


def _model_file(path: Path) -> Path:
    return path.with_name(f"{path.stem}.model.json")


def _is_there(path: Path) -> BadInput:
    return BadInput(f"{path}: is there already; name another file, or replace it with --force")


def as_toml(topic: Topic, model: str = "") -> str:
    """The topic as a TOML file says it; `model` is the name of the file with its model."""
    return "\n".join(_lines(topic, model)) + "\n"


def _lines(topic: Topic, model: str) -> Iterator[str]:
    usual = Topic("", {}, relevance="")  # which model judges is always said: defaults may change
    yield f"name = {toml_value(topic.name)}"
    for field in ("description", "languages", "relevance", "anchors"):
        if (value := getattr(topic, field)) != getattr(usual, field):
            yield f"{field} = {toml_value(value if not isinstance(value, str) else _clean(value))}"
    if topic.model:
        yield f"model = {toml_value(_clean(model))}"
    yield from ("", "[keywords]")
    for keyword, weight in topic.keywords.items():
        yield f"{_key(keyword)} = {toml_value(float(weight))}"
    if any(topic.synonyms.values()):
        yield from ("", "[synonyms]")
        for keyword, forms in topic.synonyms.items():
            if forms:
                yield f"{_key(keyword)} = {toml_value(tuple(forms))}"
    if topic.examples:
        yield from ("", "[examples]")
        yield from (f"{toml_value(url)} = {toml_value(_clean(said))}" for url, said in topic.examples.items())
    settled = {name: getattr(topic.thresholds, name) for name in Thresholds.__struct_fields__}
    changed = {name: value for name, value in settled.items() if value != getattr(Thresholds(), name)}
    if changed:
        yield from ("", "[thresholds]")
        yield from (f"{name} = {toml_value(float(value))}" for name, value in changed.items())


def _key(keyword: str) -> str:
    return keyword if _BARE.fullmatch(keyword) else toml_value(keyword)


def _clean(text: str) -> str:
    """A description may come from a page or a file name and hold what is no character."""
    return text.encode("utf-8", "replace").decode()
