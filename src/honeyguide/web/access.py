"""What hosts want to be told before they answer: logins, headers and cookies, each for one origin and no other.

They stand in a TOML file, or in variables of the environment that it names, and are kept nowhere else: settings hold
the path of the file.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from honeyguide.errors import BadFile, BadSetting
from honeyguide.text_files import read_text
from honeyguide.toml_files import Place, line_finder, parse
from honeyguide.urls import canonical
from honeyguide.validation import unknown

KIND = "a file of logins"
_KEYS = ("basic", "bearer", "headers", "cookies")
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_COOKIE_VALUE = re.compile(r"[!#-+\--:<-\[\]-~]*")
_OURS = frozenset(
    (
        "accept-encoding", "connection", "content-length", "expect", "host", "te", "trailer", "transfer-encoding",
        "upgrade",
    )
)  # fmt: skip
"""Headers that are a matter of the connection."""
_INSTEAD = {
    "authorization": "basic or bearer",
    "cookie": "cookies",
    "proxy-authorization": "basic of the proxy's own address",
    "user-agent": "the setting user_agent",
}


class Access:
    """Headers by origin. It shows itself by the names of the origins alone."""

    def __init__(self, headers: Mapping[str, Mapping[str, str]]) -> None:
        self._headers = headers

    def __repr__(self) -> str:
        return f"Access({', '.join(self._headers)})"

    def headers(self, url: str) -> Mapping[str, str]:
        """What is sent with a request for a canonical URL: nothing, unless its very origin has something."""
        return self._headers.get(origin_of(url), {})

    def proxy_login(self, proxy: str) -> str:
        """What a proxy is told with every request; only by a basic login."""
        address = canonical(proxy)
        headers = self.headers(address) if address else {}
        login = headers.get("Authorization", "")
        if headers and (len(headers) > 1 or not login.startswith("Basic ")):
            raise BadSetting(f"access: a proxy takes a basic login and nothing else; see {proxy}")
        return login


def origin_of(url: str) -> str:
    """Scheme, host and port of a canonical URL: `https://example.org`."""
    return url[: url.index("/", 8)]


def load_access(path: str, environ: Mapping[str, str]) -> Access:
    """What a file says below `[access]`; an empty path for nothing. No sentence about it quotes a value."""
    if not path:
        return Access({})
    file = Path(path)
    try:
        text = read_text(file, KIND)
    except BadFile as wrong:
        raise BadFile(file, f"{wrong.message}; the setting access says that logins stand there", wrong.line) from None
    tables = parse(text, file, KIND).get("access", {})
    line_of = line_finder(text)

    def refuse(place: Place, problem: str) -> BadFile:
        return BadFile(file, problem, line_of(("access", *place)))

    if not isinstance(tables, dict) or not tables:
        raise refuse((), 'there is no table of a login, such as [access."https://example.org"]')
    found: dict[str, Mapping[str, str]] = {}
    for name, table in tables.items():
        origin = _origin(name)
        if not origin or not isinstance(table, dict):
            raise refuse((name,), f'{name[:80]!r} is no table of an origin, such as [access."https://example.org"]')
        if origin in found:
            raise refuse((name,), f"{origin} is there twice")
        found[origin] = _Table(table, name, origin, environ, refuse).headers()
    return Access(found)


def _origin(name: str) -> str:
    """`example.org` is `https://example.org`: what is meant for plain HTTP must say so."""
    url = canonical(f"{name if '://' in name else f'https://{name}'}/")
    return origin_of(url) if url and "@" not in name and url.count("/") == 3 and "?" not in url else ""


class _Table:
    """What is said of one origin."""

    def __init__(
        self,
        table: dict[str, Any],
        name: str,
        origin: str,
        environ: Mapping[str, str],
        refuse: Callable[[Place, str], BadFile],
    ) -> None:
        self._table = table
        self._name = name
        self._origin = origin
        self._environ = environ
        self._refuse = refuse

    def headers(self) -> dict[str, str]:
        for key in self._table:
            if key not in _KEYS:
                raise self._wrong(key, unknown(key, _KEYS, "way to log in"))
        made = {}
        for name, value in self._pairs("headers"):
            lower = name.lower()
            if lower in _INSTEAD or lower in _OURS or lower.startswith("proxy-"):
                instead = f"; it is set by {_INSTEAD[lower]}" if lower in _INSTEAD else ""
                raise self._wrong("headers", f"{name} cannot be given{instead}")
            if not (value.isascii() and value.isprintable()):
                raise self._wrong("headers", f"the value of {name} is not one line of plain ASCII text")
            made[name] = value
        if cookies := self._pairs("cookies"):
            for name, value in cookies:
                if not _COOKIE_VALUE.fullmatch(value):
                    raise self._wrong("cookies", f"the value of {name} has characters that no cookie may have")
            made["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
        if login := self._login():
            made["Authorization"] = login
        return made

    def _login(self) -> str:
        if "basic" in self._table and "bearer" in self._table:
            raise self._wrong("bearer", "a host takes a basic or a bearer login, not both")
        if "basic" in self._table:
            pair = self._text("basic", self._table["basic"])
            if ":" not in pair or not pair.isprintable():
                raise self._wrong("basic", "is not of the form name:password, in one line")
            return f"Basic {b64encode(pair.encode()).decode()}"
        if "bearer" in self._table:
            token = self._text("bearer", self._table["bearer"])
            if not (token.isascii() and token.isprintable() and token) or " " in token:
                raise self._wrong("bearer", "is no token of plain ASCII text")
            return f"Bearer {token}"
        return ""

    def _pairs(self, key: str) -> list[tuple[str, str]]:
        table = self._table.get(key, {})
        if not isinstance(table, dict):
            raise self._wrong(key, "is no table of names and values")
        for name in table:
            if not _TOKEN.fullmatch(name):
                raise self._wrong(key, f"{name[:80]!r} is no name that can be sent")
        return [(name, self._text(key, value)) for name, value in table.items()]

    def _text(self, key: str, value: object) -> str:
        """With variables of the environment in the place of their names."""
        if not isinstance(value, str):
            raise self._wrong(key, "is no text")
        for variable in _VARIABLE.findall(value):
            if variable not in self._environ:
                raise self._wrong(key, f"the environment variable {variable}, which it needs, is not set")
        return _VARIABLE.sub(lambda found: self._environ[found[1]], value)

    def _wrong(self, key: str, problem: str) -> BadFile:
        return self._refuse((self._name, key), f"{key} of {self._origin}: {problem}")
