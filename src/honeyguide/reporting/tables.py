"""A table of a report, whatever it is written as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Table(NamedTuple):
    name: str
    """Of its file."""
    title: str
    note: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
