"""Is enough found? A test on links drawn at random (Callaghan and Müller-Hansen 2020, the test of buscarpy).

The urn are all links that wait when a test begins, N of them; n are drawn at once, without replacement, and fetched
before what the strategy names. How many of them bring a page on topic, k, says how many pages on topic, K, the urn
held: k is hypergeometric. H0: less than the target is found, which is that K is at least `K_tar`.

Ours: the urn has one moment, because links keep coming. What the crawl finds in it meanwhile is known, not guessed;
what came since is not in it, and counts with its expected pages. A test begins when the estimate says that it should
pass, and the j-th one is held at the level alpha / (j (j + 1)): all of them together err no more often than alpha.

In a crawl in shards each draws from its own links, every one with the same chance, and the coordinator tests what all
of them drew (`cluster.recall`): given how many these are, they are a sample of all links without replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from random import Random

from msgspec import Struct, convert, to_builtins

PROBES = 20
"""One fetch in so many goes to a waiting link at random: what the strategy passes over is tried, too [ours]."""
GROWTH = 1.05
"""It is looked at again when the crawl has so many times the pages [ours]."""
FEWEST_PAGES = 100
_HALF = 0.5
"""A test begins when no more than this share of what may be left is expected: else it would likely fail [ours]."""
_SPARE = 0.8
"""The sample is large enough for this share of what may be left: links that come during the test take the rest."""
_MOST_LOOKS = 1000
"""Links that are looked at for one to try, before the strategy has its turn."""


def p_value(urn: int, least: int, sample: int, on_topic: int) -> float:
    """The chance to draw so few pages on topic, or fewer, from an urn that holds at least `least`: P(X ≤ k)."""
    from scipy.stats import hypergeom  # noqa: PLC0415

    return float(hypergeom.cdf(on_topic, urn, min(least, urn), sample)) if least <= urn else 0.0


def least_missed(found: int, target: float, taken: int, expected: float = 0.0) -> int:
    """K_tar: the fewest pages on topic in the urn with which less than the target is found.

    Found now are F, g of them from the urn, and E are expected elsewhere; less than the target τ is found when
    F / (F + E + K − g) < τ. With E = 0 that is the paper's ⌊F/τ − (F − g)⌋ + 1.
    """
    may_be_missed = found / target - found - expected + 1e-9
    return taken + floor(may_be_missed) + 1 if may_be_missed >= 0 else 0


def sample_size(urn: int, least: int, expected: float, level: float) -> int:
    """The fewest to draw, in steps of a tenth, so that the test passes when the urn holds what is expected."""
    size = min(20, urn)
    while size < urn:
        if p_value(urn, least, size, ceil(size * expected / urn)) <= level:
            break
        size = min(urn, ceil(1.1 * size))
    return size


class Sample(Struct):
    """The draws of one test: stored with the crawl."""

    known: int
    """Links with lower numbers are the urn's, if they waited."""
    urn: int
    size: int
    came: int = 0
    """Draws of which is known what they are …"""
    on_topic: int = 0
    """… and those that brought a page on topic, k."""
    taken: int = 0
    """Pages on topic out of the urn, by whomever, g."""
    is_over: bool = False
    share: float = 0.0
    """Of a shard: the chance of each link to be drawn."""


