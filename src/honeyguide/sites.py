"""Which hosts belong together: the registrable domain of a host, by the public suffix list."""

from __future__ import annotations

from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_REMEMBERED = 100_000


@lru_cache(_REMEMBERED)
def site_of(host: str) -> str:
    """The domain that somebody registered: `news.example.co.uk` belongs to `example.co.uk`.

    An address, a single label (`localhost`) and a public suffix itself are their own site; a port does not count.
    """
    name = _without_port(host).rstrip(".").lower()
    if _is_address(name):
        return name
    return _suffixes().privatesuffix(name) or name


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and ":" not in name else host


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # noqa: PLC0415  # its list takes a tenth of a second to read

    return PublicSuffixList()
