"""The judge's decision: every page so far is compared with the examples, in words and in meaning [ours].

A page lies somewhere among the words that go together (`latent_words`) and among what texts can mean; from both the
middle of all pages is taken away. Its likeness with the topic is the mean of its two cosines with the middle of the
examples, to which pages found on topic are added with less weight. How much likeness is much, the crawl itself tells:
most pages are not about the topic. So what is said of a page moves while others come, and most with a person's marks.
Where most pages are about it, texts about anything tell instead whether a page is on topic. Links learn from the mean
of what these say, sooner, and of what the crawl says alone: on a web that is all far from such texts, many pages are
on topic for these, and some still more than others.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from honeyguide.chinese import ANY_HAN
from honeyguide.model import Relevance, TermEvidence
from honeyguide.relevance.evidence import MOST, log_odds
from honeyguide.relevance.label_propagation import Heard, Neighbours
from honeyguide.relevance.latent_words import LatentWords
from honeyguide.relevance.page_features import PageFeatures, unit, unpack
from honeyguide.relevance.two_groups import cut, skewness

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

SPACE_GROWTH, GROWTH, LEAST = 0.2, 0.05, 10
"""Where words lie is found anew when the crawl has grown by the first, pages are judged anew when it has grown by the
second, and by so many pages."""
HINT = 1.0
"""Weight of keywords beside an example, in each language."""
FEEDBACK, MOST_FEEDBACK, FED = 0.5, 0.5, 10
"""Weight of a page on topic beside an example; all of them together weigh at most so many times the examples; and how
many of the best count, where few pages are on topic."""
MARGIN, LOWEST, STRICTEST, STEEP = 1.5, 0.2, 0.85, 8.0
"""On topic is what is nearly as like the examples as these are like each other: so many standard deviations of pages
off topic less, and at least and at most so much of it; and how sharply that is cut."""
STRICT, HALF_SURE = 0.9, 50
"""How much of it the first pages must be like, while little is known of pages off topic; after so many pages, half of
the border is the one above."""
LEAST_LIKENESS = 2.2
"""How like each other examples are at least, in standard deviations of pages off topic."""
FIRST, ALONE, BEST, OF_BEST = 7.0, 3.5, 10, 0.7
"""The same where there is one example, or keywords, and nothing to compare it with: before there are pages, then; and
how much of the likeness of so many best pages stands for it when that is more."""
STANDS_OUT, FEW, MANY = 3.0, 0.1, 0.2
"""A page so many standard deviations above those off topic stands out. The more do, the less the best say about the
others: up to the first share of all pages they stand for the topic, from the second on they do not. In the same way
the best alone count as examples up to the first share of pages on topic, from the second on all of them do. And from
keywords, pages on topic are part of the middle of all up to the first share, from the second on they are not."""
RARE, USUAL, RAREST = 0.4, 0.2, 0.003
"""Standard deviations by which each unit of log-odds lifts the border, where keywords are all that is known and fewer
pages are on topic than the usual share; and the least share that counts."""
AGAINST, HALFWAY = 0.5, 3.0
"""Weight of the middle of the pages that a person marked as off topic, when many are; half of it with so many."""
MANY_PAGES = 200
"""Of fewer, each is a good part of what pages off topic are like: what a mark brings those that are unlike the page,
and how much it sets pages apart, counts by degrees."""
HELD = 4.0
"""Marks that it takes to move the level half-way to where they want it."""
TITLE = 0.3
"""Weight of the title's meaning beside that of the beginning, which holds it too."""
ENOUGH = 10
"""Pages that show what pages off topic are like, and which words go together; before these, texts about anything show
the first, and a page is compared by the words that it shares with the examples."""
SAYS_LITTLE = 0.15
"""A page with a shorter part among the words that go together says less than one that is all about something."""
LINKED, LINK_LIST, MOST_ODDS = 0.5, 12.0, 3.0
"""A page with a larger share of its text in links is a list; what that takes from the log-odds when all of it is, and
from how much at most."""
ENOUGH_SAID = 6.0
"""Log-odds from which more says little more: by their logarithm, so that the best pages do not all have the same
chance."""
UNSAID = -1.0
"""The log-odds, at most, of a page that holds no word of the topic, while keywords are all that is known."""
MEANING, LIST, NO_WORD = "(meaning)", "(a list of links)", "(no word of the topic)"
ALIKE_PAGES, LITTLE_MORE = "(pages like it)", "(more says little more)"
"""How the evidence names what is no word."""
ALIKE, COPIES = 0.5, 0.95
"""Of pages that are more alike than the first, one is asked for while there are others; of copies only one. A copy
of an example is that example."""
CHINESE, BOTH, BORROWED = 0.1, 0.1, 5.0
"""A page with more of its words in Chinese is Chinese, whatever names and code it holds; a topic with more than this
of either is in both languages; rows of all languages that are added to those of each, where its middle lies."""
_LOW, _LOWER = 0.3, 0.1
"""Quantiles of likeness that tell the middle and the spread of pages off topic."""
_Z_LOW, _Z_LOWER = -0.5244, -1.2816
"""The same of the normal distribution."""
HIGH, HIGH_FOR_LINKS = (0.5, 0.7), (0.2, 0.4)
"""How far up, from texts about anything to the best pages, the lower part of the pages lies when not all of it can be
off topic, and when none of it is. Links learn from pages as if that were so earlier: of two neighbours of the topic,
the nearer one then is worth more."""
SPREAD_BORROWED = 50
"""Pages that differ as much as texts about anything do, which are added to those of the crawl where keywords are all
that is known: few pages may differ little by chance, and everything would stand out."""
LEAST_SPREAD = 0.01
"""Pages off topic differ by so much at least, where few are copies of each other."""
SPREAD_SHARED = 30
"""Pages that differ as much as those of all languages do, which are added to those of each."""
EVEN, SKEWED = 0.6, 1.2
"""From keywords alone, a border is drawn where pages fall into two groups, by how far each stands out. That says
nothing where a few stand far above all others: up to the first skewness it counts fully, from the second on not."""
ANYTHING = 0.15
"""What texts about anything weigh among these pages, since all of the latter may be on topic."""
ENOUGH_SPLIT, ALL_CAME = 60, 20
"""From how many pages on that border counts fully; and when these are all, and no others will come."""
NEAR, EDGE, FEWEST_NEAR, COMPANY = 300, 30, 30, 0.2
"""Pages most like the topic, each of which is looked at among those most like it; how many of them are the edge,
where there are others beyond it; how many there must be; and how much what a page hears counts beside its own
likeness."""
UPPERMOST, FEWEST = 0.05, 3
"""The share of pages that are the best, and how many at least."""
_ROOM, _AT_ONCE = 256, 4_096


