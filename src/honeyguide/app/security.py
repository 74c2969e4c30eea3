"""Who may use the application: a token, this machine's names, no other site's pages.

Every request, of a page, a file, the API or a websocket, passes `Guard`:

- `Host` must be a name of this server: a name that somebody else's DNS leads here (rebinding) is refused.
- A page of another site, or of another port, may only link here: `Origin` and `Sec-Fetch-Site` tell.
- The token comes once in `/?token=…`, which answers with a cookie and a page that leads on without it; scripts send
  `Authorization: Bearer …`. Tokens are compared in constant time.
- Bodies have a limit. What is logged is a path without what follows `?`, as it was sent: it cannot end its line.

The Content-Security-Policy allows scripts from here alone: those that stand in NiceGUI's own template carry a nonce,
and no others, whatever else gets into a page. NiceGUI needs
`unsafe-eval`, since Vue compiles templates in the browser and handlers come as text over the websocket, and inline
styles, since Vue, Quasar and Tailwind write them; it does without everything else.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import logging
import re
import secrets
import socket
from collections.abc import Callable
from urllib.parse import parse_qsl, quote, urlencode

from jinja2 import BaseLoader, Environment
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

API = "/api"
LARGEST_BODY = 64_000_000
"""Of an upload; pages say less."""
LARGEST_API_BODY = 2_000_000
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?")
_SAFE = {"GET", "HEAD", "OPTIONS"}
_POLICY = (
    "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
_HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_LEAD_ON = (
    '<!doctype html><meta charset="utf-8"><title>Honeyguide</title>'
    '<meta http-equiv="refresh" content="0; url={path}"><p><a href="{path}">Honeyguide</a>'
)
_HOW_TO_ENTER = (
    '<!doctype html><meta charset="utf-8"><title>Honeyguide</title>'
    "<p>Open the address that <code>honeyguide app</code> printed: it carries the token.</p>"
    "<p>请打开 <code>honeyguide app</code> 输出的地址，其中带有令牌。</p>"
)
_log = logging.getLogger("honeyguide.app.access")


class Access:
    """What lets people in: the token, once-only tickets for the browser that we open, and the cookie."""

    def __init__(self, token: str = "", cookie: str = "honeyguide") -> None:
        """A new random token unless one is given."""
        self.token = token or secrets.token_urlsafe(24)
        self.cookie = cookie
        self._session = hmac.new(self.token.encode(), b"honeyguide cookie", hashlib.sha256).hexdigest()
        self._tickets: set[str] = set()

    def ticket(self) -> str:
        """Lets one browser in, once: others may see the command line that opens it."""
        made = secrets.token_urlsafe(24)
        self._tickets.add(made)
        return made

    def admits(self, given: str) -> bool:
        """Whether this is the token, or a ticket that was not used yet."""
        if _same(given, self.token):
            return True
        for ticket in self._tickets:
            if _same(given, ticket):
                self._tickets.discard(ticket)
                return True
        return False

    def by_header(self, headers: Headers) -> bool:
        scheme, _, given = headers.get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and _same(given.strip(), self.token)

    def by_cookie(self, headers: Headers) -> bool:
        """Beside it stand those of all ports of this machine, which need not be well written."""
        return _same(cookie_parser("; ".join(headers.getlist("cookie"))).get(self.cookie, ""), self._session)

    def set_cookie(self, response: Response) -> None:
        response.set_cookie(self.cookie, self._session, httponly=True, samesite="strict", path="/")


class Guard:
    """The ASGI middleware that every request passes."""

    def __init__(self, app: ASGIApp, access: Access, names: frozenset[str], *, loopback: bool) -> None:
        """`names` are those of this server; addresses in figures cannot be rebound and need no name."""
        self.app, self.access, self.names, self.loopback = app, access, names, loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        response = self._refused(scope, headers) or self._let_in(scope, headers)
        scope["nonce"] = secrets.token_urlsafe(16)
        if response is None:
            if scope["type"] == "http":
                await self.app(scope, _Incoming(scope, receive), _Outgoing(scope, send))
            else:
                await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "refused"})
        else:
            await response(scope, receive, _Outgoing(scope, send))

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        """What no token makes right."""
        host = headers.get("host", "")
        if len(headers.getlist("host")) > 1 or not self._is_ours(host):
            return _sentence(scope, 421, "this server is not known by the name in the Host header")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != host.lower():
            return _sentence(scope, 403, "requests from pages of other sites are refused")
        site = headers.get("sec-fetch-site", "none")
        leads_here = scope["type"] == "http" and scope["method"] == "GET" and _is_navigation(headers)
        if site not in {"none", "same-origin"} and not leads_here:
            return _sentence(scope, 403, "requests from pages of other sites are refused")
        length = headers.get("content-length", "0")
        if scope["type"] == "http" and (not length.isascii() or not length.isdigit() or int(length) > _limit(scope)):
            return _sentence(scope, 413, _too_large(scope))
        return None

    def _let_in(self, scope: Scope, headers: Headers) -> Response | None:
        """None for those who may, else what they get instead."""
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if given and scope["type"] == "http" and scope["method"] == "GET":
            return self._first_visit(scope, given[-1], [each for each in query if each[0] != "token"])
        if self.access.by_header(headers):
            return None
        if not self.access.by_cookie(headers):
            return _no_token(scope)
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if changes and headers.get("origin") is None and headers.get("sec-fetch-site") != "same-origin":
            return _sentence(scope, 403, "a request with a cookie must say where it comes from: Origin is missing")
        return None

    def _first_visit(self, scope: Scope, token: str, rest: list[tuple[str, str]]) -> Response:
        """A cookie, and a page that leads on: a redirect would count as coming from where the link stood."""
        if not self.access.admits(token):
            return _no_token(scope)
        path = quote(scope["path"])
        path = path if path.startswith("/") and not path.startswith("//") else "/"
        there = _attribute(path + (f"?{urlencode(rest)}" if rest else ""))
        response = HTMLResponse(_LEAD_ON.format(path=there), headers={"Cache-Control": "no-store"})
        self.access.set_cookie(response)
        return response

    def _is_ours(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]").lower()
        if name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.loopback


class _Incoming:
    """What is received, within the limit."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope, self._receive, self._left = scope, receive, _limit(scope)

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise HTTPException(413, _too_large(self._scope))
        return message


