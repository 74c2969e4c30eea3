"""How careful a site is with names and dates, when events are planted; and what it calls itself."""

from __future__ import annotations

from typing import NamedTuple

from honeyguide.web.synthetic.chinese_event_vocabulary import SITES
from honeyguide.web.synthetic.draws import Dice
from honeyguide.web.synthetic.events import person
from honeyguide.web.synthetic.layout import SPAM, Host
from honeyguide.web.synthetic.names import PINYIN, PINYIN_KINDS
from honeyguide.web.synthetic.vocabulary import listed

SPAMMING, POOR, ORDINARY, RELIABLE = range(4)
_NAMED = ((0.0, 0.0), (0.25, 0.4), (0.88, 0.9), (1.0, 1.0))
"""By quality: how often a page names its author, and its source."""
_WRONG = (0.0, 0.5, 0.03, 0.0)
"""How often a page tells a wrong date."""
_SITES = tuple(map(listed, SITES))
MARKUPS = 5
"""Ways in which sites tell author and date, see `bylines`."""


class Site(NamedTuple):
    quality: int
    name: str
    markup: int
    authors: tuple[str, ...]

    def names_author(self, dice: Dice) -> bool:
        return dice.fraction() < _NAMED[self.quality][0]

    def names_source(self, dice: Dice) -> bool:
        return dice.fraction() < _NAMED[self.quality][1]

    def tells_wrong_date(self, dice: Dice) -> bool:
        return dice.fraction() < _WRONG[self.quality]


def site(seed: int, host: Host, hosts: int) -> Site:
    """Large hosts, which most links lead to, are rather reliable; those with spam on them are spamming."""
    dice = Dice(seed, host.number, b"site")
    place = 0.6 * host.number / hosts + 0.4 * dice.fraction()
    quality = RELIABLE if place < 0.27 else ORDINARY if place < 0.53 else POOR
    if host.bounds[SPAM + 1] > host.bounds[SPAM]:
        quality = SPAMMING
    authors = tuple(person(dice, host.chinese) for _ in range(6))
    return Site(quality, _name(host), int(dice.fraction() * MARKUPS), authors)


def _name(host: Host) -> str:
    first, _, second = host.name.removeprefix("www.").partition(".")[0].partition("-")
    if host.chinese:
        kind = second.rstrip("0123456789")
        return _SITES[0][PINYIN.index(first)] + _SITES[1][PINYIN_KINDS.index(kind)] + second[len(kind) :]
    return f"{first.capitalize()} {second.capitalize()}"
