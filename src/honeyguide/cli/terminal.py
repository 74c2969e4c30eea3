"""What reaches the terminal: results on stdout, commentary on stderr, and nothing that a page could smuggle in."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from honeyguide.errors import without_passwords
from honeyguide.reporting.text import plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
_WIDE = 200
_RAW_IN_JSON = re.compile("[\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""JSON need not escape these, but a terminal may obey them."""


@cache
def stdout() -> Console:
    from rich.console import Console  # noqa: PLC0415

    class Results(Console):
        def on_broken_pipe(self) -> None:
            _reader_has_left()

    return Results(highlight=False, width=None if sys.stdout.isatty() else _WIDE)


@cache
def stderr() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(stderr=True, highlight=False, width=None if sys.stderr.isatty() else _WIDE)


def styled(text: str, style: str = "", longest: int = 0) -> Text:
    """The same for Rich, which never reads markup in it."""
    from rich.text import Text  # noqa: PLC0415

    return Text(plain(text, longest), style)


def heading(rank: int, score: str, title: str, style: str = "green") -> Text:
    """The first line of a page in a list. The parts have their styles, since one of the whole would dim the title."""
    from rich.text import Text  # noqa: PLC0415

    head = Text().append(f"{rank:>3}", "dim").append(score, style)
    return head.append_text(styled(title or "(no title)", "bold"))


def say(text: str, style: str = "") -> None:
    """A line of stderr."""
    stderr().print(styled(without_passwords(text), style), soft_wrap=True)


def legend(text: str) -> None:
    """What stands below a table, in lines no wider than the terminal."""
    stderr().print(styled(without_passwords(text), "dim"))


def complain(sentence: str) -> None:
    print(f"honeyguide: {plain(without_passwords(sentence))}", file=sys.stderr)  # noqa: T201


def print_json(value: object) -> None:
    import msgspec  # noqa: PLC0415

    write(_harmless(msgspec.json.format(msgspec.json.encode(value))))


def print_json_line(value: object) -> None:
    """One of many values, each on a line of its own."""
    import msgspec  # noqa: PLC0415

    write(_harmless(msgspec.json.encode(value)))


def _harmless(json: bytes) -> str:
    return _RAW_IN_JSON.sub(lambda raw: f"\\u{ord(raw[0]):04x}", json.decode())


def write(line: str) -> None:
    """A line of machine output."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _reader_has_left()


@contextmanager
def reader_may_leave() -> Iterator[None]:
    """For what goes to standard output past `write`."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        _reader_has_left()


def _reader_has_left() -> NoReturn:
    """Whoever read our output has seen enough: that is no failure."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(0)


def command(*arguments: str | Path) -> str:
    """A command line that works here when it is pasted."""
    return shlex.join([*_program(), *map(str, arguments)])


def _program() -> list[str]:
    called = Path(sys.argv[0])
    if called.name == "__main__.py":
        return [sys.executable, "-m", "honeyguide"]
    on_path = shutil.which(called.name)
    if on_path and Path(on_path).resolve() == called.resolve():
        return [called.name]
    return [str(called)]
