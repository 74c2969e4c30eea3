"""Which pages to ask a person about: those whose mark would teach most (active learning)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, cast

from msgspec import Struct

from honeyguide.analysis import relevance_model
from honeyguide.config import Settings
from honeyguide.explanation import Known
from honeyguide.model import Relevance, Topic
from honeyguide.protocols import LearningDecision, RelevanceModel, TopicDecision
from honeyguide.relevance import Judge
from honeyguide.storage.questions import AskablePage, Unmarked, open_unmarked

_CANDIDATES = 10
"""Times as many pages as are asked for are near enough to the threshold: hosts take turns among these."""


class Question(Struct, frozen=True):
    """A page, and why a person should say what it is."""

    url: str
    title: str
    relevance: float
    """As it is judged now."""
    on_topic: bool
    why: str
    number: int
    """Of the page, as `CrawlFolder.page` takes it."""


class _Shown(NamedTuple):
    links: list[int]
    """Of each page by its number."""
    alike: int | None
    """The last page with the features that were looked for."""


def ask(
    folder: Path, topic: Topic, settings: Settings, count: int, model: RelevanceModel | Judge | type | None = None
) -> list[Question]:
    """Those pages whose mark would teach most, the first most."""
    scorer = relevance_model(topic, model, settings.encoder)
    decision = scorer.decision()
    with open_unmarked(folder) as stored:
        if hasattr(decision, "ask"):
            return _by_model(stored, cast("LearningDecision", decision), count)
        threshold = stored.kept_decision().get("threshold") if decision else None
        return _by_threshold(stored, threshold if isinstance(threshold, int | float) else scorer.threshold, count)


def teach(folder: Path, decision: TopicDecision, features: bytes) -> Known | None:
    """What the crawl in this folder has learnt: where its thresholds stand, or all pages and marks; and what it says
    of the page with these features, if that is one of its own."""
    with open_unmarked(folder) as stored:
        if hasattr(decision, "revise"):
            learning = cast("LearningDecision", decision)
            pages = _show_all(stored, learning, features)
            number = pages.alike
            return None if number is None else Known(learning.verdict(number), stored.marks.get(pages.links[number]))
        if kept := stored.kept_decision():
            decision.restore(kept)
        return None


def _show_all(stored: Unmarked, decision: LearningDecision, features: bytes = b"") -> _Shown:
    """All pages again, as a crawl that goes on shows them."""
    judged: list[int] = []
    alike: int | None = None
    for link, relevance in stored.judged():
        if decision.judge(relevance, 0.0).features:
            alike = len(judged) if relevance.features == features else alike
            judged.append(link)
    place = {link: number for number, link in enumerate(judged)}
    for link, on_topic in stored.marks.items():
        if link in place:
            decision.mark(place[link], on_topic)
    decision.settle()
    return _Shown(judged, alike)


def _by_model(stored: Unmarked, decision: LearningDecision, count: int) -> list[Question]:
    """It says itself."""
    judged = _show_all(stored, decision).links
    asked: list[Question] = []
    for number in decision.ask(min(len(judged), count + len(stored.marks) + stored.duplicates)):
        page = stored.page(judged[number])
        if page is not None and len(asked) < count:
            now = decision.verdict(number)
            why = f"the model would learn most from it; it says {now.score:.2f} now{_before(page, now)}"
            asked.append(Question(page.url, page.title, now.score, now.on_topic, why, page.number))
    return asked


def _before(page: AskablePage, now: Relevance) -> str:
    """What results show of a page until it is judged again, where that is something else."""
    if (page.on_topic, f"{page.relevance:.2f}") == (now.on_topic, f"{now.score:.2f}"):
        return ""
    return f"; it is stored as {'on' if page.on_topic else 'off'} topic, {page.relevance:.2f}"


def _by_threshold(stored: Unmarked, threshold: float, count: int) -> list[Question]:
    """The nearest to the threshold, hosts by turns."""
    turns: dict[str, int] = {}
    ranked: list[tuple[int, int, AskablePage]] = []
    for place, page in enumerate(stored.nearest(threshold, count * _CANDIDATES)):
        turns[page.host] = turns.get(page.host, 0) + 1
        ranked.append((turns[page.host], place, page))
    chosen = [page for _, _, page in sorted(ranked)[:count]]
    return [
        Question(page.url, page.title, page.relevance, page.on_topic, _side(page.relevance, threshold), page.number)
        for page in chosen
    ]


def _side(score: float, threshold: float) -> str:
    side = "above" if score > threshold else "below" if score < threshold else "at"
    return (
        f"{abs(score - threshold):.3f} {side} the threshold of {threshold:.3f}"
        if side != "at"
        else "at the threshold"
    )
