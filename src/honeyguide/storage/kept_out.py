"""Pages that are not on topic whatever they say: those that ask not to be indexed, and those in other languages."""

from __future__ import annotations

from collections.abc import Collection

from honeyguide.config import Settings
from honeyguide.storage.database import Database

NOINDEX = "noindex"
"""The reason that a page gives itself; the others are languages, by their two letters."""
_NOINDEX = "SELECT count(*) FROM pages WHERE visit >= ? AND noindex"
_LANGUAGES = """
SELECT language, count(*) FROM pages
WHERE visit >= ? AND language <> '' AND kind NOT IN ('feed', 'sitemap') GROUP BY language
"""
"""Lists are of no language: the addresses in them are judged, each by its page."""


def kept_out(database: Database, settings: Settings, languages: Collection[str], since: int) -> dict[str, int]:
    """How many of the visits from this one on brought such pages, by reason, the most frequent first.

    `languages`: those of the topic, which hold where the settings name none.
    """
    wanted = settings.languages or languages
    found: dict[str, int] = {}
    if settings.honour_nofollow:
        found[NOINDEX] = database.execute(_NOINDEX, (since,)).fetchone()[0]
    if wanted:
        found |= {name: pages for name, pages in database.execute(_LANGUAGES, (since,)) if name not in wanted}
    return {why: pages for why, pages in sorted(found.items(), key=lambda each: (-each[1], each[0])) if pages}
