"""Turns of a host, on a clock that the test sets: whose robots.txt leads there has those that no page wants."""

from __future__ import annotations

from itertools import pairwise

import pytest

from honeyguide.web.turns import Turns

HOST = "victim.example"
DELAY = 0.5


class Clock:
    """A host with a page to be asked for whenever it may be, to which others lead at every twentieth of a second."""

    def __init__(self, late: float) -> None:
        self._turns = Turns(DELAY, lambda host: DELAY)
        self._late = late
        """By how much a page comes later than it was told to."""
        self._ends: list[float] = []
        self.events: list[str] = []
        """Who got a turn, and when a page was put off."""

    def run(self, seconds: float) -> list[str]:
        page_comes = now = 0.0
        while now < seconds:
            for end in [each for each in self._ends if each <= now]:
                self._turns.end(HOST, end)
                self._ends.remove(end)
            if now >= page_comes:
                wait, may = self._ask(now, away=False)
                self.events.append("page" if may else "put off")
                page_comes = now + wait + self._late + (DELAY if may else 0.0)
            if self._ask(now, away=True)[1]:
                self.events.append("away")
            now += 0.05
        return self.events

    def _ask(self, now: float, *, away: bool) -> tuple[float, bool]:
        wait, may = self._turns.begin(HOST, now, away=away)
        if may:
            self._ends.append(now + wait + 0.01)
        return wait, may


@pytest.mark.parametrize("late", [0.0, 0.1, 0.3, 2.0])
def test_a_page_that_was_put_off_has_the_next_turn_however_many_others_lead_there(late: float) -> None:
    events = Clock(late).run(60.0)
    assert events.count("page") > 10
    assert "away" in events
    after = {then for event, then in pairwise(events) if event == "put off"}
    assert after == {"page"}


def with_a_page_put_off() -> Turns:
    """The turn that it was put off for is over."""
    turns = Turns(DELAY, lambda host: DELAY)
    assert turns.begin(HOST, 0.0, away=True) == (0.0, True)
    assert turns.begin(HOST, 0.1) == (DELAY, False)
    turns.end(HOST, 0.2)
    return turns


def test_a_turn_that_no_page_comes_for_is_not_kept_for_long() -> None:
    turns = with_a_page_put_off()
    assert turns.begin(HOST, 1.0, away=True) == (DELAY, False), "the page's turn is free, and the next is later"
    assert turns.begin(HOST, 20.0, away=True) == (0.0, True)


def test_a_page_that_was_put_off_has_one_turn_kept_for_it() -> None:
    turns = with_a_page_put_off()
    assert turns.begin(HOST, 1.0) == (0.0, True)
    turns.end(HOST, 1.1)
    assert turns.begin(HOST, 2.0, away=True) == (0.0, True)


def test_of_hosts_whose_turn_has_come_nothing_is_remembered_when_there_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("honeyguide.web.turns._MOST_TURNS", 0)
    turns = with_a_page_put_off()
    turns.end("other.example", 60.0)
    assert (turns._kept, turns._until, list(turns._ended)) == ({}, {}, ["other.example"])
