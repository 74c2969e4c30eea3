"""What a web that we make or replay says to one request."""

from __future__ import annotations

from msgspec import Struct

from honeyguide.content_types import can_be_page, kind_of

LOGIN = 401
"""Status of a site that wants to know who asks."""
TOO_MANY = 429
"""Status of a site that wants fewer requests."""
REDIRECTS = frozenset((301, 302, 303, 307, 308))


class Answer(Struct, frozen=True):
    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    """Not compressed, unless a Content-Encoding header says so."""
    location: str = ""
    """Where a redirect leads."""
    delay: float = 0.0
    """Seconds that the body takes to come."""


NOT_FOUND = Answer(404, (("Content-Type", "text/html; charset=utf-8"),), b"<title>404</title><h1>Not found</h1>")


def is_success(status: int) -> bool:
    """Whether an answer with this status has content."""
    return 200 <= status < 300 and status not in (204, 205)


def is_page(answer: Answer) -> bool:
    return is_success(answer.status) and can_be_page(content_type(answer), answer.body)


def content_type(answer: Answer) -> str:
    """Without its parameters, in lower case; empty when the answer does not say."""
    given = next((value for name, value in answer.headers if name.lower() == "content-type"), "")
    return kind_of(given)
