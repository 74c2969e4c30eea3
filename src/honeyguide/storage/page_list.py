"""The pages of a crawl as a table that is paged through: sorted by a column, filtered, without their texts."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from msgspec import Struct

from honeyguide.errors import BadInput, nearest
from honeyguide.storage.database import Database
from honeyguide.storage.folder import last_change, reading
from honeyguide.timestamps import isoformat

SORTS = {
    "number": "pages.link",
    "url": "links.url",
    "title": "coalesce(nullif(elements.title, ''), pages.title)",
    "host": "hosts.name",
    "relevance": "pages.relevance",
    "on_topic": "pages.on_topic",
    "language": "pages.language",
    "depth": "links.depth",
    "status": "visits.status",
    "fetched_at": "pages.visit",
    "published": "coalesce(elements.published, '')",
    "source": "coalesce(elements.source, '')",
    "author": "coalesce(elements.author, '')",
    "duplicate": "pages.duplicate_of IS NOT NULL",
    "mark": "CASE WHEN marks.on_topic THEN 1 WHEN NOT marks.on_topic THEN 0 ELSE -1 END",
}
"""What a table may be sorted by: its columns. Pages come in the order in which they were fetched."""
LARGEST = 1_000
"""Rows of one page of the table."""
_KEPT = 8
"""Orders: of the last sorts and filters."""
_SOME, _MANY = 500, 16_000
"""Pages that are looked at together: at first, and in the end."""
_LIKE = "LIKE lower(?) ESCAPE '\\'"
_FROM = {
    "links": "JOIN links ON links.id = pages.link",
    "hosts": "JOIN hosts ON hosts.id = links.host",
    "visits": "JOIN visits ON visits.id = pages.visit",
    "elements": "LEFT JOIN elements ON elements.link = pages.link",
    "marks": "LEFT JOIN marks ON marks.link = pages.link",
}
_ROWS = f"""
SELECT pages.link, links.url, {SORTS["title"]}, hosts.name, pages.relevance, pages.on_topic, pages.language,
       links.depth, visits.status, visits.at, {SORTS["published"]}, {SORTS["source"]}, {SORTS["author"]},
       {SORTS["duplicate"]}, CASE WHEN marks.on_topic THEN 'on' WHEN NOT marks.on_topic THEN 'off' ELSE '' END
