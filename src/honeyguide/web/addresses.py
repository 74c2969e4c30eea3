"""Which addresses may be connected to: checked on the very address that a socket is opened for."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from aiohttp import TCPConnector
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.client_proto import ResponseHandler
from aiohttp.connector import AddrInfoType
from aiohttp.tracing import Trace
from yarl import URL

from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.web.bounded_handler import BoundedHandler

OpenSocket = Callable[[AddrInfoType], socket.socket]

# IANA IPv4 special-purpose registry, multicast and reserved: whatever is not public unicast.
_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
            "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        ),
    )
)  # fmt: skip

# IPv6 is public only inside 2000::/3, and there not in these (IANA IPv6 special-purpose registry).
_UNICAST_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "3fff::/20")))

_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")


# The bad ports of the Fetch standard (WHATWG): mail, shells, names, files, chat …
_BAD_PORTS = (
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
    111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
    540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
    6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
)  # fmt: skip
# … and [ours] databases, caches and remote desktops.
_OTHER_SERVICES = frozenset((*_BAD_PORTS, 1433, 1521, 3306, 3389, 5432, 5900, 6379, 11211, 27017))


# Names that lead into a network of one's own: RFC 6761, 6762 (with appendix G) and 8375.
_PRIVATE_NAMES = (
    "localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa",
)  # fmt: skip


class ForbiddenAddress(OSError):
    """An address that the settings do not let us connect to."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EACCES, why)


@lru_cache(maxsize=4096)
def is_public(address: str) -> bool:
    """Whether an address is one of the open internet, also when it is an IPv4 address in IPv6 clothes."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address):
        inner = _inner(parsed)
        if inner is None:
            return parsed in _UNICAST_6 and not any(parsed in network for network in _NOT_PUBLIC_6)
        parsed = inner
    return not any(parsed in network for network in _NOT_PUBLIC_4)


def why_not_by_name(host: str, port: int, *, allow_private: bool) -> str:
    """What keeps us from having a proxy ask a host; empty when nothing does.

    The proxy looks names up, so that an address is known of a host alone that is written as one.
    """
    if port in _OTHER_SERVICES:
        return _of_no_pages(port)
    try:
        private = not is_public(str(ip_address(host)))
    except ValueError:
        name = host.lower().rstrip(".")
        private = "." not in name or name.endswith(tuple(f".{suffix}" for suffix in _PRIVATE_NAMES))
    return "" if allow_private or not private else _not_public(host)


def _of_no_pages(port: int) -> str:
    return f"port {port} is not one of web pages"


def _not_public(address: str) -> str:
    return f"{address} is not a public address; --allow-private (allow_private) connects to it all the same"


def _inner(address: IPv6Address) -> IPv4Address | None:
    if address in _MAPPED or address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    if address in _SIX_TO_FOUR:
        return IPv4Address(int(address) >> 80 & 0xFFFF_FFFF)
    return None


def open_socket(info: AddrInfoType) -> socket.socket:
    return socket.socket(info[0], info[1], info[2])


class Resolver(AbstractResolver):
    """Names looked up in threads of our own: the loop has few, and slow name servers would fill them."""

    def __init__(self, threads: int = 32) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="names")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        found = await asyncio.get_running_loop().run_in_executor(
            self._threads, socket.getaddrinfo, host, port, family, socket.SOCK_STREAM, 0, socket.AI_ADDRCONFIG
        )
        return [_result(host, str(address[0]), port) for _, _, _, _, address in found]

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


class GuardedConnector(TCPConnector):
    """Opens sockets to public addresses only; or to the one address of `connect_to`, whatever the host name; or to
    those of the proxy, which the user named, wherever it stands.

    The check sits in aiohttp's socket factory, which gets the address that is then connected to. There is no
    second look-up in between, and hosts written as addresses, which never reach a resolver, pass it too.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        resolver: AbstractResolver | None = None,
        open_socket: OpenSocket = open_socket,
    ) -> None:
        self._only = only_address(settings.connect_to)
        proxy = URL(settings.proxy)
        self._proxy = (proxy.host or "", proxy.port or 0) if settings.proxy else None
        self._of_proxy: set[tuple[str, int]] = set()
        self._allow_private = settings.allow_private
        self._open = open_socket
        self._own_resolver = Resolver() if resolver is None else None
        super().__init__(
            resolver=resolver or self._own_resolver,
            socket_factory=self._guarded,
            limit=0,
            ttl_dns_cache=300,
            dns_cache_max_size=10_000,
            keepalive_timeout=min(15.0, 3.0 + 2.0 * settings.delay),
        )
        handler: Callable[..., ResponseHandler] = BoundedHandler
        self._factory = partial(handler, loop=self._loop)

    async def close(self, *, abort_ssl: bool = False) -> None:
        await super().close(abort_ssl=abort_ssl)
        if self._own_resolver is not None:
            await self._own_resolver.close()

    async def address(self, host: str, port: int) -> str:
        """One of those of a host, always the same while it has them."""
        return min(each["host"] for each in await self._resolve_host(host, port))

    def _guarded(self, info: AddrInfoType) -> socket.socket:
        if why := self._why_not(str(info[4][0]), info[4][1]):
            raise ForbiddenAddress(why)
        return self._open(info)

    def _why_not(self, address: str, port: int) -> str:
        """What keeps us from connecting; empty when nothing does."""
        if self._only:
            return "" if (address, port) == self._only else f"{address} is not where every connection goes"
        if self._proxy:
            return "" if (address, port) in self._of_proxy else f"{address} is not the proxy"
        if port in _OTHER_SERVICES:
            return _of_no_pages(port)
        if self._allow_private or is_public(address):
            return ""
        return _not_public(address)

    async def _resolve_host(self, host: str, port: int, traces: Sequence[Trace] | None = None) -> list[ResolveResult]:
        """Those that may be connected to; of several that may not, aiohttp would tell that none can be reached."""
        if self._only:
            return [_result(host, *self._only)]
        if (host, port) == self._proxy:
            proxies = await super()._resolve_host(host, port, traces)
            self._of_proxy.update((each["host"], each["port"]) for each in proxies)
            return proxies
        if port in _OTHER_SERVICES:
            raise ForbiddenAddress(_of_no_pages(port))
        found = await super()._resolve_host(host, port, traces)
        problems = [self._why_not(each["host"], each["port"]) for each in found]
        if all(problems):
            raise ForbiddenAddress(problems[0] if problems else f"{host} has no address")
        return [each for each, problem in zip(found, problems, strict=True) if not problem]


def only_address(connect_to: str) -> tuple[str, int] | None:
    """`127.0.0.1:8080` or `[::1]:8080`, as address and port."""
    if not connect_to:
        return None
    address, _, port = connect_to.rpartition(":")
    try:
        parsed = ip_address(address[1:-1] if address.startswith("[") and address.endswith("]") else address)
    except ValueError:
        parsed = None
    if parsed is None or not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise BadSetting(f"connect_to: {connect_to!r} is not an address and port; write it like '127.0.0.1:8080'.")
    return str(parsed), int(port)


def _result(hostname: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(
        hostname=hostname, host=address, port=port, family=family, proto=0, flags=socket.AI_NUMERICHOST
    )
