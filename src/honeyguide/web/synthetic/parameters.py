"""What a synthetic web is made from: with the seed, these say everything about it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from honeyguide.errors import BadSetting, nearest


class SyntheticParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults lie near what real webs show; shares and probabilities are in [0, 1]."""

    seed: int = 1
    """Another seed is another web of the same kind."""
    pages: int = 6_000
    """Pages of the web; redirects, dead links and robots.txt are not counted."""
    hosts: int = 60
    """Host names that the pages are spread over."""
    host_tail: float = 1.0
    """How uneven hosts are: the host of rank r has about (r + 4)^-host_tail of the pages; 0 makes all equal."""
    purity: float = 0.5
    """Mean share of a host's pages that are about the host's own subject (it varies by half to either side)."""

    subjects: int = 14
    """Subjects, the main topic among them; those that overlap with it in vocabulary come early."""
    share: float = 0.035
    """Share of all pages that are about the main topic."""
    islands: float = 0.12
    """Share of the on-topic pages that no other on-topic page links to."""
    spam: float = 0.005
    """Share of pages that are stuffed with the topic's keywords and are not about it."""
    hubs: float = 0.006
    """Share of pages that are lists of links to one or two subjects; they are on topic for none."""
    chinese: float = 0.25
    """Share of pages in Chinese (whole hosts are)."""

    links: float = 9.0
    """Mean number of links in a page's text and lists; navigation comes on top."""
    link_tail: float = 3.0
    """Shape of the tail of the number of links (Lomax): below 2 very heavy, above 5 light."""
    navigation: int = 3
    """Links of the bar at the top: home, own section, other sections. Without it there is no previous and next."""
    locality: float = 0.24
    """Probability that a link of the text or lists leads to a page of the same subject."""
    on_host: float = 0.72
    """Probability that a link of the text or lists stays on its host, where the host has enough pages."""
    returned: float = 0.0
    """Links that lead back, for every link of the text or lists; navigation brings more of them."""
    in_degree: float = 1.9
    """Exponent of the power law of in-links."""
    generic: float = 0.28
    """Probability that an anchor says nothing (more, read on, 详情); of the rest three in ten name a place."""
    context: float = 0.2
    """Probability that the words around a link are about its target's subject rather than the page's own."""

    dead: float = 0.02
    """Share of links that lead to an error."""
    redirects: float = 0.03
    """Share of links that lead to their target through one or two redirects."""
    slow: float = 0.01
    """Share of pages that are sent slowly."""
    slow_seconds: float = 0.6
    """Longest time that a slow page takes."""

    words: int = 700
    """Mean number of words of an article, about 7 bytes each with markup (a Chinese word counts as one)."""
    topicality: float = 0.22
    """Mean share of a page's content words that come from its subject (it varies by half to either side)."""
    oblique: float = 0.12
    """Share of on-topic pages that are about the topic without its keywords."""
    duplicates: float = 0.03
    """Share of pages that repeat another page of their subject, with a few sentences changed."""
    first_year: int = 2014
    last_year: int = 2025
    """Articles are dated between these years."""

    events: int = 0
    """Events planted among the on-topic pages, in the last 120 days of last_year; 0 plants nothing."""
    told: float = 0.6
    """Share of the on-topic pages that tell of an event: reports, their copies and updates."""
    copied: float = 0.18
    """Share of these that are copies of another site's report."""
    updated: float = 0.1
    """Share of the reports that say that they were changed after their publication."""
    stale: float = 0.08
    """Share of the on-topic pages that are years old and tell of something that no later page takes up."""
    undated: float = 0.06
    """Share of the on-topic pages that tell no date, when events are planted."""
    event_words: float = 0.22
    """Mean share of a report's nouns that belong to its event alone (it varies by half to either side)."""

    def __post_init__(self) -> None:
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if not (low <= value <= high):
                raise BadSetting(f"synthetic web: {name} must lie between {low} and {high}, not {value}")
        if self.pages < self.hosts:
            raise BadSetting(
                f"synthetic web: {self.pages} pages are too few for {self.hosts} hosts; one each is the least"
            )
        if self.last_year < self.first_year:
            raise BadSetting(f"synthetic web: last_year {self.last_year} lies before first_year {self.first_year}")
        if self.share + self.spam + self.hubs > 0.6:
            raise BadSetting(
                "synthetic web: share, spam and hubs together must leave 0.4 of the pages for other subjects"
            )
        if self.told + self.stale > 1:
            raise BadSetting("synthetic web: told and stale together must not exceed 1")
        if self.events and round(self.share * self.pages) < LEAST * self.events:
            raise BadSetting(
                f"synthetic web: {self.events} events need {LEAST * self.events} pages on topic, and there are"
                f" {round(self.share * self.pages)}; raise pages or share, or lower events"
            )

    @classmethod
    def parse(cls, spec: str) -> SyntheticParameters:
        """From `seed=7,pages=20000`; an empty text gives the defaults."""
        given: dict[str, float] = {}
        for part in filter(None, (part.strip() for part in spec.split(","))):
            name, equals, value = (piece.strip() for piece in part.partition("="))
            if name not in cls.__struct_fields__:
                raise BadSetting(f"synthetic web: '{name}' is not a parameter{nearest(name, cls.__struct_fields__)}")
            if name in given:
                raise BadSetting(f"synthetic web: {name} is given twice")
            try:
                given[name] = float(value) if isinstance(getattr(DEFAULTS, name), float) else int(value)
            except ValueError:
                kind = "a number" if isinstance(getattr(DEFAULTS, name), float) else "a whole number"
                raise BadSetting(f"synthetic web: {name} must be {kind}, not '{value if equals else ''}'") from None
        return msgspec.convert(given, cls)


LEAST = 12
"""Pages on topic for each planted event."""
LIMITS: dict[str, tuple[float, float]] = {
    "seed": (0, 2**62), "pages": (1, 10**10), "hosts": (1, 1_000_000), "host_tail": (0, 3), "subjects": (2, 14),
    "purity": (0.05, 0.9), "links": (0, 200), "link_tail": (1.2, 20), "navigation": (0, 12), "in_degree": (1.5, 5),
    "words": (20, 20_000), "topicality": (0.02, 0.6), "slow_seconds": (0, 60), "share": (0, 0.4), "spam": (0, 0.3),
    "hubs": (0, 0.2), "events": (0, 1_000), "event_words": (0.01, 0.5),
    "first_year": (1990, 2100), "last_year": (1990, 2100),
} | dict.fromkeys(
    ("islands", "chinese", "locality", "on_host", "generic", "context", "dead", "redirects", "slow", "oblique",
     "returned", "duplicates", "told", "copied", "updated", "stale", "undated"), (0, 1)
)  # fmt: skip
DEFAULTS = SyntheticParameters()
PLANTED = SyntheticParameters(share=0.1, spam=0.008, islands=0.08, chinese=0.35, oblique=0.04, words=420, events=12)
"""The default planted web: 600 pages on topic and a dozen events, in both languages."""
