"""Pages from the live web, over HTTP: every failure is a value, every fetch has a budget."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import aiohttp
from aiohttp.abc import AbstractResolver
from msgspec.structs import replace
from yarl import URL

from honeyguide import __version__
from honeyguide.config import Settings
from honeyguide.content_types import HEAD, PDF, READABLE, UNTOLD, can_be_list, is_pdf, kind_of
from honeyguide.errors import BadSetting
from honeyguide.extras import missing
from honeyguide.model import PROXY_LOGIN, Fetched, Link, Outcome
from honeyguide.urls import host_of
from honeyguide.web.access import load_access, origin_of
from honeyguide.web.address_shares import PUT_OFF, AddressShares
from honeyguide.web.addresses import (
    ForbiddenAddress,
    GuardedConnector,
    OpenSocket,
    only_address,
    open_socket,
    why_not_by_name,
)
from honeyguide.web.byte_budget import SMALL, ByteBudget
from honeyguide.web.response import LOGIN
from honeyguide.web.robots import RobotsBook, SharedTasks
from honeyguide.web.robots_rules import LARGEST, Rules, read_rules
from honeyguide.web.scope import Scope
from honeyguide.web.status import FAILURES, RETRY, classify_error, classify_response, printable
from honeyguide.web.turns import Turns, postponed

_ADDRESS_SECONDS = 60.0
"""For so long the address of an origin is taken to be the same."""
_MOST_ADDRESSES = 10_000
_Take = Callable[[str, float, aiohttp.ClientResponse], Awaitable[Fetched]]


class LiveWeb:
    def __init__(
        self,
        settings: Settings,
        *,
        scope: Scope | None = None,
        resolver: AbstractResolver | None = None,
        open_socket: OpenSocket = open_socket,
    ) -> None:
        """`scope`, of these settings, when it knows the seeds."""
        only_address(settings.connect_to)
        if settings.proxy and settings.connect_to:
            raise BadSetting("proxy, connect_to: requests go to one of them, not to both; leave one out.")
        self._settings = settings
        self._no_pdf = missing("pypdf", "reading PDF documents") if settings.pdf else ""
        self._access = load_access(settings.access, os.environ)
        self._proxy_login = self._access.proxy_login(settings.proxy)
        self._headers = {
            "User-Agent": user_agent(settings),
            "Accept": "text/html,application/xhtml+xml;q=0.9,text/plain;q=0.5,*/*;q=0.1",
            "Accept-Encoding": "gzip, deflate, br, zstd",
        }
        self._resolver = resolver
        self._open_socket = open_socket
        self._began = time.time() - time.monotonic()
        self._session: aiohttp.ClientSession | None = None
        self._closed = False
        self._bodies: ByteBudget | None = None
        self._addresses: AddressShares | None = None
        self._known_addresses: dict[str, tuple[str, float]] = {}
        """Of origins, and until when."""
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="robots.txt")
        self._turns = Turns(settings.delay, self.delay)
        within = scope or Scope(settings)
        self._robots = RobotsBook(
            self._robots_txt,
            self.now,
            why_not=lambda url: within.why_not_host(url, host_of(url)),
            share=SharedTasks(),
            read=self._read_rules,
        )

    async def fetch(self, link: Link) -> Fetched:
        """One attempt at one URL; a redirect is an outcome, not followed."""
        url = link.url
        if not url.startswith(("https://", "http://")) or url.find("/", 8) < 0:
            return Fetched(url, Outcome.ADDRESS, detail="only http and https are fetched", at=self.wall())
        address = await self._address(url) if self._addresses else ""
        if self._addresses and address and not self._addresses.take(link.id, address):
            return postponed(url, host_of(url), PUT_OFF, self.wall())
        if self._settings.robots:
            decision = await self._robots.ask(url)
            if not decision.allowed:
                return decision.refusal(url, self.wall())
        came = await self._ask(url, partial(self._page, link.id))
        if came.status == LOGIN and self._access.headers(url):  # it was good, or this page alone is closed to it
            came = replace(came, retry_after=RETRY)
        return replace(came, address=address)

    def keep_within(self, bodies: ByteBudget, addresses: AddressShares) -> None:
        """What a fetch takes of these, by the number of its link, whoever asked for it gives back."""
        self._bodies, self._addresses = bodies, addresses

    def now(self) -> float:
        """Goes on evenly, whatever is done to the clock of the machine."""
        return self._began + time.monotonic()

    def wall(self) -> float:
        """What the clock of the machine shows: for what is stored."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def delay(self, host: str) -> float:
        return max(self._settings.delay, self._robots.delay(host))

    def sitemaps(self, host: str) -> Sequence[str]:
        return self._robots.sitemaps(host)

    async def close(self) -> None:
        self._closed = True
        await self._robots.close()
        self._reader.shutdown(wait=False, cancel_futures=True)
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _open(self) -> aiohttp.ClientSession:
        if self._closed:
            raise RuntimeError("this web is closed")
        self._session = aiohttp.ClientSession(
            connector=GuardedConnector(self._settings, resolver=self._resolver, open_socket=self._open_socket),
            headers=self._headers,
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=self._settings.timeout),
            auto_decompress=False,
            trust_env=False,
            read_bufsize=2**18,
            max_line_size=16_384,
            max_field_size=32_768,
        )
        self._session._retry_connection = False  # a second request, at once, to a server that hangs up on the first
        return self._session

    async def _address(self, url: str) -> str:
        """Where a request would go; empty when that is not known, or the same for all."""
        connector = (self._session or self._open()).connector
        if self._settings.connect_to or self._settings.proxy or not isinstance(connector, GuardedConnector):
            return ""
        origin = url[: url.index("/", 8)]
        address, until = self._known_addresses.get(origin, ("", 0.0))
        if self.now() < until:
            return address
        parsed = URL(url, encoded=True)
        try:
            async with asyncio.timeout(self._settings.timeout):
                address = await connector.address(parsed.raw_host or "", parsed.port or 0)
        except (OSError, ValueError):  # what is wrong, the request will tell
            return ""
        if len(self._known_addresses) >= _MOST_ADDRESSES:
            self._known_addresses.clear()
        self._known_addresses[origin] = (address, self.now() + _ADDRESS_SECONDS)
        return address

    async def _ask(
        self,
        url: str,
        take: _Take,
        headers: Mapping[str, str] | None = None,
        decoded: bool = False,
        *,
        away: bool = False,
    ) -> Fetched:
        """When it is the host's turn."""
        host = host_of(url)
        wait, may_ask = self._turns.begin(host, self.now(), away=away)
        if not may_ask:
            return postponed(url, host, wait, self.wall())
        rest = 0.0
        try:
            if wait:
                await self.sleep(wait)
            came = await self._request(url, take, headers, decoded)
            rest = came.retry_after or 0.0
        finally:
            self._turns.end(host, self.now(), rest)
        return came

    async def _request(
        self, url: str, take: _Take, headers: Mapping[str, str] | None = None, decoded: bool = False
    ) -> Fetched:
        session = self._session or self._open()
        at, began = self.wall(), self.now()
        try:
            response = await self._get(session, url, headers or {}, decoded=decoded)
            try:
                if response.status == PROXY_LOGIN and self._settings.proxy:  # in place of the site, without a tunnel
                    about, said = response.request_info, response.reason or ""
                    raise aiohttp.ClientHttpProxyError(about, response.history, status=PROXY_LOGIN, message=said)
                came = await take(url, at, response)
            finally:
                response.release()
        except FAILURES as error:
            outcome, detail, again = classify_error(error)
            status = 0
            if isinstance(error, aiohttp.ClientHttpProxyError) and error.status == PROXY_LOGIN:
                status = PROXY_LOGIN
                detail += self._about_login(url, status)
            if outcome is Outcome.REFUSED and self._settings.connect_to:
                detail = f"nobody listens at {self._settings.connect_to} (setting connect_to)"
            came = Fetched(url, outcome, status, detail=printable(detail), retry_after=again, at=at)
        return replace(came, seconds=self.now() - began)

    async def _get(
        self, session: aiohttp.ClientSession, url: str, headers: Mapping[str, str], *, decoded: bool
    ) -> aiohttp.ClientResponse:
        """With what the origin of the URL wants to be told, and nobody else."""
        target = URL(url, encoded=True)
        sent = {**headers, **self._access.headers(url)}
        to_proxy = {"Proxy-Authorization": self._proxy_login} if self._proxy_login else {}
        if self._settings.proxy:
            private = self._settings.allow_private
            if problem := why_not_by_name(target.raw_host or "", target.port or 0, allow_private=private):
                raise ForbiddenAddress(problem)
            if target.scheme == "http":  # without a tunnel, the proxy reads the request itself
                sent.update(to_proxy)
        return await session.get(
            target,
            allow_redirects=False,
            headers=sent,
            auto_decompress=decoded,
            proxy=self._settings.proxy or None,
            proxy_headers=to_proxy,
        )

    async def _page(self, link: int, url: str, at: float, response: aiohttp.ClientResponse) -> Fetched:
        body = b""
        outcome, detail, location, retry_after = _classified(url, response, at)
        known = self._access.headers(url)
        if response.status in (LOGIN, PROXY_LOGIN):
            detail += self._about_login(url, response.status)
        if outcome is Outcome.PAGE:
            limit = self._settings.max_bytes
            kind = kind_of(response.headers.get("Content-Type", ""))
            if kind in UNTOLD and self._settings.pdf:
                body = await _read(response.content, HEAD)
            if problem := "" if can_be_list(kind, url) else self._why_no_page(kind, body):
                outcome, detail, body = Outcome.NOT_HTML, printable(problem), b""
            elif (response.content_length or 0) > limit:
                outcome, detail, body = Outcome.TOO_LARGE, f"{response.content_length} bytes announced", b""
            else:
                body += await _read(response.content, min(limit, SMALL) - len(body))
                if len(body) > SMALL:
                    size = response.content_length or limit
                    if self._bodies and not await self._bodies.take(link, size, self._settings.timeout / 2):
                        return postponed(url, host_of(url), RETRY, at)
                    body += await _read(response.content, limit - len(body))
                if len(body) > limit:
                    outcome, detail, body = Outcome.TOO_LARGE, f"more than {limit} bytes", b""
        return Fetched(
            url,
            outcome,
            response.status,
            printable(response.reason or ""),
            tuple(
                [
                    (name.decode("latin-1"), value.decode("latin-1"))
                    for name, value in response.raw_headers
                    if not known or name.lower() != b"set-cookie"  # it may be as good as the login itself
                ]
            ),
            body,
            location,
            detail,
            retry_after,
            at,
        )

    def _why_no_page(self, kind: str, head: bytes) -> str:
        """Why a response of this type is not worth its body; empty when it is."""
        if kind in READABLE:
            return ""
        if kind in PDF or (head and is_pdf(kind, head)):
            return f"{kind}; {self._no_pdf}" if self._no_pdf else "" if self._settings.pdf else kind
        return kind

    def _about_login(self, url: str, status: int) -> str:
        """What is to be done when somebody wants to know who asks."""
        if status == PROXY_LOGIN:
            who, given = self._settings.proxy or "a proxy", bool(self._proxy_login)
        else:
            who, given = origin_of(url), bool(self._access.headers(url))
        return f"; the login for {who} is refused" if given else f"; no login for {who} is given (setting access)"

    async def _robots_txt(self, url: str, away: bool) -> Fetched:
        return await self._ask(url, self._rules, {"Accept": "*/*", "Accept-Encoding": "gzip"}, True, away=away)

    async def _read_rules(self, body: bytes) -> Rules:
        return await asyncio.get_running_loop().run_in_executor(self._reader, read_rules, body)

    async def _rules(self, url: str, at: float, response: aiohttp.ClientResponse) -> Fetched:
        outcome, detail, location, again = _classified(url, response, at)
        body = await _read(response.content, LARGEST) if outcome is Outcome.PAGE else b""
        return Fetched(url, outcome, response.status, "", (), body[:LARGEST], location, detail, again, at)


def _classified(url: str, response: aiohttp.ClientResponse, at: float) -> tuple[Outcome, str, str, float | None]:
    headers = response.headers
    location, retry = headers.get("Location", ""), headers.get("Retry-After", "")
    return classify_response(url, response.status, response.reason or "", location, retry, at)


async def _read(content: aiohttp.StreamReader, limit: int) -> bytes:
    """The body, or a little more than the limit when it is longer."""
    chunks = []
    size = 0
    while size <= limit and (chunk := await content.readany()):
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks)


def user_agent(settings: Settings) -> str:
    contact = f"; +{settings.contact}" if settings.contact else ""
    agent = settings.user_agent.replace("{version}", __version__).replace("{contact}", contact)
    if not (agent.isascii() and agent.isprintable() and agent.strip()):
        raise BadSetting(f"user_agent: {agent!r} cannot be sent; write one line of plain ASCII text.")
    return agent
