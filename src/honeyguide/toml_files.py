"""TOML as people write it: what is wrong with it, on which line each key stands, and how a value is written.

tomllib keeps no positions.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from honeyguide.errors import BadFile

Value = str | int | float | bool | tuple[str, ...]
Place = tuple[str | int, ...]
"""Keys, and indexes into lists, that lead to a value: `("synonyms", "rain", 0)`."""

_BASIC = r'"(?:\\.|[^"\\\n])*"'
_LITERAL = r"'[^'\n]*'"
_KEY = re.compile(rf"[A-Za-z0-9_-]+|{_BASIC}|{_LITERAL}")
_SCALAR = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})' + r"|'''.*?'''(?:'{0,2})" + rf"|{_BASIC}|{_LITERAL}|[^,\]\}}#\n]*", re.DOTALL
)
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_GAP = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_COMMENT = re.compile(r"#[^\n]*")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_TO_LINE_END = re.compile(r"[^\n]*")
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_KEY_WITHOUT_QUOTES = re.compile(r"""\s*([^"'\[\]{}#=]*[^"'\[\]{}#=\s])\s*=""")
_BARE_KEY = re.compile(r"[A-Za-z0-9_.-]+")
_MANY_DOTS = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){50}""")
"""A key of fifty parts: tomllib needs memory with the square of their number."""


def parse(text: str, where: object, kind: str) -> dict[str, Any]:
    """What a TOML file says; `kind` is what it ought to be, such as "a config file"."""
    too_deep = f"is nested too deeply for {kind}"
    if dots := _MANY_DOTS.search(text):
        raise BadFile(where, too_deep, 1 + text.count("\n", 0, dots.start()))
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadFile(where, too_deep) from None
    except ValueError as error:  # tomllib's own, and that of a number of endless length
        message = str(error)
    at = _AT_LINE.search(message)
    lines = text.rstrip("\n").split("\n")
    line = int(at[1]) if at and at[1] else len(lines) if at else 0
    key = _KEY_WITHOUT_QUOTES.match(lines[line - 1]) if 0 < line <= len(lines) else None
    if key and not _BARE_KEY.fullmatch(key[1]) and len(key[1]) <= 60:
        hint = f'a key with anything but English letters and digits needs quotes: "{key[1]}" = …'
        raise BadFile(where, hint, line)
    what = (message[: at.start()] if at else message).rstrip(".")
    raise BadFile(where, f"is not TOML: {what[:1].lower()}{what[1:200]}", line)


def toml_value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda found: f"\\u{ord(found[0]):04x}", escaped) + '"'
    return repr(value)


def line_finder(text: str) -> Callable[[Place], int]:
    """A function from a place to its line; text must be valid TOML. An unknown place gets its table's line."""
    lines = Scan(text).lines

    def line_of(place: Place) -> int:
        while place and place not in lines:
            place = place[:-1]
        return lines.get(place, 1)

    return line_of


class Scan:
    """Valid TOML, read for where things stand."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Place, int] = {}
        self.comments: list[tuple[Place, str, str]] = []
        """Of every key and table, as far as there are any: what stands above it or inside of its value, and what
        behind it. What stands below all of them is above an empty key of the last table."""
        self._inside: list[str] = []
        self._text = text
        self._breaks = [match.end() for match in re.finditer("\n", text)]
        self._at = 0
        self._tables: dict[Place, int] = {}
        self._document()

    def _document(self) -> None:
        table: Place = ()
        above = self._skip(_BLANK)
        while self._at < len(self._text):
            if self._text.startswith("[", self._at):
                place = table = self._header()
            else:
                place = self._pair(table)
            inside = "".join(f"{line}\n" for line in _COMMENT.findall("".join(self._inside)))
            self._commented(place, above + inside, self._skip(_TO_LINE_END))
            self._inside.clear()
            above = self._skip(_BLANK)
        self._commented((*table, ""), above, "")

    def _commented(self, place: Place, above: str, behind: str) -> None:
        if "#" in above or "#" in behind:
            self.comments.append((place, above, behind))

    def _header(self) -> Place:
        is_list = self._text.startswith("[[", self._at)
        self._at += 2 if is_list else 1
        table = self._key(())
        if is_list:
            number = self._tables[table] = self._tables.get(table, -1) + 1
            table = (*table, number)
            self._note(table)
        return table

    def _pair(self, table: Place) -> Place:
        place = self._key(table)
        self._skip(_BLANK)
        self._at += 1  # the equals sign
        self._value(place)
        return place

    def _key(self, table: Place) -> Place:
        """Read a key, dotted or not, and note every part of it."""
        while True:
            self._skip(_BLANK)
            word = self._skip(_KEY)
            table = (*table, _unquoted(word))
            self._note(table, self._at - len(word))
            if not self._skip(_DOT):
                return table

    def _value(self, place: Place) -> None:
        self._skip(_BLANK)
        opening = self._text[self._at : self._at + 1]
        if opening == "[":
            self._list(place)
        elif opening == "{":
            self._inline_table(place)
        else:
            self._skip(_SCALAR)

    def _list(self, place: Place) -> None:
        self._at += 1
        number = 0
        self._inside.append(self._skip(_GAP))
        while self._at < len(self._text) and self._text[self._at] != "]":
            self._note((*place, number))
            self._value((*place, number))
            self._inside.append(self._skip(_GAP))
            number += 1
        self._at += 1

    def _inline_table(self, place: Place) -> None:
        self._at += 1
        self._inside.append(self._skip(_GAP))
        while self._at < len(self._text) and self._text[self._at] != "}":
            self._pair(place)
            self._inside.append(self._skip(_GAP))
        self._at += 1

    def _note(self, place: Place, at: int | None = None) -> None:
        self.lines.setdefault(place, 1 + bisect_right(self._breaks, self._at if at is None else at))

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match[0]


def _unquoted(word: str) -> str:
    if word.startswith('"') and "\\" in word:
        return next(iter(tomllib.loads(f"{word}=0")))
    return word[1:-1] if word[:1] in {'"', "'"} else word
