"""What kind of document a response is, by its Content-Type and its first bytes."""

from __future__ import annotations

READABLE = frozenset(("", "text/html", "application/xhtml+xml", "text/plain"))
"""Content types of what can be a page as it is."""
PDF = frozenset(("application/pdf", "application/x-pdf"))
XML = frozenset(("application/xml", "text/xml", "application/rss+xml", "application/atom+xml", "application/rdf+xml"))
"""Of what can be a feed or a sitemap …"""
PACKED = frozenset(("application/gzip", "application/x-gzip", "application/octet-stream"))
"""… and of the same, packed, at an address that ends in `.gz`."""
UNTOLD = frozenset(("application/octet-stream", "binary/octet-stream", "application/force-download"))
"""What servers say of files that they do not know."""
HEAD = 1_024
"""Bytes among which a PDF says that it is one (ISO 32000-1, note 13 of annex H)."""
_MARK = b"%PDF-"


def kind_of(content_type: str) -> str:
    """Without its parameters, in lower case."""
    return content_type.partition(";")[0].strip().lower()


def is_pdf(kind: str, body: bytes) -> bool:
    """Whether a body of this type is a PDF; one that is said to be a page must begin as a PDF does."""
    return _MARK in body[:HEAD] if kind in PDF else body[:HEAD].lstrip().startswith(_MARK)


def can_be_page(kind: str, body: bytes) -> bool:
    return kind in READABLE or kind in PDF or (kind in UNTOLD and is_pdf(kind, body))


def can_be_list(kind: str, url: str) -> bool:
    return kind in XML or (kind in PACKED and url.partition("?")[0].endswith(".gz"))
