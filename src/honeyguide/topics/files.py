"""Topics as TOML files: read, checked line by line, and shipped with the package."""

from __future__ import annotations

import os
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from honeyguide.errors import BadFile, BadTopic, nearest
from honeyguide.model import Topic
from honeyguide.text_files import read_text
from honeyguide.toml_files import line_finder, parse
from honeyguide.topics.checks import Problem, problems_of, validate
from honeyguide.topics.models import read_model

__all__ = ["Problem", "check", "file_of", "line_of", "load_topic", "require", "shipped_topics", "validate"]

_SHIPPED = files("honeyguide.topics") / "shipped"


def shipped_topics() -> list[str]:
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load_topic(name_or_path: str) -> Topic:
    """The topic in a TOML file, or one by its name: shipped, or NAME.toml as `topic new NAME` writes it."""
    if name_or_path in shipped_topics():
        topic, problems = _examine(_SHIPPED / f"{name_or_path}.toml", name_or_path, _SHIPPED)
    elif os.path.isfile(file := file_of(name_or_path)):
        topic, problems = _examine_file(file)
    elif os.path.exists(name_or_path) or Path(name_or_path).name != name_or_path or name_or_path.endswith(".toml"):
        topic, problems = _examine_file(name_or_path)
    else:
        hint = nearest(
            name_or_path[:100], {*shipped_topics(), *(file.stem for file in Path().glob("*.toml") if _is_topic(file))}
        )
        raise BadTopic(f"'{name_or_path[:100]}' is neither a file nor a shipped topic{hint}")
    if topic is None:
        raise _refusal(problems, f"honeyguide topic check {name_or_path}")
    return topic


def _is_topic(file: Path) -> bool:
    """Whether it is meant to be one; other files are TOML, too."""
    try:
        return "keywords" in parse(read_text(file, "a topic"), file, "a topic")
    except (BadFile, OSError):
        return False


def file_of(name_or_path: str) -> str:
    """The file that is meant: itself, or NAME.toml where there is no such file."""
    named = f"{name_or_path}.toml"
    return named if not os.path.isfile(name_or_path) and os.path.isfile(named) else name_or_path


def check(path: str | Path) -> list[Problem]:
    """Everything that is wrong with a topic file; empty when it can be used."""
    return _examine_file(str(path))[1]


def line_of(path: str | Path, key: str) -> int:
    """Where a key stands in a topic file that can be used; 0 when it is not there."""
    text = read_text(Path(path), "a topic")
    return line_finder(text)((key,)) if key in parse(text, path, "a topic") else 0


def require(topic: Topic, where: str = "topic") -> Topic:
    """The topic itself, made in Python, when nothing is wrong with it."""
    if problems := validate(topic, where):
        raise _refusal(problems, "honeyguide.topics.files.validate lists them")
    return topic


def _refusal(problems: list[Problem], how_to_see_all: str) -> BadTopic:
    more = f"; and {len(problems) - 1} more: {how_to_see_all}" if len(problems) > 1 else ""
    return BadTopic(f"{problems[0]}{more}")


def _examine_file(path: str) -> tuple[Topic | None, list[Problem]]:
    file = Path(path)
    if "\0" not in path and not os.path.lexists(path):
        there_is = ", ".join(shipped_topics())
        return None, [Problem(0, f"there is no such file; give a TOML file or a shipped topic: {there_is}", path)]
    return _examine(file, path, file.parent)


def _examine(file: Path | Traversable, where: str, folder: Traversable) -> tuple[Topic | None, list[Problem]]:
    """`folder` is where the file of a model stands."""
    try:
        text = read_text(file, "a topic")
        if not text.strip():
            raise BadFile(where, "is empty; a topic needs a name and a [keywords] table")
        data = parse(text, where, "a topic")
    except BadFile as bad:
        return None, [Problem(bad.line, bad.message, where)]
    line = line_finder(text)
    problems = []
    name = data.get("model")
    if isinstance(name, str):
        try:
            data["model"] = read_model(folder, name)
        except BadFile as bad:
            del data["model"]
            problems.append(Problem(line(("model",)), str(bad), where))
    problems = sorted([*problems, *problems_of(data, where, line)], key=lambda problem: problem.line)
    return (None, problems) if problems else (msgspec.convert(data, Topic), [])
