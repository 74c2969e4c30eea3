"""Every seam of the crawler, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from honeyguide.link_table import LinkTable
from honeyguide.model import CrawlEvent, EventKind, Fetched, Link, OutLink, Page, Relevance, ScoredLink, Visit
from honeyguide.records import Checkpoint, Citations, Mark, PageLinks, Record


class WaitingLinks(NamedTuple):
    """The links that waited when a crawl stopped."""

    ids: NDArray[np.int64]
    hosts: NDArray[np.int64]
    scores: NDArray[np.float32]
    depths: NDArray[np.int64]
    known: int
    """Link numbers below this are known: those that do not wait were named before."""
    link_state: NDArray[np.float64]
    """The two numbers that the strategy kept with each link (`Strategy.link_state`), a row a link; NaN where none."""


LinkGraph = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]
"""The pages in the order in which they came, where the links of each end in the third, and all targets."""


class CrawlView(Protocol):
    """What the crawl knows, by link number: a strategy looks, and never writes."""

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """F1 to F4 of these links as they are now, a row a link (WSE eq. 11–14); for a strategy that needs them."""
        ...

    @property
    def factor_weights(self) -> Sequence[float]:
        """What the link model makes of them: λ1 to λ4 (WSE eq. 10)."""
        ...

    def parent(self, number: int) -> int:
        """The link whose page first named this one; -1 for a seed."""
        ...

    def depth(self, number: int) -> int: ...

    def hosts_of(self, ids: NDArray[np.int64]) -> NDArray[np.int64]: ...

    def graph(self) -> LinkGraph:
        """All pages and their links; for a strategy that needs it."""
        ...


class Strategy(Protocol):
    """Which link next? Pure: no input or output, no clock, no randomness but `rng`."""

    paper: str
    link_model: str
    """The link model that it was published with, as `links.make` reads it."""
    needs: frozenset[str]
    """What a link model must give for it beyond scores, see `LinkModel.gives`."""

    def start(self, seeds: Sequence[Link], rng: Random, known: CrawlView) -> None: ...

    def ask(self, n: int, *, busy: Set[int] = frozenset()) -> Sequence[int]:
        """Up to `n` numbers of links to fetch now, none of them on a busy host, none ever named before."""
        ...

    def tell(self, visit: Visit) -> None:
        """What came of a link. One that was held back (`Outcome.HELD`) may be fetched later, and is told then."""
        ...

    def remove(self, number: int) -> bool:
        """The crawl fetches this link by itself: whether it waited. It counts as named, and its visit is told."""
        ...

    def rescore(self, scores: NDArray[np.float32]) -> None:
        """All link scores have moved: `scores[link.id]` holds the new one."""
        ...

    @property
    def waiting(self) -> int:
        """How many links wait."""
        ...

    def state(self) -> dict[str, object]:
        """What the strategy knows beyond the waiting links and their scores, as plain values; small."""
        ...

    def link_state(self) -> Sequence[tuple[int, float, float]]:
        """Numbers that it keeps with links, new since this was last asked: link, one number, another."""
        ...

    def resume(self, waiting: WaitingLinks, state: Mapping[str, object], rng: Random, known: CrawlView) -> None:
        """Go on from what was stored: instead of `start`."""
        ...


class KeepsPages(Protocol):
    """A strategy that fetches pages to judge them, and keeps only some."""

    def keeps(self, number: int, relevance: float) -> bool:
        """Whether the page that a link led to, with this relevance, is kept."""
        ...


class HasMetrics(Protocol):
    """A strategy, or a decision on what is on topic, that says in numbers what it did and where it stands."""

    def metrics(self) -> Mapping[str, float]:
        """By name; what it counts is a whole number. Stored with every commit, and the same after a resume."""
        ...


class ShowsBest(Protocol):
    """A strategy may say what its next links are worth: then the shards of a crawl share its pages by that."""

    def best(self, n: int) -> Sequence[float]:
        """Scores of the `n` best links that wait, the highest first."""
        ...


class Patient(Protocol):
    """A strategy that learns from what comes may have time: few of its links are in flight while few were answered,
    and it names none that there is no room for while better ones wait for their hosts."""

    patient: bool

    def keep_to(self, best: int | None, without: Set[int] = frozenset()) -> None:
        """Name only links that are among so many best that wait, those of some hosts not counted; None: any."""
        ...

    def scores_at(self, places: Sequence[int], without: Set[int] = frozenset()) -> Sequence[float]:
        """Scores of the links at these places among those that wait, 1 for the best, as far as there are so many,
        with those of some hosts left out: by these the shards of a crawl share its pages."""
        ...


class NamesRoles(Protocol):
    """A strategy for which some pages are more than others."""

    def roles(self) -> Mapping[str, Sequence[int]]:
        """What they are, such as `hub`, and the link numbers of the pages that are it now, the best first."""
        ...


class Web(Protocol):
    """Where pages come from: live, replayed or synthetic. Failures are values; time is the web's own.

    One whose time is not what a clock shows has `wall` (`ShowsTime`): it is what is stored. One whose time passes by
    itself as soon as nothing is left to do says so by `virtual = True`.
    """

    async def fetch(self, link: Link) -> Fetched: ...

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...

    def delay(self, host: str) -> float:
        """Seconds that a host must rest between two requests."""
        ...

    async def close(self) -> None: ...


class ShowsTime(Protocol):
    def wall(self) -> float:
        """What the clock shows, in seconds since 1970; it may be set, and `Fetched.at` goes by it."""
        ...


class NamesSitemaps(Protocol):
    """A web that knows what robots.txt names."""

    def sitemaps(self, host: str) -> Sequence[str]:
        """Canonical URLs, for a host that was asked before; none where nothing is known."""
        ...


class Store(Protocol):
    """What is kept of a running crawl? What was committed is there when it is opened again, and nothing else is."""

    link_table: LinkTable
    """New links and hosts are committed with the records."""

    def restore(self) -> Checkpoint | None:
        """What to go on from; None when nothing was committed yet."""
        ...

    def link(self, number: int) -> Link:
        """A link by its number, URL and all; committed or not."""
        ...

    def urls(self) -> Iterator[str]:
        """The addresses of all links that were committed, in order of their numbers: one pass."""
        ...

    def add(self, record: Record) -> None: ...

    def event(self, at: float, kind: EventKind, detail: str, link: int | None = None) -> None:
        """Something that happened beside the visits."""
        ...

    def keep(self, numbers: Sequence[tuple[int, float, float]]) -> None:
        """What the strategy keeps with links (`Strategy.link_state`)."""
        ...

    def commit(self, state: Mapping[str, object]) -> list[Record]:
        """Keep what was gathered and this state, all or nothing; returns the records that this holds for."""
        ...

    def checkpoint(self) -> None:
        """Wait until what was committed would survive a power cut."""
        ...

    def page_links(self) -> Iterator[PageLinks]:
        """What the links of each page look like, in the order in which pages came: a link model learns from it."""
        ...

    def events(self, since: int = 0) -> Iterator[CrawlEvent]:
        """What was committed of what happened after the event with this id, in order; visits are events, too."""
        ...

    def close(self) -> None:
        """Let go of what was not committed."""
        ...


class KeepsMessages(Protocol):
    """A store that keeps what the shards of a crawl tell each other, with the pages that it comes from."""

    def messages(self, shard: int, after: int, most: int) -> Sequence[tuple[int, bytes]]:
        """The first committed messages for a shard, with numbers above `after`, in order."""
        ...

    def delivered(self, shard: int, upto: int) -> None:
        """The shard has stored all up to this number: they need not be kept."""
        ...


class KeepsScores(Protocol):
    """A store whose links need not be scored anew whenever a crawl goes on whose pages were judged again."""

    def rescore(self, citations: Citations) -> None:
        """What all links score now, in the order of the checkpoint: kept with the next commit."""
        ...


class HearsMarks(Protocol):
    """A store that people can tell what pages are, also while the crawl runs."""

    def new_marks(self) -> Sequence[Mark]:
        """Marks that were made, changed or taken back since this was last asked; at first, all that there are."""
        ...


class TermCounter(Protocol):
    """Which topic terms a text holds: index of the term and how often."""

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def weights(self) -> NDArray[np.float64]:
        """The topic vector: how much each term says about the topic."""
        ...

    def count(self, text: str) -> Mapping[int, int]: ...

    def count_each(self, texts: Sequence[str]) -> Sequence[Mapping[int, int]]:
        """The same for many short texts in one pass."""
        ...


class TopicDecision(Protocol):
    """Which scores are on topic, while the crawl goes on? Asked once a page, in order, in the main process."""

    def judge(self, relevance: Relevance, now: float) -> Relevance: ...

    def moves(self) -> Sequence[str]:
        """What moved since this was last asked, in words."""
        ...

    def state(self) -> dict[str, object]: ...

    def restore(self, state: Mapping[str, object]) -> None: ...


class LearningDecision(TopicDecision, Protocol):
    """Judges pages anew as it learns, by the features that the model drew from them (`Relevance.features`).

    Pages count from 0 in the order in which they were judged, those without features left out. It keeps no state:
    when a crawl goes on, it judges all pages again.
    """

    def revise(self) -> NDArray[np.float32] | None:
        """What links learn from all pages (`Relevance.standing`, or their scores) when that is due to move in bulk;
        else None. Asked after every page of a crawl that runs; not where `settle` has the last word anyway."""
        ...

    def settle(self) -> None:
        """All pages have come: judge them by all that they say together, in whatever order they came, and whatever
        was revised meanwhile."""
        ...

    def verdict(self, number: int) -> Relevance:
        """What is said of a page now, with evidence."""
        ...

    def mark(self, number: int, on_topic: bool | None) -> None:
        """A person says what a page is; None: takes that back."""
        ...

    def ask(self, n: int) -> Sequence[int]:
        """Pages whose mark would teach most, the first most."""
        ...


class RelevanceModel(Protocol):
    """Is this page on topic?"""

    layout: str
    """How it wants `Page.groups` cut: `tag-groups` (`model.GROUPS`) or `labels` (`model.LABELS`)."""
    unit: str
    """What the contributions of its evidence add up to."""

    @property
    def threshold(self) -> float: ...

    @property
    def groups(self) -> Mapping[str, float]:
        """The parts of a page that its evidence counts in, with their weights."""
        ...

    def score(self, page: Page) -> Relevance: ...

    def decision(self) -> TopicDecision | None:
        """What decides in the end; None when the score and the threshold do."""
        ...


class WordSense(NamedTuple):
    """One meaning of a word."""

    words: tuple[str, ...]
    """All that mean this."""
    related: tuple[tuple[str, tuple[str, ...]], ...]
    """Kind of a relation (`synonym`, `is-a`, `part-of`, `attribute-of`, `induce`) and the words for the other end."""
    broader: tuple[tuple[str, ...], ...]
    """Words for what it is, step by step of is-a."""


class WordSenses(Protocol):
    """What can a word mean?"""

    def senses(self, word: str, reach: int) -> Sequence[WordSense]:
        """Each meaning, the usual one first, with what it is by up to `reach` steps of is-a."""
        ...


class Encoder(Protocol):
    """What does a text mean, as a vector? The same text gives the same row, whatever stands beside it."""

    @property
    def name(self) -> str:
        """Which vectors these are, such as `use-0.2.1`: those of two names are not compared."""
        ...

    @property
    def dimensions(self) -> int: ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """A row of length 1 a text; a row of zeros for one without words.

        Parts are handed a cache in front of one (`encoders.vectors.Vectors`), which sees to texts that are empty,
        broken or too long.
        """
        ...


class LinkScores(NamedTuple):
    """What is said of the links of one page."""

    links: Sequence[ScoredLink]
    """Each distinct link once."""
    anchors: Sequence[float]
    """The relevance of every anchor; stored …"""
    context_scores: Sequence[float] = ()
    """… like that of the text around every link; empty from a model that gives no context."""


class LinkHistory(NamedTuple):
    """What was stored of pages and their links, in the order in which they were scored."""

    pages: NDArray[np.int32]
    """Link number of every page …"""
    page_relevance: NDArray[np.float64]
    out_links: NDArray[np.int32]
    """… and how many links it has."""
    targets: NDArray[np.int32]
    """Link number of every link of these pages, one page after the other …"""
    anchor_relevance: NDArray[np.float64]
    context_scores: NDArray[np.float32]
    """… with what `LinkScores` said of it."""
    hosts: NDArray[np.int64]
    """Host of every link that the crawl knows, by link number."""
    links_elsewhere: NDArray[np.int32] | None = None
    """Of each page, how many more links it has, which other shards of the crawl own; None where there are none."""


class LinkModel(Protocol):
    """Is this link worth following? By link number; scores are in [0, 1].

    A number that it never heard of is a link that nothing is known of. A model without `restore` is shown all pages
    again, by `learn` and `score`, when a crawl goes on.
    """

    paper: str
    degraded_reason: str
    """What it would need of the topic and does not get, and what happens instead; mostly nothing."""

    @property
    def gives(self) -> Set[str]:
        """What it gives beyond scores: `context` (`ScoredLink.context_score`), `factors` and `graph` (`GivesFactors`,
        `GivesGraph`). See `Strategy.needs`."""
        ...

    @property
    def anchors_only(self) -> bool:
        """Whether it looks at nothing of an `OutLink` but its anchor: the rest is then not sent to it."""
        ...

    def learn(self, link: Link, relevance: Relevance) -> None:
        """What a fetched link turned out to be; before the links of its page are scored."""
        ...

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        """All out-links of a page in one call; `links[i]` is `page.links[i]`.

        Of the page there are URL, title and links, of its relevance all but the evidence: what is stored.
        """
        ...

    def refresh(self) -> NDArray[np.float32] | None:
        """New scores of all links when they are due to move in bulk, else None. Asked after every page."""
        ...

    def scores(self, known: int = 0) -> NDArray[np.float32]:
        """The score of every link as it is now, for at least so many links."""
        ...

    def score_of(self, number: int) -> float: ...

    def rank_of(self, number: int) -> float:
        """PageRank of the link's target, divided by the largest; 0 from a model that knows none."""
        ...

    def explain(self, number: int) -> Mapping[str, float]:
        """The parts that add up to a link's score."""
        ...

    def set_prior(self, number: int, prior: float = 1.0) -> None:
        """A link that no page named, a seed or the target of a redirect, is worth at least this much, of 1 for the
        best. Said again after `restore`."""
        ...

    def prior(self, number: int) -> float:
        """What `set_prior` needs for the target of a redirect to be worth as much as its source."""
        ...

    def state(self) -> dict[str, object]:
        """What it knows beyond the history, as plain values; small."""
        ...

    def restore(self, state: Mapping[str, object], history: LinkHistory) -> None:
        """Go on from what was stored. Scores are then what they were, to the bit."""
        ...