class RecallTest:
    def __init__(self, target: float, confidence: float, seed: int | str) -> None:
        self.target = target
        self.alpha = 1.0 - confidence
        self.seed = seed
        self.tests = 0
        """Begun so far."""
        self.said = ""
        """What the last one said."""
        self.reached = 0.0
        """The highest target that a test found reached."""
        self.sample: Sample | None = None
        self._draws: list[int] = []
        """Of the last test."""
        self._open: dict[int, None] = {}
        """Draws of the running test that nothing has come of yet, in order."""
        self._turns = 0
        self._looks_at = FEWEST_PAGES

    @property
    def level(self) -> float:
        return self.alpha / (self.tests * (self.tests + 1))

    @property
    def is_running(self) -> bool:
        return self.sample is not None and not self.sample.is_over

    def looks(self, pages: int) -> bool:
        """Whether it is time to ask whether a test should begin."""
        if self.is_running or pages < self._looks_at:
            return False
        self._looks_at = ceil(GROWTH * pages)
        return True

    def should_begin(self, found: int, expected: float, expected_since: Callable[[int], float]) -> bool:
        """By the calibrated estimate, and by what the last sample saw."""
        last = self.sample
        if last and last.came:
            seen = last.urn * last.on_topic / last.came - last.taken
            expected = max(expected, seen + expected_since(last.known))
        return found > 0 and expected <= _HALF * (found / self.target - found)

    def count(self, urn: int, found: int, expected: float) -> int:
        """One more test: how many links it draws out of so many."""
        self.tests += 1
        least = least_missed(found, self.target, 0, (1.0 - _SPARE) * (found / self.target - found))
        return sample_size(urn, least, expected, self.level)

    def begin(self, waiting: Sequence[int], known: int, found: int, expected: float) -> str:
        """Draw the sample; what is told of it."""
        urn = len(waiting)
        size = self.count(urn, found, expected)
        draw = Random(f"recall:{self.seed}:{self.tests}").sample(range(urn), size)  # noqa: S311
        self._draws = [waiting[at] for at in draw]
        self._open = dict.fromkeys(self._draws)
        self.sample = Sample(known, urn, size)
        return self.begun(size, urn)

    def begun(self, size: int, urn: int) -> str:
        return f"test {self.tests}: {size:,} of the {urn:,} links that wait drawn at random"

    def draw(self, test: int, share: float, waiting: Sequence[int], known: int) -> None:
        """For a shard: draw every link that waits with this chance, for the test of this number."""
        self.tests = test
        rng = Random(f"recall:{self.seed}:{test}")  # noqa: S311
        self._draws = [number for number in waiting if rng.random() < share]
        rng.shuffle(self._draws)
        self._open = dict.fromkeys(self._draws)
        self.sample = Sample(known, len(waiting), len(self._draws), share=share)

    def next(self, known: int, takes: Callable[[int], bool]) -> int | None:
        """A link to fetch that the strategy did not name; mostly none. `takes` says whether it could be had."""
        self._turns += 1
        if self.is_running:
            return next(filter(takes, self._open), None)
        if self._turns % PROBES:
            return None
        rng = Random(f"probe:{self.seed}:{self._turns}")  # noqa: S311
        return next(filter(takes, (rng.randrange(known) for _ in range(_MOST_LOOKS))), None)

    def settled(self, number: int, on_topic: bool, leads_to: int | None = None, *, elsewhere: bool = False) -> bool:
        """What came of a link, and whether it is a draw; `leads_to`: a redirect's target that waits in its place;
        `elsewhere`: it is one of another shard, and the test goes on without the draw."""
        sample = self.sample
        if sample is None:
            return False
        drawn = number in self._open
        sample.taken += on_topic and (drawn or number < sample.known)
        if not drawn:
            return False
        del self._open[number]
        if leads_to is not None:
            self._draws.append(leads_to)
            self._open[leads_to] = None
            return False
        if elsewhere:
            return True
        sample.came += 1
        sample.on_topic += on_topic
        return True

    def give_up(self, is_lost: Callable[[int], bool]) -> None:
        """Draws that will never come, on hosts that may not be asked any more: the test goes on without them."""
        self._open = {number: None for number in self._open if not is_lost(number)}

    def passes(self, found: int, expected_since: Callable[[int], float]) -> bool | None:
        """Whether the running test is passed; None while it runs. It ends early when it cannot be passed any more."""
        if self.sample is None:
            return None
        expected = 0.0 if self._open else expected_since(self.sample.known)
        return self.judge(found, len(self._open), expected)

    def judge(self, found: int, left: int, expected: float) -> bool | None:
        """The same for so many draws that nothing has come of yet."""
        sample = self.sample
        if sample is None or sample.is_over:
            return None
        least = least_missed(found, self.target, sample.taken, expected)
        p = p_value(sample.urn, least, sample.came + left, sample.on_topic)
        if left and p <= self.level:
            return None
        passed = p <= self.level and not left
        behind = max(0.0, sample.urn * sample.on_topic / max(1, sample.came) - sample.taken) + expected
        said = (
            f"{sample.on_topic:,} of {sample.came:,} links drawn at random from {sample.urn:,} brought a page on "
            f"topic, about {behind:,.0f} are left (p = {p:.2g}, to be at most {self.level:.2g})"
        )
        self.end(said, self.target if passed else 0.0)
        return passed

    def end(self, said: str, reached: float) -> None:
        """The running test is over."""
        if self.sample:
            self.sample.is_over = True
        self._draws, self._open = [], {}
        self.said, self.reached = said, max(self.reached, reached)

    @property
    def draws_left(self) -> int:
        """Draws that nothing has come of yet."""
        return len(self._open)

    def ended(self, passed: bool) -> str:
        return f"test {self.tests} {'passed' if passed else 'failed'}: {self.said}"

    def why_enough(self, found: int) -> str:
        return (
            f"at least {self.target:.4g} of what the known links lead to is found, with confidence "
            f"{1 - self.alpha:.4g}: {found:,} found; {self.said}"
        )

    def state(self) -> dict[str, object]:
        return {
            "tests": self.tests,
            "said": self.said,
            "reached": self.reached,
            "turns": self._turns,
            "looks_at": self._looks_at,
            "sample": to_builtins(self.sample),
        }

    def draws(self) -> list[int]:
        """Of the running test: there may be many, so they are kept apart from what changes with every page."""
        return self._draws

    def restore(self, state: Mapping[str, object], draws: Sequence[int], waits: Callable[[int], bool]) -> None:
        self.tests, self._turns = convert(state["tests"], int), convert(state["turns"], int)
        self._looks_at, self.said = convert(state["looks_at"], int), convert(state["said"], str)
        self.sample = convert(state["sample"], Sample | None)
        self.reached = convert(state["reached"], float)
        self._draws = list(draws)
        self._open = dict.fromkeys(filter(waits, draws))
