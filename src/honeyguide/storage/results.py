"""What a crawl found, read from its folder; also while the crawl runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from honeyguide.link_table import url_hash
from honeyguide.model import Coverage, EventKind, StoredPage, TermEvidence, Trap
from honeyguide.records import JUDGED_BY
from honeyguide.storage.database import Database
from honeyguide.storage.events import latest
from honeyguide.storage.failures import Failures
from honeyguide.storage.files import WARC
from honeyguide.storage.folder import FIRST_RELEVANCE, reading
from honeyguide.storage.raw_responses import RawFiles, read_raw
from honeyguide.storage.run_settings import descriptions
from honeyguide.storage.running import RestingHost, Retrying, running
from honeyguide.storage.warc import Place, info_record
from honeyguide.timestamps import isoformat

_MOVES = 5
_COUNTED = ("pages", "on_topic", "duplicates", "bytes", "settled", "foreign")
_TOP_HOSTS = 10
_ON_TOPIC = "pages.on_topic AND pages.duplicate_of IS NULL"

_FOUND = """  -- what a StoredPage has, in its order
SELECT links.url, coalesce(nullif(elements.title, ''), pages.title), pages.relevance, pages.on_topic, pages.language,
       pages.description, hosts.name, links.depth, coalesce(parent.url, ''), visits.at, visits.status,
       coalesce(original.url, ''), coalesce(pages.text, ''), coalesce(elements.published, ''),
       coalesce(elements.updated, ''), coalesce(elements.source, ''), coalesce(elements.author, ''),
       coalesce(elements.keywords, '[]'), coalesce(elements.content, ''),
       CASE WHEN marks.on_topic THEN 'on' WHEN NOT marks.on_topic THEN 'off' ELSE '' END, pages.kind
       {more}
FROM newest_pages AS pages JOIN links ON links.id = pages.link JOIN hosts ON hosts.id = links.host
     JOIN visits ON visits.id = pages.visit
     LEFT JOIN elements ON elements.link = pages.link
     LEFT JOIN marks ON marks.link = pages.link
     LEFT JOIN links AS parent ON parent.id = links.parent
     LEFT JOIN links AS original ON original.id = pages.duplicate_of