class _Outgoing:
    """What is sent, with the headers that keep browsers strict."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope, self._send = scope, send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers["Content-Security-Policy"] = _POLICY.format(nonce=self._scope["nonce"])
            if headers.get("content-type", "").startswith("text/html"):
                headers["Cache-Control"] = "no-store"
            _log.info("%s %s %d", self._scope["method"], quote(self._scope["path"]), message["status"])
        await self._send(message)


class NonceLoader(BaseLoader):
    """Templates whose own scripts carry the nonce of the answer; what is filled into them gets none."""

    def __init__(self, inner: BaseLoader) -> None:
        self._inner = inner

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, is_fresh = self._inner.get_source(environment, template)
        return source.replace("<script", '<script nonce="{{ request.scope.nonce }}"'), file, is_fresh


def names_of(host: str) -> frozenset[str]:
    """What a server at this address is called, beside addresses in figures."""
    own = {"localhost"}
    if not is_loopback(host):
        own |= {socket.gethostname().lower(), socket.getfqdn().lower()}
    return frozenset({*own, host.lower()})


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _same(given: str, known: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "replace"), known.encode())


def _is_navigation(headers: Headers) -> bool:
    return headers.get("sec-fetch-mode", "navigate") == "navigate" and headers.get("sec-fetch-dest") == "document"


def _limit(scope: Scope) -> int:
    return LARGEST_API_BODY if _is_api(scope) else LARGEST_BODY


def _is_api(scope: Scope) -> bool:
    return bool(scope["path"] == API or scope["path"].startswith(f"{API}/"))


def _sentence(scope: Scope, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    if _is_api(scope):
        return JSONResponse({"detail": sentence}, status, headers)
    return PlainTextResponse(f"{sentence}\n", status, headers)


def _too_large(scope: Scope) -> str:
    return f"the body is too large: at most {_limit(scope):,} bytes are taken"


def _no_token(scope: Scope) -> Response:
    if _is_api(scope):
        said = "the token is missing or wrong: send it as Authorization: Bearer TOKEN"
        return _sentence(scope, 401, said, {"WWW-Authenticate": "Bearer"})
    return HTMLResponse(_HOW_TO_ENTER, 401)


def _attribute(text: str) -> str:
    """Text that is put between quotes in HTML."""
    for sign, entity in (("&", "&amp;"), ('"', "&quot;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return text
