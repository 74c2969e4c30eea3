"""What the shell offers after Tab where a name is wanted; each is imported when it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path


def topics(incomplete: str) -> list[str]:
    """Shipped ones, and files here or where the word points to."""
    from honeyguide.topics.files import shipped_topics  # noqa: PLC0415

    folder = Path(incomplete if incomplete.endswith("/") else Path(incomplete).parent)
    files = (path for path in folder.glob("*") if path.suffix == ".toml" or path.is_dir())
    return _that_begin(incomplete, [*shipped_topics(), *(f"{path}{'/' * path.is_dir()}" for path in sorted(files))])


def parts(room: str) -> Callable[[str], list[str]]:
    """The names in `strategies`, `links`, `relevance` or `encoders`."""

    def names(incomplete: str) -> list[str]:
        return _that_begin(incomplete, import_module(f"honeyguide.{room}").names())

    return names


def columns(incomplete: str) -> list[str]:
    """Behind those that are named already."""
    from honeyguide.exports import column_names  # noqa: PLC0415

    before, comma, word = incomplete.rpartition(",")
    named = before.split(",")
    return [f"{before}{comma}{name}" for name in _that_begin(word, column_names()) if name not in named]


def studies(incomplete: str) -> list[str]:
    """Of the papers, on webs that are made."""
    from honeyguide.lab.papers.report import study_names  # noqa: PLC0415

    return _that_begin(incomplete, study_names())


WEBS: Sequence[str] = ("synthetic:", "warc:", "folder:")
"""What the names of webs begin with."""


def one_of(names: Iterable[str]) -> Callable[[str], list[str]]:
    return lambda incomplete: _that_begin(incomplete, names)


def _that_begin(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