"""
_WITH_PLACE = _FOUND.format(more=", visits.warc_file, visits.warc_offset, visits.warc_length")


class HostCount(Struct, frozen=True):
    host: str
    pages: int
    on_topic: int


class _Named(Struct, frozen=True):
    """What is told of a topic."""

    name: str
    relevance: str = FIRST_RELEVANCE
    languages: tuple[str, ...] = ()


class Status(Struct, frozen=True):
    """How far a crawl is."""

    topic: str
    relevance: str
    """The relevance model that judges, or the function or class that was given instead."""
    strategy: str
    pages: int
    on_topic: int
    harvest_rate: float
    """Self-judged: pages on topic, duplicates left out, of all pages."""
    duplicates: int
    waiting: int
    links: int
    hosts: int
    """Hosts that gave a page."""
    failures: dict[str, int]
    """Visits that brought no page, by outcome."""
    bytes: int
    first_visit: str
    last_visit: str
    last_event: str
    moves: tuple[str, ...]
    """How the relevance model last changed its mind, the latest first."""
    top_hosts: tuple[HostCount, ...]
    coverage: Coverage | None = None
    """How much is probably left; None when there is too little to say."""
    seeds: dict[str, str] = {}
    """What was said of seeds, by URL."""
    metrics: dict[str, float] = {}
    """What its strategy, and a threshold that moves, say of themselves: restarts, temperature, …"""
    roles: dict[str, tuple[str, ...]] = {}
    """Pages that its strategy sets apart, the best first: `authority`, `hub`, `seed bank`."""
    traps: tuple[Trap, ...] = ()
    """Links that are alike and brought too little, those with most waiting first; at most 20."""
    simulated: bool = False
    """Whether its times are those of an off-line web, which has a clock of its own."""
    running: bool = False
    paused: bool = False
    """Whether it runs and asks for nothing for now."""
    process: int | None = None
    """The number of the process that runs it."""
    since: str = ""
    """When it began to run, or stopped …"""
    why_stopped: str = ""
    """… and why."""
    page_limit: int = 0
    """Pages of all runs that it stops after; 0 for no limit."""
    time_limit: float = 0.0
    """Seconds of one run; 0 for no limit."""
    pages_per_second: float = 0.0
    """Over the last visits of its last run."""
    seconds_left: float | None = None
    """At this speed, or by the time limit; None when it does not run or nothing can be said."""
    resting: tuple[RestingHost, ...] = ()
    """Hosts that are left alone on account of a failure, the longest rest first."""
    retrying: tuple[Retrying, ...] = ()
    """Pages that failed for now and are tried again while their hosts go on, the first ones first."""
    hosts_beyond_seeds: int | None = None
    """Of the hosts, those that no seed names or redirects to; None in folders of versions that did not count them."""
    errors: tuple[Failures, ...] = ()
    """What failed among the last 2,000 visits, the most frequent first; `failures` counts all."""
    kept_out: dict[str, int] = {}
    """Pages of the same visits that are not on topic whatever they say, by reason: `noindex`, or their language."""
    link_model: str = ""
    """What scores links, with its parameters; empty in folders of versions that did not say."""
    raw: RawFiles | None = None
    """Where the raw responses are; None where that is the folder, and meant to be."""


def status(folder: Path) -> Status:
    """Read from the totals that run along: it costs the same late in a crawl as early."""
    with reading(folder) as database:
        database.snapshot()
        meta = dict(database.execute("SELECT key, value FROM meta").fetchall())
        known = dict(database.execute("SELECT name, value FROM totals").fetchall())
        totals = {name: int(known.get(name, 0)) for name in _COUNTED}
        (links,) = database.execute("SELECT coalesce(max(id) + 1, 0) FROM links").fetchone()
        (hosts,) = database.execute("SELECT count(*) FROM host_totals").fetchone()
        failures = database.execute(
            "SELECT outcome, visits FROM outcome_totals WHERE outcome <> 'page' ORDER BY visits DESC, outcome"
        ).fetchall()
        top = database.execute(
            "SELECT hosts.name, pages, on_topic FROM host_totals JOIN hosts ON hosts.id = host_totals.host"
            " ORDER BY on_topic DESC, pages DESC, hosts.name LIMIT ?",
            (_TOP_HOSTS,),
        ).fetchall()
        event = latest(database, 1)
        moves = latest(database, _MOVES, EventKind.RELEVANCE)
        coverage = _state(database, "coverage")
        metrics = _state(database, "metrics")
        traps = _state(database, "traps")
        beyond = _state(database, "hosts_beyond_seeds")
        judged_by = _state(database, JUDGED_BY)
        waits = _state(database, "resting"), _state(database, "retrying")
        topic = msgspec.json.decode(meta["topic"], type=_Named)
        return Status(
            topic=topic.name,
            relevance=(msgspec.json.decode(judged_by, type=str) if judged_by else "") or topic.relevance,
            strategy=meta["strategy"],
            link_model=meta.get("links", ""),
            pages=totals["pages"],
            on_topic=totals["on_topic"],
            harvest_rate=totals["on_topic"] / totals["pages"] if totals["pages"] else 0.0,
            duplicates=totals["duplicates"],
            waiting=links - totals["settled"] - totals["foreign"],
            links=links,
            hosts=hosts,
            failures=dict(failures),
            bytes=totals["bytes"],
            first_visit=_iso(known.get("first_visit")),
            last_visit=_iso(known.get("last_visit")),
            last_event=": ".join(event[0]) if event else "",
            moves=tuple(move for _, move in moves),
            top_hosts=tuple(HostCount(*row) for row in top),
            coverage=_as_found(coverage, totals["on_topic"]) if coverage else None,
            seeds=descriptions(folder),
            metrics=msgspec.json.decode(metrics, type=dict[str, int | float]) if metrics else {},
            roles=_roles(database),
            simulated=bool(_state(database, "simulated")),
            traps=msgspec.json.decode(traps, type=tuple[Trap, ...]) if traps else (),
            hosts_beyond_seeds=msgspec.json.decode(beyond, type=int) if beyond else None,
            **asdict(running(folder, database, totals["pages"], waits, topic.languages)),
        )


def roles_of(folder: Path) -> dict[str, tuple[str, ...]]:
    """What the strategy sets each page apart as, by URL."""
    with reading(folder) as database:
        roles = _roles(database)
    found: dict[str, tuple[str, ...]] = {}
    for role, urls in roles.items():
        for url in urls:
            found[url] = (*found.get(url, ()), role)
    return found


def _roles(database: Database) -> dict[str, tuple[str, ...]]:
    stored = _state(database, "roles")
    if not stored:
        return {}
    url = "SELECT url FROM links WHERE id = ?"
    return {
        role: tuple(database.execute(url, (number,)).fetchone()[0] for number in numbers)
        for role, numbers in msgspec.json.decode(stored, type=dict[str, list[int]]).items()
    }


def is_simulated(folder: Path) -> bool:
    """Whether the times of its visits are those of an off-line web."""
    with reading(folder) as database:
        return bool(_state(database, "simulated"))


def _state(database: Database, key: str) -> str:
    """Of the last commit, as JSON; empty where there is none."""
    row = database.execute("SELECT value FROM state WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


Evidence = tuple[TermEvidence, ...]


class Undated(NamedTuple):
    """Pages on topic, near-duplicates left out, that have no date …"""

    pages: int
    unread: int
    """… and those among them whose elements are not known."""


def best(folder: Path, top: int) -> Iterator[tuple[StoredPage, Evidence]]:
    """The most relevant pages on topic, duplicates left out, with the evidence for each."""
    return _top(folder, "", "pages.relevance DESC", top)


def newest(folder: Path, top: int) -> Iterator[tuple[StoredPage, Evidence]]:
    """Those that were published last; what has no date is left out."""
    return _top(folder, "AND elements.moment IS NOT NULL", "elements.moment DESC, pages.relevance DESC", top)


def _top(folder: Path, more: str, order: str, top: int) -> Iterator[tuple[StoredPage, Evidence]]:
    query = f"{_FOUND.format(more=', pages.evidence')} WHERE {_ON_TOPIC} {more} ORDER BY {order}, pages.visit LIMIT ?"
    with reading(folder) as database:
        yield from map(_with_evidence, database.execute(query, (top,)))


def undated(folder: Path) -> Undated:
    with reading(folder) as database:
        row = database.execute(
            "SELECT count(*), count(*) FILTER (WHERE elements.link IS NULL) FROM newest_pages AS pages"  # noqa: S608
            f" LEFT JOIN elements ON elements.link = pages.link WHERE {_ON_TOPIC} AND elements.moment IS NULL"
        ).fetchone()
    return Undated(*row)


def numbered(folder: Path, numbers: Iterable[int]) -> Iterator[tuple[int, StoredPage, Evidence]]:
    """The pages of these links in their order, but for what is off topic or a near-duplicate."""
    query = f"{_FOUND.format(more=', pages.evidence')} WHERE pages.link = ? AND {_ON_TOPIC}"
    with reading(folder) as database:
        for number in numbers:
            for row in database.execute(query, (number,)):
                yield (number, *_with_evidence(row))


def _with_evidence(row: Sequence[Any]) -> tuple[StoredPage, Evidence]:
    return _found(row[:-1]), msgspec.json.decode(row[-1], type=Evidence)


def pages(folder: Path, *, relevant: bool) -> Iterator[StoredPage]:
    """All pages in the order in which they came; `relevant`: only those on topic, duplicates left out."""
    query = _FOUND.format(more="")
    where = f"WHERE {_ON_TOPIC}" if relevant else ""
    with reading(folder) as database:
        yield from map(_found, database.stream(f"{query} {where} ORDER BY pages.visit"))


def count_pages(folder: Path, *, relevant: bool) -> int:
    """How many `pages` gives."""
    where = f"WHERE {_ON_TOPIC}" if relevant else ""
    with reading(folder) as database:
        (count,) = database.execute(f"SELECT count(*) FROM newest_pages AS pages {where}").fetchone()  # noqa: S608
    return int(count)


def visits(folder: Path) -> int:
    """How many there are."""
    with reading(folder) as database:
        (count,) = database.execute("SELECT coalesce(max(id) + 1, 0) FROM visits").fetchone()
    return int(count)


def newest_visit(folder: Path, since: int) -> float | None:
    """When it was, of this visit and later ones; None where there is none."""
    with reading(folder) as database:
        (newest,) = database.execute("SELECT max(at) FROM visits WHERE id >= ?", (since,)).fetchone()
    return None if newest is None else float(newest)


def pages_since(folder: Path, visit: int) -> list[StoredPage]:
    """Those of this visit and later ones, in order."""
    with reading(folder) as database:
        query = f"{_FOUND.format(more='')} WHERE pages.visit >= ? ORDER BY pages.visit"
        return list(map(_found, database.execute(query, (visit,))))


def stored_pages(folder: Path) -> Iterator[tuple[StoredPage, bytes]]:
    """All pages but near-duplicates, and for those whose text is not kept the WARC record of the raw response."""
    with reading(folder) as database:
        for row in database.stream(f"{_WITH_PLACE} WHERE pages.duplicate_of IS NULL ORDER BY pages.visit"):
            found = _found(row[:-3])
            yield found, b"" if found.text else _raw(folder, Place(*row[-3:]))


def stored_page(folder: Path, url: str) -> tuple[StoredPage, bytes] | None:
    """The page at this address with the WARC record of its raw response, empty where that was not kept."""
    with reading(folder) as database:
        row = database.execute(f"{_WITH_PLACE} WHERE links.url = ?", (url,)).fetchone()
        return None if row is None else (_found(row[:-3]), _raw(folder, Place(*row[-3:])))


def numbered_page(folder: Path, number: int) -> tuple[StoredPage, bytes] | None:
    """The page of the link with this number, with the WARC record of its raw response."""
    with reading(folder) as database:
        row = database.execute(f"{_WITH_PLACE} WHERE pages.link = ?", (number,)).fetchone()
        return None if row is None else (_found(row[:-3]), _raw(folder, Place(*row[-3:])))


def number_of(folder: Path, url: str) -> int | None:
    """Of the link with this address, if a page came of it."""
    query = "SELECT links.id FROM links JOIN pages ON pages.link = links.id WHERE links.hash = ? AND links.url = ?"
    with reading(folder) as database:
        row = database.execute(query, (url_hash(url), url)).fetchone()
        return None if row is None else int(row[0])


def raw_places(folder: Path) -> dict[str, Place]:
    """Where the raw response of each page with a text stands, by its address."""
    query = (
        "SELECT links.url, visits.warc_file, visits.warc_offset, visits.warc_length FROM newest_pages AS pages"
        " JOIN links ON links.id = pages.link JOIN visits ON visits.id = pages.visit"
        " WHERE pages.text IS NOT NULL AND visits.warc_file IS NOT NULL"
    )
    with reading(folder) as database:
        return {url: Place(*place) for url, *place in database.stream(query)}


def seeds(folder: Path) -> list[str]:
    """The pages that the crawl began with."""
    with reading(folder) as database:
        return [url for (url,) in database.execute("SELECT url FROM links WHERE parent = -1 ORDER BY id")]


def _raw(folder: Path, place: Place) -> bytes:
    return next(read_raw(folder / WARC, iter([place])), b"") if place.file is not None else b""


def raw_responses(folder: Path, *, relevant: bool, software: str, now: float) -> Iterator[bytes]:
    """WARC records, compressed one by one, ready to be written to one file."""
    yield info_record(software, now)
    with reading(folder) as database:
        yield from read_raw(folder / WARC, _places(database, relevant))


def _places(database: Database, relevant: bool) -> Iterator[Place]:
    where = f"JOIN pages ON pages.visit = visits.id WHERE {_ON_TOPIC} AND" if relevant else "WHERE"
    query = f"SELECT warc_file, warc_offset, warc_length FROM visits {where} warc_file IS NOT NULL ORDER BY visits.id"  # noqa: S608
    return (Place(*row) for row in database.stream(query))


def _found(row: Sequence[Any]) -> StoredPage:
    known = dict(zip(StoredPage.__struct_fields__, row, strict=True))
    known["on_topic"] = bool(known["on_topic"])
    known["fetched_at"] = _iso(known["fetched_at"])
    known["keywords"] = tuple(term for term, _ in msgspec.json.decode(known["keywords"]))
    return StoredPage(**known)


def _as_found(stored: str, found: int) -> Coverage | None:
    """What was estimated, beside what is found now: pages may have been judged again since. Of nothing that is found
    there is no share."""
    known = msgspec.json.decode(stored, type=Coverage | None)
    if known is None or not (known.found or found):
        return None
    if known.found == found:
        return known
    shares = [found / (found + left) if found + left else 0.0 for left in (known.expected, known.high, known.low)]
    return replace(known, found=found, recall=shares[0], recall_low=shares[1], recall_high=shares[2])


def _iso(at: float | None) -> str:
    return isoformat(float(at)) if at is not None else ""