FROM pages {" ".join(_FROM.values())} WHERE pages.visit = ?
"""  # noqa: S608


class PageRow(Struct, frozen=True):
    """A page as a table shows it; its texts are asked for one by one."""

    number: int
    """Of its link: stays the same."""
    url: str
    title: str
    host: str
    relevance: float
    on_topic: bool
    language: str
    depth: int
    status: int
    fetched_at: str
    published: str
    source: str
    author: str
    duplicate: bool
    mark: str
    """What a person says of it: `on`, `off`, or nothing."""


class PageList(Struct, frozen=True):
    pages: tuple[PageRow, ...]
    total: int
    """Pages that pass the filters, shown or not …"""
    counted: bool = True
    """… or False: there may be more, since not all pages were looked at."""


class PageFilters(Struct, frozen=True):
    on_topic: bool | None = None
    duplicates: bool = True
    """Whether near-duplicates are shown."""
    contains: str = ""
    """In title or URL, whatever the case of its letters."""
    host: str = ""
    language: str = ""
    min_relevance: float = 0.0
    max_relevance: float = 1.0
    mark: str = ""
    """`on`, `off`, or `any` for pages that have one."""
    title: str = ""
    """In the title alone; and so on."""
    url: str = ""
    source: str = ""
    author: str = ""
    since: float | None = None
    """Published then or later, in seconds since 1970 …"""
    until: float | None = None
    """… and before this."""
    max_depth: int | None = None
    status: int | None = None

    def where(self) -> tuple[str, list[object]]:
        """As SQL, and what it is given."""
        said: list[tuple[str, tuple[object, ...]]] = [("TRUE", ())]
        if self.on_topic is not None:
            said.append(("pages.on_topic" if self.on_topic else "NOT pages.on_topic", ()))
        if not self.duplicates:
            said.append(("pages.duplicate_of IS NULL", ()))
        if self.contains:
            pattern = _pattern(self.contains)
            said.append((f"(lower(links.url) {_LIKE} OR lower({SORTS['title']}) {_LIKE})", (pattern, pattern)))
        for name in ("title", "url", "source", "author"):
            if given := getattr(self, name):
                said.append((f"lower({SORTS[name]}) {_LIKE}", (_pattern(given),)))
        for sql, value in (
            ("elements.moment >= ?", self.since),
            ("elements.moment < ?", self.until),
            ("links.depth <= ?", self.max_depth),
            ("visits.status = ?", self.status),
        ):
            if value is not None:
                said.append((sql, (value,)))
        if self.host:
            said.append(("hosts.name = ?", (self.host.lower(),)))
        if self.language:
            said.append(("pages.language = ?", (self.language.lower(),)))
        if self.min_relevance > 0:
            said.append(("pages.relevance >= ?", (self.min_relevance,)))
        if self.max_relevance < 1:
            said.append(("pages.relevance <= ?", (self.max_relevance,)))
        if self.mark:
            marks = {"on": "marks.on_topic", "off": "NOT marks.on_topic", "any": "marks.on_topic IS NOT NULL"}
            if self.mark not in marks:
                raise BadInput(f"mark: '{self.mark[:40]}' is none of on, off and any")
            said.append((marks[self.mark], ()))
        return " AND ".join(sql for sql, _ in said), [value for _, given in said for value in given]


class _Asked(NamedTuple):
    """What an order of pages depends on, but for what the crawl holds."""

    folder: Path
    filters: PageFilters
    sort: str
    descending: bool

    @property
    def order(self) -> str:
        way = "DESC" if self.descending else "ASC"
        return f"{SORTS[self.sort]} {way}, pages.visit {way}"


class _Orders:
    """The last few: whoever turns a leaf need not have 100,000 pages sorted again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[_Asked, tuple[object, array[int]]] = OrderedDict()

    def last(self, asked: _Asked) -> tuple[object, array[int]] | None:
        """As it was when it was last asked for, either way round, and what the folder's last change was then."""
        with self._lock:
            if known := self._kept.get(asked):
                return known
            known = self._kept.get(asked._replace(descending=not asked.descending))
        return known and (known[0], known[1][::-1])

    def find(self, asked: _Asked, changed: object) -> array[int]:
        """The visits of all pages that pass."""
        known = self.last(asked)
        if known is None or known[0] != changed:
            known = changed, _in_order(asked)
            self.keep(asked, known)
        return known[1]

    def keep(self, asked: _Asked, known: tuple[object, array[int]]) -> None:
        with self._lock:
            self._kept[asked] = known
            self._kept.move_to_end(asked)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)


_ORDERS = _Orders()


def list_pages(
    folder: Path, filters: PageFilters, *, sort: str, descending: bool, offset: int, limit: int, at_once: bool = False
) -> PageList:
    """The rows from `offset` on; only what is sorted and filtered by is read of those that are not shown."""
    if sort not in SORTS:
        raise BadInput(f"'{sort[:40]}' is no column to sort by{nearest(sort[:40], SORTS)}")
    if not 1 <= limit <= LARGEST:
        raise BadInput(f"limit: {limit} is not between 1 and {LARGEST:,}")
    if not 0 <= offset < 2**63:
        raise BadInput(f"offset: {offset} is less than 0, or beyond all pages")
    asked, changed = _Asked(folder, filters, sort, descending), last_change(folder)
    known = _ORDERS.last(asked)
    counted = not at_once or known is None or known[0] == changed
    if at_once and known is None and filters == PageFilters() and offset + limit <= LARGEST:
        total, found = _top(asked, offset + limit, changed)
        return PageList(_rows(folder, found[offset:]), total)
    if at_once and known is None and filters != PageFilters():
        counted, found = _first(asked, changed, offset + limit)
    else:
        found = known[1] if at_once and known is not None else _ORDERS.find(asked, changed)
    return PageList(_rows(folder, found[offset : offset + limit]), len(found), counted)


