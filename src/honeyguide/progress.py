"""How far long work is, told to whoever wants to know."""

from collections.abc import Callable

Progress = Callable[[str, int, int], object]
"""Called with what is being done, how much of it is done, and of how much; 0 when that is not known."""


def silent(what: str, done: int, of: int) -> None:
    """Nobody wants to know."""
