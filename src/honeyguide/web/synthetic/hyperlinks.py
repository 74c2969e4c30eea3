"""A link of a synthetic page: where it leads, where it stands, how it is spelled."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Region(IntEnum):
    """Where on the page a link stands."""

    BAR = 0
    TEXT = 1
    LIST = 2
    BEFORE = 3
    """The previous page of the section …"""
    AFTER = 4
    """… and the next one."""
    ADVERT = 5


class Form(IntEnum):
    """How a link is spelled, and what it comes to."""

    PLAIN = 0
    TRACKED = 1
    REDIRECT = 2
    REDIRECT_TWICE = 3
    DEAD = 4
    PRIVATE = 5


class Hyperlink(NamedTuple):
    target: int
    """Number of the page; for a dead or private link only its host counts."""
    region: Region
    form: Form