class View:
    """One way to look at all pages: where the topic lies, what likeness is much, and so what chance each page has."""

    def __init__(self, high: tuple[float, float] | None) -> None:
        """`high`: from where on texts about anything stand for pages off topic, since most pages are on it; never
        without it."""
        self.high = high
        self.chance = np.zeros(_ROOM, np.float32)
        """Of each row to be on topic."""
        self.topic: Floats = np.zeros(0, np.float32)
        self.away: Floats | None = None
        """What pages marked off topic are like, as far as it counts,"""
        self.sure = 0.0
        """and how much of what a page that is unlike them wins by that counts."""
        self.off: Floats = np.zeros(2, np.float32)
        self.spread: Floats = np.ones(2, np.float32)
        """Middle and spread of the likeness of pages off topic, by language;"""
        self.on = LEAST_LIKENESS
        """how far above that middle pages on topic are, in spreads,"""
        self.level = STRICT
        """and how much of that a page must have."""
        self.heard: Heard | None = None
        """What pages hear of those most like them,"""
        self.company: Floats = np.zeros(0, np.float32)
        """and what that adds to the likeness of each row."""

    def company_of(self, place: Floats) -> float:
        """What a page that came since hears of those most like it, as far as it counts."""
        return COMPANY * self.heard.by(place[0]) if self.heard else 0.0

    def taken(self, rows: Floats) -> Floats:
        """How much of their likeness the marks take from rows. Of few pages, what is unlike one that was marked off
        topic is hardly more like the topic for that."""
        if self.away is None:
            return np.zeros(len(rows), np.float32)
        taken = rows @ self.away
        return np.where(taken < 0, np.float32(self.sure) * taken, taken)

    def heights(self, likeness: Floats, language: NDArray[np.int64]) -> Floats:
        """How much more alike these are than pages off topic, in standard deviations of the latter."""
        heights: Floats = (likeness - self.off[language]) / self.spread[language]
        return heights


