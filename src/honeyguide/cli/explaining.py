"""One page, explained: how it was fetched, what it says, how it is judged, and what its links are worth."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.digest import link_scorer
from honeyguide.model import GROUPS, Fetched, Link, Outcome, Page, Relevance, TermEvidence, Topic
from honeyguide.parsing.tokens import main_terms
from honeyguide.protocols import Web
from honeyguide.reading import Reader, Reading
from honeyguide.relevance.tag_vsm import GROUP_WEIGHTS
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope

MAIN_TERMS = 12
BEST_LINKS = 20


class Hop(Struct, frozen=True):
    url: str
    status: int
    outcome: str
    detail: str


class MainTerm(Struct, frozen=True):
    term: str
    count: int


class TermShare(Struct, frozen=True):
    term: str
    counts: dict[str, int]
    """Occurrences by tag group …"""
    by_group: dict[str, float]
    """… and what each group contributed to the relevance."""
    weight: float
    contribution: float


class LinkValue(Struct, frozen=True):
    url: str
    anchor: str
    score: float
    parts: dict[str, float]
    """Weighted: they add up to the score."""
    followed: bool
    why_not: str


class Explanation(Struct, frozen=True):
    url: str
    final_url: str
    status: int
    outcome: str
    detail: str
    hops: tuple[Hop, ...]
    title: str = ""
    language: str = ""
    main_terms: tuple[MainTerm, ...] = ()
    relevance: float = 0.0
    on_topic: bool = False
    why_not: str = ""
    threshold: float = 0.0
    terms: tuple[TermShare, ...] = ()
    by_group: dict[str, float] = {}
    links_found: int = 0
    links: tuple[LinkValue, ...] = ()
    """The best ones."""


async def follow(web: Web, url: str, settings: Settings) -> list[Fetched]:
    """All answers from this address to the last, redirect by redirect; every hop is checked as in a crawl."""
    scope = Scope(settings)
    answers: list[Fetched] = []
    while True:
        if problem := scope.why_not(url, host_of(url)):
            answers.append(Fetched(url, Outcome.SCOPE, detail=problem))
            return answers
        answers.append(await web.fetch(Link(len(answers), url, 0, hops=len(answers))))
        if answers[-1].outcome is not Outcome.REDIRECT:
            return answers
        url = answers[-1].location
        if len(answers) > settings.max_redirects:
            problem = f"more than {settings.max_redirects} redirects in a row"
            answers.append(Fetched(url, Outcome.REDIRECTS, detail=problem))
            return answers


def explain(answers: Sequence[Fetched], topic: Topic, settings: Settings) -> Explanation:
    last = answers[-1]
    hops = tuple(Hop(each.url, each.status, each.outcome, each.detail or each.location) for each in answers)
    reader = Reader(topic, settings)
    page = reader.parse(last) if last.outcome is Outcome.PAGE else Reading(last.outcome, last.detail)
    if isinstance(page, Reading):
        return Explanation(answers[0].url, last.url, last.status, page.outcome, page.detail, hops)
    relevance = reader.judge(page)
    terms = tuple(_share(each) for each in sorted(relevance.evidence, key=lambda each: -each.contribution))
    return Explanation(
        answers[0].url,
        last.url,
        last.status,
        Outcome.PAGE,
        "",
        hops,
        title=page.title,
        language=page.language,
        main_terms=tuple(MainTerm(*each) for each in main_terms(page.text, page.language, MAIN_TERMS)),
        relevance=relevance.score,
        on_topic=relevance.on_topic,
        why_not=_why_not(page, relevance, topic),
        threshold=topic.thresholds.page,
        terms=terms,
        by_group={group: sum(each.by_group[group] for each in terms) for group in GROUPS},
        links_found=len(page.links) + page.links_left_out,
        links=_best_links(page, relevance, topic, settings),
    )


def _share(evidence: TermEvidence) -> TermShare:
    weighted = [count * weight for count, weight in zip(evidence.counts, GROUP_WEIGHTS, strict=True)]
    total = sum(weighted) or 1.0
    return TermShare(
        evidence.term,
        dict(zip(GROUPS, evidence.counts, strict=True)),
        {group: evidence.contribution * part / total for group, part in zip(GROUPS, weighted, strict=True)},
        evidence.weight,
        evidence.contribution,
    )


def _why_not(page: Page, relevance: Relevance, topic: Topic) -> str:
    if relevance.on_topic:
        return ""
    if relevance.score <= topic.thresholds.page:
        return "its relevance does not exceed the threshold"
    return "the page asks not to be indexed" if page.noindex else f"its language is {page.language}"


def _best_links(page: Page, relevance: Relevance, topic: Topic, settings: Settings) -> tuple[LinkValue, ...]:
    scope = Scope(settings)
    numbers: dict[str, int] = {}
    targets = [Link(numbers.setdefault(out.url, len(numbers) + 1), out.url, 0, 1, 0) for out in page.links]
    scorer = link_scorer(topic)
    scored, _ = scorer.score(page, relevance, Link(0, page.url, 0), targets)
    best = sorted(scored, key=lambda each: -each.score)[:BEST_LINKS]
    outs = {out.url: out for out in reversed(page.links)}
    values = []
    for each in best:
        out = outs[each.link.url]
        nofollow = settings.honour_nofollow and (out.nofollow or page.nofollow)
        why_not = "nofollow" if nofollow else scope.why_not(out.url, out.host)
        values.append(LinkValue(out.url, out.anchor, each.score, scorer.explain(each.link.id), not why_not, why_not))
    return tuple(values)
