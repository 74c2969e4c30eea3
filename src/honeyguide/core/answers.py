"""What follows from one answer of the web: what to keep, and what to tell the strategy."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import repeat, starmap
from math import nan
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from honeyguide.analysis import AnalyzedPage
from honeyguide.config import Settings
from honeyguide.core.lessons import as_stored, history, lesson, rescored, show_again
from honeyguide.core.lists import Lists, Sitemaps
from honeyguide.core.referrals import FOREIGN, Partition, Passed, Referral, messages
from honeyguide.core.verdicts import Verdicts
from honeyguide.link_table import LinkTable
from honeyguide.model import Fetched, Link, Outcome, OutLink, Page, Relevance, ScoredLink, Visit
from honeyguide.parsing.fingerprint import NearDuplicates
from honeyguide.protocols import (
    Expects,
    GivesFactors,
    GivesGraph,
    LinkGraph,
    LinkModel,
    NamesAnchors,
    SharesScale,
    TopicDecision,
)
from honeyguide.records import Checkpoint, Citation, Citations, Message, PageLinks, Record
from honeyguide.storage.page_links import pack
from honeyguide.urls import host_of, is_presentation
from honeyguide.web.scope import Scope

REJUDGED = "rejudged"
"""The key of the state that says: pages were judged again since their links were scored."""


class KnownLinks(Protocol):
    """The links that a store knows."""

    @property
    def link_table(self) -> LinkTable: ...

    def link(self, number: int) -> Link: ...

    def urls(self) -> Iterator[str]: ...


class Answers:
    """What is known about links and pages; to a strategy it is `protocols.CrawlView`."""

    def __init__(
        self,
        settings: Settings,
        known: KnownLinks,
        scope: Scope,
        links: LinkModel,
        decision: TopicDecision | None,
        sitemaps: Sitemaps = lambda host: (),
        partition: Partition | None = None,
    ) -> None:
        """`partition`: links of sites that other shards own are for these."""
        self.links = links
        self._partition = partition
        self._names_anchors = hasattr(links, "anchor_of")
        self.verdicts = Verdicts(decision, known.link_table, links)
        self._settings = settings
        self._known = known
        self._book = known.link_table
        self._scope = scope
        self._lists = Lists(settings, scope, known.link_table, sitemaps)
        self._duplicates = NearDuplicates()
        self._pages: set[int] = set()
        self._aliases: set[str] = set()
        self._leads: dict[int, int] = {}
        """Where links that redirect lead."""
        self.rescored: Citations | None = None
        """What all links score since the link model was rebuilt from pages that were judged again or dealt anew."""

    def restore(self, stored: Checkpoint, page_links: Callable[[], Iterator[PageLinks]]) -> None:
        """Know again what a stopped crawl knew."""
        self._lists.restore(stored.state)
        self.verdicts.restore(stored)
        rejudged = bool(stored.state.get(REJUDGED))
        restores = hasattr(self.links, "restore") and not rejudged
        if restores:
            self.links.restore(stored.state["scorer"], history(stored, self._book))
        anchors, around = array("d"), array("d")
        if self.verdicts.learning or not restores:
            for each in page_links():
                judged = self.verdicts.judge_again(each)
                if not restores:
                    scores = show_again(self.links, each, judged, self._known.link)
                    if rejudged:
                        anchors.extend(scores.anchors)
                        around.extend(scores.context_scores or repeat(nan, len(scores.anchors)))
        redirect = stored.citations.redirect
        targets, relevance = stored.citations.targets[redirect], stored.citations.relevance[redirect]
        for seed in stored.seeds.tolist():
            self.links.set_prior(seed)
        sources = stored.citations.sources[redirect]
        self._leads.update(zip(sources.tolist(), targets.tolist(), strict=True))
        passed = relevance.tolist()
        for place, (source, target) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
            if rejudged and self._book.parent(source) != FOREIGN:
                passed[place] = self.links.prior(source)
            self.links.set_prior(target, passed[place])
        if rejudged and len(anchors) + len(passed) == len(redirect):
            self.rescored = rescored(stored.citations, anchors, around, passed)
        self._duplicates.load(stored.fingerprints)
        self._pages.update(stored.pages.tolist())
        for link, claimed in stored.canonicals:
            self._claim(link, claimed)

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        return cast("GivesFactors", self.links).factors(ids)

    @property
    def factor_weights(self) -> Sequence[float]:
        return cast("GivesFactors", self.links).weights

    def parent(self, number: int) -> int:
        return self._book.parent(number)

    def depth(self, number: int) -> int:
        return self._book.depth(number)

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]:
        return self._book.hosts_of(ids)

    def graph(self) -> LinkGraph:
        return cast("GivesGraph", self.links).graph()

    def is_alias(self, url: str) -> bool:
        """Whether a page that was fetched says that this is its own address."""
        return url in self._aliases

    def failure(
        self, link: Link, fetched: Fetched, *, again: bool = False, again_at: float | None = None
    ) -> tuple[Record, Visit]:
        record = Record(link, fetched, fetched.outcome, fetched.detail, final=not again, again_at=again_at)
        return record, Visit(link, fetched.outcome, again=again)

    def redirect(self, link: Link, fetched: Fetched, warc: bytes) -> tuple[Record, Visit]:
        """The target becomes a link of its own, with the checks of scope, robots and address that every link has."""
        problem, outcome = "", Outcome.REDIRECT
        host = host_of(fetched.location)
        if link.parent == -1:
            self._scope.add_seed(host)
        if link.hops >= self._settings.max_redirects:
            problem, outcome = f"more than {self._settings.max_redirects} redirects in a row", Outcome.REDIRECTS
        elif problem := self._scope.why_not(fetched.location, host):
            outcome = Outcome.SCOPE
        if problem:
            return Record(link, fetched, outcome, problem, final=True, warc=warc), Visit(link, outcome)
        if self._is_foreign(host):
            told = self._tell(link, "", None, {}, [(fetched.location, link.hops + 1)])
            record = Record(link, fetched, outcome, fetched.location, final=True, warc=warc, messages=told)
            return record, Visit(link, outcome)
        target = self._book.add(fetched.location, host, link.depth, link.parent, link.hops + 1)
        if circle := self._circle(link, target.id):
            problem, outcome = f"in a circle: {' → '.join(circle)}", Outcome.REDIRECTS
            return Record(link, fetched, outcome, problem, final=True, warc=warc), Visit(link, outcome)
        self._leads[link.id] = target.id
        scored, citation = self._pass_on(link, target)
        record = Record(link, fetched, outcome, fetched.location, final=True, warc=warc, citations=[citation])
        return record, Visit(link, outcome, links=(scored,))

    def _circle(self, link: Link, target: int) -> list[str]:
        """The addresses from the link to itself, where redirects lead from its target back to it; else none."""
        way, at = [link.url], target
        while at != link.id:
            if at not in self._leads or len(way) > self._settings.max_redirects:
                return []
            way.append(self._known.link(at).url)
            at = self._leads[at]
        return [*way, link.url]

    def page(self, link: Link, fetched: Fetched, reading: AnalyzedPage) -> tuple[Record, Visit]:
        page, relevance = reading.page, reading.relevance
        if page is None or relevance is None:
            record = Record(link, fetched, reading.outcome, reading.detail, final=True, warc=reading.warc)
            return record, Visit(link, reading.outcome)
        if not self._lists.reads(link, page):
            record = Record(link, fetched, Outcome.NOT_HTML, f"a {page.kind}", final=True, warc=reading.warc)
            return record, Visit(link, Outcome.NOT_HTML)
        relevance = self.verdicts.judge(link.id, relevance, fetched.at)
        citations, scored, told, elsewhere = self._links(link, page, relevance)
        duplicate_of = self._claim(link.url, page.canonical)
        if duplicate_of is None:
            duplicate_of = self._duplicates.find(reading.fingerprint)
        if duplicate_of is None:
            self._duplicates.add(reading.fingerprint, link.id)
        self._pages.add(link.id)
        record = Record(
            link,
            fetched,
            Outcome.PAGE,
            f"{page.links_left_out} links left out" if page.links_left_out else "",
            final=True,
            warc=reading.warc,
            citations=citations,
            page=page,
            relevance=relevance,
            fingerprint=reading.fingerprint,
            duplicate_of=duplicate_of,
            extract=reading.extract,
            packed_links=reading.packed_links,
            messages=told,
            links_elsewhere=elsewhere,
        )
        return record, Visit(link, Outcome.PAGE, relevance.score, tuple(scored), on_topic=relevance.on_topic)

    def expect(self, told: Sequence[Referral], pages: Sequence[tuple[Link, Page]] = ()) -> None:
        """These come next."""
        if hasattr(self.links, "expect"):
            heard = [out for each in told for out in each.links]
            heard += [OutLink(each.url, each.host, each.anchor) for each in told if each.anchor]
            own = [page.links[place] for link, page in pages for place in self._followed_here(link, page)]
            cast("Expects", self.links).expect([*heard, *own])

    def referral(self, told: Referral, at: float) -> tuple[Record, Visit]:
        """What another shard says of a page that it fetched, and of a redirect that it met."""
        link = self._book.add(told.url, told.host, told.depth, FOREIGN)
        came = Fetched(told.url, Outcome.REFERRAL, at=at)
        citations: list[Citation] = []
        waiting: list[ScoredLink] = []
        relevance, packed = told.relevance, b""
        if told.largest and hasattr(self.links, "hear_largest"):
            cast("SharesScale", self.links).hear_largest(told.largest)
        if relevance is not None:
            relevance = self.verdicts.judge(link.id, relevance, at)
            page = as_stored(told.url, told.title, told.links, told.links_elsewhere, told.anchor)
            citations, waiting, *_ = self._links(link, page, relevance, told.places)
            packed = pack(page, relevance, told.places)
        for each in told.passed:
            if each.seed:
                self._scope.add_seed(each.host)
            parent = -1 if each.seed else link.id
            target = self._book.add(each.url, each.host, each.depth, parent, each.hops)
            self.links.set_prior(target.id, each.worth)
            waiting.append(ScoredLink(target, self.links.score_of(target.id), rank=self.links.rank_of(target.id)))
            citations.append(Citation(link.id, target.id, None, each.worth))
        record = Record(
            link,
            came,
            Outcome.REFERRAL,
            "",
            final=True,
            citations=citations,
            relevance=relevance,
            packed_links=packed,
            title=told.title,
            links_elsewhere=told.links_elsewhere,
        )
        score, on_topic = (relevance.score, relevance.on_topic) if relevance else (0.0, False)
        return record, Visit(link, Outcome.REFERRAL, score, tuple(waiting), on_topic=on_topic)

    def state(self) -> dict[str, object]:
        """What a resume needs that is not in the tables."""
        return {"scorer": self.links.state(), **self._lists.state(), **self.verdicts.state()}

    def _claim(self, url: str, canonical: str) -> int | None:
        """The page that was stored under the address that this one claims.

        Without one, an address that is the page's own but for parameters of presentation is an alias and need not be
        fetched. Other claims are only kept: sites where every page claims to be the front page are common.
        """
        if not canonical or canonical == url or host_of(canonical) != host_of(url):
            return None
        number = self._book.find(canonical)
        if number in self._pages:
            return number
        if is_presentation(url, canonical):
            self._aliases.add(canonical)
        return None

    def _links(
        self, link: Link, page: Page, relevance: Relevance, places: Sequence[int] = ()
    ) -> tuple[list[Citation], list[ScoredLink], Sequence[Message], int]:
        """What the page's links are worth, what other shards are to hear of them, and how many these own. `places`:
        where they stand on the page, when they are not all of its links."""
        positions = self._followed(link, page)
        many = len(positions)
        others: dict[int, list[int]] = {}
        if self._partition and link.parent != FOREIGN:  # what is told is for this shard alone
            positions, others = self._partition.divide(page.links, positions)
            if relevance.features and len(self._pages) < self._partition.lessons:
                others = {shard: others.get(shard, []) for shard in self._partition.others()}
        followed = page.links if len(positions) == len(page.links) else [page.links[place] for place in positions]
        targets = self._book.add_all(followed, link.depth + 1, link.id)
        judged = lesson(self.links, relevance)
        self.links.learn(link, judged)
        elsewhere = page.links_elsewhere + many - len(followed)
        seen = as_stored(link.url, page.title, followed, elsewhere, page.anchor)
        scores = self.links.score(seen, judged, link, targets)
        numbers, anchors = [target.id for target in targets], [out.anchor for out in followed]
        context = scores.context_scores or repeat(None)
        stand = [places[each] for each in positions] if places else positions
        rows = zip(repeat(link.id), numbers, anchors, scores.anchors, context, stand)
        citations = list(starmap(Citation, rows))
        waiting = list(scores.links)
        passed: list[tuple[str, int]] = []
        for url, hops in self._also_named(link, page):
            if self._is_foreign(host_of(url)):
                passed.append((url, hops))
                continue
            listed, citation = self._pass_on(link, self._book.add(url, host_of(url), link.depth, link.id, hops))
            waiting.append(listed)
            citations.append(citation)
        told = self._tell(link, page.title, relevance, others, passed, page, many) if others or passed else ()
        return citations, waiting, told, elsewhere

    def _also_named(self, link: Link, page: Page) -> Iterator[tuple[str, int]]:
        """Where the page leads by itself, and the lists that it names: with redirects in a row."""
        follows = not (page.nofollow and self._settings.honour_nofollow)
        url = page.refresh
        few = link.hops < self._settings.max_redirects
        if url and follows and self._scope.allows(url, host_of(url)) and (few or self._book.find(url) is not None):
            yield url, link.hops + 1
        yield from self._lists.named(link, page)

    def _is_foreign(self, host: str) -> bool:
        return self._partition is not None and not self._partition.owns(host)

    def _tell(
        self,
        link: Link,
        title: str,
        relevance: Relevance | None,
        links: Mapping[int, Sequence[int]],
        passed: Sequence[tuple[str, int]],
        page: Page | None = None,
        followed: int = 0,
    ) -> list[Message]:
        """For each other shard its links of the page, by their places, and what is passed on to it. `followed`: links
        of the page that may be followed."""
        assert self._partition is not None
        worth, is_seed = self.links.prior(link.id), page is None and link.parent == -1
        handed: dict[int, list[Passed]] = {}
        for url, hops in passed:
            host = host_of(url)
            given = Passed(url, host, link.depth, hops, worth, is_seed)
            handed.setdefault(self._partition.owner(host), []).append(given)
        held = page.links if page else ()
        largest = cast("SharesScale", self.links).largest if hasattr(self.links, "largest") else 0.0
        anchor = cast("NamesAnchors", self.links).anchor_of(link.id) if page and self._names_anchors else ""
        host = self._book.host_names[link.host]
        return messages(link, host, title, relevance, held, links, handed, followed, largest, anchor)

    def _followed(self, link: Link, page: Page) -> Sequence[int]:
        """Which of the page's links may be followed."""
        settings = self._settings
        if (page.nofollow and settings.honour_nofollow) or (0 <= settings.depth <= link.depth):
            return ()
        links = page.links
        places: Sequence[int] = range(len(links))
        if settings.honour_nofollow:
            places = [n for n in places if not links[n].nofollow]
        if not self._scope.is_open:
            places = [n for n in places if self._scope.allows(links[n].url, links[n].host)]
        return places

    def _followed_here(self, link: Link, page: Page) -> Sequence[int]:
        """Those of them that no other shard owns."""
        places = self._followed(link, page)
        return places if self._partition is None else self._partition.divide(page.links, places)[0]

    def _pass_on(self, source: Link, target: Link) -> tuple[ScoredLink, Citation]:
        """A redirect's target, and a list that a page names, is worth what the link to the page was."""
        worth = self.links.prior(source.id)
        self.links.set_prior(target.id, worth)
        scored = ScoredLink(target, self.links.score_of(target.id), rank=self.links.rank_of(target.id))
        return scored, Citation(source.id, target.id, None, worth)
