"""How a page was found: the way from a seed to it, what its terms contributed, and where its own links lead."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec import Struct

from honeyguide.model import TermEvidence
from honeyguide.storage.folder import reading

_LONGEST = 1_000
"""Steps of a way: no crawl goes deeper, and a damaged folder could lead in a circle."""
_TITLE = "coalesce(nullif(elements.title, ''), pages.title, '')"
_WAY = f"""
WITH RECURSIVE way (link, step) AS (
  SELECT CAST(? AS BIGINT), 0 UNION ALL
  SELECT links.parent, step + 1 FROM way JOIN links ON links.id = way.link WHERE links.parent >= 0 AND step < ?
)
SELECT links.id, links.url, {_TITLE}, pages.relevance, pages.on_topic
FROM way JOIN links ON links.id = way.link LEFT JOIN newest_pages AS pages ON pages.link = links.id
     LEFT JOIN elements ON elements.link = links.id
ORDER BY step DESC
"""  # noqa: S608
_OUT_LINKS = f"""
SELECT links.id, links.url, {_TITLE}, pages.relevance, pages.on_topic, coalesce(cited.anchor, '')
FROM (SELECT target, anchor, rowid AS place, row_number() OVER (PARTITION BY target ORDER BY rowid) AS time
      FROM citations WHERE source = ?) AS cited
     JOIN links ON links.id = cited.target LEFT JOIN newest_pages AS pages ON pages.link = links.id
     LEFT JOIN elements ON elements.link = links.id
WHERE cited.time = 1 ORDER BY cited.place
"""  # noqa: S608


class Step(Struct, frozen=True):
    """A page on the way to another, or one that a link leads to."""

    number: int
    url: str
    title: str
    relevance: float | None
    """None where no page came: it was not fetched, failed, or led elsewhere."""
    on_topic: bool
    anchor: str = ""
    """Of the link that leads to it, where that is told."""


def way_to(folder: Path, number: int) -> tuple[Step, ...]:
    """From a seed to the page of this link, by the page that first named each."""
    with reading(folder) as database:
        return tuple(_step(row) for row in database.execute(_WAY, (number, _LONGEST)))


def out_links(folder: Path, number: int) -> tuple[Step, ...]:
    """Where the links of a page lead, in their order, each once; reads every citation of the crawl."""
    with reading(folder) as database:
        return tuple(_step(row) for row in database.execute(_OUT_LINKS, (number,)))


def evidence_of(folder: Path, number: int) -> tuple[TermEvidence, ...]:
    """How the terms contributed to the relevance of the page of this link when it was judged."""
    with reading(folder) as database:
        row = database.execute("SELECT evidence FROM newest_pages WHERE link = ?", (number,)).fetchone()
        return msgspec.json.decode(row[0], type=tuple[TermEvidence, ...]) if row else ()


def _step(row: tuple[int, str, str, float | None, int | None, *tuple[str, ...]]) -> Step:
    number, url, title, relevance, on_topic, *anchor = row
    return Step(number, url, title, relevance, bool(on_topic), *anchor)