class Judging:
    """`protocols.LearningDecision`. Rows are texts about anything, examples, other pages that are known, and then the
    pages of the crawl in order."""

    def __init__(
        self,
        everyday: Sequence[PageFeatures],
        examples: Sequence[PageFeatures],
        others: Sequence[PageFeatures] = (),
        threshold: float = 0.5,
        *,
        hints: Sequence[PageFeatures] = (),
        keywords: bool = False,
        explains: bool = True,
        glances: bool = True,
    ) -> None:
        """`hints`: keywords beside examples, a page of each language. `keywords`: the examples are made of keywords
        themselves, and no page is much like them. `explains`: whether verdicts come with evidence. `glances`: whether
        it keeps what each page would be if it were the first."""
        self.threshold = threshold
        self._explains = explains
        self._alone = (
            Judging(everyday, examples, others, threshold, hints=hints, keywords=keywords, glances=False)
            if glances
            else None
        )
        self._glances = array("f")
        """The chance of each page, if it were the first."""
        self._words = LatentWords()
        self._examples = np.arange(len(everyday), len(everyday) + len(examples))
        self._hints = self._examples[-1] + 1 + np.arange(len(hints))
        self._first = len(everyday) + len(examples) + len(hints) + len(others)
        """The first page of the crawl."""
        self._others = len(others)
        self._keywords = keywords
        self._han: list[float] = []
        """Share of the words of each row that are Chinese."""
        self._marks: dict[int, bool] = {}
        size = max((len(each.lead) for each in (*examples, *everyday)), default=0)
        self._encoder = max((each.encoder for each in (*examples, *everyday)), default="")
        self._meaning = np.zeros((_ROOM, size), np.float16)
        self._space = np.zeros((_ROOM, 1), np.float32)
        """Where each page lies among words that go together; the middle is taken away, and rows have length 1. In
        full: rounded to half precision, it would depend on how a processor adds which of two links comes first."""
        self._linked: list[float] = []
        self._verdicts = View(HIGH)
        """What is said of pages;"""
        self._standing_out = View(HIGH_FOR_LINKS), View(None)
        """what links learn from: what would be said if most of a crawl were soon on topic, and if it never were."""
        self._due = False
        self._enough_split = ENOUGH_SPLIT
        self._found_at = self._judged_at = 0
        self._copies: Ints = np.zeros(0, np.int64)
        """Pages of the crawl that are examples."""
        for features in (*everyday, *examples, *hints, *others):
            self._add(features)
        self._find()
        self._judge_all()

    @property
    def pages(self) -> int:
        return len(self._words) - self._first

    @property
    def level(self) -> float:
        """Where the border lies, between pages off topic (0) and examples (1)."""
        return self._verdicts.level

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        if not relevance.features:
            return relevance
        features = unpack(relevance.features)
        if self._alone:
            self._glances.append(self._alone.glance(features))
        self._add(features)
        row = len(self._words) - 1
        self._lay(row)
        place = self._rows(slice(row, row + 1))
        for view in (self._verdicts, *self._standing_out):
            view.chance[row] = self._chance_of(view, row, place)
        return self._say(row, relevance)

    def glance(self, features: PageFeatures) -> float:
        """The chance of a page that does not join those that are judged."""
        self._add(features)
        row = len(self._words) - 1
        self._lay(row)
        chance = self._chance_of(self._verdicts, row, self._rows(slice(row, row + 1)))
        self._words.drop()
        self._linked.pop()
        self._han.pop()
        return chance

    def revise(self) -> Floats | None:
        grown = self.pages - self._judged_at
        if not self._due and grown < max(LEAST, GROWTH * self._judged_at):
            return None
        if self.pages - self._found_at >= max(LEAST, SPACE_GROWTH * self._found_at):
            self._find()
        self._judge_all()
        return self._standing(slice(self._first, len(self._words)))

    def settle(self) -> None:
        """From the beginning, whatever was believed while pages came: each is what it would be as the first."""
        for view in (self._verdicts, *self._standing_out):
            view.chance[self._first : len(self._words)] = self._glances
        self._enough_split = ALL_CAME
        self._find()
        self._judge_all()
        self._enough_split = ENOUGH_SPLIT

    def verdict(self, number: int) -> Relevance:
        return self._say(self._first + number, Relevance(0.0, False))

    def mark(self, number: int, on_topic: bool | None) -> None:
        row = self._first + number
        if on_topic is None:
            self._marks.pop(row, None)
        else:
            self._marks[row] = on_topic
        self._due = True

    def ask(self, n: int) -> Sequence[int]:
        """Those at the border of what is on topic; none that is much like another while there are others."""
        rows = np.arange(self._first, len(self._words))
        rows = rows[np.argsort(np.abs(self._verdicts.chance[rows] - self.threshold), kind="stable")]
        asked: list[int] = []
        for alike in (ALIKE, COPIES):
            for row in rows.tolist():
                if len(asked) == n:
                    break
                if row in self._marks or row in asked:
                    continue
                if not asked or float((self._rows(np.array(asked)) @ self._rows(np.array([row]))[0]).max()) <= alike:
                    asked.append(row)
        return [row - self._first for row in asked]

    def moves(self) -> Sequence[str]:
        """Its threshold stays where it is."""
        return ()

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: Mapping[str, object]) -> None:
        """All pages are judged again instead."""

    def _add(self, features: PageFeatures) -> None:
        row = len(self._words)
        if row == len(self._meaning):
            self._meaning, self._space = _doubled(self._meaning), _doubled(self._space)
            for view in (self._verdicts, *self._standing_out):
                view.chance = _doubled(view.chance)
        self._words.add(dict(zip(features.words, features.counts, strict=True)))
        self._meaning[row] = 0.0
        if features.lead and features.encoder == self._encoder:
            self._meaning[row] = unit(features.lead) + np.float32(TITLE) * unit(features.title)
        self._linked.append(features.linked)
        self._han.append(_chinese_share(features.words))

    def _find(self) -> None:
        """Where words lie, and where the middle of all pages is."""
        self._found_at = self.pages
        self._latent = self.pages + self._others >= ENOUGH
        places = self._words.find([*self._examples.tolist(), *self._hints.tolist()], latent=self._latent)
        if self._space.shape[1] != places.shape[1]:
            self._space = np.zeros((len(self._meaning), places.shape[1]), np.float32)
        everything = slice(0, len(places))
        self._middle = self._middles(places) if self._latent else np.zeros((2, places.shape[1]), np.float32)
        self._space[everything] = self._says(places, everything)
        self._usual = self._middles(self._meaning[everything].astype(np.float32))

    def _middles(self, rows: Floats) -> Floats:
        """Of pages that are not Chinese, and of those that are, where the topic is in both: else one of all, since
        the language itself says something then. Few rows of a language borrow the middle of all. From keywords alone,
        a page counts as far as it is off topic where many are on it: else the topic itself would be the middle."""
        weights = np.ones(len(rows), np.float32)
        if self._keywords:
            found = self._verdicts.chance[self._first : len(rows)]
            many = float(found.mean()) if len(found) else 0.0
            weights[self._first :] -= np.float32(_are_many(many)) * found
            weights[self._examples] = 0.0
        chinese = np.array(self._han) > CHINESE
        overall = weights @ rows / weights.sum()
        if not self._in_both():
            return np.array([overall, overall], np.float32)
        middles = [
            (each @ rows + BORROWED * overall) / (each.sum() + BORROWED)
            for each in (weights * ~chinese, weights * chinese)
        ]
        return np.array(middles, np.float32)

    def _in_both(self) -> bool:
        """Whether the topic is in Chinese and in another language."""
        own = float(np.mean([self._han[row] > CHINESE for row in self._examples.tolist()]))
        return BOTH < own < 1 - BOTH

    def _language(self, rows: NDArray[np.int64] | slice) -> NDArray[np.int64]:
        """1 for each that is Chinese, else 0."""
        shares = self._han[rows] if isinstance(rows, slice) else [self._han[row] for row in rows.tolist()]
        return (np.array(shares) > CHINESE).astype(np.int64)

    def _lay(self, row: int) -> None:
        """Where a page lies among what was found before it came."""
        self._space[row] = self._says(self._words.place(row)[None], slice(row, row + 1))[0]

    def _says(self, places: Floats, rows: slice) -> Floats:
        """Without the middle, and of length 1, unless a page says too little of what counts."""
        return _unit_rows(places - self._middle[self._language(rows)], SAYS_LITTLE if self._latent else 1.0)

    def _rows(self, rows: NDArray[np.int64] | slice) -> Floats:
        """Words and meaning side by side: products of rows are the mean of both cosines."""
        words = self._space[rows]
        if not self._meaning.shape[1]:
            return words
        meaning = _unit_rows(self._meaning[rows].astype(np.float32) - self._usual[self._language(rows)])
        return np.concatenate([words, meaning], axis=1) * np.float32(np.sqrt(0.5))

    def _judge_all(self) -> None:
        """Look for the topic's direction and for what is much likeness; twice, since each depends on the other."""
        self._judged_at, self._due = self.pages, False
        count = len(self._words)
        rows = np.empty((count, self._space.shape[1] + self._meaning.shape[1]), np.float32)
        for start in range(0, count, _AT_ONCE):
            rows[start : start + _AT_ONCE] = self._rows(slice(start, min(start + _AT_ONCE, count)))
        self._copies = self._of_examples(rows)
        near, edge = self._near(rows)
        neighbours = Neighbours(rows[near], edge) if len(near) >= FEWEST_NEAR else None
        for _ in range(2):
            self._look(self._verdicts, rows, near, neighbours)
        early, never = self._standing_out
        for _ in range(2):
            self._look(early, rows, near, neighbours)
        for _ in range(2):
            self._look(never, rows, near)

    def _of_examples(self, rows: Floats) -> Ints:
        """Pages of the crawl that are examples themselves, as seeds often are."""
        if self._keywords:
            return np.zeros(0, np.int64)
        likeness = rows[self._first :] @ rows[self._examples].T
        return self._first + np.flatnonzero(likeness.max(axis=1) > COPIES)

    def _near(self, rows: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64] | None]:
        """The pages most like the topic, and all that are known to be on it or off it; which are the edge."""
        beyond = self.pages > NEAR
        if not self._latent or (self._keywords and not beyond):  # few pages would all seem to be on topic
            return np.zeros(0, np.int64), None
        likeness = rows @ (self._weights(self._verdicts, len(rows)) @ rows)
        likeness[: self._examples[0]] = -np.inf
        likeness[self._examples] = likeness[list(self._marks)] = np.inf
        near = np.argsort(-likeness, kind="stable")[:NEAR]
        near = near[likeness[near] > -np.inf]
        return near, np.arange(NEAR - EDGE, NEAR) if beyond else None

    def _look(self, view: View, rows: Floats, near: NDArray[np.int64], neighbours: Neighbours | None = None) -> None:
        weights = self._weights(view, len(rows))
        total = float(weights.sum())
        view.topic = (weights @ rows) / np.float32(total)
        likeness = rows @ view.topic
        own = np.flatnonzero(weights)
        itself = weights[own] * np.einsum("ij,ij->i", rows[own], rows[own])
        rest = np.maximum(total - weights[own], 1e-6)
        likeness[own] = (likeness[own] * total - itself) / rest  # as if it were none of the examples
        view.heard, view.company = None, np.zeros(len(rows), np.float32)
        if neighbours:
            view.heard = neighbours.hear(weights[near])
            view.company[near] = np.float32(COMPANY) * view.heard.by_all()
        likeness += view.company
        against = [row for row, on_topic in self._marks.items() if not on_topic]
        share = AGAINST * len(against) / (len(against) + HALFWAY)
        view.away = np.float32(share) * rows[against].mean(axis=0) if against else None
        view.sure = min(1.0, self.pages / MANY_PAGES)
        taken = view.taken(rows)
        self._calibrate(view, likeness - taken, likeness - np.float32(view.sure) * taken)
        likeness -= taken
        view.chance[: len(rows)] = self._chances(view, likeness, slice(0, len(rows)))

    def _weights(self, view: View, count: int) -> Floats:
        """How much each row counts as an example. Of few pages on topic the best alone count: those at the border of
        a rare topic are mostly about something beside it."""
        weights = np.zeros(count, np.float32)
        found, fed = view.chance[self._first : count], weights[self._first :]
        fed[found > self.threshold] = FEEDBACK * found[found > self.threshold]
        fed[self._copies - self._first] = 0.0
        if len(fed) > FED:
            fed[np.argsort(-fed, kind="stable")[FED:]] *= np.float32(_are_many(float((fed > 0).mean())))
        most = MOST_FEEDBACK * len(self._examples)
        if (total := float(fed.sum())) > most:
            fed *= np.float32(most / total)
        weights[self._examples] = 1.0
        weights[self._hints] = HINT
        for row, on_topic in self._marks.items():
            weights[row] = 1.0 if on_topic else 0.0
        weights[self._copies] = 0.0
        return weights

    def _calibrate(self, view: View, likeness: Floats, before: Floats) -> None:
        """What pages off topic are like, and what those on topic are. The first by likeness `before` marks took all
        from it: of few pages, those like one marked are far off then, and nothing else would stand out any more."""
        first = self._examples[-1] + 1 + len(self._hints)
        rows = pages = np.arange(first, len(likeness))
        if len(pages) < ENOUGH:
            rows = np.concatenate([np.arange(self._examples[0]), pages])
        view.off, view.spread = self._off_topic(before, rows, view.high)
        known = [] if self._keywords else self._examples.tolist()
        copies = set(self._copies.tolist())
        known += [row for row, on_topic in self._marks.items() if on_topic and row not in copies]
        heights = view.heights(likeness, self._language(slice(0, len(likeness))))
        view.on = max(float(heights[known].mean()) if known else 0.0, LEAST_LIKENESS)
        if len(known) < 2:
            view.on = self._by_the_best(heights[rows])
        view.level = self._level(heights, view, pages)

    def _by_the_best(self, heights: Floats) -> float:
        """What pages on topic are like, where no two are known."""
        alone = ALONE if self._latent else FIRST
        if len(heights) <= BEST * BEST:
            return alone
        best = max(alone, OF_BEST * float(np.sort(heights)[-BEST:].mean()))
        many = _are_many(float((heights > STANDS_OUT).mean()))
        return many * alone + (1 - many) * best

    def _off_topic(self, likeness: Floats, rows: Ints, high: tuple[float, float] | None) -> tuple[Floats, Floats]:
        """Middle and spread of the likeness of pages off topic; of each language, where the topic is in both."""
        if not self._in_both() or not ENOUGH <= (chinese := self._language(rows)).sum() <= len(rows) - ENOUGH:
            found = 2 * [self._lower_part(likeness, rows, high)]
        else:
            each = [rows[chinese == kind] for kind in (0, 1)]
            alone = [self._lower_part(likeness, own, high) for own in each]
            shared = _together(alone[0][1], len(each[0]), alone[1][1], len(each[1]))
            found = [
                (middle, _together(spread, len(own), shared, SPREAD_SHARED))
                for (middle, spread), own in zip(alone, each, strict=True)
            ]
        off, spread = zip(*found, strict=True)
        return np.array(off, np.float32), np.array(spread, np.float32)

    def _lower_part(self, likeness: Floats, rows: Ints, high: tuple[float, float] | None) -> tuple[float, float]:
        """Of pages off topic, by the lower part of all; or by texts about anything, where that part lies high
        between these and the best pages, since most pages are on topic then."""
        pages, texts = np.sort(likeness[rows]), likeness[: self._examples[0]]
        if rows[0] < self._examples[0]:  # for want of pages these texts are among the rows
            return _middle_and_spread(pages)
        usual, usual_spread = _middle_and_spread(pages)
        middle, spread = _middle_and_spread(texts)
        if self._keywords:
            return usual, _together(usual_spread, len(pages), spread, SPREAD_BORROWED)
        if high is None:
            return usual, usual_spread
        low, best = np.quantile(texts, _LOW), pages[-max(FEWEST, int(UPPERMOST * len(pages))) :].mean()
        up = float((np.quantile(pages, _LOW) - low) / max(best - low, 1e-6))
        share = min(max((up - high[0]) / (high[1] - high[0]), 0.0), 1.0)
        return share * middle + (1 - share) * usual, share * spread + (1 - share) * usual_spread

    def _level(self, heights: Floats, view: View, pages: Ints) -> float:
        """Where the border lies, between pages off topic (0) and examples (1): marks move it."""
        sure, on = self.pages / (self.pages + HALF_SURE), view.on
        level = sure * min(max(LOWEST, 1 - MARGIN / on), STRICTEST) + (1 - sure) * STRICT + self._rarity(view) / on
        if self._keywords and view.high and len(pages) >= ENOUGH:
            level = self._between_groups(heights, pages, level * on) / on
        if not self._marks:
            return level
        rows = list(self._marks)
        signs = np.array([1.0 if self._marks[row] else -1.0 for row in rows])
        marked = heights[rows] / on
        levels = np.linspace(0.2, 2.0, 91)
        wrong = np.log1p(np.exp(-STEEP * signs * (marked - levels[:, None]))).sum(axis=1)
        wrong += HELD * (levels - level) ** 2 * STEEP
        return float(levels[wrong.argmin()])

    def _between_groups(self, heights: Floats, pages: Ints, border: float) -> float:
        """The border where pages fall into two groups, as far as it counts beside this one."""
        counts = min(max((SKEWED - skewness(heights[pages])) / (SKEWED - EVEN), 0.0), 1.0)
        counts *= min(len(pages) / self._enough_split, 1.0)
        texts = int(self._examples[0])
        weights = np.ones(texts + len(pages))
        weights[:texts] = ANYTHING * len(pages) / texts
        return counts * cut(np.concatenate([heights[:texts], heights[pages]]), weights) + (1 - counts) * border

    def _rarity(self, view: View) -> float:
        """How much higher the border is than where a usual share of pages is on topic."""
        if not self._keywords:
            return 0.0
        found = float(view.chance[self._first : len(self._words)].sum())
        share = min(max((found + 1) / (self.pages + 1 / USUAL), RAREST), USUAL)
        return RARE * (log_odds(USUAL) - log_odds(share))

    def _chance_of(self, view: View, row: int, place: Floats) -> float:
        likeness = place @ view.topic - view.taken(place) + np.float32(view.company_of(place))
        return float(self._chances(view, likeness, slice(row, row + 1))[0])

    def _chances(self, view: View, likeness: Floats, rows: slice) -> Floats:
        height = view.heights(likeness, self._language(rows)) / view.on
        lists = self._list_odds(rows)
        odds = STEEP * (height - view.level)
        odds = np.where(lists > 0, np.minimum(odds, MOST_ODDS), odds) - lists
        odds = np.where(self._unnamed(rows), np.minimum(odds, UNSAID), odds)
        odds = np.where(odds > ENOUGH_SAID, ENOUGH_SAID + np.log1p(np.maximum(odds - ENOUGH_SAID, 0)), odds)
        chance: Floats = (1 / (1 + np.exp(-np.clip(odds, -30, 30)))).astype(np.float32)
        for row, on_topic in self._marks.items():
            if rows.start <= row < rows.stop:
                chance[row - rows.start] = float(on_topic)
        return chance

    def _unnamed(self, rows: slice) -> NDArray[np.bool_]:
        """Whether they hold no word of a topic of which keywords are all that is known."""
        if not self._keywords or self._latent:
            return np.zeros(rows.stop - rows.start, np.bool_)
        return np.logical_not(self._space[rows].any(axis=1))

    def _list_odds(self, rows: slice) -> Floats:
        linked = np.array(self._linked[rows], np.float32)
        lists: Floats = np.float32(LINK_LIST / (1 - LINKED)) * np.maximum(linked - np.float32(LINKED), 0)
        return lists

    def _standing(self, rows: slice) -> Floats:
        """How far they stand out."""
        early, never = self._standing_out
        standing: Floats = np.float32(0.5) * (early.chance[rows] + never.chance[rows])
        return standing

    def _say(self, row: int, relevance: Relevance) -> Relevance:
        chance, standing = float(self._verdicts.chance[row]), float(self._standing(slice(row, row + 1))[0])
        on_topic = chance > self.threshold and not relevance.why_not
        said = replace(relevance, score=chance, on_topic=on_topic, standing=standing)
        if not self._explains:
            return said
        evidence, bias = self._evidence(row)
        return replace(said, evidence=tuple(evidence), bias=bias)

    def _evidence(self, row: int) -> tuple[list[TermEvidence], float]:
        """What each word adds to the log-odds, and what the meaning does; and what all of that is added to."""
        size, view = self._space.shape[1], self._verdicts
        words = self._words.words_of(row)
        language = self._language(slice(row, row + 1))[0]
        place = words.place - self._middle[language]
        half = float(np.sqrt(0.5) if self._meaning.shape[1] else 1.0)
        scale = STEEP / (float(view.spread[language]) * view.on) * half
        length = max(float(np.sqrt(place @ place)), SAYS_LITTLE if self._latent else 1.0)
        own = slice(row, row + 1)
        towards = view.topic
        if view.away is not None:
            counts = 1.0 if view.taken(self._rows(own))[0] > 0 else view.sure
            towards = view.topic - np.float32(counts) * view.away
        shares = scale / length * words.weights * (words.vectors @ towards[:size])
        largest = np.argsort(-np.abs(shares), kind="stable")[: MOST - 4]
        columns = [each[largest].tolist() for each in (words.numbers, words.weights, shares)]
        evidence = [
            TermEvidence(self._words.names[word], (), weight, share)
            for word, weight, share in zip(*columns, strict=True)
        ]
        added = float(shares.sum())
        if self._meaning.shape[1]:
            meaning = _unit_rows(self._meaning[own].astype(np.float32) - self._usual[self._language(own)])[0]
            evidence.append(TermEvidence(MEANING, (), 1.0, scale * float(meaning @ towards[size:])))
            added += evidence[-1].contribution
        if company := float(view.company[row] if row < len(view.company) else view.company_of(self._rows(own))):
            evidence.append(TermEvidence(ALIKE_PAGES, (), 1.0, scale / half * company))
            added += evidence[-1].contribution
        start = -STEEP * (float(view.off[language]) / (float(view.spread[language]) * view.on) + view.level)
        if self._unnamed(own)[0] and (over := start + added - UNSAID) > 0:
            evidence.append(TermEvidence(NO_WORD, (), 1.0, -over))
            added -= over
        if lists := float(self._list_odds(slice(row, row + 1))[0]):
            evidence.append(TermEvidence(LIST, (), 1.0, -lists))
            added -= lists
        odds = log_odds(float(view.chance[row]))
        if odds > ENOUGH_SAID and row not in self._marks:
            evidence.append(
                TermEvidence(LITTLE_MORE, (), 1.0, odds - ENOUGH_SAID - float(np.expm1(odds - ENOUGH_SAID)))
            )
            added += evidence[-1].contribution
        bias = odds - added
        return sorted(evidence, key=lambda each: -abs(each.contribution)), bias


