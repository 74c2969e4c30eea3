"""The values that travel through a crawl: frozen, slotted, and cheap to send between processes.

Those that a page brings by the dozen hold no cycles and are kept from the garbage collector (`gc=False`), which
would else walk over them again and again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import tanh
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

FEED, SITEMAP = "feed", "sitemap"
"""Kinds of pages that are lists of links."""
GROUPS = ("title", "heading", "emphasis", "body", "other")
"""The five tag groups of IELP Table 1, in the order in which `Page.groups` holds their text."""
LABELS = ("title", "h1", "h2, b", "h3–h6, i, u, big", "other", "font 1–3")
"""The same for the layout `labels`: the HTML labels of HYB Table 1 by their weight."""


PROXY_LOGIN = 407
"""Status of a proxy that wants to know who asks."""
DEFAULT_RELEVANCE = "judge"
"""The relevance model of a topic that names none."""


class Thresholds(Struct, frozen=True, forbid_unknown_fields=True):
    page: float | None = None
    """A page is on topic when its relevance exceeds this (IELP r1); None for the relevance model's own."""
    link: float = 0.12
    """A link enters the waiting queue outright when its score exceeds this (IELP r2)."""


class ExamplePage(Struct, frozen=True, forbid_unknown_fields=True):
    """As much of a page as says what it is about."""

    beginning: str
    """Its title and first sentences."""
    words: dict[str, int]
    """Those that carry meaning, with how often."""


class Model(Struct, frozen=True, forbid_unknown_fields=True):
    """What training on examples or a corpus gave: plain numbers by word, a JSON file beside the topic file."""

    kind: str
    """`features`, `classifier`, `centroid` or `rocchio`."""
    words: tuple[str, ...]
    weights: tuple[float, ...]
    """Of each word: feature weight, coefficient or share of the centroid."""
    rarity: tuple[float, ...] = ()
    """Of each word: inverse document frequency; empty when all count as 1."""
    bias: float = 0.0
    slope: float = 1.0
    """The probability of a decision value d is 1 / (1 + exp(−(slope · d + offset)))."""
    offset: float = 0.0
    threshold: float | None = None
    """What the material suggests; `Thresholds.page` wins."""
    examples: tuple[float, ...] = ()
    """What each example scores in a model that it had no part in."""
    pages: tuple[ExamplePage, ...] = ()
    """The examples themselves, for a model that compares with each …"""
    other_pages: tuple[ExamplePage, ...] = ()
    """… and pages that are none."""
    keywords: dict[str, float] = {}
    """Those that were given beside the examples, with their synonyms, and not drawn from them."""
    trained_on: str = field(default="", name="taught_by")
    """For a person: which material, and how many documents. In files it has the name that it first had."""

    def probability(self, decision: float) -> float:
        """By the hyperbolic tangent, which never overflows."""
        return 0.5 * (1 + tanh(0.5 * (self.slope * decision + self.offset)))


class Topic(Struct, frozen=True, forbid_unknown_fields=True):
    """What the crawler looks for: words or phrases with weights (ALGORITHMS T1), and how pages are compared."""

    name: str
    keywords: dict[str, float]
    """A word or phrase, and how much it says about the topic."""
    synonyms: dict[str, tuple[str, ...]] = {}
    """Other forms of a keyword, in any language: they count as the keyword itself."""
    languages: tuple[str, ...] = ()
    """Languages of the pages that are wanted, as two-letter codes; empty for any."""
    description: str = ""
    thresholds: Thresholds = Thresholds()
    relevance: str = DEFAULT_RELEVANCE
    """Name of the page-relevance model, with parameters after a colon: `adaptive-vsm:mu=0.4`."""
    anchors: str = "words"
    """How anchors are compared with the topic: `words` (IELP eq. 3) or `semantic` (HYB eq. 1–4)."""
    model: Model | None = None
    """For relevance models that were trained; in a topic file the path of a JSON file."""
    examples: dict[str, str] = {}
    """Pages that it was made of, by URL, and what was said of each: for people."""


