"""The judge's decision: every page so far is compared with the examples, in words and in meaning [ours].

Its likeness with the topic is the mean of its two cosines (`page_space`) with the middle of the examples, to which
pages found on topic are added with less weight. How much likeness is much, the crawl itself tells (`border`). So what
is said of a page moves while others come, and most with a person's marks. Links learn from the mean of what is said,
sooner, and of what the crawl says alone: on a web that is all far from texts about anything, many pages are on topic
beside these, and some still more than others.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from honeyguide.model import Relevance, TermEvidence
from honeyguide.relevance.border import ENOUGH, STEEP, Border, are_many, by_marks, marks_of
from honeyguide.relevance.evidence import MOST, log_odds
from honeyguide.relevance.label_propagation import Neighbours
from honeyguide.relevance.page_features import PageFeatures, unpack
from honeyguide.relevance.page_space import Floats, Ints, PageSpace
from honeyguide.relevance.view import View

SPACE_GROWTH, GROWTH, LEAST = 0.2, 0.05, 10
"""Where words lie is found anew when the crawl has grown by the first, pages are judged anew when it has grown by the
second, and by so many pages."""
HINT = 1.0
"""Weight of keywords beside an example, in each language."""
FEEDBACK, MOST_FEEDBACK, FED = 0.5, 0.5, 10
"""Weight of a page on topic beside an example; all of them together weigh at most so many times the examples; and how
many of the best count, where few pages are on topic."""
AGAINST, HALFWAY = 0.5, 3.0
"""Weight of the middle of the pages that a person marked as off topic, when many are; half of it with so many."""
MANY_PAGES = 200
"""Of fewer, each is a good part of what pages off topic are like: what a mark brings those that are unlike the page,
and how much it sets pages apart, counts by degrees."""
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
BOTH = 0.1
"""A topic with more than this of its examples in either language is in both."""
HIGH, HIGH_FOR_LINKS = (0.5, 0.7), (0.2, 0.4)
"""How far up, from texts about anything to the best pages, the lower part of the pages lies when not all of it can be
off topic, and when none of it is. Links learn from pages as if that were so earlier: of two neighbours of the topic,
the nearer one then is worth more."""
NEAR, EDGE, FEWEST_NEAR = 300, 30, 30
"""Pages most like the topic, each of which is looked at among those most like it; how many of them are the edge,
where there are others beyond it; and how many there must be."""


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
        self._examples = np.arange(len(everyday), len(everyday) + len(examples))
        self._hints = self._examples[-1] + 1 + np.arange(len(hints))
        self._first = len(everyday) + len(examples) + len(hints) + len(others)
        """The first page of the crawl."""
        self._others = len(others)
        self._marks: dict[int, bool] = {}
        self._verdicts = View(HIGH)
        """What is said of pages;"""
        self._standing_out = View(HIGH_FOR_LINKS), View(None)
        """what links learn from: what would be said if most of a crawl were soon on topic, and if it never were."""
        self._due = False
        self._found_at = self._judged_at = 0
        self._copies: Ints = np.zeros(0, np.int64)
        """Pages of the crawl that are examples."""
        known = (*examples, *everyday)
        self.space = PageSpace(max(each.encoder for each in known), max(len(each.lead) for each in known))
        self.border = Border(self.space, len(everyday), keywords=keywords)
        for features in (*everyday, *examples, *hints, *others):
            self._add(features)
        self.space.apart = BOTH < self.space.languages(self._examples).mean() < 1 - BOTH
        self._find()
        self._judge_all()

    @property
    def pages(self) -> int:
        return len(self.space) - self._first

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
        row, place = self._lay(features)
        for view in (self._verdicts, *self._standing_out):
            view.chance[row] = self._chance_of(view, row, place)
        return self._say(row, relevance)

    def glance(self, features: PageFeatures) -> float:
        """The chance of a page that does not join those that are judged."""
        row, place = self._lay(features)
        chance = self._chance_of(self._verdicts, row, place)
        self.space.drop()
        return chance

    def revise(self) -> Floats | None:
        grown = self.pages - self._judged_at
        if not self._due and grown < max(LEAST, GROWTH * self._judged_at):
            return None
        if self.pages - self._found_at >= max(LEAST, SPACE_GROWTH * self._found_at):
            self._find()
        self._judge_all()
        return self._standing(slice(self._first, len(self.space)))

    def settle(self) -> None:
        """From the beginning, whatever was believed while pages came: each is what it would be as the first."""
        for view in (self._verdicts, *self._standing_out):
            view.chance[self._first : len(self.space)] = self._glances
        self.border.all_came = True
        self._find()
        self._judge_all()
        self.border.all_came = False

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
        rows = np.arange(self._first, len(self.space))
        rows = rows[np.argsort(np.abs(self._verdicts.chance[rows] - self.threshold), kind="stable")]
        asked: list[int] = []
        for alike in (ALIKE, COPIES):
            for row in rows.tolist():
                if len(asked) == n:
                    break
                if row in self._marks or row in asked:
                    continue
                if not asked or self._most_alike(row, asked) <= alike:
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
        self.space.add(features)
        for view in (self._verdicts, *self._standing_out):
            view.make_room(len(self.space))

    def _lay(self, features: PageFeatures) -> tuple[int, Floats]:
        """The row of a page, and where it lies among what was found before it came."""
        self._add(features)
        row = len(self.space) - 1
        self.space.lay(row)
        return row, self.space.rows(slice(row, row + 1))

    def _most_alike(self, row: int, asked: Sequence[int]) -> float:
        return float((self.space.rows(np.array(asked)) @ self.space.rows(np.array([row]))[0]).max())

    def _find(self) -> None:
        """Where words lie, and where the middle of all pages is."""
        self._found_at = self.pages
        examples = [*self._examples.tolist(), *self._hints.tolist()]
        self.space.find(examples, self._middle_weights(), latent=self.pages + self._others >= ENOUGH)

    def _middle_weights(self) -> Floats:
        """How much each row counts in the middle of all. From keywords alone, a page counts as far as it is off topic
        where many are on it: else the topic itself would be the middle."""
        weights = np.ones(len(self.space), np.float32)
        if self.border.keywords:
            found = self._verdicts.chance[self._first : len(self.space)]
            many = float(found.mean()) if len(found) else 0.0
            weights[self._first :] -= np.float32(are_many(many)) * found
            weights[self._examples] = 0.0
        return weights

    def _judge_all(self) -> None:
        """Look for the topic's direction and for what is much likeness; twice, since each depends on the other."""
        self._judged_at, self._due = self.pages, False
        rows = self.space.all_rows()
        self._copies = self._of_examples(rows)
        near, edge = self._near(rows)
        neighbours = Neighbours(rows[near], edge) if len(near) >= FEWEST_NEAR else None
        early, never = self._standing_out
        for view, heard in ((self._verdicts, neighbours), (early, neighbours), (never, None)):
            for _ in range(2):
                self._look(view, rows, near, heard)

    def _of_examples(self, rows: Floats) -> Ints:
        """Pages of the crawl that are examples themselves, as seeds often are."""
        if self.border.keywords:
            return np.zeros(0, np.int64)
        likeness = rows[self._first :] @ rows[self._examples].T
        return self._first + np.flatnonzero(likeness.max(axis=1) > COPIES)

    def _near(self, rows: Floats) -> tuple[Ints, Ints | None]:
        """The pages most like the topic, and all that are known to be on it or off it; which are the edge."""
        beyond = self.pages > NEAR
        if not self.space.latent or (self.border.keywords and not beyond):  # few would all seem to be on topic
            return np.zeros(0, np.int64), None
        likeness = rows @ (self._weights(self._verdicts, len(rows)) @ rows)
        likeness[: self._examples[0]] = -np.inf
        likeness[self._examples] = likeness[list(self._marks)] = np.inf
        near = np.argsort(-likeness, kind="stable")[:NEAR]
        near = near[likeness[near] > -np.inf]
        return near, np.arange(NEAR - EDGE, NEAR) if beyond else None

    def _look(self, view: View, rows: Floats, near: Ints, neighbours: Neighbours | None) -> None:
        weights = self._weights(view, len(rows))
        total = float(weights.sum())
        view.topic = (weights @ rows) / np.float32(total)
        likeness = rows @ view.topic
        own = np.flatnonzero(weights)
        itself = weights[own] * np.einsum("ij,ij->i", rows[own], rows[own])
        rest = np.maximum(total - weights[own], 1e-6)
        likeness[own] = (likeness[own] * total - itself) / rest  # as if it were none of the examples
        view.hear(neighbours, weights, near)
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
            fed[np.argsort(-fed, kind="stable")[FED:]] *= np.float32(are_many(float((fed > 0).mean())))
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
        view.off, view.spread = self.border.off_topic(before, rows, view.high)
        known = [] if self.border.keywords else self._examples.tolist()
        copies = set(self._copies.tolist())
        known += [row for row, on_topic in self._marks.items() if on_topic and row not in copies]
        heights = view.heights(likeness, self.space.languages(slice(0, len(likeness))))
        view.on = self.border.on_topic(heights[known], heights[rows])
        view.level = self._level(view, heights, pages)

    def _level(self, view: View, heights: Floats, pages: Ints) -> float:
        """Where the border lies, between pages off topic (0) and examples (1): marks move it."""
        found = float(view.chance[self._first : len(self.space)].sum())
        level = self.border.level(self.pages, view.on, found)
        if view.high and len(pages) >= ENOUGH:
            if self.border.keywords:
                level = self.border.between_groups(heights, pages, level * view.on, view.high) / view.on
            elif self.border.all_came and not self._marks:
                others = np.setdiff1d(pages[self._list_odds(slice(pages[0], len(heights))) == 0], self._copies)
                level = self.border.with_some(heights, others, level * view.on, view.high) / view.on
        if not self._marks:
            return level
        marked, on_topic = marks_of(self._marks)
        return by_marks(level, heights[marked] / view.on, on_topic)

    def _chance_of(self, view: View, row: int, place: Floats) -> float:
        return float(self._chances(view, view.likeness_of(place), slice(row, row + 1))[0])

    def _chances(self, view: View, likeness: Floats, rows: slice) -> Floats:
        height = view.heights(likeness, self.space.languages(rows)) / view.on
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
        if not self.border.keywords or self.space.latent:
            return np.zeros(rows.stop - rows.start, np.bool_)
        return np.logical_not(self.space.among_words[rows].any(axis=1))

    def _list_odds(self, rows: slice) -> Floats:
        linked = np.array(self.space.linked[rows], np.float32)
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
        space, view, own = self.space, self._verdicts, slice(row, row + 1)
        words, place = space.words.words_of(row), space.rows(own)
        language = space.languages(own)[0]
        apart = words.place - space.middle[language]
        size, means = len(apart), bool(space.meaning.shape[1])
        half = float(np.sqrt(0.5) if means else 1.0)
        scale = STEEP / (float(view.spread[language]) * view.on) * half
        length = max(float(np.sqrt(apart @ apart)), space.shortest)
        towards = view.towards(place)
        shares = scale / length * words.weights * (words.vectors @ towards[:size])
        largest = np.argsort(-np.abs(shares), kind="stable")[: MOST - 4]
        columns = [each[largest].tolist() for each in (words.numbers, words.weights, shares)]
        evidence = [
            TermEvidence(space.words.names[word], (), weight, share)
            for word, weight, share in zip(*columns, strict=True)
        ]
        added = float(shares.sum())

        def add(name: str, share: float) -> float:
            evidence.append(TermEvidence(name, (), 1.0, share))
            return share

        if means:
            added += add(MEANING, scale * float(space.meant(own)[0] @ towards[size:]))
        if company := float(view.company[row] if row < len(view.company) else view.company_of(place)):
            added += add(ALIKE_PAGES, scale / half * company)
        start = -STEEP * (float(view.off[language]) / (float(view.spread[language]) * view.on) + view.level)
        if self._unnamed(own)[0] and (over := start + added - UNSAID) > 0:
            added += add(NO_WORD, -over)
        if lists := float(self._list_odds(own)[0]):
            added += add(LIST, -lists)
        odds = log_odds(float(view.chance[row]))
        if odds > ENOUGH_SAID and row not in self._marks:
            added += add(LITTLE_MORE, odds - ENOUGH_SAID - float(np.expm1(odds - ENOUGH_SAID)))
        return sorted(evidence, key=lambda each: -abs(each.contribution)), odds - added
