"""What a language has to name and tell a planted event, phase by phase."""

from __future__ import annotations

from typing import NamedTuple

from honeyguide.web.synthetic.vocabulary import Vocabulary

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