NO_TOPIC = Topic("none", {}, relevance="tag-vsm")
"""For those who read pages and judge none: it costs the least."""


class Document(Struct, frozen=True):
    """A text that trains: an example page, or one document of a corpus."""

    name: str
    words: tuple[str, ...]
    """The words that carry meaning, in order."""
    label: str = ""
    text: str = ""
    language: str = ""
    description: str = ""
    """What the list that names it says of it."""
    whole: str = ""
    """All that the page says, menus too, where `text` is its main text alone."""


class TrainingData(Struct, frozen=True):
    """What a relevance model that must be trained is trained on."""

    topic: Topic
    """Its keywords are refined already."""
    positives: Sequence[Document]
    others: Sequence[Document] = ()
    negative: bool = False
    """The others are known to be off topic; else they are a sample of what there is."""
    features: int = 150
    """Words that a topic of feature words has."""
    keywords: Mapping[str, float] = {}
    """Those that were given, and their synonyms, before they were refined."""


class Link(Struct, frozen=True, gc=False):
    """A URL that the crawl knows. Numbers are dense and given in order of discovery."""

    id: int
    url: str
    host: int
    """Number of the host; a strategy keeps hosts apart without knowing their names."""
    depth: int = 0
    """Clicks from a seed, on the way by which the link was first found."""
    parent: int = -1
    """Number of the link whose page first named this one; -1 for a seed."""
    hops: int = 0
    """Redirects, or sitemaps that name sitemaps, that led here in a row."""


class Outcome(StrEnum):
    """How a visit ended."""

    PAGE = "page"
    REDIRECT = "redirect"
    HTTP_ERROR = "http-error"
    ROBOTS = "robots"
    ADDRESS = "address"
    """The address is private, loopback or link-local, or the scheme is not http or https."""
    REFUSED = "refused"
    """Nobody listens at the address: the connection is refused."""
    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    TOO_LARGE = "too-large"
    NOT_HTML = "not-html"
    BROKEN = "broken"
    """The response could not be decoded or parsed within its budget."""
    REDIRECTS = "redirects"
    """Too many redirects in a row, or in a circle."""
    SCOPE = "scope"
    """A redirect leads out of what the user allows."""
    ALIAS = "alias"
    """Not fetched: a page that was fetched says that this is its own address."""
    REFERRAL = "referral"
    """Not fetched here: another shard of the crawl fetched the page, which holds links of this one."""
    HELD = "held"
    """Not fetched for now: links of its shape have had their share. No visit: only strategies are told."""


class Fetched(Struct, frozen=True):
    """One answer of the web, or why there is none."""

    url: str
    outcome: Outcome
    status: int = 0
    """HTTP status; 0 when no response came."""
    reason: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    """As it came over the wire: still compressed."""
    location: str = ""
    """Where a redirect leads: absolute and canonical."""
    detail: str = ""
    """For a person: what went wrong."""
    retry_after: float | None = None
    """Seconds to wait when it is worth trying again; None when the outcome is final."""
    at: float = 0.0
    """When the request was sent, in seconds since 1970 (virtual off-line)."""
    seconds: float = 0.0
    postponed: bool = False
    """It was not asked for yet: its host must rest for `retry_after` seconds first. That is no try."""
    address: str = ""
    """Where it came from; empty when that is not known, or the same for all."""
    virtual: bool = False
    """Whether `at` is the time of an off-line web, which says nothing of when a page can be from."""

    @property
    def is_of_proxy(self) -> bool:
        """Whether a proxy that does not take our login answered, in place of the site."""
        return self.status == PROXY_LOGIN and self.outcome is Outcome.UNREACHABLE


