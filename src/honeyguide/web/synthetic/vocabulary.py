"""What a vocabulary and a language of the synthetic web hold, and how subjects overlap."""

from __future__ import annotations

import re
from typing import NamedTuple

MAIN_SUBJECT = "rainstorm-disaster"

NEIGHBOURS = {
    "rainstorm-disaster": "weather insurance agriculture earthquakes",
    "weather": "agriculture astronomy travel gardening",
    "football": "travel medicine finance",
    "cooking": "gardening agriculture travel",
    "insurance": "finance medicine earthquakes",
    "finance": "insurance software agriculture",
    "agriculture": "gardening weather finance",
    "medicine": "insurance cooking software",
    "earthquakes": "insurance astronomy weather",
    "music": "travel software football",
    "travel": "cooking weather music",
    "software": "finance astronomy music",
    "astronomy": "weather software earthquakes",
    "gardening": "cooking agriculture weather",
}
"""Subjects whose words a page of this subject also uses, and to which it links more often than by chance."""

BORDERING = ("weather", "insurance", "agriculture", "earthquakes")
"""Off-topic subjects some pages of which speak of rain and floods: the main topic is their neighbour too."""

KINDS = "NAVPOWD"
"""Slots of a pattern: noun, adjective, verb, place, organisation or person, time, number."""


class Vocabulary(NamedTuple):
    nouns: str
    adjectives: str
    verbs: str


class Pattern(NamedTuple):
    """A format string with a `%s` for each slot; `kinds[i]` is the kind of slot i, as an index into `KINDS`."""

    form: str
    kinds: tuple[int, ...]


class Language(NamedTuple):
    """Everything that the text of one language is made of; lists are separated by commas, patterns by bars."""

    subjects: dict[str, Vocabulary]
    common: Vocabulary
    places: str
    organisations: str
    times: str
    patterns: str
    headings: str
    pointers: str
    """Sentences that hold a link: `%s` is its place."""
    generic: str
    """Anchors that say nothing."""
    sections: str
    """Names of sections in paths that say nothing."""
    home: str
    words: dict[str, str]
    """Words of the furniture around the article."""
    space: str


PHASES = ("warning", "impact", "rescue", "recovery", "inquiry", "follow-up")
"""What a phase is about, in the order in which they come."""


class Happenings(NamedTuple):
    """Everything that the events of one language are made of; lists are separated by commas."""

    phases: tuple[Vocabulary, ...]
    """By phase, in the order of `PHASES`."""
    kinds: dict[str, str]
    """Kind of event → words of its kind."""
    things: str
    """What only some events speak of."""
    first: str
    second: str
    """Beginnings and ends of invented names of places."""
    places: str
    """Forms in which a place is named: `%s` is its name."""
    storms: str
    """Names of storms."""
    name: str
    """Form of an event's name: `%s` is that of its place or storm, the other its kind."""
    given: str
    family: str
    """Parts of invented names of people."""
    person: str
    offices: str
    """What people are, for those that an event names: `%s` is the person's name."""
    agencies: str


def listed(text: str) -> list[str]:
    return text.split(", ")


def patterns(text: str) -> list[Pattern]:
    """Compile `The {N} {V} the {N}.`; a `%s` that is already there stays one, and becomes `%%s` for the slots."""
    compiled = []
    for line in text.split("|"):
        parts = re.split(r"\{([A-Z])\}", line.replace("%", "%%"))
        kinds = tuple(KINDS.index(kind) for kind in parts[1::2])
        compiled.append(Pattern("%s".join(parts[0::2]), kinds))
    return compiled


MONTHS = listed("January, February, March, April, May, June, July, August, September, October, November, December")
