"""What a report tells, how it calls events, and how it shows a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct

from honeyguide.insight.figures import Drawn, colours
from honeyguide.insight.model import Analysis, Currency, Evolution, Hot, Trust
from honeyguide.insight.summary import chief
from honeyguide.reporting.markup import said
from honeyguide.reporting.page import figure
from honeyguide.reporting.plot_style import COLOURS


class Findings(Struct, frozen=True):
    """All that a report tells."""

    analysis: Analysis
    trusts: Sequence[Trust]
    currencies: Sequence[Currency]
    hots: Sequence[Hot]
    evolutions: Sequence[Evolution]
    name: str
    window: float
    half_life: float

    @property
    def chief(self) -> list[int]:
        """The events that have a colour."""
        return chief(self.analysis, self.hots)


def reason(text: str) -> str:
    """What an analysis says; it may quote a page."""
    return said(text, longest=220)


def words_of(terms: Sequence[str]) -> str:
    return ", ".join(f'<span class="term">{said(term, longest=24)}</span>' for term in terms)


class Names:
    """How an event is called everywhere: colour, number, words, and a link where the report tells more."""

    def __init__(self, found: Findings) -> None:
        places = {colour: place for place, colour in enumerate(COLOURS)}
        self._chips = {number: f" c{places[colour]}" for number, colour in colours(found.chief).items()}
        self._told = {each.event for each in found.evolutions}
        self._events = found.analysis.events

    def event(self, number: int, words: int = 4, *, linked: bool = True) -> str:
        terms = words_of(self._events[number - 1].terms[:words])
        chip = f'<span class="chip{self._chips.get(number, "")}"></span>'
        shown = f"{number} {terms}"
        return chip + (f'<a href="#event-{number}">{shown}</a>' if linked and number in self._told else shown)

    def legend(self) -> str:
        rows = "".join(f"<li>{self.event(number, 3)}</li>" for number in self._chips)
        others = '<li><span class="chip"></span>other events</li>' if len(self._events) > len(self._chips) else ""
        return f'<ul class="legend">{rows}{others}</ul>'


def drawn(each: Drawn | None, nothing: str = "") -> str:
    """A drawing, or why there is none."""
    if each is not None:
        return figure(each.title, each.caption, each.svg, each.says)
    return f'<p class="note">{escape(nothing)}</p>' if nothing else ""