def _rows(folder: Path, visits: array[int]) -> tuple[PageRow, ...]:
    with reading(folder) as database:
        rows = [database.execute(_ROWS, (visit,)).fetchone() for visit in visits]
    return tuple(_row(row) for row in rows if row)


def _in_order(asked: _Asked) -> array[int]:
    with reading(asked.folder) as database:
        return _sorted(database, asked, again=_counts(database)[0] > 0)


@lru_cache(_KEPT)
def _top(asked: _Asked, wanted: int, changed: Hashable) -> tuple[int, array[int]]:
    """How many pages there are, and so many of them: found without sorting the others, and kept until a change."""
    with reading(asked.folder) as database:
        again, total = _counts(database)
        return total, _sorted(database, asked, again=again > 0, limit=f" LIMIT {wanted}")


def _counts(database: Database) -> tuple[int, int]:
    """Pages that there is a newer one of, and the others."""
    all_, others = database.execute("SELECT count(*), count(DISTINCT link) FROM pages").fetchone()
    return all_ - others, others


def _sorted(database: Database, asked: _Asked, *, again: bool, limit: str = "") -> array[int]:
    where, given = asked.filters.where()
    pages = "newest_pages AS pages" if again else "pages"  # to look for newer ones takes a third of the time
    query = (
        f"SELECT pages.visit FROM {pages} {_joins(where, asked.order)} WHERE {where} ORDER BY {asked.order}{limit}"  # noqa: S608
    )
    return array("q", [visit for (visit,) in database.execute(query, given)])


def _first(asked: _Asked, changed: object, wanted: int) -> tuple[bool, array[int]]:
    """So many that pass, and whether these are all: found by going through all pages in their order until then.

    Where the order is known from before, pages that came since are not among them.
    """
    unfiltered = asked._replace(filters=PageFilters())
    state, order = _ORDERS.last(unfiltered) or (changed, _ORDERS.find(unfiltered, changed))
    found: array[int] = array("q")
    at, many = 0, _SOME
    with reading(asked.folder) as database:
        while at < len(order) and len(found) < wanted:
            found.extend(_passing(database, asked.filters, order[at : at + many]))
            at, many = at + many, min(2 * many, _MANY)
    if at >= len(order):
        _ORDERS.keep(asked, (state, found))
    return at >= len(order) and state == changed, found


def _passing(database: Database, filters: PageFilters, visits: array[int]) -> list[int]:
    where, given = filters.where()
    places = ", ".join("?" * len(visits))
    query = f"SELECT pages.visit FROM pages {_joins(where)} WHERE pages.visit IN ({places}) AND {where}"  # noqa: S608
    passing = {visit for (visit,) in database.execute(query, [*visits, *given])}
    return [visit for visit in visits if visit in passing]


def _pattern(contained: str) -> str:
    return "%" + contained.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"


def _joins(*parts: str) -> str:
    """The tables that these parts of a query name; hosts are found through links."""
    text = " ".join(parts)
    names = {name for name in _FROM if f"{name}." in text}
    if "hosts" in names:
        names.add("links")
    return " ".join(join for name, join in _FROM.items() if name in names)


def _row(row: tuple[object, ...]) -> PageRow:
    known = dict(zip(PageRow.__struct_fields__, row, strict=True))
    at = known["fetched_at"]
    assert isinstance(at, int | float)
    known |= {
        "fetched_at": isoformat(float(at)),
        "on_topic": bool(known["on_topic"]),
        "duplicate": bool(known["duplicate"]),
    }
    return PageRow(**known)  # type: ignore[arg-type]
