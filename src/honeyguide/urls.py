"""One spelling for every URL: browsers' rules (WHATWG URL standard), tracking and session parts cut out."""

from __future__ import annotations

import re
from functools import lru_cache

from ada_url import join_url, normalize_url

LONGEST = 2_000
"""Longer URLs are traps or data, not pages."""
_LONGEST_INPUT = 8_000

# Escapes of unreserved characters, and those with small hex digits. After a stray `%` none is touched:
# decoding there could spell a new escape.
_ESCAPE = re.compile(
    r"(?<!%)(?<!%[0-9A-Fa-f])%"
    r"(?:(2[DEde]|3[0-9]|4[1-9A-Fa-f]|5[0-9AFaf]|6[1-9A-Fa-f]|7[0-9AEae])|[a-f][0-9A-Fa-f]|[0-9A-F][a-f])"
)

_HOME = re.compile(r"https?://[^/]+(?:/(?:index\.\w{2,5})?)?$")
_PATH_SESSION = re.compile(r";jsessionid=[^;/]*", re.IGNORECASE)

_DROPPED = re.compile(
    r"""(?<![^&])
    (?:
        (?: utm_[^=&]* | gclid | gclsrc | gbraid | wbraid | dclid | _ga | _gl | fbclid | msclkid | twclid
          | ttclid | yclid | ysclid | igshid | igsh | li_fat_id | mc_[ce]id | mkt_tok | _hsenc | _hsmi
          | vero_id | oly_(?:anon|enc)_id | s_kwcid | ef_id | _openstat | hm(?:sr|pl|cu|kw|ci) | bd_vid | gdt_vid
          | spm | phpsessid | jsessionid | aspsessionid[a-z]* | asp\.net_sessionid | cfid | cftoken | oscsid
        )(?:=[^&]*)?
      | (?: s | sid | sess | session | session_?id | zenid )=
        (?=[^&]*[0-9])(?=[^&]*[a-z])(?: [0-9a-f]{16,} | [0-9a-z]{26,} )
    )
    (?:&|$)""",
    re.IGNORECASE | re.VERBOSE,
)

# Most links are spelled so plainly that the browsers' rules leave them as they are, below a root or a folder that
# they share with others: 0.7 µs instead of 3.5.
_PLAIN = re.compile(
    r"""(?:(https?://[A-Za-z0-9.:-]++)(?=/) | ((?:\.\./)++)(?![/.]) | (?!//|\.))  # root | folders up | neither
    ([A-Za-z0-9_~.,()!*/-]++ (?:%(?:[89A-F][0-9A-F]|2[0-9ABCF]) [A-Za-z0-9_~.,()!*/-]*+)*+)  # path
    (?:\?([A-Za-z0-9_~./=&-]*+))?+  # query
    (?:\#.*)?+""",
    re.VERBOSE,
).fullmatch


def canonical(url: str, base: str | None = None) -> str | None:
    """The one spelling of a URL, absolute; None when it is not http or https, no URL at all, or too long."""
    found = resolve(url, base)
    return found[0] if found else None


def host_of(url: str) -> str:
    """The host in lower case, with the port unless it is the usual one; empty when there is none."""
    found = resolve(url)
    return found[1] if found else ""


def is_home(url: str) -> bool:
    """Whether it is the front page of a site."""
    return _HOME.match(url) is not None


def resolve(href: str, base: str | None = None) -> tuple[str, str] | None:
    """The canonical URL and its host."""
    if len(href) <= LONGEST and href.startswith(("http://", "https://")):
        return _whole(href)
    return _joined(href, base)


@lru_cache(maxsize=8192)
def _whole(href: str) -> tuple[str, str] | None:
    """A link that needs no base. The pages of a site have many of them in common."""
    return _joined(href, None)


def _joined(href: str, base: str | None) -> tuple[str, str] | None:
    plain = _PLAIN(href) if len(href) <= LONGEST else None
    if plain is None:
        return _settle(href, base)
    root, up, path, query = plain.groups()
    if "/." in path:
        return _settle(href, base)
    near = root or base
    ground = _ground(up, base) if up else _ground(near) if near else None
    if ground is None:
        return None
    host, top, folder = ground
    url = top + path if path[0] == "/" else folder + path
    if query and (query := _DROPPED.sub("", query).rstrip("&")):
        url = f"{url}?{query}"
    return (url, host) if len(url) <= LONGEST else None


@lru_cache(maxsize=4096)
def _ground(href: str, base: str | None = None) -> tuple[str, str, str] | None:
    """What links are relative to: the host, the root and the folder of an address."""
    found = _settle(href, base)
    if found is None:
        return None
    url, host = found
    return host, url[: url.index("/", 8)], url[: url.partition("?")[0].rindex("/") + 1]


def _settle(href: str, base: str | None) -> tuple[str, str] | None:
    if len(href) > _LONGEST_INPUT or (base is not None and len(base) > _LONGEST_INPUT):
        return None
    try:
        url = normalize_url(href) if base is None else join_url(base, href)
    except ValueError:
        return None
    if not url.startswith(("https://", "http://")):
        return None
    fragment = url.find("#")
    if fragment >= 0:
        url = url[:fragment]
    start = 8 if url[4] == "s" else 7
    end = url.index("/", start)
    host = url[start:end]
    rest = url[end:]
    again = False
    if "@" in host:
        host = host[host.rindex("@") + 1 :]
    if host.endswith(".") or ".:" in host:
        name, colon, port = host.partition(":")
        host = f"{name.rstrip('.')}{colon}{port}"
        if not name.rstrip("."):
            return None
        again = True
    if "%" in rest:
        rest = _ESCAPE.sub(_decoded, rest)
    if "?" in rest:
        path, _, query = rest.partition("?")
        query = _DROPPED.sub("", query).rstrip("&")
    else:
        path, query = rest, ""
    if ";" in path:
        kept = _PATH_SESSION.sub("", path)
        again = again or (kept != path and "/." in kept)
        path = kept
    url = f"{url[:start]}{host}{path}?{query}" if query else f"{url[:start]}{host}{path}"
    if again:  # without its trailing dot a host may be an address; without its session a segment may be `..`
        return _settle(url, None)
    return (url, host) if len(url) <= LONGEST else None


def _decoded(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16)) if escape[1] else escape[0].upper()


_PRESENTATION = frozenset(
    {"amp", "embed", "from", "highlight", "mobile", "order", "orderby", "print", "printable", "printview"}
    | {"ref", "referrer", "share", "sort", "source", "src", "theme", "via"}
)


def is_presentation(url: str, canonical: str) -> bool:
    """Whether a page is its canonical address but for how it is shown or how one came there: `?print=yes`."""
    path, _, query = url.partition("?")
    claimed_path, _, claimed_query = canonical.partition("?")
    given, claimed = query.split("&"), claimed_query.split("&") if claimed_query else []
    if path != claimed_path or not set(claimed) < set(given):
        return False
    return all(part.partition("=")[0].lower() in _PRESENTATION for part in given if part not in claimed)
