"""Files that list URLs and say nothing themselves."""

from __future__ import annotations

import sys
from pathlib import Path

from honeyguide.errors import BadInput
from honeyguide.seeds import read_seeds
from honeyguide.seeds.cells import url_of


def urls_of_table(table: Path) -> list[str]:
    """The URLs of a table whose first line names no column of ours."""
    try:
        return read_seeds([str(table)], stdin=sys.stdin)
    except BadInput:
        raise BadInput(
            f"{table}: its first line names no column such as title, text or url, and it is no list of URLs"
        ) from None


def only_urls(text: str) -> list[str]:
    """The URLs of a text that holds nothing else but comments."""
    urls: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        url = url_of(line)
        if not url:
            return []
        urls.append(url)
    return urls
