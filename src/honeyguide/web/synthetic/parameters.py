"""What a synthetic web is made from: with the seed, these say everything about it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from honeyguide.errors import BadSetting
from honeyguide.validation import check_fields, parse_parameters

Share = Annotated[float, Meta(ge=0, le=1)]
Year = Annotated[int, Meta(ge=1990, le=2100)]


class SyntheticParameters(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The defaults lie near what real webs show; shares and probabilities are in [0, 1]."""

    seed: Annotated[int, Meta(ge=0, le=2**62)] = 1
    """Another seed is another web of the same kind."""
    pages: Annotated[int, Meta(ge=1, le=10**10)] = 6_000
    """Pages of the web; redirects, dead links and robots.txt are not counted."""
    hosts: Annotated[int, Meta(ge=1, le=1_000_000)] = 60
    """Host names that the pages are spread over."""
    host_tail: Annotated[float, Meta(ge=0, le=3)] = 1.0
    """How uneven hosts are: the host of rank r has about (r + 4)^-host_tail of the pages; 0 makes all equal."""
    purity: Annotated[float, Meta(ge=0.05, le=0.9)] = 0.5
    """Mean share of a host's pages that are about the host's own subject (it varies by half to either side)."""

    subjects: Annotated[int, Meta(ge=2, le=14)] = 14
    """Subjects, the main topic among them; those that overlap with it in vocabulary come early."""
    share: Annotated[float, Meta(ge=0, le=0.4)] = 0.035
    """Share of all pages that are about the main topic."""
    islands: Share = 0.12
    """Share of the on-topic pages that no other on-topic page links to."""
    spam: Annotated[float, Meta(ge=0, le=0.3)] = 0.005
    """Share of pages that are stuffed with the topic's keywords and are not about it."""
    hubs: Annotated[float, Meta(ge=0, le=0.2)] = 0.006
    """Share of pages that are lists of links to one or two subjects; they are on topic for none."""
    chinese: Share = 0.25
    """Share of pages in Chinese (whole hosts are)."""

    links: Annotated[float, Meta(ge=0, le=200)] = 9.0
    """Mean number of links in a page's text and lists; navigation comes on top."""
    link_tail: Annotated[float, Meta(ge=1.2, le=20)] = 3.0
    """Shape of the tail of the number of links (Lomax): below 2 very heavy, above 5 light."""
    navigation: Annotated[int, Meta(ge=0, le=12)] = 3
    """Links of the bar at the top: home, own section, other sections. Without it there is no previous and next."""
    locality: Share = 0.24
    """Probability that a link of the text or lists leads to a page of the same subject."""
    on_host: Share = 0.72
    """Probability that a link of the text or lists stays on its host, where the host has enough pages."""
    returned: Share = 0.0
    """Links that lead back, for every link of the text or lists; navigation brings more of them."""
    in_degree: Annotated[float, Meta(ge=1.5, le=5)] = 1.9
    """Exponent of the power law of in-links."""
    generic: Share = 0.28
    """Probability that an anchor says nothing (more, read on, 详情); of the rest three in ten name a place."""
    context: Share = 0.2
    """Probability that the words around a link are about its target's subject rather than the page's own."""

    dead: Share = 0.02
    """Share of links that lead to an error."""
    redirects: Share = 0.03
    """Share of links that lead to their target through one or two redirects."""
    listed: Share = 0.0
    """Share of hosts with sitemaps, which robots.txt names, and a feed, which their home pages name."""
    slow: Share = 0.01
    """Share of pages that are sent slowly."""
    slow_seconds: Annotated[float, Meta(ge=0, le=60)] = 0.6
    """Longest time that a slow page takes."""

    words: Annotated[int, Meta(ge=20, le=20_000)] = 700
    """Mean number of words of an article, about 7 bytes each with markup (a Chinese word counts as one)."""
    topicality: Annotated[float, Meta(ge=0.02, le=0.6)] = 0.22
    """Mean share of a page's content words that come from its subject (it varies by half to either side)."""
    oblique: Share = 0.12
    """Share of on-topic pages that are about the topic without its keywords."""
    duplicates: Share = 0.03
    """Share of pages that repeat another page of their subject, with a few sentences changed."""
    first_year: Year = 2014
    last_year: Year = 2025
    """Articles are dated between these years."""

    events: Annotated[int, Meta(ge=0, le=1_000)] = 0
    """Events planted among the on-topic pages, in the last 120 days of last_year; 0 plants nothing."""
    told: Share = 0.6
    """Share of the on-topic pages that tell of an event: reports, their copies and updates."""
    copied: Share = 0.18
    """Share of these that are copies of another site's report."""
    updated: Share = 0.1
    """Share of the reports that say that they were changed after their publication."""
    stale: Share = 0.08
    """Share of the on-topic pages that are years old and tell of something that no later page takes up."""
    undated: Share = 0.06
    """Share of the on-topic pages that tell no date, when events are planted."""
    event_words: Annotated[float, Meta(ge=0.01, le=0.5)] = 0.22
    """Mean share of a report's nouns that belong to its event alone (it varies by half to either side)."""

    def __post_init__(self) -> None:
        check_fields(self, "synthetic web")
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
        return parse_parameters(spec, cls, "synthetic web")


LEAST = 12
"""Pages on topic for each planted event."""
DEFAULTS = SyntheticParameters()
PLANTED = SyntheticParameters(share=0.1, spam=0.008, islands=0.08, chinese=0.35, oblique=0.04, words=420, events=12)
"""The default planted web: 600 pages on topic and a dozen events, in both languages."""
