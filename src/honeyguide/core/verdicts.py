"""Whether pages are on topic, where a decision that sees them one by one has the last word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from honeyguide.core import referrals
from honeyguide.core.referrals import FOREIGN
from honeyguide.link_table import LinkTable
from honeyguide.model import Relevance
from honeyguide.protocols import LearningDecision, LinkModel, Revises, TopicDecision
from honeyguide.records import Checkpoint, Mark, PageLinks

COMPARED = 1_000
"""The first pages, whose verdicts may have changed since: few change later."""


class Verdicts:
    def __init__(self, decision: TopicDecision | None, table: LinkTable, links: LinkModel) -> None:
        """`links` hears how far pages stand out once they are judged anew."""
        self.decision = decision
        self.learning = cast("LearningDecision", decision) if hasattr(decision, "revise") else None
        self.judged: list[int] = []
        """The page's link for each page that a learning decision may judge again, in order …"""
        self._said: list[bool | None] = []
        """… and whether it was said to be on topic; None for one that is not, whatever its score."""
        self._heard = 0
        """Pages of other shards among these: of more the verdict of who fetched them counts."""
        self._table = table
        self._links = links

    def state(self) -> dict[str, object]:
        """What a resume needs that stored pages do not tell."""
        return {"verdict": self.decision.state()} if self.decision and not self.learning else {}

    def restore(self, stored: Checkpoint) -> None:
        """A decision that learns is shown all pages again instead (`judge_again`)."""
        if self.decision and not self.learning:
            self.decision.restore(stored.state["verdict"])

    def judge(self, link: int, relevance: Relevance, at: float) -> Relevance:
        if not self.decision:
            return relevance
        if self.learning and self._table.parent(link) == FOREIGN:
            if self._heard >= referrals.LESSONS:
                return relevance
            self._heard += 1
        judged = self.decision.judge(relevance, at)
        if self.learning and judged.features:
            self.judged.append(link)
            if self._revise():
                now = self.learning.verdict(len(self.judged) - 1)
                on_topic = now.on_topic and not judged.why_not
                said = replace(judged, score=now.score, on_topic=on_topic, standing=now.standing)
                judged = replace(said, evidence=now.evidence, bias=now.bias)
            self._said.append(None if judged.why_not else judged.on_topic)
        return judged

    def judge_again(self, page: PageLinks) -> Relevance:
        """A stored page, of which it was said then what is stored."""
        if not self.learning:
            return page.relevance
        judged = self.judge(page.link, page.relevance, 0.0)
        if judged.features and self.judged[-1:] == [page.link]:
            self._said[-1] = page.relevance.on_topic
        return judged

    def mark(self, marks: Sequence[Mark]) -> bool:
        """What people say of pages, for a decision that learns; whether there is one that knows any of them."""
        if not self.learning or not marks:
            return False
        newest = {link: number for number, link in enumerate(self.judged)}
        known = [mark for mark in marks if mark.link in newest]
        for mark in known:
            self.learning.mark(newest[mark.link], mark.on_topic)
        if not known:
            return False
        self._revise()
        if hasattr(self._links, "revise"):
            cast("Revises", self._links).renew()
        return True

    def changed(self) -> tuple[int, int]:
        """How many of the first pages would join those on topic, and leave them, if all were judged again now; those
        that other shards told of are theirs."""
        if not self.learning:
            return 0, 0
        self.learning.settle()
        pairs = [
            (said, self.learning.verdict(number).on_topic)
            for number, said in enumerate(self._said[:COMPARED])
            if said is not None and self._table.parent(self.judged[number]) != FOREIGN
        ]
        return pairs.count((False, True)), pairs.count((True, False))

    def have_changed(self) -> bool:
        """Whether any page would join those on topic, or leave them, if all were judged again now."""
        if not self.learning:
            return False
        self.learning.settle()
        verdicts = (self.learning.verdict(number).on_topic for number in range(len(self._said)))
        return any(before not in (None, now) for before, now in zip(self._said, verdicts, strict=True))

    def _revise(self) -> bool:
        """Tell the link model how far pages stand out now, when the decision has learnt enough to judge them anew;
        whether it has."""
        scores = self.learning.revise() if self.learning else None
        if scores is not None and hasattr(self._links, "revise"):
            cast("Revises", self._links).revise(self.judged, scores)
        return scores is not None
