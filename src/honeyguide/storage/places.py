"""Where the database of a crawl is, and what a crawl keeps elsewhere than in its folder."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from secrets import token_hex

import msgspec

from honeyguide import known_places
from honeyguide.errors import BadFolder
from honeyguide.storage.files import DATABASE, PLACE, SHARDS, WARC, refuse_link_or_pipe, refuse_links_and_pipes
from honeyguide.storage.postgres import DatabasePlace, PostgresDatabase, checked_url
from honeyguide.storage.raw_responses import delete_moved
from honeyguide.storage.raw_responses import require_known as require_known_raw
from honeyguide.text_files import read_text
from honeyguide.toml_files import parse


def place_of(folder: Path) -> DatabasePlace | None:
    """Where the database is; None for in the folder."""
    file = folder / PLACE
    if not file.is_file():
        return None
    refuse_link_or_pipe(file)
    said = parse(read_text(file, "the place of a database"), file, "the place of a database")
    try:
        return msgspec.convert(said, DatabasePlace)
    except msgspec.ValidationError as wrong:
        raise BadFolder(f"{file}: does not say where a database is: {wrong}") from None


def name_of_database(folder: Path) -> str:
    """Of the database, as people know it."""
    place = place_of(folder)
    return str(place) if place else DATABASE


def new_place(folder: Path, store: str, named: str = "") -> DatabasePlace | None:
    """A schema of its own for a new crawl, or the one in which it began to be laid out; None for in the folder.

    It is named after the folder, one of a shard after that of the crawl as well; or `named` so.
    """
    if not store:
        return None
    begun = place_of(folder)
    if begun and begun.url == store:
        return begun
    place = folder.resolve()
    if not named:
        named = shard_name(place.parent.parent.name, place.name) if place.parent.name == SHARDS else place.name
    words = re.sub(r"[^a-z0-9]+", "_", named.lower()).strip("_")[:40]
    return DatabasePlace(checked_url(store), f"crawl_{words}_{token_hex(4)}".replace("__", "_"))


def shard_name(crawl: str, number: str) -> str:
    """Whom the schema of a shard is named after; `crawl` is the name of its folder."""
    return f"{crawl[:32]}_{number}"


def open_server(folder: Path, place: DatabasePlace, *, write: bool) -> PostgresDatabase:
    """The database in its place, which the folder names and somebody on this machine must have named, too."""
    known_places.require(folder, checked_url(place.url))
    return PostgresDatabase(place, write=write)


def require_known(folder: Path) -> None:
    """Refuse what a crawl keeps elsewhere, where nobody on this machine has named that place."""
    refuse_link_or_pipe(folder)
    refuse_links_and_pipes(folder)
    if place := place_of(folder):
        known_places.require(folder, checked_url(place.url))
    require_known_raw(folder / WARC)


def delete_elsewhere(folder: Path) -> None:
    """What a crawl keeps in a database server and in object storage, before its folder is deleted; hold `locked`."""
    require_known(folder)
    delete_moved(folder / WARC)
    if place := place_of(folder):
        with closing(open_server(folder, place, write=True)) as database:
            database.hold()
            database.drop()
