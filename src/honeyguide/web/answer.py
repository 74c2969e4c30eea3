"""What a web that we make or replay says to one request."""

from __future__ import annotations

from msgspec import Struct


class Answer(Struct, frozen=True):
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    """Not compressed, unless a Content-Encoding header says so."""
    location: str = ""
    """Where a redirect leads, as an absolute URL."""
    delay: float = 0.0
    """Seconds that the body takes to come."""
