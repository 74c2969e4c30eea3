"""The folder of a crawl, opened: status, results, search, insight, explanations and exports of what it holds.

Everything may be asked while the crawl runs. What only one question needs is imported when it is asked: `status` is
called again and again, and should come at once.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from math import inf
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

from msgspec import Meta
from msgspec.structs import asdict

from honeyguide import __version__, config, known_places, reach
from honeyguide.config import Settings
from honeyguide.errors import BadInput, BadSetting, NotThere
from honeyguide.model import CrawlEvent, Fetched, StoredPage, Topic
from honeyguide.progress import Progress, silent
from honeyguide.storage import results
from honeyguide.storage.events import events
from honeyguide.storage.failures import Failures, failures
from honeyguide.storage.files import SETTINGS, SHARDS
from honeyguide.storage.folder import connect, is_crawl, last_change, topic_of
from honeyguide.storage.harvest import Harvest, harvest
from honeyguide.storage.markdown import page as as_markdown
from honeyguide.storage.marks import marked, since_judged
from honeyguide.storage.offloading import Offloaded, offload
from honeyguide.storage.page_list import PageFilters, PageList, PageRow, list_pages
from honeyguide.storage.pruning import Pruned, newest_simulated, prunable, prune_raw
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.results import Status
from honeyguide.storage.run_settings import descriptions, settings_of
from honeyguide.storage.shard_folders import refuse_shard, shard_folders
from honeyguide.storage.ways import Step, out_links
from honeyguide.timestamps import is_day, seconds
from honeyguide.urls import canonical, host_of
from honeyguide.validation import check, shown

if TYPE_CHECKING:
    from honeyguide.backfill import Indexed
    from honeyguide.crawl import Crawl
    from honeyguide.explanation import Explanation
    from honeyguide.exports import Exported
    from honeyguide.insight.questions import Insight
    from honeyguide.insight.ranking import Results
    from honeyguide.insight.search import Answer
    from honeyguide.link_map import LinkMap
    from honeyguide.marking.asking import Question
    from honeyguide.marking.marks import Marked
    from honeyguide.marking.rejudging import Rejudged
    from honeyguide.page_view import PageView
    from honeyguide.protocols import LinkModel, RelevanceModel, Strategy, Web
    from honeyguide.relevance import Judge
    from honeyguide.web.offline import PageSource

_LANGUAGE = re.compile(r"[a-z]{2,3}")
"""A code that a page may have."""

__all__ = ["CrawlFolder", "PageList", "PageRow", "Pruned", "Status", "Step", "is_crawl", "open_crawl"]

_Top = Annotated[int, Meta(ge=1, le=1_000_000)]
"""Pages that answer a query."""


def open_crawl(folder: str | Path, *, trusted: bool = True) -> CrawlFolder:
    """Open the folder of a crawl; what is no crawl is refused. `trusted`: its settings are no stranger's."""
    connect(Path(folder)).close()
    return CrawlFolder(Path(folder), trusted=trusted)


