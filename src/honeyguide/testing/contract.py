"""What the suites share: cases that say what was expected of whom."""

from __future__ import annotations

import unittest
from typing import Any


class Contract(unittest.TestCase):
    part: Any = None
    """What is tested; a suite makes a class with it."""
    noun = "part"

    @property
    def who(self) -> str:
        part = self.part if isinstance(self.part, str) else getattr(self.part, "__qualname__", repr(self.part)[:60])
        return f"{self.noun} '{part}'"

    def expect(self, holds: object, what: str) -> None:
        """`what` follows the word "must"."""
        if not holds:
            raise self.failureException(f"{self.who} must {what}")

    def expect_equal(self, came: object, wanted: object, what: str) -> None:
        if came != wanted:
            where, (one, other) = _first_difference(came, wanted)
            raise self.failureException(
                f"{self.who} must {what}: {where}{other!r:.300} was expected, {one!r:.300} came"
            )


def _first_difference(came: object, wanted: object) -> tuple[str, tuple[object, object]]:
    """Of two lists of one length, where they differ first."""
    if isinstance(came, list) and isinstance(wanted, list) and len(came) == len(wanted) > 3:
        at = next(at for at, pair in enumerate(zip(came, wanted, strict=True)) if pair[0] != pair[1])
        return f"as number {at} ", (came[at], wanted[at])
    return "", (came, wanted)


def contract_of(suite: type[Contract], part: Any, **more: Any) -> type[unittest.TestCase]:
    """The suite over one part."""
    return type(suite.__name__, (suite,), {"part": staticmethod(part) if callable(part) else part, **more})
