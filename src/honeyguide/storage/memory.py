"""A store in memory: for crawls of the lab, for tests, and for those who want the pages and no folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace

from honeyguide.link_table import LinkTable, url_hash
from honeyguide.model import CrawlEvent, EventKind, Link, Outcome
from honeyguide.records import Checkpoint, Citation, Citations, Mark, PageLinks, Record
from honeyguide.storage.events import kind_of_visit
from honeyguide.storage.page_links import Cited, together, unpack
from honeyguide.storage.totals import Totals

_Event = tuple[float, EventKind, str, int | None]


class MemoryStore:
    """`protocols.Store` without a folder; a page costs it nothing but an entry in a list."""

    def __init__(self, before: MemoryStore | None = None, *, records: bool = True) -> None:
        """Goes on from what was committed to `before`. Without `records` none is kept, and nobody can go on."""
        self.link_table = LinkTable()
        self._pending: list[Record] = []
        self._records = records
        self._links: list[Link] = before._links if before else []
        self._hosts: list[tuple[int, str]] = before._hosts if before else []
        self._happened: list[Record | _Event] = before._happened if before else []
        """Visits and other events in order."""
        self._link_state: dict[int, tuple[float, float]] = before._link_state if before else {}
        self._state: dict[str, bytes] = before._state if before else {}
        self._marks: dict[int, bool] = before._marks if before else {}
        self._new_marks = [Mark(link, on_topic) for link, on_topic in self._marks.items()]
        self._outbox: dict[int, dict[int, bytes]] = before._outbox if before else {}
        self._sent: int = before._sent if before else 0
        self._new_link_state: list[tuple[int, float, float]] = []
        self._new: list[Record | _Event] = []
        self.link_table.load(self._hosts, ((url_hash(k.url), k.host, k.depth, k.parent) for k in self._links))

    def link(self, number: int) -> Link:
        known = len(self._links)
        return self._links[number] if number < known else self.link_table.new_links[number - known]

    def urls(self) -> Iterator[str]:
        return (link.url for link in self._links)

    def add(self, record: Record) -> None:
        self._pending.append(record)
        self._new.append(record)

    def event(self, at: float, kind: EventKind, detail: str, link: int | None = None) -> None:
        self._new.append((at, kind, detail, link))

    def keep(self, numbers: Sequence[tuple[int, float, float]]) -> None:
        self._new_link_state += numbers

    def commit(self, state: Mapping[str, object]) -> list[Record]:
        self._links += self.link_table.new_links
        self._hosts += self.link_table.new_hosts
        for record in self._pending:
            for shard, message in record.messages:
                self._sent += 1
                self._outbox.setdefault(shard, {})[self._sent] = message
        if self._records:
            self._happened += self._new
            self._link_state.update((link, (value, second)) for link, value, second in self._new_link_state)
            self._state |= {key: msgspec.json.encode(value) for key, value in state.items()}
        for written in (self.link_table.new_links, self.link_table.new_hosts, self._new, self._new_link_state):
            written.clear()
        done, self._pending = self._pending, []
        return done

    def mark(self, link: int, on_topic: bool | None) -> None:
        """What a person says of a page; None takes it back."""
        if on_topic is None:
            self._marks.pop(link, None)
        else:
            self._marks[link] = on_topic
        self._new_marks.append(Mark(link, on_topic))

    def new_marks(self) -> Sequence[Mark]:
        marks, self._new_marks = self._new_marks, []
        return marks

    def messages(self, shard: int, after: int, most: int) -> list[tuple[int, bytes]]:
        waiting = self._outbox.get(shard, {})
        return [(number, waiting[number]) for number in waiting if number > after][:most]

    def delivered(self, shard: int, upto: int) -> None:
        waiting = self._outbox.get(shard, {})
        for number in [number for number in waiting if number <= upto]:
            del waiting[number]

    def checkpoint(self) -> None:
        pass

    def close(self) -> None:
        pass

    def restore(self) -> Checkpoint | None:
        if not self._state:
            return None
        visits = self._visits()
        pages = [visit for visit in visits if visit.page and visit.relevance]
        left = np.ones(len(self._links), bool)
        left[[visit.link.id for visit in visits if visit.final]] = False
        seeds = [link.id for link in self._links if link.parent == -1]
        visited = {visit.link.id for visit in visits}
        reached = {visit.link.id for visit in visits if visit.again_at is None}
        left[[seed for seed in seeds if seed in visited and seed not in reached]] = True
        link_state = np.full((len(self._links), 2), np.nan)
        for number, kept in self._link_state.items():
            link_state[number] = kept
        relevance = np.zeros(len(self._links))
        totals, rests = Totals(), dict[int, float]()
        requests: dict[int, tuple[int, float]] = {}
        for visit in visits:
            totals.add(visit, settles=False)
            if visit.fetched.seconds > 0:
                before, took = requests.get(visit.link.host, (0, 0.0))
                requests[visit.link.host] = before + 1, took + visit.fetched.seconds
            if visit.relevance:
                relevance[visit.link.id] = visit.relevance.score
            if visit.again_at is not None:
                rests[visit.link.host] = max(visit.again_at, rests.get(visit.link.host, 0.0))
        return Checkpoint(
            state={key: msgspec.json.decode(value) for key, value in self._state.items()},
            waiting=np.flatnonzero(left),
            link_state=link_state,
            attempts=dict(
                Counter(
                    visit.link.id
                    for visit in visits
                    if not (visit.final or visit.fetched.is_of_proxy or visit.outcome is Outcome.REFUSED)
                )
            ),
            rests=sorted(rests.items()),
            seeds=np.array(seeds, np.int64),
            citations=_columns([each for visit in visits for each in visit.citations]),
            pages=np.array([page.link.id for page in pages], np.int64),
            page_relevance=relevance,
            holders=np.array([visit.link.id for visit in visits if visit.relevance], np.int64),
            fingerprints=[(page.fingerprint, page.link.id) for page in pages if page.duplicate_of is None],
            canonicals=[(page.link.url, claim) for page in pages if (claim := _claim(page))],
            pages_by_host=dict(totals.pages_by_host),
            on_topic=np.array([page.link.id for page in pages if _is_found(page)], np.int64),
            requests_by_host=dict(sorted(requests.items())),
            links_elsewhere={visit.link.id: visit.links_elsewhere for visit in visits if visit.links_elsewhere},
        )

    def page_links(self) -> Iterator[PageLinks]:
        names = dict(self._hosts)
        for visit in self._visits():
            if visit.relevance:
                cited = [
                    Cited(each.source, each.target, each.position, to.url, names[to.host], each.anchor)
                    for each in visit.citations
                    if each.anchor is not None and (to := self._links[each.target])
                ]
                judged = replace(visit.relevance, evidence=(), why_not="")
                title = visit.page.title if visit.page else visit.title
                found = together(visit.link.id, title, judged, unpack(visit.packed_links), cited)
                yield found._replace(links_elsewhere=visit.links_elsewhere)

    def events(self, since: int = 0) -> Iterator[CrawlEvent]:
        for number, each in enumerate(self._happened[since:], start=since + 1):
            if isinstance(each, Record):
                kind = kind_of_visit(each.outcome, is_page=each.page is not None)
                score, on_topic = (each.relevance.score, each.relevance.on_topic) if each.relevance else (None, False)
                where = each.link.id, each.link.url, each.outcome
                yield CrawlEvent(number, each.fetched.at, kind, each.detail, *where, score, on_topic)
            else:
                at, kind, detail, link = each
                yield CrawlEvent(number, at, kind, detail, link, "" if link is None else self._links[link].url)

    def _visits(self) -> list[Record]:
        return [each for each in self._happened if isinstance(each, Record)]


def _claim(page: Record) -> str:
    """The address that a page claims, when it is another one."""
    claimed = page.page.canonical if page.page else ""
    return claimed if claimed != page.link.url else ""


def _is_found(page: Record) -> bool:
    return bool(page.relevance and page.relevance.on_topic and page.duplicate_of is None)


def _columns(citations: Sequence[Citation]) -> Citations:
    return Citations(
        np.array([each.source for each in citations], np.int64),
        np.array([each.target for each in citations], np.int64),
        np.array([each.relevance for each in citations], np.float64),
        np.array([each.anchor is None for each in citations], np.bool_),
        np.array([each.context_score or 0.0 for each in citations], np.float64),
    )
