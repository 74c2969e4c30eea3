"""A cell that may be a seed: which column holds them, whether one is a URL, how it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from honeyguide.errors import BadSeeds, nearest, without_passwords
from honeyguide.urls import canonical

Cell = tuple[str, object, object]
"""Where it stands, for a person, what it holds, and what is said of it."""
Row = tuple[str, Sequence[object]]

MOST_CELLS = 10_000_000
SAMPLE = 50
URL_COLUMNS = ("url", "urls", "link", "links", "网址", "链接")
DESCRIPTION_COLUMNS = ("description", "url description", "描述", "说明", "title", "标题", "name", "名称")
LONGEST_DESCRIPTION = 500
LONGEST_SHOWN = 80

_EXPLICIT = re.compile(r"https?://\S+", re.IGNORECASE)
_LABEL = r"[^\W_](?:[\w-]*[^\W_])?"
_TAIL = r"(?::\d{1,5})?(?:[/?#]\S*)?"
_BARE = re.compile(rf"(?:{_LABEL}\.)+(?!\d+(?:[:/?#]|\Z)){_LABEL}{_TAIL}|\d{{1,3}}(?:\.\d{{1,3}}){{3}}{_TAIL}")
_UNUSABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def url_of(text: str) -> str | None:
    """The canonical URL that a seed stands for: one with http or https, or a bare host such as example.org/news."""
    if len(text) > 8_000 or _UNUSABLE.search(text):
        return None
    if _EXPLICIT.fullmatch(text):
        return canonical(text)
    return canonical(f"http://{text}") if _BARE.fullmatch(text) else None


def text_of(cell: object) -> str:
    """What a cell says, without the space around it."""
    if cell is None:
        return ""
    text = cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell)
    return text.strip().strip("\ufeff").strip()


def shown(text: str) -> str:
    """A text as a message may hold it: short, on one line, with no password of a URL in it."""
    text = without_passwords(text[:10_000])
    text = "".join(character if character.isprintable() else "�" for character in text[: LONGEST_SHOWN + 1])
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"


def column_cells(rows: Iterator[Row], column: str, source: str, most: int = 0) -> Iterator[Cell]:
    """The cells of the column that holds the seeds; the first row may name the columns."""
    rows = _counted(rows, source, most or MOST_CELLS)
    sample = [(where, row) for where, row in islice(rows, SAMPLE) if any(map(text_of, row))]
    if not sample:
        return
    first = [text_of(cell) for cell in sample[0][1]]
    below = [row for _, row in sample[1:]]
    index = choose_column(first, below or [first], column, source)
    if url_of(first[index]) is not None:
        yield sample[0][0], first[index], ""
    described = description_column(first, index)
    for where, row in chain(sample[1:], rows):
        if index < len(row):
            yield where, row[index], row[described] if described is not None and described < len(row) else ""


def choose_column(names: Sequence[str], sample: Sequence[Sequence[object]], column: str, source: str) -> int:
    """Which column holds the seeds: the one asked for, else the one named so, else the first of URLs."""
    folded = [name.casefold() for name in names]
    if column:
        if column in names:
            return names.index(column)
        if column.casefold() in folded:
            return folded.index(column.casefold())
        if column.isascii() and column.isdigit() and 1 <= int(column[:9]) <= len(names):
            return int(column[:9]) - 1
        raise BadSeeds(f"{source} has no column '{shown(column)}'{nearest(column, _named(names))}")
    for name in URL_COLUMNS:
        if name in folded:
            return folded.index(name)
    if len(names) == 1:
        return 0
    for index in range(len(names)):
        texts = [text_of(row[index]) for row in sample if index < len(row)]
        if any(texts) and all(_EXPLICIT.fullmatch(text) for text in texts if text):
            return index
    raise BadSeeds(f"{source} has no column of URLs; name the column to read{nearest('', _named(names))}")


def description_column(names: Sequence[str], urls: int) -> int | None:
    """Which column says what the URLs are, beside that of the URLs; None when none is named so."""
    folded = [name.casefold() for name in names]
    return next(
        (folded.index(name) for name in DESCRIPTION_COLUMNS if name in folded and folded.index(name) != urls), None
    )


def choose_table(names: Mapping[str, object] | Sequence[str], table: str, source: str, kind: str) -> str:
    """The table asked for, or the only one there is."""
    if not names:
        raise BadSeeds(f"{source} holds no {kind}")
    if not table:
        if len(names) == 1:
            return next(iter(names))
        raise BadSeeds(f"{source} holds several {kind}s; name the {kind} to read{nearest('', names)}")
    folded = {name.casefold(): name for name in names}
    if table not in names and table.casefold() not in folded:
        raise BadSeeds(f"{source} has no {kind} '{shown(table)}'{nearest(table, names)}")
    return table if table in names else folded[table.casefold()]


def _named(names: Sequence[str]) -> list[str]:
    return [shown(name) for name in names if name][:100]


def _counted(rows: Iterator[Row], source: str, most: int) -> Iterator[Row]:
    """The rows, as long as they are not too many."""
    cells = 0
    for where, row in rows:
        cells += max(1, len(row))
        if cells > most:
            raise BadSeeds(f"{source} holds more than {most:,} cells; keep the column of URLs, or split it")
        yield where, row
