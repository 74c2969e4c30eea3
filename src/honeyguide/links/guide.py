"""What a link promises, in six numbers that a crawl learns as it goes [ours]: see docs/strategies/guide.md.

Everything is by number: pages in the order in which they came, links, anchors (each different text once), blocks (a
page and a tag path), and edges (one occurrence of a link on a page). A link that several pages hold has the best of
what each says of it. All links are scored anew when the crawl has grown by a tenth; in between only the new ones and
the few that stand at the top, so that a page costs the same with ten links waiting or ten million.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from honeyguide.links.directions import Directions
from honeyguide.links.weights import Weighted
from honeyguide.links.word_profile import WordProfile
from honeyguide.model import Link, OutLink, Page, Relevance, ScoredLink, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.protocols import Encoder, LinkScores
from honeyguide.relevance.page_features import PageFeatures, counted, examples_of, features_of, unpack

Ints = NDArray[np.int64]
Floats = NDArray[np.float32]
Found = tuple[Ints, Ints, NDArray[np.bool_]]

TOP, EVERY = 500, 3
"""So many links at the top are scored anew after every so many pages …"""
GROWTH, LEAST = 0.1, 3
"""… and all of them when the crawl has grown by this much, and by so many pages, …"""
LEAST_COMPARED, MOST_COMPARED, AS_MANY = 2_000, 20_000, 10
"""… of which the best have their anchors compared again: so many times as many as pages come until the next time."""
MOST_EDGES = 32
"""Occurrences of a link that are looked at: the newest."""
SHRUNK = 2.0
"""What is known of few pages counts as if so many more were as usual."""
USUAL = 0.3
"""Share of pages on topic before any came."""
ON_TOPIC, FEEDBACK = 0.5, 0.5
"""A page that scores more than the one becomes an example, with the other as its weight."""


class Parameters(Weighted, frozen=True, forbid_unknown_fields=True):
    WEIGHTS = ("meaning", "titles", "holders", "block", "around", "learned")

    meaning: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of the anchor's likeness with the pages on topic")
    ] = 0.19
    titles: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of the anchor's likeness with the titles most like it")
    ] = 0.09
    holders: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of the share on topic of the pages that hold the link")
    ] = 0.14
    block: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of what other links of the same block turned out to be")
    ] = 0.09
    around: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of the words around the link, beside those of pages on topic")
    ] = 0.15
    learned: Annotated[
        float, Meta(ge=0.0, le=1.0, description="weight of what pages with such titles and anchors turned out to be")
    ] = 0.34


class Edges:
    """Occurrences of links on pages; those of a link hang together, the newest first."""

    def __init__(self) -> None:
        self.page = array("i")
        self.target = array("i")
        self.anchor = array("i")
        self.block = array("i")
        self.around = array("f")
        self.before = array("i")
        """The edge of the same link that came before; -1 for none."""

    def of(self, newest: Ints) -> Found:
        """All edges of links, given the newest of each: the place of the link among these, the edge, and whether it
        is the first of its page."""
        before, pages = np.frombuffer(self.before, np.int32), np.frombuffer(self.page, np.int32)
        (place,) = (newest >= 0).nonzero()
        edge = newest[place]
        places, found, newer = [place], [edge], [edge]
        for _ in range(MOST_EDGES - 1):
            older = before[edge]
            (left,) = (older >= 0).nonzero()
            if not len(left):
                break
            newer.append(edge[left])
            place, edge = place[left], older[left].astype(np.int64)
            places.append(place)
            found.append(edge)
        edges = np.concatenate(found)
        first = pages[edges] != pages[np.concatenate(newer)]  # the edges of a page came together
        first[: len(newer[0])] = True
        return np.concatenate(places), edges, first


class Guide:
    """Added up: what the anchor means, which titles it is like, who holds it, what became of its neighbours, what
    stands around it, and what such anchors led to."""

    paper = "none [ours]"
    gives: frozenset[str] = frozenset()
    anchors_only = False

    def __init__(self, parameters: Parameters, topic: Topic, encoder: Encoder | None) -> None:
        self.weights = np.array(parameters.weights, np.float32)
        self.degraded_reason = "" if encoder else "there is no encoder: anchors are compared by their words alone"
        self._encoder = encoder
        self.edges = Edges()
        self.profile = WordProfile()
        self.directions = Directions(encoder) if encoder else None
        # By link number:
        self._newest = array("i")
        """the newest edge, -1 for none,"""
        self._prior = array("f")
        self._score = array("f")
        self._page_of = array("i")
        """and the page that it led to, -1 for none."""
        # By page:
        self._relevance = array("f")
        self._total = 0.0
        """The sum of these;"""
        self._weight = array("f")
        """how much it counts as an example of the topic,"""
        self._tried = array("f")
        self._succeeded = array("f")
        """how many of its links were fetched, and how many of these are on topic; the same by block."""
        self._block_tried = array("f")
        self._block_succeeded = array("f")
        self._word_likeness = array("f")
        """By anchor, where there is no encoder: cosine of its words with those of the topic."""
        self._top: Ints = np.zeros(0, np.int64)
        self._moved: tuple[Ints, Floats] | None = None
        self._renewed_at = self._learnt_at = 0
        for example in examples_of(topic, encoder):
            self.profile.add(dict(zip(example.words, example.counts, strict=True)))
            if self.directions:
                self.directions.add_example(example)

    def expect(self, links: Sequence[OutLink]) -> None:
        if self.directions:
            self.directions.anchors.expect([out.anchor for out in links])

    def anchor_of(self, link: int) -> str:
        return self.directions.anchor_of(self._page_of[link]) if self.directions else ""

    def learn(self, link: Link, relevance: Relevance) -> None:
        """What became of a link is news about its neighbours."""
        self._reach(link.id + 1)
        self._came_of(link.id, relevance.score)

    def score(self, page: Page, relevance: Relevance, source: Link, links: Sequence[Link]) -> LinkScores:
        self._add_page(source.id, page, relevance)
        if self.directions and len(self._relevance) - self._learnt_at >= GROWTH * self._learnt_at:
            self._learn()
        targets = [link.id for link in links]
        self._reach(max(targets, default=-1) + 1)
        around = self._add_edges(page, targets)
        distinct = np.array(list(dict.fromkeys(targets)), np.int64)
        scores = self._score_again(distinct)
        by_number = dict(zip(targets, links, strict=True))
        scored = [
            ScoredLink(by_number[number], score)
            for number, score in zip(distinct.tolist(), scores.tolist(), strict=True)
        ]
        return LinkScores(scored, around)

    def refresh(self) -> Floats | None:
        self._moved = None  # what nobody asked for while pages were shown again is old by now
        pages = len(self._relevance)
        if pages - self._renewed_at >= self._due():
            self.renew()
            return self.scores()
        if pages % EVERY == 0 and len(self._top):
            self._renew_top()
        return None

    def _due(self) -> float:
        """Pages from one time that all links are scored anew to the next."""
        return max(LEAST, GROWTH * self._renewed_at)

    def _compared(self) -> int:
        """Links whose anchors are compared again at such a time."""
        return min(max(LEAST_COMPARED, int(AS_MANY * self._due())), MOST_COMPARED)

    def moved(self) -> tuple[Ints, Floats] | None:
        """Links whose scores moved since this was last asked, and their scores."""
        moved, self._moved = self._moved, None
        return moved

    def revise(self, pages: Sequence[int], scores: Floats) -> None:
        links = np.array(pages, np.int64)
        heard = links < len(self._page_of)
        shown = np.frombuffer(self._page_of, np.int32)[links[heard]].astype(np.int64)
        numbers = shown[shown >= 0]
        np.frombuffer(self._relevance, np.float32)[numbers] = scores[heard][shown >= 0]
        self._total = sum(self._relevance)
        self._weigh(numbers)
        self._count_again()

    def scores(self, known: int = 0) -> Floats:
        self._reach(known)
        return np.array(self._score, np.float32)

    def score_of(self, number: int) -> float:
        self._reach(number + 1)
        return self._score[number]

    def rank_of(self, number: int) -> float:
        return 0.0

    def explain(self, number: int) -> Mapping[str, float]:
        """Parts that add up; a link that no page holds is worth what it is said to be worth."""
        self._reach(number + 1)
        own = np.array([number], np.int64)
        parts = self._numbers(own, self._edges_of(own))[:, 0] * self.weights
        parts *= min(1.0, self._score[number] / max(float(parts.sum()), 1e-9)) if parts.sum() else 0.0
        named = dict(zip(Parameters.WEIGHTS, parts.tolist(), strict=True))
        rest = self._score[number] - sum(named.values())
        return {**named, "seed": rest} if rest > 1e-6 else named

    def set_prior(self, number: int, prior: float = 1.0) -> None:
        self._reach(number + 1)
        self._prior[number] = max(self._prior[number], prior)
        self._score[number] = max(self._score[number], prior)

    def prior(self, number: int) -> float:
        return self.score_of(number)

    def state(self) -> dict[str, object]:
        return {}

    def _add_page(self, link: int, page: Page, relevance: Relevance) -> None:
        features = unpack(relevance.features) if relevance.features else self._of_title(page.title)
        number = self._page_of[link] = len(self._relevance)
        self._relevance.append(relevance.score)
        self._total += self._relevance[number]
        for column in (self._weight, self._tried, self._succeeded):
            column.append(0.0)
        self.profile.see(features.words, features.counts)
        if self.directions:
            self.directions.see(features, self._led_to(link, page, self.directions))
        self._weigh(np.array([number], np.int64))

    def _led_to(self, link: int, page: Page, directions: Directions) -> int:
        """The number of an anchor that led to a page; -1 where none is known."""
        if (newest := self._newest[link]) >= 0:
            return self.edges.anchor[newest]
        return int(directions.numbers([page.anchor])[0]) if page.anchor else -1

    def _of_title(self, title: str) -> PageFeatures:
        """For a relevance model that leaves no features."""
        return features_of(title, title, counted(content_words(title)), self._encoder)

    def _add_edges(self, page: Page, targets: Sequence[int]) -> list[float]:
        """The links of the newest page; how much the words around each are like those of the topic."""
        number = len(self._relevance) - 1
        edges = self.edges
        around: list[float] = self.profile.likeness([out.context for out in page.links]).tolist()
        anchors = [out.anchor for out in page.links]
        if self.directions:
            numbers = self.directions.numbers(anchors).tolist()
        else:
            numbers = list(range(len(self._word_likeness), len(self._word_likeness) + len(anchors)))
            self._word_likeness.extend(self.profile.likeness(anchors).tolist())
        first, blocks = len(self._block_tried), dict.fromkeys(out.path for out in page.links)
        block_of = dict(zip(blocks, range(first, first + len(blocks)), strict=True))
        self._block_tried.extend([0.0] * len(blocks))
        self._block_succeeded.extend([0.0] * len(blocks))
        for place, target in enumerate(targets, len(edges.page)):
            edges.before.append(self._newest[target])
            self._newest[target] = place
            if (fetched := self._page_of[target]) >= 0:
                self._try(number, block_of[page.links[place - len(edges.page)].path], self._relevance[fetched])
        edges.page.extend([number] * len(targets))
        edges.target.extend(targets)
        edges.anchor.extend(numbers)
        edges.block.extend([block_of[out.path] for out in page.links])
        edges.around.extend(around)
        return around

    def _came_of(self, link: int, relevance: float) -> None:
        edge = self._newest[link]
        while edge >= 0:
            self._try(self.edges.page[edge], self.edges.block[edge], relevance)
            edge = self.edges.before[edge]

    def _try(self, page: int, block: int, relevance: float) -> None:
        self._tried[page] += 1
        self._succeeded[page] += relevance
        self._block_tried[block] += 1
        self._block_succeeded[block] += relevance

    def _weigh(self, pages: Ints) -> None:
        """Pages that are on topic become examples of it."""
        relevance: NDArray[np.float64] = np.frombuffer(self._relevance, np.float32)[pages].astype(np.float64)
        weights: NDArray[np.float64] = np.where(relevance > ON_TOPIC, FEEDBACK * relevance, 0.0)
        changes = weights - np.frombuffer(self._weight, np.float32)[pages]
        moved = np.abs(changes) > 0.01
        pages, weights = pages[moved], weights[moved]
        if not len(pages):
            return
        np.frombuffer(self._weight, np.float32)[pages] = weights
        self.profile.weigh(pages, changes[moved])
        if self.directions:
            for page, weight in zip(pages.tolist(), weights.tolist(), strict=True):
                self.directions.weigh(page, weight)

    def _count_again(self) -> None:
        """After pages were judged anew: what became of the links of each page and block."""
        edges = self.edges
        fetched = np.frombuffer(self._page_of, np.int32)[np.frombuffer(edges.target, np.int32)]
        tried = fetched >= 0
        relevance = np.frombuffer(self._relevance, np.float32)[fetched[tried]]
        for of, columns in (
            (edges.page, (self._tried, self._succeeded)),
            (edges.block, (self._block_tried, self._block_succeeded)),
        ):
            which = np.frombuffer(of, np.int32)[tried]
            for column, weights in zip(columns, (None, relevance), strict=True):
                np.frombuffer(column, np.float32)[:] = np.bincount(which, weights, len(column))

    def renew(self) -> None:
        """Score all links anew."""
        self._renewed_at = len(self._relevance)
        waiting = np.flatnonzero(
            (np.frombuffer(self._page_of, np.int32) < 0) & (np.frombuffer(self._newest, np.int32) >= 0)
        )
        scores = np.frombuffer(self._score, np.float32)[waiting]
        if self.directions:
            self._learn()
            many = self._compared()
            best = waiting[np.argpartition(-scores, many)[:many]] if len(waiting) > many else waiting
            self.directions.renew(self._anchors_of(self._edges_of(best)), all_titles=True)
        scores = self._score_again(waiting)
        self._top = waiting[np.argpartition(-scores, TOP)[:TOP]] if len(waiting) > TOP else waiting

    def _renew_top(self) -> None:
        waiting = self._top[np.frombuffer(self._page_of, np.int32)[self._top] < 0]
        found = self._edges_of(waiting)
        if self.directions:
            self.directions.renew(self._anchors_of(found), all_titles=False)
        self._top = waiting
        self._moved = waiting, self._score_again(waiting, found)

    def _learn(self) -> None:
        """What titles and anchors of relevant pages have that others have not."""
        assert self.directions is not None
        self._learnt_at = len(self._relevance)
        self.directions.learn(np.array(self._relevance, np.float32), self._shrunk())

    def _edges_of(self, links: Ints) -> Found:
        return self.edges.of(np.frombuffer(self._newest, np.int32)[links].astype(np.int64))

    def _anchors_of(self, found: Found) -> Ints:
        anchors = np.sort(np.frombuffer(self.edges.anchor, np.int32)[found[1]])
        return anchors[np.diff(anchors, prepend=-1) > 0].astype(np.int64)

    def _score_again(self, links: Ints, found: Found | None = None) -> Floats:
        numbers = self._numbers(links, found or self._edges_of(links))
        worth = np.maximum(self.weights @ numbers, np.frombuffer(self._prior, np.float32)[links])
        scores: Floats = np.minimum(np.maximum(worth, 0.0), 1.0).astype(np.float32)
        np.frombuffer(self._score, np.float32)[links] = scores
        return scores

    def _numbers(self, links: Ints, found: Found) -> Floats:
        """The six numbers of each, a column a link."""
        edges = self.edges
        place, edge, first = found
        page = np.frombuffer(edges.page, np.int32)[edge]
        anchor = np.frombuffer(edges.anchor, np.int32)[edge]
        relevance = np.frombuffer(self._relevance, np.float32)
        numbers = np.zeros((len(Parameters.WEIGHTS), len(links)), np.float32)
        if self.directions:
            np.maximum.at(numbers[0], place, self.directions.anchors.meaning[anchor])
            np.maximum.at(numbers[1], place, self.directions.anchors.titles[anchor])
            numbers[5, place] = -1.0
            np.maximum.at(numbers[5], place, self.directions.anchors.learned[anchor])
        else:
            np.maximum.at(numbers[0], place, np.frombuffer(self._word_likeness, np.float32)[anchor])
        of, holder = place[first], page[first]
        count = np.bincount(of, minlength=len(links))
        usual = self._total / len(relevance) if len(relevance) else USUAL
        numbers[2] = (np.bincount(of, relevance[holder], len(links)) + SHRUNK * usual) / (count + SHRUNK)
        numbers[2, count == 0] = 0.0
        np.maximum.at(numbers[3], place, self._block_success(page, np.frombuffer(edges.block, np.int32)[edge]))
        np.maximum.at(numbers[4], place, np.frombuffer(edges.around, np.float32)[edge])
        return numbers

    def _block_success(self, page: NDArray[np.int32], block: NDArray[np.int32]) -> Floats:
        """Of links of the block, shrunk to those of the page, and these to those of the crawl."""
        usual = self._shrunk()
        tried, succeeded = (
            np.frombuffer(self._tried, np.float32)[page],
            np.frombuffer(self._succeeded, np.float32)[page],
        )
        of_page = (succeeded + SHRUNK * usual) / (tried + SHRUNK)
        tried, succeeded = (
            np.frombuffer(self._block_tried, np.float32)[block],
            np.frombuffer(self._block_succeeded, np.float32)[block],
        )
        success: Floats = ((succeeded + SHRUNK * of_page) / (tried + SHRUNK)).astype(np.float32)
        return success

    def _shrunk(self) -> float:
        """How relevant pages are, drawn towards what is usual where there are few."""
        return (self._total + SHRUNK * USUAL) / (len(self._relevance) + SHRUNK)

    def _reach(self, length: int) -> None:
        missing = length - len(self._score)
        if missing > 0:
            self._newest.extend([-1] * missing)
            self._page_of.extend([-1] * missing)
            self._prior.frombytes(bytes(4 * missing))
            self._score.frombytes(bytes(4 * missing))
