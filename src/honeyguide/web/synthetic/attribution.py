"""What a planted page tells of its author, its source and its dates: as careful as its site."""

from __future__ import annotations

from typing import NamedTuple

from honeyguide.web.synthetic.draws import Dice
from honeyguide.web.synthetic.events import DAY, HAPPENINGS
from honeyguide.web.synthetic.layout import Host
from honeyguide.web.synthetic.sites import ORDINARY, Site
from honeyguide.web.synthetic.truth import Planting
from honeyguide.web.synthetic.vocabulary import listed


class Shown(NamedTuple):
    """What a page tells of itself; empty or None where it tells nothing."""

    author: str
    source: str
    published: float | None
    updated: float | None
    fresh: bool
    """An old page that looks like a new one."""


class Draft:
    """A planting in the making."""

    def __init__(self, page: int, host: Host, home: Site, at: float, role: str) -> None:
        self.page, self.host, self.site, self.at, self.role = page, host, home, at, role
        self.event, self.phase = 0, -1
        self.source: Draft | None = None
        """What it is a copy of."""
        self.updated: float | None = None
        self.shown = Shown("", "", None, None, fresh=False)
        self.careful = False
        """Author, source and date are named and right."""
        self.trust = 0
        self.replaced_by: int | None = None

    def planting(self) -> Planting:
        return Planting(
            event=self.event,
            phase=self.phase,
            role=self.role,
            copy_of=self.source.page if self.source else None,
            at=self.at,
            trust=self.trust,
            replaced_by=self.replaced_by,
            updated=self.updated,
            dated=self.shown.published is not None,
        )

    def show(self, dice: Dice, undated: float, until: float) -> None:
        """Decide what the page tells; it can be without a date only where its address tells none."""
        if self.role == "spam":
            self.shown = Shown("", "", self._pretended(dice, until), None, fresh=True)
            return
        home = self.site
        silent = dice.fraction() < undated * 2 and self.host.style in (0, 2)
        author = dice.one(home.authors) if home.names_author(dice) else ""
        source = home.name if home.names_source(dice) else ""
        if self.source and source:
            agency = listed(HAPPENINGS[self.host.chinese].agencies)[self.source.page % 3]
            source = dice.one((source, agency, self.source.site.name))
        wrong = home.tells_wrong_date(dice)
        published = None if silent else self.at
        if wrong and published is not None:
            published -= (dice.between(2, 25) if dice.fraction() < 0.7 else 365.0) * DAY // 60 * 60
        fresh = self.role == "stale" and dice.fraction() < 0.5
        self.shown = Shown(author, source, published, None if silent else self.updated, fresh)
        named = bool(author and source) and home.quality >= ORDINARY
        self.careful = named and not silent and not wrong and not fresh

    def _pretended(self, dice: Dice, until: float) -> float | None:
        """Spam is of tomorrow, of another year, of no day, or tells the truth."""
        kind = dice.fraction()
        if kind < 0.35:
            return (until + dice.between(6, 30) * 365 * DAY) // 60 * 60
        if kind < 0.55:
            return (self.at - dice.between(1, 9) * 365 * DAY) // 60 * 60
        return None if kind < 0.75 else self.at
