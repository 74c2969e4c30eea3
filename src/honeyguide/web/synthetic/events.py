"""Invented events: a name, words of their own, and phases along time with a burst in them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from honeyguide.web.synthetic import chinese_event_vocabulary, english_event_vocabulary
from honeyguide.web.synthetic.draws import Dice
from honeyguide.web.synthetic.vocabulary import PHASES, listed

DAY = 86_400.0
HAPPENINGS = (english_event_vocabulary.HAPPENINGS, chinese_event_vocabulary.HAPPENINGS)
WINDOW = 120
"""Days before the end of the last year in which everything is planted."""
WARNING, IMPACT, RESCUE, RECOVERY, INQUIRY, FOLLOW_UP = range(len(PHASES))
_COURSES = (
    (WARNING, IMPACT, RESCUE, RECOVERY), (IMPACT, RESCUE, RECOVERY), (WARNING, IMPACT, RESCUE),
    (IMPACT, RESCUE, INQUIRY), (WARNING, IMPACT, RECOVERY), (IMPACT, RECOVERY, INQUIRY), (IMPACT, RESCUE),
)  # fmt: skip
_DAYS = ((1.5, 3.0), (2.0, 4.0), (3.0, 6.5), (5.0, 10.0), (5.0, 10.0), (3.0, 7.0))
"""Shortest and longest length of a phase."""
_RATES = (0.35, 1.0, 0.6, 0.25, 0.28, 0.3)
"""Pages a day, as a share of the rate in the first days."""
_LEAN = (0.7, 1.6, 1.25, 1.1, 1.1, 1.2)
"""u^lean of a phase has passed when a page comes: above 1 the volume decays, below it rises."""
_TRIES, _TURN = 20, 1 << 16
"""How often a name is drawn anew, and how far apart the numbers of such draws are."""


class Stage(NamedTuple):
    """A phase of an event."""

    about: int
    """Place in `PHASES`."""
    start: float
    end: float

    @property
    def volume(self) -> float:
        return _RATES[self.about] * (self.end - self.start) / DAY


class Happening(NamedTuple):
    number: int
    chinese: bool
    name: str
    place: str
    kind: str
    places: tuple[str, ...]
    people: tuple[str, ...]
    things: tuple[str, ...]
    """Nouns that are its own, or nearly."""
    of_its_kind: tuple[str, ...]
    stages: tuple[Stage, ...]
    weight: float
    """How much it is told, against the others."""
    weak: bool
    """Its words are rarer in what tells of it."""
    is_kin: bool
    """It shares place and days with the event before it in its language."""


def end_of(last_year: int) -> float:
    """The moment up to which everything is planted."""
    return datetime(last_year + 1, 1, 1, tzinfo=UTC).timestamp()


class Named(NamedTuple):
    """Something that happened: what it is called, and words that are its own."""

    name: str
    place: str
    kind: str
    things: tuple[str, ...]
    of_its_kind: tuple[str, ...]


def invent(seed: int, number: int, chinese: bool, place: str = "", not_kind: str = "") -> Named:
    """A place may be given, and a kind that it must not be of."""
    dice = Dice(seed, number, b"happening")
    words = HAPPENINGS[chinese]
    place = place or dice.one(listed(words.first)) + dice.one(listed(words.second))
    kind = dice.one([each for each in words.kinds if each != not_kind])
    called = dice.one(listed(words.storms)) if kind in ("storm surge", "风暴潮") else place
    things = tuple(dice.some(listed(words.things), 7))
    return Named(words.name % (called, kind), place, kind, things, tuple(dice.some(listed(words.kinds[kind]), 6)))


def person(dice: Dice, chinese: bool) -> str:
    """An invented name."""
    words = HAPPENINGS[chinese]
    return words.person.format(given=dice.one(listed(words.given)), family=dice.one(listed(words.family)))


def happening(
    seed: int, number: int, of: int, chinese: bool, until: float, earlier: Sequence[Happening]
) -> Happening:
    """Event `number` of so many; one in three shares place, days and a few words with the one before it.

    The last one begins in the last days, and goes on.
    """
    dice = Dice(seed, number, b"event")
    last = number == of
    before = earlier[-1] if earlier and not earlier[-1].is_kin and dice.fraction() < 0.34 and not last else None
    named = _unlike(seed, number, chinese, earlier, before)
    things = named.things
    start = until - WINDOW * DAY + (number - 1 + dice.fraction()) / of * (WINDOW - 7) * DAY
    if last:
        start = until - dice.between(3.5, 7) * DAY
    if before:
        things = (*things[:5], *before.things[:2])
        start = before.stages[0].start + dice.between(3, 8) * DAY
    words = HAPPENINGS[chinese]
    return Happening(
        number=number,
        chinese=chinese,
        name=named.name,
        place=named.place,
        kind=named.kind,
        places=tuple(form % named.place for form in listed(words.places)),
        people=tuple(office % person(dice, chinese) for office in dice.some(listed(words.offices), 3)),
        things=things,
        of_its_kind=named.of_its_kind,
        stages=_stages(dice, start, until),
        weight=(0.35 + 1.9 * dice.fraction() ** 2) * (0.5 if dice.fraction() < 0.2 else 1.0),
        weak=dice.fraction() < 0.2,
        is_kin=before is not None,
    )


def _unlike(seed: int, number: int, chinese: bool, earlier: Sequence[Happening], before: Happening | None) -> Named:
    """A name that no earlier event has, and a place of its own if it does not share that of the one before it."""
    for turn in range(_TRIES):
        named = invent(seed, number + turn * _TURN, chinese, *((before.place, before.kind) if before else ()))
        names = {each.name for each in earlier}
        places = set() if before else {each.place for each in earlier}
        if named.name not in names and named.place not in places:
            break
    return named


def _stages(dice: Dice, start: float, until: float) -> tuple[Stage, ...]:
    """A course of two to four phases, and half of the time a follow-up weeks later; what lies ahead is cut off."""
    course = dice.one(_COURSES)
    lengths = [dice.between(*_DAYS[about]) * DAY // 3600 * 3600 for about in course]
    start = min(start, until - sum(lengths[:2])) // 3600 * 3600
    stages = []
    for about, length in zip(course, lengths, strict=True):
        if start < until - 0.7 * DAY:
            stages.append(Stage(about, start, min(start + length, until)))
        start += length
    start += dice.between(14, 30) * DAY // 3600 * 3600
    if dice.fraction() < 0.5 and len(stages) < 4 and start < until - 2 * DAY:
        stages.append(Stage(FOLLOW_UP, start, min(start + dice.between(*_DAYS[FOLLOW_UP]) * DAY, until)))
    return tuple(stages)


def moment_in(stage: Stage, dice: Dice) -> float:
    """When a page of a phase comes: in bursts by the phase's shape, and rather by day than by night."""
    length = stage.end - stage.start
    at = stage.start + dice.fraction() ** _LEAN[stage.about] * length
    for _ in range(3):
        if 6 <= at % DAY / 3600 < 23:
            break
        at = stage.start + dice.fraction() ** _LEAN[stage.about] * length
    return float(at // 60 * 60)
