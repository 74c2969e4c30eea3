"""Topics as TOML files: read, checked line by line, and shipped with the package."""

from __future__ import annotations

import os
import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

from honeyguide.errors import BadTopic, nearest
from honeyguide.model import Topic
from honeyguide.topics.checks import Problem, problems_of, validate
from honeyguide.topics.models import Unreadable, read_model
from honeyguide.topics.toml_lines import line_finder

__all__ = ["Problem", "check", "line_of", "load_topic", "require", "shipped_topics", "validate"]

LARGEST_FILE = 1_000_000

_SHIPPED = files("honeyguide.topics") / "shipped"
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEY_WITHOUT_QUOTES = re.compile(r"""\s*([^"'\[\]{}#=]*[^"'\[\]{}#=\s])\s*=""")
_MANY_DOTS = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){50}""")
"""A key of fifty parts: tomllib needs memory with the square of their number."""
_BARE_KEY = re.compile(r"[A-Za-z0-9_.-]+")


class _Unusable(Exception):
    """There is no use in looking further; carries the one problem."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def shipped_topics() -> list[str]:
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load_topic(name_or_path: str) -> Topic:
    """The topic in a TOML file, or a shipped one by its name."""
    if name_or_path in shipped_topics():
        topic, problems = _examine((_SHIPPED / f"{name_or_path}.toml").read_bytes(), name_or_path, _SHIPPED)
    elif os.path.exists(name_or_path) or Path(name_or_path).name != name_or_path or name_or_path.endswith(".toml"):
        topic, problems = _examine_file(name_or_path)
    else:
        hint = nearest(name_or_path[:100], shipped_topics())
        raise BadTopic(f"'{name_or_path[:100]}' is neither a file nor a shipped topic{hint}")
    if topic is None:
        raise _refusal(problems, f"honeyguide topic check {name_or_path}")
    return topic


def check(path: str | Path) -> list[Problem]:
    """Everything that is wrong with a topic file; empty when it can be used."""
    return _examine_file(str(path))[1]


def line_of(path: str | Path, key: str) -> int:
    """Where a key stands in a topic file that can be used; 0 when it is not there."""
    with open(path, "rb") as file:
        text = _decode(file.read(LARGEST_FILE))
    return line_finder(text)((key,)) if key in _parse(text) else 0


def require(topic: Topic, where: str = "topic") -> Topic:
    """The topic itself, made in Python, when nothing is wrong with it."""
    if problems := validate(topic, where):
        raise _refusal(problems, "honeyguide.topics.files.validate lists them")
    return topic


def _refusal(problems: list[Problem], how_to_see_all: str) -> BadTopic:
    more = f"; and {len(problems) - 1} more: {how_to_see_all}" if len(problems) > 1 else ""
    return BadTopic(f"{problems[0]}{more}")


def _examine_file(path: str) -> tuple[Topic | None, list[Problem]]:
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except IsADirectoryError:
        return None, [Problem(0, "this is a directory; give a TOML file", path)]
    except FileNotFoundError:
        there_is = ", ".join(shipped_topics())
        return None, [Problem(0, f"there is no such file; give a TOML file or a shipped topic: {there_is}", path)]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        return None, [Problem(0, f"the file cannot be read ({reason}); give a readable TOML file", path)]
    return _examine(content, path, Path(path).parent)


def _examine(content: bytes, where: str, folder: Traversable) -> tuple[Topic | None, list[Problem]]:
    """`folder` is where the file of a model stands."""
    try:
        text = _decode(content)
        data = _parse(text)
    except _Unusable as unusable:
        return None, [Problem(unusable.line, str(unusable), where)]
    line = line_finder(text)
    problems = []
    name = data.get("model")
    if isinstance(name, str):
        try:
            data["model"] = read_model(folder, name)
        except Unreadable as unreadable:
            del data["model"]
            problems.append(Problem(line(("model",)), str(unreadable), where))
    problems = sorted([*problems, *problems_of(data, where, line)], key=lambda problem: problem.line)
    return (None, problems) if problems else (msgspec.convert(data, Topic), [])


def _decode(content: bytes) -> str:
    if len(content) > LARGEST_FILE:
        raise _Unusable(0, f"the file is larger than {LARGEST_FILE:,} bytes; a topic is a short list of keywords")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content[:64]:
        raise _Unusable(0, "the file is UTF-16; save it as UTF-8")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = 1 + content.count(b"\n", 0, error.start)
        raise _Unusable(line, "this is not UTF-8; save the file as UTF-8") from None
    if not text.strip():
        raise _Unusable(0, "the file is empty; it needs a name and a [keywords] table")
    return text


def _parse(text: str) -> dict[str, object]:
    too_deep = "the file is nested too deep; a topic is tables of plain values"
    if dots := _MANY_DOTS.search(text):
        raise _Unusable(1 + text.count("\n", 0, dots.start()), too_deep)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise _Unusable(0, too_deep) from None
    except ValueError as error:
        message = str(error)
    at = _AT_LINE.search(message)
    lines = text.rstrip("\n").split("\n")
    line = int(at[1]) if at and at[1] else len(lines) if at else 0
    what = (message[: at.start()] if at else message).rstrip(".")
    key = _KEY_WITHOUT_QUOTES.match(lines[line - 1]) if 0 < line <= len(lines) else None
    if key and not _BARE_KEY.fullmatch(key[1]) and len(key[1]) <= 60:
        raise _Unusable(line, f'a key with anything but English letters and digits needs quotes: "{key[1]}" = …')
    raise _Unusable(line, f"this is not TOML: {what[:1].lower()}{what[1:200]}")