class MovesScores(Protocol):
    """A link model whose scores also move a few at a time; a strategy with `move` hears of them."""

    def moved(self) -> tuple[NDArray[np.int64], NDArray[np.float32]] | None:
        """Links whose scores moved since this was last asked, and these scores."""
        ...


class Revises(Protocol):
    """A link model that hears of pages that are judged anew."""

    def revise(self, pages: Sequence[int], scores: NDArray[np.float32]) -> None:
        """Link numbers of pages that it was shown, and what it is to learn from each now."""
        ...

    def renew(self) -> None:
        """Score all links anew by what is known now: a person said what a page is."""
        ...


class Expects(Protocol):
    """A link model that prepares for several pages at a time."""

    def expect(self, links: Sequence[OutLink]) -> None:
        """Links that stand on pages which are shown next: what costs as much for one as for many is done now."""
        ...


class SharesScale(Protocol):
    """A link model that divides by the largest of some numbers: shards of a crawl agree on it."""

    @property
    def largest(self) -> float:
        """As far as it knows."""
        ...

    def hear_largest(self, largest: float) -> None:
        """That another shard knows of."""
        ...


class NamesAnchors(Protocol):
    """A link model that learns from the anchor that led to a page: a shard tells others of it with the page, which
    then have it as `Page.anchor`."""

    def anchor_of(self, link: int) -> str:
        """By the link of a page that it was shown; empty where none is known."""
        ...


class GivesFactors(Protocol):
    """A link model with the objectives that multi-objective strategies compare."""

    def factors(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """F1 to F4 of these links as they are now, a row a link (WSE eq. 11–14)."""
        ...

    @property
    def weights(self) -> Sequence[float]:
        """What each of the four counts for in the score of a link."""
        ...


class GivesGraph(Protocol):
    """A link model that keeps the graph of links."""

    def graph(self) -> LinkGraph: ...