def _chinese_share(words: Sequence[str]) -> float:
    if "".join(words).isascii():
        return 0.0
    return sum(bool(ANY_HAN.match(word)) for word in words) / len(words)


def _are_many(share: float) -> float:
    """From 0, where the share of pages is that of few, to 1."""
    return min(max((share - FEW) / (MANY - FEW), 0.0), 1.0)


def _together(spread: float, many: int, other: float, borrowed: int) -> float:
    """Of so many pages, and of so many that are borrowed."""
    return float(np.sqrt((many * spread**2 + borrowed * other**2) / (many + borrowed)))


def _middle_and_spread(likeness: Floats) -> tuple[float, float]:
    """Middle and spread of the lower part, as if it were all of a normal distribution."""
    low, lower = np.quantile(likeness, [_LOW, _LOWER]).tolist()
    spread = (low - lower) / (_Z_LOW - _Z_LOWER)
    return low - _Z_LOW * spread, max(spread, LEAST_SPREAD)


def _unit_rows(rows: Floats, shortest: float = 1e-6) -> Floats:
    """Of length 1; a shorter one than this is made no longer than its share of it."""
    length = np.sqrt(np.einsum("ij,ij->i", rows, rows))[:, None]
    scaled: Floats = rows / np.maximum(length, np.float32(shortest))
    return scaled


def _doubled(rows: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate([rows, np.zeros_like(rows)])