class CrawlFolder:
    """What a crawl found. Made by `open_crawl`."""

    def __init__(self, path: Path, *, trusted: bool = True) -> None:
        self.path = path
        self.trusted = trusted
        """Whether pages are judged with plug-ins and models that only the settings of the folder name."""
        if (path / SHARDS).is_dir():
            from honeyguide.cluster.gather import gather_for_readers  # noqa: PLC0415

            gather_for_readers(path)

    def __repr__(self) -> str:
        return f"open_crawl({str(self.path)!r})"

    @property
    def topic(self) -> Topic:
        """The topic that the crawl began with, or was last judged again by."""
        return topic_of(self.path)

    @property
    def seeds(self) -> dict[str, str]:
        """The pages that it began with, and what was said of each."""
        said = descriptions(self.path)
        return {url: said.get(url, "") for url in results.seeds(self.path)}

    @property
    def settings(self) -> Settings:
        """Those of its last run."""
        kept = settings_of(self.path) or Settings()
        known_places.of_folder(kept.store, kept.raw)
        return kept

    @property
    def settings_file(self) -> Path | None:
        """Where they are kept."""
        kept = self.path / SETTINGS
        return kept if kept.exists() else None

    @property
    def last_change(self) -> object:
        """Another value whenever something was stored: for those who keep what they computed from it."""
        return last_change(self.path)

    def resume(
        self,
        seeds: Sequence[str] | Mapping[str, str] = (),
        *,
        strategy: Strategy | type | str | None = None,
        links: LinkModel | type | str | None = None,
        relevance: RelevanceModel | Judge | type | None = None,
        web: Web | PageSource | type | str | None = None,
        **changes: object,
    ) -> Crawl:
        """The crawl as it was, ready to go on: with its topic and settings, but for the settings that are named here.

        `seeds` come on top of those that it has. The parts are needed where the crawl was given parts of your own.
        """
        settings = config.load(changes, environ=os.environ, kept=self.settings_file).settings
        if (settings.shards > 1 or shard_folders(self.path)) and not any((strategy, links, relevance, web)):
            from honeyguide.cluster.making import make_crawl  # noqa: PLC0415

            return make_crawl(self.topic, seeds, self.path, settings)
        from honeyguide.crawl import Crawl  # noqa: PLC0415

        return Crawl(
            self.topic, seeds, self.path, settings, strategy=strategy, links=links, relevance=relevance, web=web
        )

    def status(self) -> Status:
        """How far the crawl is."""
        return results.status(self.path)

    def harvest(self, known: Harvest | None = None) -> Harvest:
        """How the harvest grew: a curve, pages by relevance, the newest pages on topic.

        To follow a crawl, hand in what you got last: only pages that came since are read.
        """
        return harvest(self.path, known)

    def errors(self, examples: int = 3) -> list[Failures]:
        """What failed, by kind and with so many examples of URLs, the most frequent first."""
        return failures(self.path, examples)

    def events(self, since: int = 0) -> Iterator[CrawlEvent]:
        """What happened after the event with the id `since`, in order: pages, failures, moves, stops."""
        return events(self.path, since)

    def pages(self, *, relevant: bool = False) -> Iterator[StoredPage]:
        """All pages in the order in which they came, or those on topic without near-duplicates."""
        return results.pages(self.path, relevant=relevant)

    def list_pages(
        self,
        *,
        sort: str = "fetched_at",
        descending: bool = False,
        offset: int = 0,
        limit: int = 50,
        on_topic: bool | None = None,
        duplicates: bool = True,
        contains: str = "",
        host: str = "",
        language: str = "",
        min_relevance: float = 0.0,
        max_relevance: float = 1.0,
        mark: str = "",
        title: str = "",
        url: str = "",
        source: str = "",
        author: str = "",
        since: str | date | None = None,
        until: str | date | None = None,
        max_depth: int | None = None,
        status: int | None = None,
        at_once: bool = False,
    ) -> PageList:
        """Rows of the table of all pages, without their texts: `limit` of those that pass the filters, from `offset`.

        `contains` looks in title and URL; `mark` is `on`, `off`, or `any` for pages that have one; `since` and
        `until` keep what was published in between. `at_once` brings rows before all pages were looked at, or as they
        were when last asked for; `counted` then says so, and the same without it brings them in full.
        """
        filters = PageFilters(
            on_topic=on_topic,
            duplicates=duplicates,
            contains=contains,
            host=host,
            language=language,
            min_relevance=min_relevance,
            max_relevance=max_relevance,
            mark=mark,
            title=title,
            url=url,
            source=source,
            author=author,
            since=None if since is None else seconds(since),
            until=None if until is None else seconds(until, end=True),
            max_depth=max_depth,
            status=status,
        )
        return list_pages(
            self.path, filters, sort=sort, descending=descending, offset=offset, limit=limit, at_once=at_once
        )

    def page(self, which: int | str) -> StoredPage:
        """One page with its texts, by its number or its URL."""
        return self._page(which)[0]

    def number(self, url: str) -> int:
        """The number of a stored page, as `list_pages` has it."""
        address = canonical(url)
        number = results.number_of(self.path, address) if address else None
        if number is None:
            raise NotThere(f"{url[:200]}: is no page of the crawl in {self.path.name}")
        return number

    def markdown(self, which: int | str) -> str:
        """One page on topic as Markdown, with what is known of it at the head; as the export of this name."""
        from honeyguide.page_structure import blocks_of  # noqa: PLC0415

        page, raw = self._page(which)
        blocks = blocks_of(page.url, page.content or page.text, raw, self.settings)
        return as_markdown(asdict(page), blocks)

    def _page(self, which: int | str) -> tuple[StoredPage, bytes]:
        number = self.number(which) if isinstance(which, str) else which
        found = results.numbered_page(self.path, number) if 0 <= number < 2**63 else None
        if found is None:
            raise NotThere(f"{number}: is not the number of a page of the crawl in {self.path.name}")
        return found

    def results(
        self,
        by: str = "relevance",
        top: int | str | None = 20,
        *,
        since: str | date | None = None,
        until: str | date | None = None,
        progress: Progress = silent,
    ) -> Results:
        """The best pages on topic by `relevance`, `trust`, `currency` or `date`: so many, a share of them such as
        `"10%"`, or all with `top=None`.

        `since` and `until` keep what was published in between.
        """
        from honeyguide.insight.ranking import rank  # noqa: PLC0415

        return rank(self.path, by, top, since, until, progress)

    def search(
        self,
        query: str,
        *,
        hosts: Sequence[str] = (),
        since: str | date | None = None,
        until: str | date | None = None,
        min_relevance: float = 0.0,
        languages: Sequence[str] = (),
        top: int = 10,
        progress: Progress = silent,
    ) -> Answer:
        """The pages on topic that answer a query: words, "phrases", OR, -without, title:word, begin*."""
        check(top, _Top, "top")
        if not 0 <= min_relevance <= 1:
            raise BadInput(f"min_relevance: {min_relevance:g} is not between 0 and 1")
        for each in languages:
            if not _LANGUAGE.fullmatch(each.strip().lower()):
                raise BadInput(f"{shown(each)} is no language; give two small letters such as 'en' or 'zh'")
        filters = Filters(
            hosts=tuple(map(_host, hosts)),
            since=None if since is None else seconds(since),
            until=None if until is None else seconds(until, end=True),
            min_relevance=min_relevance,
            languages=tuple(each.strip().lower() for each in languages),
        )
        if filters.since is not None and filters.until is not None and filters.since >= filters.until:
            raise BadInput(f"since {since} is later than until {until}: nothing can lie between")
        from honeyguide.insight.search import search  # noqa: PLC0415

        return search(self.path, query, filters, top=top, progress=progress)

    def insight(self, *, at: str | date | None = None, progress: Progress = silent) -> Insight:
        """Make the pages on topic ready for questions; `at` is what counts as now, else the newest publication."""
        from honeyguide.insight.questions import Insight  # noqa: PLC0415

        if at is None:
            return Insight(self.path, progress=progress)
        end_of_day = is_day(str(at))
        return Insight(self.path, at=seconds(at, end=True) - (1.0 if end_of_day else 0.0), progress=progress)

    def view(self, which: int | str) -> PageView:
        """One page as a person reads it: its text with the terms that made its score, and the way from a seed."""
        from honeyguide.page_view import page_view  # noqa: PLC0415

        number = self.number(which) if isinstance(which, str) else which
        return page_view(self.path, number, *self._page(number), self.topic, self.settings)

    def out_links(self, which: int | str) -> tuple[Step, ...]:
        """Where the links of a page lead, in their order, each once, and what came of them."""
        return out_links(self.path, self.number(which) if isinstance(which, str) else which)

    def link_map(
        self,
        around: int | str | None = None,
        *,
        hosts: bool = False,
        most: int = 300,
        sketch: bool = False,
        progress: Progress = silent,
    ) -> LinkMap:
        """The pages nearest to one by links, or those of the highest PageRank, or the hosts; each with its place.

        A `sketch` of a crawl with more than 100,000 links is made from as many of them, and is not `whole`.
        """
        from honeyguide.link_map import host_map, page_map  # noqa: PLC0415

        if hosts:
            return host_map(self.path, most, progress, sketch=sketch)
        number = self.number(around) if isinstance(around, str) else around
        return page_map(self.path, number, most, progress, sketch=sketch)

    def explain(self, which: int | str) -> Explanation:
        """How a stored page is judged by what the crawl has learnt, from the response that was kept."""
        from honeyguide.corpus.pages import stored_response  # noqa: PLC0415

        page, raw = self._page(which)
        fetched = stored_response(page.url, raw) if raw else None
        if fetched is None:
            raise BadInput(f"{page.url[:200]}: its raw response was not kept, or is damaged")
        return self._explain([fetched], self._judging())

    def explain_other(self, page: str | Path, settings: Settings | None = None, *, base: str = "") -> Explanation:
        """The same for a page that is fetched now, a file, or `-` for standard input."""
        from honeyguide.one_page import responses  # noqa: PLC0415

        held = settings or self._judging()
        return self._explain(responses(str(page), held, base), held)

    def _explain(self, answers: Sequence[Fetched], settings: Settings) -> Explanation:
        from honeyguide.explanation import explain_responses  # noqa: PLC0415
        from honeyguide.marking.asking import teach  # noqa: PLC0415

        return explain_responses(answers, self.topic, settings, lambda *what: teach(self.path, *what))

    def export(
        self,
        to: str,
        path: str | Path | IO[bytes] | None = None,
        *,
        relevant: bool = False,
        columns: Sequence[str] = (),
        chunk_size: int | None = None,
        words: bool = False,
        force: bool = False,
        progress: Progress = silent,
    ) -> Exported:
        """Write the pages as `jsonl`, `csv`, `xlsx`, `parquet`, `markdown`, `chunks` or `warc`.

        Without a path the file is named after the folder, here; what is there is replaced with `force` only. A binary
        stream gets `jsonl`, `csv`, `markdown` or `chunks` as they come. `columns` are those wanted, in their order;
        `words` adds columns with title and content divided into words.
        """
        target = Path(path) if isinstance(path, str) and path else path or None
        from honeyguide import exports  # noqa: PLC0415

        form = exports.Form(to, tuple(columns), chunk_size, words)
        return exports.export(
            self.path, self.settings, form, target, relevant=relevant, force=force, progress=progress
        )

    def mark(self, urls: str | Sequence[str] | Mapping[str, bool | None], on_topic: bool | None = None) -> Marked:
        """Say what pages are: on topic (True), off topic (False), or as they are judged (None).

        Their verdict changes at once, and a running crawl hears of it. A mapping says it for each URL.
        """
        refuse_shard(self.path)
        given = {urls: on_topic} if isinstance(urls, str) else urls
        wanted = given if isinstance(given, Mapping) else dict.fromkeys(given, on_topic)
        from honeyguide.marking.marks import mark  # noqa: PLC0415

        return mark(self.path, wanted, self.settings)

    def marks(self) -> dict[str, bool]:
        """What was said of pages, by URL, in the order in which it was said."""
        return marked(self.path)

    def unheard_marks(self) -> int:
        """Marks since all pages were last judged, which their scores do not know of until `rejudge`; 0 where the
        relevance model does not learn from marks."""
        from honeyguide import relevance  # noqa: PLC0415

        try:
            return since_judged(self.path) if relevance.learns(self.status().relevance) else 0
        except BadSetting:  # a function, or a part that is not here
            return 0

    def ask(self, count: int = 10, *, relevance: RelevanceModel | Judge | type | None = None) -> list[Question]:
        """The pages whose mark would teach most, the first most; `relevance` if the crawl was given one."""
        if count < 1:
            raise BadInput(f"count: {count} is less than 1")
        from honeyguide.marking.asking import ask  # noqa: PLC0415

        return ask(self.path, self.topic, self._judging(), count, relevance)

    def rejudge(
        self,
        topic: Topic | None = None,
        settings: Settings | None = None,
        *,
        relevance: RelevanceModel | Judge | type | None = None,
        dry_run: bool = False,
        progress: Progress = silent,
    ) -> Rejudged:
        """Judge all stored pages again without fetching: by another topic, which becomes that of the crawl, or by its
        own and the marks. A crawl that goes on scores its links anew. `relevance` as `Crawl` takes it."""
        if not dry_run:
            refuse_shard(self.path)
        from honeyguide.marking.rejudging import rejudge  # noqa: PLC0415

        held = settings or self._judging()
        return rejudge(self.path, topic, held, progress, model=relevance, dry_run=dry_run)

    def _judging(self) -> Settings:
        """Its settings, to judge pages by: a folder of a stranger has no code run and no model loaded by a path."""
        held = self.settings
        if not self.trusted:
            reach.refuse_strange_plugins(held, self.path.name)
            reach.refuse_strange_encoder(held, self.path.name)
        return held

    def prune(
        self, older_than: timedelta | None = None, *, dry_run: bool = False, progress: Progress = silent
    ) -> Pruned:
        """Delete the raw responses, or those fetched longer ago than this; what was read from them stays.

        Where its time is simulated, that counts from the newest visit. `dry_run`: only say what would go.
        """
        now = time.time()
        before = inf if older_than is None else (newest_simulated(self.path) or now) - older_than.total_seconds()
        if dry_run:
            return prunable(self.path, before)
        refuse_shard(self.path)
        for shard in shard_folders(self.path):  # the files of the whole are second names of theirs
            prune_raw(shard, before, f"honeyguide/{__version__}", now, silent)
        return prune_raw(self.path, before, f"honeyguide/{__version__}", now, progress)

    def offload(self, to: str = "", *, progress: Progress = silent) -> Offloaded:
        """Move the raw responses to object storage, to where the settings say or to `to`; the crawl must not run."""
        refuse_shard(self.path)
        return offload(self.path, to, f"honeyguide/{__version__}", time.time(), progress)

    def copy(self, to: str | Path, *, store: str = "", progress: Progress = silent) -> CrawlFolder:
        """Copy the crawl, which must not run, into a new folder; its database too, or that into `store`."""
        from honeyguide.storage.copying import copy_crawl  # noqa: PLC0415

        copy_crawl(self.path, Path(to), store, progress)
        return CrawlFolder(Path(to))

    def index(self, settings: Settings | None = None, *, progress: Progress = silent) -> Indexed:
        """Extract date, source, author and main text where a crawl did not, and bring the search index up to date."""
        refuse_shard(self.path)
        from honeyguide import backfill  # noqa: PLC0415

        return backfill.index(self.path, settings or self.settings, progress)


def _host(given: str) -> str:
    host = host_of(given if "://" in given else f"http://{given}/")
    if not host or " " in given:
        raise BadInput(f"'{given[:80]}' is no host; write it like example.org")
    return host
