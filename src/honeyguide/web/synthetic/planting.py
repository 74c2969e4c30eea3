"""Which page tells which planted event, when, and as what: the plan, made before any word is said."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from honeyguide.web.synthetic.attribution import Draft
from honeyguide.web.synthetic.draws import Dice, fraction
from honeyguide.web.synthetic.events import DAY, WINDOW, Happening, end_of, happening, moment_in
from honeyguide.web.synthetic.hosts import spread
from honeyguide.web.synthetic.layout import ISLAND, MAIN, SPAM, Layout
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.sites import SPAMMING, site
from honeyguide.web.synthetic.truth import PlantedEvent

SEVERAL = 3
"""Sites that tell of an event in their own words: with so many it is corroborated."""
_BURST = 3 * DAY
"""An event is as hot as its busiest three days."""


class Plan:
    """A table of the pages on topic and of spam: the only pages of a synthetic web that are kept in memory."""

    def __init__(self, parameters: SyntheticParameters, layout: Layout) -> None:
        self.p = parameters
        self.layout = layout
        self.until = end_of(parameters.last_year)
        self.sites = [site(parameters.seed, layout.host(at), parameters.hosts) for at in range(parameters.hosts)]
        self._drafts: dict[int, Draft] = {}
        self.happenings: dict[int, Happening] = {}
        speakers = [self._members(chinese) for chinese in (False, True)]
        many = spread(parameters.events, np.array([float(len(pages)) for pages in speakers]))
        languages = sorted(range(parameters.events), key=lambda at: fraction(parameters.seed, at, b"language"))
        chinese_ones = set(languages[: int(many[1])])
        for chinese, pages in enumerate(speakers):
            numbers = [at + 1 for at in range(parameters.events) if (at in chinese_ones) == bool(chinese)]
            self._plant(pages, numbers, bool(chinese))
        self._plant_spam()
        self._judge()
        self.plantings = {page: draft.planting() for page, draft in self._drafts.items()}
        self.shown = {page: draft.shown for page, draft in self._drafts.items()}
        self.events = tuple(self._event(self.happenings[at]) for at in sorted(self.happenings))
        self._drafts.clear()

    def _members(self, chinese: bool) -> list[int]:
        """Pages on topic in a language."""
        pages: list[int] = []
        for at in range(self.p.hosts):
            host = self.layout.host(at)
            if host.chinese == chinese:
                pages += range(host.start + host.bounds[MAIN], host.start + host.bounds[ISLAND + 1])
        return pages

    def _plant(self, pages: list[int], numbers: list[int], chinese: bool) -> None:
        free = {page for page in pages if self.sites[self.layout.host_of(page).number].quality != SPAMMING}
        earlier: list[Happening] = []
        for number in numbers:
            earlier.append(happening(self.p.seed, number, self.p.events, chinese, self.until, earlier))
        self.happenings.update({event.number: event for event in earlier})
        weights = np.array([self.happenings[number].weight for number in numbers])
        for number, size in zip(numbers, spread(round(self.p.told * len(pages)), weights).tolist(), strict=True):
            chosen = self._tellers(number, sorted(free), max(size, 6))
            free.difference_update(chosen)
            self._tell(self.happenings[number], chosen)
        free.update(page for page in pages if page not in self._drafts)
        left = sorted(free, key=lambda page: fraction(self.p.seed, page, b"stale"))
        old = round(self.p.stale * len(pages))
        for page in left[:old]:
            self._keep(page, self._long_ago(page), "stale")
        for page in left[old:]:
            self._keep(page, self._some_time(page), "background")

    def _tellers(self, number: int, free: list[int], size: int) -> list[int]:
        """Pages for an event: on some of the hosts, more where there are more, and elsewhere when these are full."""
        dice = Dice(self.p.seed, number, b"hosts")
        silent = dice.between(0.2, 0.6)
        deaf = [fraction(self.p.seed, at, b"deaf%d" % number) < silent for at in range(self.p.hosts)]
        keyed = [
            (deaf[self.layout.host_of(page).number], fraction(self.p.seed, page, b"teller%d" % number), page)
            for page in free
        ]
        return [page for _, _, page in sorted(keyed)[:size]]

    def _tell(self, event: Happening, pages: list[int]) -> None:
        """Reports in every phase, then copies of some of them on other hosts, a little later."""
        dice = Dice(self.p.seed, event.number, b"tell")
        copies = max(0, min(round(self.p.copied * len(pages)), len(pages) - len(event.stages)))
        own, rest = pages[: len(pages) - copies], pages[len(pages) - copies :]
        volumes = np.array([stage.volume for stage in event.stages])
        least = min(2, len(own) // len(event.stages))
        many = spread(len(own) - least * len(volumes), volumes) + least
        waiting = iter(own)
        reports = []
        for phase, (stage, count) in enumerate(zip(event.stages, many.tolist(), strict=True)):
            for page in (next(waiting) for _ in range(count)):
                draft = self._keep(page, moment_in(stage, dice), "report")
                draft.event, draft.phase = event.number, phase
                if dice.fraction() < self.p.updated:
                    self._update(draft, dice)
                reports.append(draft)
        told = sorted(reports, key=lambda draft: fraction(self.p.seed, draft.page, b"wire"))
        for page in rest:
            self._copy(page, event, told, dice)

    def _update(self, draft: Draft, dice: Dice) -> None:
        changed = draft.at + dice.between(3, 40) * 3600 // 60 * 60
        if changed < self.until:
            draft.role, draft.updated = "update", changed

    def _copy(self, page: int, event: Happening, told: list[Draft], dice: Dice) -> None:
        """Few reports are copied often, most never; where all reports are on its own host the page is another one."""
        host = self.layout.host_of(page)
        elsewhere = [each for each in told if each.host.number != host.number]
        if not elsewhere:
            draft = self._keep(page, moment_in(event.stages[-1], dice), "report")
            draft.event, draft.phase = event.number, len(event.stages) - 1
            return
        source = elsewhere[int(dice.fraction() ** 2 * len(elsewhere))]
        later = min(source.at + dice.between(0.5, 20) * 3600, self.until - 60) // 60 * 60
        draft = self._keep(page, max(later, source.at), "copy")
        draft.event, draft.phase, draft.source = event.number, source.phase, source

    def _some_time(self, page: int) -> float:
        """Three in four pages of the background are from the same months, the others from the year before."""
        dice = Dice(self.p.seed, page, b"background")
        days = dice.between(0, WINDOW + 10) if dice.fraction() < 0.75 else dice.between(WINDOW, 500)
        return (self.until - 60 - days * DAY) // 60 * 60

    def _long_ago(self, page: int) -> float:
        dice = Dice(self.p.seed, page, b"long-ago")
        return (self.until - dice.between(1.2, 8) * 365 * DAY) // 60 * 60

    def _keep(self, page: int, at: float, role: str) -> Draft:
        host = self.layout.host_of(page)
        draft = self._drafts[page] = Draft(page, host, self.sites[host.number], at, role)
        return draft

    def _plant_spam(self) -> None:
        for at in range(self.p.hosts):
            host = self.layout.host(at)
            for page in range(host.start + host.bounds[SPAM], host.start + host.bounds[SPAM + 1]):
                self._keep(page, self._some_time(page), "spam")

    def _judge(self) -> None:
        told: dict[int, list[Draft]] = {}
        for page, draft in self._drafts.items():
            draft.show(Dice(self.p.seed, page, b"shown"), self.p.undated, self.until)
            draft.trust = 0 if draft.role == "spam" else 1 + draft.careful
            if draft.event:
                told.setdefault(draft.event, []).append(draft)
        for drafts in told.values():
            news = sorted((each for each in drafts if not each.source), key=lambda each: (each.at, each.page))
            corroborated = len({each.host.number for each in news}) >= SEVERAL
            for draft in drafts:
                draft.trust += corroborated
                later = (each.page for each in news if each.phase > draft.phase and each.at > draft.at)
                draft.replaced_by = next(later, None)

    def _event(self, event: Happening) -> PlantedEvent:
        told = sorted(
            (page for page, each in self.plantings.items() if each.event == event.number),
            key=lambda page: (self.plantings[page].at, page),
        )
        times = [self.plantings[page].at for page in told if self.plantings[page].role != "copy"]
        hot, peak = busiest(times)
        phases = tuple((stage.start, stage.end) for stage in event.stages)
        return PlantedEvent(event.number, "zh" if event.chinese else "en", phases, peak, tuple(told), float(hot))


def busiest(times: Iterable[float]) -> tuple[int, float]:
    """How many of the sorted moments lie in the fullest three days, and the middle of these days."""
    times = list(times)
    best, middle = 0, times[0] if times else 0.0
    for first, begin in enumerate(times):
        within = bisect_right(times, begin + _BURST) - first
        if within > best:
            best, middle = within, (begin + times[first + within - 1]) / 2
    return best, middle
