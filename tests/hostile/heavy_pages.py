"""Pages that cost their reader much: time, memory, or both. Each is built once."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache

HEAD = "<!doctype html><title>Flood</title><p>The flood came at night.</p>"


@cache
def large() -> str:
    """3.9 MB, a little less than is fetched of a page."""
    return HEAD + "<p>The flood came at night.</p>" * 125_000


@cache
def dates() -> str:
    """900 spans that look like dates, which extraction tries one by one."""
    return HEAD + "".join(
        f"<span class='date'>{n % 28 + 1} Xyzember {1990 + n % 30} at noon</span>" for n in range(900)
    )


@cache
def deep() -> str:
    return HEAD + "<div>" * 200_000 + "flood"


@cache
def attributes() -> str:
    """One tag with 20,000 attributes and one with a megabyte in an attribute."""
    many = " ".join(f"data-a{n}='flood'" for n in range(20_000))
    return f"{HEAD}<div {many}>flood</div><a title='{'flood ' * 170_000}' href='/x'>flood</a>"


@cache
def formatting() -> str:
    """Every paragraph opens again all of the elements that nobody closed: a million from 30 kB."""
    return HEAD + "".join(f"<b id={n}>" for n in range(1_000)) + "<p>x" * 1_000


@cache
def bomb() -> bytes:
    """More than is unpacked of a page."""
    return gzip.compress((HEAD + "<p>flood " * 2_000_000).encode(), 1)


@cache
def near_bomb() -> bytes:
    """As much as is unpacked of a page."""
    return gzip.compress((HEAD + "<p>flood " * 1_700_000).encode(), 1)


BODIES: dict[str, Callable[[], bytes | str]] = {
    "large": large,
    "dates": dates,
    "deep": deep,
    "attributes": attributes,
    "formatting": formatting,
    "bomb": bomb,
    "near-bomb": near_bomb,
}
