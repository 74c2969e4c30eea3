"""Places outside of the folders of crawls, PostgreSQL databases and object storage, that somebody here has named.

The folder of a crawl may come from a stranger, who has it name any place: what it names is dialled, read, written or
deleted only where a person named that place as well, on this machine: to a command, in the environment, in a config
file or in Python.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from urllib.parse import quote, urlencode

from honeyguide import atomic
from honeyguide.errors import BadFolder, BadInput
from honeyguide.extras import require as require_library

VARIABLE = "HONEYGUIDE_PLACES"
"""More of them, with spaces between, for machines that keep nothing; no setting of a crawl."""
POSTGRES = ("postgresql://", "postgres://")
OBJECTS = (
    r"(?:s3://[A-Za-z0-9][A-Za-z0-9._-]{1,254}|file://(?=/[^/]))(?:/[^\x00-\x1f\x7f-\x9f\ud800-\udfff?#@*\[\]\\]*)?"
)
"""Of an address of object storage; what stands for logins and patterns has none in it."""

_FILE = "places"
_SETTINGS = ("HONEYGUIDE_STORE", "HONEYGUIDE_RAW")
"""Settings in the environment, by which somebody names a place too."""
_PLAIN_HOST, _PLAIN_PORT = r"[A-Za-z0-9][A-Za-z0-9._-]*", r"[0-9]{1,5}"
_LONGEST = 500
"""What a sentence shows of an address."""
_log = logging.getLogger(__name__)
_lock = Lock()
_named: set[str] = set()
"""By this process, wherever they are kept."""
_inherited: set[str] = set()
"""By who started this process, perhaps on another machine: they are not kept here."""
_of_folders: set[str] = set()
"""Handed out by this process as settings of folders: who hands them back has not named them by it."""
_told: set[str] = set()
"""Files of places of which was said that they cannot be written."""


def canonical(address: str) -> str:
    """The same for all ways to write an address; without an `@`, which stands for a login in messages."""
    if not address.startswith(POSTGRES):
        return address.rstrip("/")
    return _canonical_database(address)


@lru_cache(1024)
def _canonical_database(address: str) -> str:
    try:
        from psycopg import Error, conninfo  # noqa: PLC0415
    except ImportError:
        return address
    try:
        read = conninfo.conninfo_to_dict(address)
    except Error:
        return address
    parts = {key: str(value) for key, value in read.items() if value not in (None, "")}
    host, port, name = "", "", quote(parts.pop("dbname", ""), safe="")
    if re.fullmatch(_PLAIN_HOST, parts.get("host", "")):
        host = parts.pop("host")
        if re.fullmatch(_PLAIN_PORT, parts.get("port", "")):
            port = f":{parts.pop('port')}"
    more = urlencode(sorted(parts.items()), quote_via=quote, safe="")
    return f"postgresql://{host}{port}/{name}{'?' if more else ''}{more}"


def checked(address: str) -> str:
    """An address as it may be named: one with a password is refused."""
    if address.startswith(POSTGRES):
        require_library("psycopg", "keeping a crawl in PostgreSQL")
        from psycopg import Error, conninfo  # noqa: PLC0415

        try:
            parts = conninfo.conninfo_to_dict(address)
        except Error:
            raise BadInput("the postgresql:// address cannot be understood; escape special signs as %XX") from None
        if any(parts.get(part) for part in ("password", "sslpassword")) or any(
            "@" in str(parts.get(part, "")) for part in ("host", "port", "dbname")
        ):
            raise BadInput("a place is named without its password, which is given in PGPASSWORD or ~/.pgpass")
    elif not re.fullmatch(OBJECTS, address):
        raise BadInput(
            f"'{address[:80]}': is no address such as postgresql://host/database, s3://bucket/folder or file:///folder"
        )
    return address


def name(*addresses: str) -> None:
    """Somebody on this machine names these, without passwords; empty ones are none."""
    for address in filter(None, addresses):
        place = canonical(checked(address))
        with _lock:
            _of_folders.discard(place)
            if place in _inherited:
                continue
            _named.add(place)
        if place not in _kept():
            _change(lambda kept, place=place: [*kept, place])  # type: ignore[misc]


def forget(*addresses: str) -> list[str]:
    """What somebody named is known no longer; those that were not are returned."""
    places = [*map(canonical, addresses)]
    unknown = [place for place in places if not is_known(place)]
    with _lock:
        _named.difference_update(places)
    _change(lambda kept: [each for each in kept if each not in places])
    return unknown


def known() -> list[str]:
    """All of them, in the order of the alphabet."""
    return sorted({*_kept(), *_of_environment(), *_named, *_inherited})


def is_known(address: str) -> bool:
    place = canonical(address)
    return place in _named or place in _inherited or place in _kept() or place in _of_environment()


def inherit(addresses: Iterable[str]) -> None:
    """What was known to the process that started this one."""
    _inherited.update(map(canonical, addresses))


def for_children() -> str:
    """The variable, for processes that are begun here: with what may be kept nowhere."""
    return shlex.join(sorted({*_of_environment(), *_named, *_inherited}))


def of_folder(*addresses: str) -> None:
    """The settings of a folder name these, and nobody else."""
    _of_folders.update(map(canonical, filter(None, addresses)))


def said_by_user(*addresses: str) -> None:
    """Whatever folders name them too: settings that are made of these are a person's."""
    _of_folders.difference_update(map(canonical, filter(None, addresses)))