class OutLink(Struct, frozen=True, gc=False, array_like=True):
    """A link as it stands on a page."""

    url: str
    """Absolute and canonical."""
    host: str
    anchor: str
    context: str = ""
    """The words around it."""
    heading: str = ""
    """The nearest heading above it."""
    path: str = ""
    """Tags from body to the link: `body/nav/ul/li`."""
    nofollow: bool = False
    rel: str = ""
    """What the page says the link is, in small letters: `next`, `author`, `nofollow ugc`."""


class Page(Struct, frozen=True):
    """What a page says."""

    url: str
    title: str
    text: str
    """All visible text in reading order."""
    groups: tuple[str, ...]
    """The same text by tag group, see `GROUPS` (or `LABELS`, for relevance models that ask for that layout)."""
    links: tuple[OutLink, ...]
    language: str = ""
    """Two-letter code, empty when it cannot be told."""
    description: str = ""
    canonical: str = ""
    """What the page says its own address is."""
    refresh: str = ""
    """Where a meta refresh leads."""
    noindex: bool = False
    nofollow: bool = False
    feeds: tuple[str, ...] = ()
    """Feeds that a page names …"""
    sitemaps: tuple[str, ...] = ()
    """… and sitemaps that an index of sitemaps does."""
    links_left_out: int = 0
    """Links beyond the budget of links a page."""
    links_elsewhere: int = 0
    """Links that other shards of the crawl own: what a link model sees of the page has `links` without these."""
    anchor: str = ""
    """Of a page that another shard fetched: the anchor that led there, see `protocols.NamesAnchors`."""
    kind: str = "html"
    """What it was before it was read: `html`, `text`, `pdf`, `feed` or `sitemap`."""

    @property
    def is_list(self) -> bool:
        """Whether it only lists links: then it is never on topic."""
        return self.kind in (FEED, SITEMAP)


START = "(start)"
"""In stored evidence, what the contributions of the terms start from."""


class TermEvidence(Struct, frozen=True, gc=False):
    """How much one term contributed to a page's relevance."""

    term: str
    counts: tuple[int, ...]
    """Occurrences in each group of the page's text; none of what is no word, or weighed by where it stands."""
    weight: float
    """Weight of the term on the page."""
    contribution: float
    """Its share of the score, in the unit of the model that judged."""


class Relevance(Struct, frozen=True):
    score: float
    on_topic: bool
    evidence: tuple[TermEvidence, ...] = ()
    """The terms that contributed most."""
    matched_terms: tuple[int, ...] = ()
    """Numbers of the topic's keywords that the page holds."""
    why_not: str = ""
    """Why the page is not on topic whatever its score."""
    bias: float = 0.0
    """What the contributions start from, where that is of the page's own making; else the topic's model has it."""
    features: bytes = b""
    """What the model must know of the page to judge it again, in its own words; empty when it never does."""
    standing: float = -1.0
    """How far the page stands out among those of the crawl, from 0 to 1, which links are followed by; below 0: its
    score says it."""

    @property
    def kept_evidence(self) -> tuple[TermEvidence, ...]:
        """With what it starts from, where that is of the page's own making."""
        return (*self.evidence, TermEvidence(START, (), 0.0, self.bias)) if self.bias else self.evidence

    def now(self, verdict: Relevance) -> Relevance:
        """A later verdict on the same page, with what was drawn from it."""
        return replace(
            verdict,
            on_topic=verdict.on_topic and not self.why_not,
            why_not=self.why_not,
            features=self.features,
            matched_terms=self.matched_terms,
        )


class ScoredLink(Struct, frozen=True, gc=False):
    """A link as a page holds it, everything in [0, 1]; `LinkModel.explain` tells the parts of its score."""

    link: Link
    score: float
    anchor: float = 0.0
    """R(a): how relevant its anchor is."""
    context_score: float = 0.0
    """How relevant the text around it is; only for strategies that need it."""
    rank: float = 0.0
    """PageRank of its target, divided by the largest."""


