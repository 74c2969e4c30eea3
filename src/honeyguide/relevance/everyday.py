"""Texts about anything, in English and Chinese: what a page is compared with before a crawl has seen others."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def everyday_texts() -> tuple[str, ...]:
    return tuple((files(__package__) / "shipped" / "everyday.txt").read_text(encoding="utf-8").splitlines())