def given(where: object, *addresses: str) -> None:
    """Who hands us settings with these has named them; what a folder alone said must be known."""
    for address in filter(None, addresses):
        if canonical(address) in _of_folders:
            require(where, address)
        else:
            name(address)


def require_all(where: object, *addresses: str) -> None:
    """For what nobody but a folder says."""
    for address in filter(None, addresses):
        require(where, address)


def require(where: object, address: str) -> None:
    """Refuse, before it is dialled, a place that nobody has named; `where`: what names it."""
    if is_known(address):
        return
    what = "is kept in" if address.startswith(POSTGRES) else "keeps raw responses in"
    place = "".join(sign if sign.isprintable() else "?" for sign in canonical(address)[:_LONGEST])
    raise BadFolder(
        f"{where}: {what} {place}, which nobody has named on this machine; if it is yours: "
        f"honeyguide trust {shlex.quote(place)}"
    )


def file() -> Path:
    """`$XDG_STATE_HOME/honeyguide/places`, or `~/.local/state/honeyguide/places`: an address a line."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if os.path.isabs(state) else Path(os.path.expanduser("~")) / ".local" / "state"
    return home / "honeyguide" / _FILE


def _kept() -> list[str]:
    try:
        lines = file().read_bytes().decode("utf-8", "replace").split("\n")
    except OSError:
        return []
    return [canonical(line) for line in lines if line]


def _of_environment() -> list[str]:
    said = os.environ.get(VARIABLE, "")
    try:
        places = shlex.split(said)
    except ValueError:
        places = said.split()
    return [*map(canonical, [*places, *filter(None, map(os.environ.get, _SETTINGS))])]


def _change(change: Callable[[list[str]], list[str]]) -> None:
    """The file, whole or not at all; where it cannot be written, this process remembers, and says so once."""
    place = file()
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _alone(place.parent):
            before = _kept()
            if (now := change(before)) != before:
                part = place.parent / atomic.part_name()
                try:
                    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                        stream.write("".join(f"{each}\n" for each in dict.fromkeys(now)))
                        stream.flush()
                        os.fsync(stream.fileno())
                    part.replace(place)
                finally:
                    part.unlink(missing_ok=True)
    except OSError as wrong:
        if str(place) not in _told:
            _told.add(str(place))
            _log.warning(
                "%s: cannot be written: %s; the places of crawls that are named are known to this process alone, and "
                "to who is told in %s",
                place,
                wrong.strerror,
                VARIABLE,
            )


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time changes what is kept there."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
