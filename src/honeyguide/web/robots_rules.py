"""What a robots.txt says to us, by RFC 9309 (Koster et al., 2022), at a cost that no file can drive up.

A file that would cost more closes its site to us: rules that are not read are not broken, and nobody else waits.
"""

from __future__ import annotations

import re
import string
from itertools import islice
from urllib.parse import quote

from honeyguide.urls import LONGEST, canonical

TOKEN = "honeyguide"  # noqa: S105
"""The name under which robots.txt speaks to us."""
LARGEST = 512 * 1024
"""Bytes of a robots.txt that are read; the rest does not count."""
MOST_LINES = 20_000
MOST_WILDCARDS = 1_000
"""Of all rules that speak to us together: each is looked for in every URL of the site."""
MOST_SITEMAPS = 50
MOST_ODD = 50_000
"""Characters of rules whose escapes must be brought into one spelling."""
LONGEST_DELAY = 600.0
"""Seconds: a site that asks for a longer Crawl-delay is left alone."""

# The fields that matter to us, with the misspellings that are common.
_LINE = re.compile(
    r"^[ \t]*+(?:(user[ -]?agent)|(disall?ow|dissall?ow|diasllow|disallaw)|(allow)|(crawl[ -]delay))"
    r"(?:[ \t]*+:|[ \t])([^#\n]*+)",
    re.IGNORECASE | re.MULTILINE,
)
_SITEMAP = re.compile(r"^[ \t]*+sitemap[ \t]*+:[ \t]*+(\S++)", re.IGNORECASE | re.MULTILINE)
_PRODUCT = re.compile(r"\*|[a-z_-]*", re.IGNORECASE)
_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]*)?", re.ASCII)
_PLAIN = re.compile(r"[!$&-~]*").fullmatch
"""Printable, and without an escape."""
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")


class Rules:
    """Of the rules that match a URL the longest counts, and of two that are as long the one that allows."""

    def __init__(self, text: str) -> None:
        self.delay = 0.0
        """Seconds between two requests that the site asks for."""
        self.why_closed = ""
        """Why the file is not kept to rule by rule but closes the site; empty when it is."""
        self.weight = 0
        """Characters that are kept."""
        self.sitemaps: tuple[str, ...] = ()
        """Addresses of sitemaps, whoever the file speaks to: absolute and canonical."""
        self._prefixes: dict[str, bool] = {}
        self._lengths: list[int] = []
        self._patterns: list[tuple[int, bool, list[str], bool]] = []
        """The others: length, whether they allow, what must stand between wildcards, whether at the very end."""
        self._wildcards = self._odd = 0
        lines = text.replace("\r", "\n")
        if lines.count("\n") > MOST_LINES:
            self.why_closed = f"robots.txt has more than {MOST_LINES:,} lines"
            return
        named = (canonical(each[1]) for each in islice(_SITEMAP.finditer(lines), MOST_SITEMAPS))
        self.sitemaps = tuple(dict.fromkeys(url for url in named if url))
        self.weight += sum(map(len, self.sitemaps))
        for allows, value in _rules_for_us(lines):
            if allows is None:
                self._ask_for(value)
            else:
                self._add(value, allows)
        if self._wildcards > MOST_WILDCARDS or self._odd > MOST_ODD:
            self.why_closed = "robots.txt has too many rules with wildcards or escapes"
            self._patterns, self._prefixes = [], {}
        elif self.delay > LONGEST_DELAY:
            self.why_closed = f"robots.txt asks for {self.delay:,.0f} seconds between two requests"
        self._lengths = sorted({len(prefix) for prefix in self._prefixes}, reverse=True)
        self._patterns.sort(key=lambda each: each[:2], reverse=True)

    def allow(self, url: str) -> bool:
        """Whether a canonical URL may be fetched."""
        path = _one_spelling(url[url.index("/", 8) :]).replace("*", "%2A")
        if path == "/robots.txt":
            return True
        fitting = (n for n in self._lengths if n <= len(path) and path[:n] in self._prefixes)
        length = next(fitting, -1)
        allowed = length < 0 or self._prefixes[path[:length]]
        for size, allows, parts, to_the_end in self._patterns:
            if (size, allows) <= (length, allowed):
                break
            if parts[-1] in path and _matches(path, parts, to_the_end):
                return allows
        return allowed

    def _ask_for(self, value: str) -> None:
        if _SECONDS.fullmatch(value):
            self.delay = max(self.delay, float(value[:400]))

    def _add(self, value: str, allows: bool) -> None:
        if self._wildcards > MOST_WILDCARDS or self._odd > MOST_ODD:
            return
        if len(value) > LONGEST:  # no URL is as long; what is cut off makes a rule wider, so it may only disallow
            if allows:
                return
            value = value[:LONGEST]
        self._odd += 0 if _PLAIN(value) else len(value)
        to_the_end = value.endswith("$")
        pattern = _one_spelling(value.removesuffix("$"))
        if not pattern.startswith(("/", "*")):
            pattern = f"/{pattern}"
        self.weight += len(pattern)
        if "*" not in pattern and not to_the_end:
            self._prefixes[pattern] = allows or self._prefixes.get(pattern, False)
            return
        parts = [part for part in pattern.split("*") if part]
        begins = [] if pattern.startswith("*") else parts[:1]
        self._wildcards += max(1, pattern.count("*"))
        length = len(pattern) + to_the_end
        ends = to_the_end and not pattern.endswith("*")
        self._patterns.append((length, allows, [*(begins or [""]), *parts[len(begins) :]], ends))


def read_rules(body: bytes) -> Rules:
    return Rules(body[:LARGEST].decode("utf-8-sig", "replace"))


def _matches(path: str, parts: list[str], to_the_end: bool) -> bool:
    """Each part at its first place after the one before: if that fails, every other place does."""
    if not path.startswith(parts[0]):
        return False
    at = len(parts[0])
    if to_the_end and len(parts) == 1:
        return len(path) == at
    last = len(parts) - 1
    for place, part in enumerate(parts[1:], start=1):
        if to_the_end and place == last:
            return len(path) - len(part) >= at and path.endswith(part)
        at = path.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True


def _rules_for_us(text: str) -> list[tuple[bool | None, str]]:
    """Of the groups that speak to us, or else of those for everybody: whether a rule allows (None for a Crawl-delay)
    and its value."""
    ours: list[tuple[bool | None, str]] = []
    everybody: list[tuple[bool | None, str]] = []
    groups: tuple[list[tuple[bool | None, str]], ...] = ()
    in_header = spoken_to = False
    for agent, _, allow, delay, value in _LINE.findall(text):
        value = value.strip()  # noqa: PLW2901
        if agent:
            if not in_header:
                groups = ()
            in_header = True
            product = _PRODUCT.match(value)
            name = product[0].lower() if product else ""
            if name == TOKEN:
                spoken_to = True
                groups = (ours,)
            elif name == "*" and not groups:
                groups = (everybody,)
            continue
        in_header = False
        if value:
            for group in groups:
                group.append((None if delay else bool(allow), value))
    return ours if spoken_to else everybody


def _one_spelling(text: str) -> str:
    """RFC 9309 2.2.2: a character and its escape are the same, but for `/`, `%` and the `*` of rules."""
    return text if _PLAIN(text) else quote(_ESCAPE.sub(_character, text), safe=string.punctuation, errors="replace")


def _character(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if "!" <= character <= "~" and character not in "/%*" else f"%{escape[1].upper()}"
