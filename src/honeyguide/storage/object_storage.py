"""Files in object storage: sent whole and verified, read by range, copied, deleted. Only here is fsspec spoken.

Whatever a storage raises leaves as one sentence. Who may use it is for its own settings to say, such as
`AWS_ACCESS_KEY_ID` or `~/.aws/credentials`: no address holds a password.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from honeyguide import known_places
from honeyguide.errors import BadInput, CannotRun, without_passwords
from honeyguide.extras import require

_TIMES = {"connect_timeout": 5, "read_timeout": 30, "retries": {"max_attempts": 1}}
"""Of a request, which s3fs itself tries five times."""
_BLOCK = 4_000_000
"""Bytes that are read at once."""


class Verified(NamedTuple):
    """What is in the storage, whole."""

    size: int
    md5: str


def checked_place(url: str) -> str:
    """The address of a place for raw responses, as it may be kept and shown."""
    if not re.fullmatch(known_places.OBJECTS, url):
        raise BadInput(
            "raw: is no address such as s3://bucket/folder or file:///folder, without a login: that is given in "
            "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY or ~/.aws"
        )
    for module in ("fsspec", "s3fs") if url.startswith("s3:") else ("fsspec",):
        require(module, "keeping raw responses in object storage")
    return url


def send(file: IO[bytes], path: Path, url: str) -> Verified | None:
    """Send an open file, which stands at this path; None where something else is there already.

    What is there already and the same, since a process was killed after it had sent it, is not sent again.
    """
    wanted = _digest(iter(lambda: file.read(_BLOCK), b""))
    with _opened(url) as (storage, place):
        if storage.exists(place):
            return wanted if _found(storage, place, wanted) else None
        if url.startswith("file:"):
            storage.put_file(str(path), f"{place}.part")  # a copy may be ended half-way, an upload is there whole
            storage.mv(f"{place}.part", place)
        else:
            storage.put_file(str(path), place)
        if not _found(storage, place, wanted):
            raise OSError("what arrived is not what was sent")
    return wanted


def read(url: str, start: int, end: int) -> bytes:
    """These bytes of a file."""
    with _opened(url) as (storage, place):
        return bytes(storage.cat_file(place, start=start, end=end))


def fetch(url: str, to: Path) -> None:
    """The whole file, into one that is there then."""
    with _opened(url) as (storage, place):
        storage.get_file(place, str(to))


def copy(url: str, to: str) -> None:
    """Within the storage."""
    with _opened(url) as (storage, place):
        storage.cp_file(place, storage._strip_protocol(to))


def delete(url: str) -> None:
    """What is not there is deleted already."""
    with _opened(url) as (storage, place), suppress(FileNotFoundError):
        storage.rm_file(place)


def _found(storage: Any, place: str, wanted: Verified) -> bool:
    """By its ETag, which is the MD5 of what was sent in one piece without a key of its own; else it is read back."""
    known = storage.info(place)
    if known["size"] != wanted.size:
        return False
    if str(known.get("ETag", "")).strip('"') == wanted.md5:
        return True
    ranges = range(0, wanted.size, _BLOCK)
    return _digest(storage.cat_file(place, start=at, end=min(at + _BLOCK, wanted.size)) for at in ranges) == wanted


def _digest(blocks: Iterator[bytes]) -> Verified:
    md5, size = hashlib.md5(usedforsecurity=False), 0
    for block in blocks:
        md5.update(block)
        size += len(block)
    return Verified(size, md5.hexdigest())


@contextmanager
def _opened(url: str) -> Iterator[tuple[Any, str]]:
    """The storage and the name there; what it says is told in a sentence.

    One that failed is opened anew the next time: who may use it can change while a crawl runs.
    """
    checked_place(url)
    from fsspec.core import get_filesystem_class, url_to_fs  # noqa: PLC0415

    own = {"auto_mkdir": True} if url.startswith("file:") else {"use_listings_cache": False, "config_kwargs": _TIMES}
    try:
        yield url_to_fs(url, **own)
    except Exception as wrong:  # noqa: BLE001  # a storage may raise anything
        get_filesystem_class(url.partition(":")[0]).clear_instance_cache()
        why = " ".join(without_passwords(str(wrong)).split())[:200] or type(wrong).__name__
        raise CannotRun(f"{url}: the storage cannot be used: {why}") from None
