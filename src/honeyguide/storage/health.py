"""Whether the database of a folder is whole, and what it knows of raw responses."""

from __future__ import annotations

from pathlib import Path

from honeyguide.errors import BadFolder
from honeyguide.storage import folder as layout
from honeyguide.storage.places import place_of
from honeyguide.storage.warc import LAST_RECORD, Place


def last_known_response(folder: Path) -> Place | None:
    """Where the last raw response is that the database knows; `BadFolder` where it is damaged."""
    with layout.reading(folder) as database:
        if not place_of(folder) and database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise BadFolder(f"{folder}: its database is damaged")
        last = database.execute(LAST_RECORD).fetchone()
    return Place(*last) if last else None