class Visit(Struct, frozen=True):
    """What a strategy is told about one of the links it asked for."""

    link: Link
    outcome: Outcome
    relevance: float = 0.0
    links: tuple[ScoredLink, ...] = ()
    """Links that may be followed, each at most once. Known ones are among them: their score may have risen."""
    again: bool = False
    """The visit failed for now: the link goes back to where it was."""
    on_topic: bool = False
    """What the topic's threshold, which may move as the crawl goes on, says of the page."""


class Coverage(Struct, frozen=True):
    """How much of what a crawl could find is probably found; all but the counts are estimates."""

    pages: int
    """Pages of the crawl when this was estimated."""
    found: int
    """Pages on topic, duplicates left out."""
    waiting: int
    expected: float
    """Pages on topic to expect behind the links that wait …"""
    low: float
    high: float
    """… from here to there: two standard errors."""
    untried: int
    """Waiting links that score lower than any that was tried: they count as the lowest that were."""
    undiscovered: float
    """At least so many more that no fetched page links to."""
    recall: float
    """`found` of `found` and `expected` …"""
    recall_low: float
    recall_high: float
    """… with `high` and with `low`."""
    test: str = ""
    """What the last recall test said, if there was one."""


class Trap(Struct, frozen=True):
    """Links of one shape that brought too little for all of them to be fetched."""

    shape: str
    """The address with `#` for numbers and ids, repeated parts once, and `…` for what is too much."""
    kind: str
    """`repeats` itself, `grows` without end, or the links are only `alike`."""
    fetched: int
    """Links of this shape that were fetched …"""
    on_topic: int
    """… and pages on topic that they were or led to."""
    waiting: int
    """Links that are held back."""


STOPPED_BY_USER = "stopped by the user"
"""Why a crawl stopped that could have gone on."""


class EventKind(StrEnum):
    """What can happen in a crawl."""

    START = "start"
    RESUME = "resume"
    SETTINGS = "settings"
    """A crawl that goes on does so by another setting."""
    PAUSE = "pause"
    """Nothing is asked for until …"""
    PROCEED = "proceed"
    """… it goes on."""
    STOP = "stop"
    PAGE = "page"
    FAILURE = "failure"
    """A visit that brought no page; a redirect is one, too: `CrawlEvent.outcome` tells."""
    REFERRAL = "referral"
    """Another shard told of a page."""
    RELEVANCE = "relevance"
    """A threshold or vector of the relevance model moved."""
    STRATEGY = "strategy"
    """The strategy made a move of its own."""
    LINKS = "links"
    """How links are scored is not what the strategy wants."""
    LOST = "lost"
    """Bytes of raw responses are gone."""
    RECALL = "recall"
    """A recall test began or ended."""
    SEARCH = "search"
    """The search index was given up for now."""
    MARK = "mark"
    """A person said what a page is, and the crawl heard of it."""
    REJUDGED = "rejudged"
    """All pages were judged again."""
    SHARD = "shard"
    """The process of a shard died."""


class CrawlEvent(Struct, frozen=True):
    """Something that happened in a crawl."""

    id: int
    """Counts from 1 without gaps, in the order in which things happened."""
    at: float
    """Seconds since 1970; of a visit, when its request was sent."""
    kind: EventKind
    detail: str = ""
    """For a person."""
    link: int | None = None
    url: str = ""
    """Of the link, where there is one."""
    outcome: Outcome | None = None
    """Of a visit."""
    relevance: float | None = None
    """Of a page."""
    on_topic: bool = False


