"""What pages say when events are planted: each report tells its event in its own mixture of words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from honeyguide.web.synthetic.draws import Dice, stream
from honeyguide.web.synthetic.events import HAPPENINGS, IMPACT, RECOVERY, Happening, invent
from honeyguide.web.synthetic.hosts import spread
from honeyguide.web.synthetic.layout import Layout
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.planting import Plan
from honeyguide.web.synthetic.text import Deck, Text, headline, sentences, speech
from honeyguide.web.synthetic.truth import Planting
from honeyguide.web.synthetic.vocabulary import listed

PHASE_WORDS = 0.16
"""Mean share of a report's nouns that belong to its phase."""
_FADED = 0.65
"""What an event's words come to in reports of a weak event."""
_LONG_AGO = 1 << 24
"""Number of the first happening that is no event."""


class Story(NamedTuple):
    """The words that a page has for what it tells."""

    own: tuple[str, ...]
    """Its name first."""
    places: tuple[str, ...]
    people: tuple[str, ...]
    phase: list[list[str]]
    """Nouns, adjectives, verbs."""


class PlantedText(Text):
    def __init__(self, parameters: SyntheticParameters, layout: Layout, plan: Plan) -> None:
        super().__init__(parameters, layout)
        self.plan = plan
        self._reports = {
            chinese: [
                page
                for page, planting in plan.plantings.items()
                if planting.role == "report" and layout.host_of(page).chinese == chinese
            ]
            for chinese in (False, True)
        }

    def original(self, page: int) -> int:
        planting = self.plan.plantings.get(page)
        if planting is None:
            return super().original(page)
        return page if planting.copy_of is None else planting.copy_of

    def is_oblique(self, page: int) -> bool:
        planting = self.plan.plantings.get(page)
        return super().is_oblique(page) and (planting is None or planting.role == "background")

    def deck(self, page: int) -> Deck:
        words = super().deck(page)
        planting = self.plan.plantings.get(page)
        if planting is None or planting.role in ("background", "spam"):
            return words
        dice = Dice(self.p.seed, page, b"mixture")
        story = self._story(page, planting)
        share = self.p.event_words * (_FADED if self._is_weak(planting) else 1.0)
        return _mixed(words, story, share * dice.between(0.5, 1.5), PHASE_WORDS * dice.between(0.5, 1.5), dice)

    def title(self, page: int) -> str:
        source = self.original(page)
        planting = self.plan.plantings.get(source)
        if planting is None or planting.role in ("background", "spam"):
            return super().title(page)
        key = page if Dice(self.p.seed, page, b"retitled").fraction() < 0.3 else source
        draws = stream(self.p.seed, key, b"title", 12)
        if draws[0] < 24:
            deck = self.deck(source)
        else:
            subject = self.subject_deck(source)
            deck = _mixed(subject, self._story(source, planting), 0.35, 0.25, Dice(self.p.seed, source, b"titled"))
        return headline(deck, draws, speech(self.layout.host_of(source).chinese))

    def patches(self, page: int, count: int) -> list[str]:
        """Sentences that spam takes over from several reports as they stand; none where there are no reports."""
        chinese = self.layout.host_of(page).chinese
        reports = self._reports[chinese]
        taken: list[str] = []
        dice = Dice(self.p.seed, page, b"patches")
        while reports and len(taken) < count:
            donor = dice.one(reports)
            said, _ = sentences(self.deck(donor), stream(self.p.seed, donor, b"text", 200), 12, speech(chinese))
            first = int(dice.between(0, 8))
            taken += said[first : first + 4]
        return taken[:count]

    def agency_line(self, page: int) -> str:
        """How a copy begins, three times in four."""
        source = self.original(page)
        dice = Dice(self.p.seed, page, b"agency")
        if dice.fraction() < 0.25:
            return ""
        chinese = self.layout.host_of(page).chinese
        agency = listed(HAPPENINGS[chinese].agencies)[source % 3]
        place = self._story(source, self.plan.plantings[source]).places[0]
        return f"{agency}{place}电 " if chinese else f"{place.upper()} ({agency}) – "

    def _is_weak(self, planting: Planting) -> bool:
        return bool(planting.event) and self.plan.happenings[planting.event].weak

    def _story(self, page: int, planting: Planting) -> Story:
        if planting.role == "stale":
            return self._old_story(page)
        event = self.plan.happenings[planting.event]
        stage = event.stages[planting.phase].about
        before = event.stages[planting.phase - 1].about if planting.phase else stage
        return Story(
            (event.name, *event.things, *event.of_its_kind), event.places, event.people,
            self._phase_words(event.number, event.chinese, stage, before),
        )  # fmt: skip

    def _old_story(self, page: int) -> Story:
        """Something that happened years ago, half of the time where an event happens now."""
        chinese = self.layout.host_of(page).chinese
        dice = Dice(self.p.seed, page, b"old")
        here: list[Happening] = [each for each in self.plan.happenings.values() if each.chinese == chinese]
        place = dice.one(here).place if here and dice.fraction() < 0.5 else ""
        named = invent(self.p.seed, _LONG_AGO + page, chinese, place)
        about = int(dice.between(IMPACT, RECOVERY + 1))
        places = tuple(form % named.place for form in listed(HAPPENINGS[chinese].places))
        own = (named.name, *named.things, *named.of_its_kind)
        return Story(own, places, (), self._phase_words(_LONG_AGO + page, chinese, about, about))

    def _phase_words(self, number: int, chinese: bool, about: int, before: int) -> list[list[str]]:
        """An event's choice among the words of its phase, and a few of the phase before."""
        words = HAPPENINGS[chinese].phases
        dice = Dice(self.p.seed, number * 8 + about, b"phase")
        chosen = [dice.some(listed(kind), 14) for kind in words[about]]
        if before != about:
            earlier = Dice(self.p.seed, number * 8 + before, b"phase")
            chosen = [
                [*kept, *earlier.some(listed(kind), 14)[:3]] for kept, kind in zip(chosen, words[before], strict=True)
            ]
        return chosen


def _mixed(words: Deck, story: Story, own: float, phase: float, dice: Dice) -> Deck:
    """The words of a page with those of its story before them: the commonest of the others give way."""
    name, *others = story.own
    told = dice.some(others, 8)
    weights = [4.0, *(dice.between(0.3, 1.7) for _ in told)]
    nouns = _repeated([name, *told], weights, round(own * 256))
    of_phase = [dice.some(kind, 10) for kind in story.phase]
    nouns += _repeated(of_phase[0], [dice.between(0.3, 1.7) for _ in of_phase[0]], round(phase * 256))
    adjectives, verbs = (
        _repeated(kind, [1.0] * len(kind), round(phase * 1.3 * 256)) for kind in (of_phase[1], of_phase[2])
    )
    near = dice.between(0.35, 0.75)
    places = _repeated(story.places, [4.0, *(dice.fraction() for _ in story.places[1:])], round(near * 256))
    people = _repeated(story.people, [1.0] * len(story.people), round(dice.between(0.1, 0.3) * 256))
    own_words = (nouns, adjectives, verbs, places, people)
    mixed = tuple((front + rest)[:256] for front, rest in zip(own_words, words, strict=False))
    return mixed + words[len(mixed) :]


def _repeated(words: Sequence[str], weights: list[float], many: int) -> list[str]:
    counts = spread(many, np.array(weights)).tolist()
    return [word for word, count in zip(words, counts, strict=True) for _ in range(count)]
