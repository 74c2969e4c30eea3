"""One page, explained: how it was fetched, what it says, how it is judged, and what its links are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from honeyguide import config, encoders, links, strategies
from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.model import Fetched, Link, Outcome, Page, Relevance, TermEvidence, Topic
from honeyguide.one_page import responses
from honeyguide.parsing.tokens import main_terms
from honeyguide.protocols import LinkModel, RelevanceModel, TopicDecision
from honeyguide.relevance.evidence import sums
from honeyguide.reporting.because import because
from honeyguide.topics.files import load_topic
from honeyguide.web.scope import Scope

MAIN_TERMS = 12
BEST_LINKS = 20
_MARKS = {True: "on", False: "off", None: ""}


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
    """Occurrences by tag group, as far as they are what counts, …"""
    by_group: dict[str, float]
    """… and what each group contributed."""
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
    in_words: str = ""
    """What speaks most for the page and against it, in a sentence."""
    mark: str = ""
    """What you said of the page: `on`, `off`, or nothing."""
    threshold: float = 0.0
    model: str = ""
    """The relevance model that judged …"""
    unit: str = ""
    """… and what the contributions of the terms add up to."""
    terms: tuple[TermShare, ...] = ()
    """Those that contributed most, for or against."""
    by_group: dict[str, float] = {}
    """What these terms contributed in each part of the page."""
    others: float = 0.0
    """What all other terms contributed …"""
    bias: float = 0.0
    """… and what the model starts from …"""
    total: float = 0.0
    """… and what all of that adds up to: the relevance itself, or the decision value that it is computed from."""
    links_found: int = 0
    links: tuple[LinkValue, ...] = ()
    """The best ones."""
    link_parts: dict[str, str] = {}
    """What each part of the score of a link is."""


class Known(NamedTuple):
    """What a crawl says of a page of its own."""

    relevance: Relevance
    mark: bool | None
    """What a person says of it; None where nobody does."""


Teaching = Callable[[TopicDecision, bytes], Known | None]
"""Shows a decision what a crawl has learnt; what that says of the page with these features, if it has such a one."""


def explain(page: str | Path, topic: Topic | str, settings: Settings | None = None, *, base: str = "") -> Explanation:
    """Explain a page that is fetched now, a file, or `-` for standard input; `base` is a file's own address."""
    settings = settings or config.settings()
    wanted = load_topic(topic) if isinstance(topic, str) else topic
    return explain_responses(responses(str(page), settings, base), wanted, settings)


def explain_responses(
    answers: Sequence[Fetched], topic: Topic, settings: Settings, teach: Teaching | None = None
) -> Explanation:
    """The same for what was fetched before: redirects, and the page last. `teach`: what a decision that moves or
    learns is to know first."""
    last = answers[-1]
    hops = tuple(Hop(each.url, each.status, each.outcome, each.detail or each.location) for each in answers)
    encoder = encoders.open_vectors(settings.encoder)
    reader = PageAnalyzer(topic, settings, encoder=encoder)
    page = reader.parse(last) if last.outcome is Outcome.PAGE else AnalyzedPage(last.outcome, last.detail)
    if isinstance(page, AnalyzedPage):
        return Explanation(answers[0].url, last.url, last.status, page.outcome, page.detail, hops)
    relevance = reader.judge(page)
    decision = reader.scorer.decision()
    threshold = reader.scorer.threshold
    known: Known | None = None
    if decision and teach:
        known = teach(decision, relevance.features)
        kept = decision.state().get("threshold")
        threshold = kept if isinstance(kept, int | float) else threshold
    if known:
        relevance = relevance.now(known.relevance)
    elif decision:
        relevance = decision.judge(relevance, last.at)
    spec = settings.links or links.published_with(strategies.make(settings.strategy))
    best = _best_links(page, relevance, links.make(spec, topic, encoder=encoder), settings)
    parts = sums(relevance.score, relevance.kept_evidence, reader.scorer.unit, topic.model)
    terms = tuple(_share(each, reader.scorer) for each in parts.terms)
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
        why_not="" if relevance.on_topic else relevance.why_not or "its relevance does not exceed the threshold",
        in_words=_in_words(terms, known, on_topic=relevance.on_topic),
        mark=_MARKS[known.mark] if known else "",
        threshold=threshold,
        model=topic.relevance,
        unit=parts.unit,
        terms=terms,
        by_group={group: sum(each.by_group[group] for each in terms) for group in reader.scorer.groups},
        others=parts.others,
        bias=parts.bias,
        total=parts.total,
        links_found=len(page.links) + page.links_left_out,
        links=best,
        link_parts=_meanings(spec.partition(":")[0], best),
    )


def _in_words(terms: Sequence[TermShare], known: Known | None, *, on_topic: bool) -> str:
    if known and known.mark is not None:
        return "you marked it"
    return because([(each.term, each.contribution) for each in terms], on_topic=on_topic) if terms else ""


def _share(evidence: TermEvidence, scorer: RelevanceModel) -> TermShare:
    often = dict(zip(scorer.groups, evidence.counts or repeat(1), strict=False))
    weighted = {group: often[group] * weight for group, weight in scorer.groups.items()}
    total = sum(weighted.values()) or 1.0
    return TermShare(
        evidence.term,
        often if evidence.counts else {},
        {group: evidence.contribution * part / total for group, part in weighted.items()},
        evidence.weight,
        evidence.contribution,
    )


def _meanings(spec: str, best: Sequence[LinkValue]) -> dict[str, str]:
    """What the parameters that weigh the parts say of them: they are named alike, or stand in the same order."""
    told = {each.name: each.meaning.removeprefix("weight of ") for each in links.entry(spec).parameters}
    parts = best[0].parts if best else ()
    weights = getattr(links.registry.resolve(spec)[1], "WEIGHTS", ())
    of_weights = dict(zip(parts, weights, strict=False))
    return {part: told[name] for part in parts if (name := part if part in told else of_weights.get(part)) in told}


def _best_links(page: Page, relevance: Relevance, model: LinkModel, settings: Settings) -> tuple[LinkValue, ...]:
    scope = Scope(settings, [page.url])
    numbers: dict[str, int] = {}
    targets = [Link(numbers.setdefault(out.url, len(numbers) + 1), out.url, 0, 1, 0) for out in page.links]
    source = Link(0, page.url, 0)
    model.learn(source, relevance)
    scored = model.score(page, relevance, source, targets).links
    best = sorted(scored, key=lambda each: -each.score)[:BEST_LINKS]
    outs = {out.url: out for out in reversed(page.links)}
    values = []
    for each in best:
        out = outs[each.link.url]
        nofollow = settings.honour_nofollow and (out.nofollow or page.nofollow)
        why_not = "nofollow" if nofollow else scope.why_not(out.url, out.host)
        parts = dict(model.explain(each.link.id))
        values.append(LinkValue(out.url, out.anchor, each.score, parts, not why_not, why_not))
    return tuple(values)