class StoredPage(Struct, frozen=True):
    """A page that is stored: what a crawl hands out, and what results and exports hold."""

    url: str
    title: str
    relevance: float
    on_topic: bool
    language: str
    description: str
    host: str
    depth: int
    parent: str
    """URL of the page that first named it; empty for a seed."""
    fetched_at: str
    """ISO 8601, UTC."""
    status: int
    duplicate_of: str
    """URL of an earlier page with (nearly) the same text; empty when there is none."""
    text: str
    """Of pages on topic; empty for others."""
    published: str = ""
    """This and what follows as in `Article`; of pages on topic."""
    updated: str = ""
    source: str = ""
    author: str = ""
    keywords: tuple[str, ...] = ()
    """The best first."""
    content: str = ""
    """The main text, a paragraph a line."""
    mark: str = ""
    """What a person says of it: `on`, `off`, or nothing."""
    kind: str = "html"
    """What it was before it was read: `html`, `text` or `pdf`."""


class Span(Struct, frozen=True, gc=False):
    """A piece of a line of text."""

    text: str
    code: bool = False
    link: str = ""
    """Where it leads: absolute and canonical, or empty."""


Spans = tuple[Span, ...]


class Block(Struct, frozen=True):
    """A heading, a paragraph, a piece of code or a table of a page, with its place among lists and quotations."""

    kind: Literal["heading", "paragraph", "code", "table"]
    spans: Spans = ()
    """Of a heading, a paragraph, or code, whose one span has its lines."""
    level: int = 0
    """Of a heading, 1 to 6."""
    depth: int = 0
    """How many lists it stands in …"""
    marker: str = ""
    """… and `-` or `3.` where it begins an item."""
    quoted: int = 0
    """How many quotations it stands in."""
    language: str = ""
    """Of code, where the page tells it."""
    rows: tuple[tuple[Spans, ...], ...] = ()
    """Of a table, all of the same length; the first is its header, of empty cells where it has none."""

    @property
    def text(self) -> str:
        """What it says, without marks."""
        if self.kind == "table":
            return "\n".join(" ".join(span.text for cell in row for span in cell) for row in self.rows)
        return "".join(span.text for span in self.spans)


class Keyword(Struct, frozen=True, gc=False):
    """A word of a page's content, and how much it says of it, in [0, 1]."""

    term: str
    weight: float


class Article(Struct, frozen=True):
    """The elements of a page (NEWS def. 3.2.2); empty where the page does not tell."""

    url: str
    title: str = ""
    published: str = ""
    """ISO 8601: with an offset where the time zone can be known, a bare date where the time cannot."""
    updated: str = ""
    """The same for its last change; empty when the page tells of none after its publication."""
    source: str = ""
    """Who published it: as the page says, else its host."""
    author: str = ""
    """Names, a comma between them."""
    content: str = ""
    """The main text, a paragraph a line."""
    hyperlinks: tuple[str, ...] = ()
    """Where the page leads: absolute and canonical, each once."""
    language: str = ""
    title_words: tuple[str, ...] = ()
    """The title, segmented …"""
    content_words: tuple[str, ...] = ()
    """… and the content."""
    keywords: tuple[Keyword, ...] = ()
    """The best first."""
    relevance: float | None = None
    """To a topic; None when there was none to compare with."""
    parent: str = ""
    """URL of the page that first named it."""
    fetched_at: str = ""
    """ISO 8601, UTC."""


class Extract(Struct, frozen=True):
    """What a worker draws from a page that may be kept."""

    article: Article
    """Without hyperlinks and segmented words: the store has the ones and can make the others again."""
    fingerprint: bytes
    """Of the main text: copies of one text are alike whatever stands around it."""
    index: tuple[str, str, str, str]
    """Title and main text as the search index takes them, with a space between two words; and both once more with a
    space between two Chinese characters, empty where there are none."""


class Item(Struct, frozen=True):
    """A page on topic as the analyses see it."""

    number: int
    """Of its link."""
    url: str
    host: str
    title: str
    language: str
    source: str
    author: str
    published: float | None
    """Seconds since 1970; None when the page has no date."""
    updated: float | None
    fetched_at: float
    relevance: float
    fingerprint: bytes
    content: str
    day_only: bool = False
    """The page tells the day of its publication, not the hour."""
