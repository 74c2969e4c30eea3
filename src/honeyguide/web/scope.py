"""Which URLs the user allows: hosts of the seeds, hosts with their subdomains, shell patterns over the whole URL."""

from __future__ import annotations

import fnmatch
import re
import string
from collections.abc import Iterable, Sequence
from urllib.parse import quote

from honeyguide.config import Settings
from honeyguide.errors import BadSetting
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.protocols import Web
from honeyguide.urls import host_of

_NAMED = 3
"""Hosts that a sentence names."""


class Scope:
    def __init__(self, settings: Settings, seeds: Iterable[str] = ()) -> None:
        """`seeds` as far as they are known; `add_seed` tells of more."""
        self._settings = settings
        self._seed_hosts: set[str] = set()
        self._allowed = _hosts("allow_hosts", settings.allow_hosts)
        self._denied = _hosts("deny_hosts", settings.deny_hosts)
        self._include = _patterns("include", settings.include)
        self._exclude = _patterns("exclude", settings.exclude)
        for url in seeds:
            self.add_seed(host_of(url))

    @property
    def is_open(self) -> bool:
        """Whether every URL is allowed."""
        return not (self._stays or self._allowed or self._denied or self._include or self._exclude)

    @property
    def _stays(self) -> bool:
        """Before a seed is known there is nothing to stay on."""
        return self._settings.stay and bool(self._seed_hosts)

    def add_seed(self, host: str) -> None:
        """A page to start from is on this host, or a seed redirects to it: what moved is still what was named."""
        self._seed_hosts.add(_bare(host))

    def is_of_seeds(self, host: str) -> bool:
        return _bare(host) in self._seed_hosts

    def allows(self, url: str, host: str) -> bool:
        """Both as `urls.resolve` gives them."""
        return self.is_open or not self.why_not(url, host)

    def why_not(self, url: str, host: str) -> str:
        """What keeps the URL out, in one sentence; empty when nothing does."""
        if problem := self.why_not_host(url, host):
            return problem
        if self._include and not self._include.match(url):
            return "The URL matches no include pattern."
        if self._exclude and self._exclude.match(url):
            return "The URL matches an exclude pattern."
        return ""

    def why_not_host(self, url: str, host: str) -> str:
        """The same, but for patterns: they are about pages, and other things are asked for too."""
        within = self._stays and self.is_of_seeds(host)
        if (self._stays or self._allowed) and not within and not _within(self._allowed, url, host):
            return f"{host} is not among the {'allowed hosts' if self._allowed else 'hosts of the seeds'}."
        if self._denied and _within(self._denied, url, host):
            return f"{host} is among the denied hosts."
        return ""

    def __str__(self) -> str:
        """For a person: where the crawl may go."""
        settings = self._settings
        to = ["the hosts of the seeds"] if settings.stay else []
        if settings.allow_hosts:
            to.append(
                f"{_some(settings.allow_hosts)} with {'their' if len(settings.allow_hosts) > 1 else 'its'} subdomains"
            )
        says = f"follows links to {' and to '.join(to) or 'any host'}"
        if settings.deny_hosts:
            says += f", but not to {_some(settings.deny_hosts)}"
        if settings.include or settings.exclude:
            says += ", where the URL fits the patterns"
        if settings.depth >= 0:
            says += f", at most {settings.depth:,} click{'s' * (settings.depth != 1)} from a seed"
        return says


async def follow(web: Web, url: str, settings: Settings) -> list[Fetched]:
    """All answers from this address to the last, redirect by redirect; every hop is checked as in a crawl."""
    scope = Scope(settings, [url])
    answers: list[Fetched] = []
    while True:
        if problem := scope.why_not(url, host_of(url)):
            answers.append(Fetched(url, Outcome.SCOPE, detail=problem))
            return answers
        link = Link(len(answers), url, 0, hops=len(answers))
        while (came := await web.fetch(link)).postponed and (came.retry_after or 0.0) <= settings.timeout:
            await web.sleep(came.retry_after or 0.0)
        answers.append(came)
        if answers[-1].outcome is not Outcome.REDIRECT:
            return answers
        url = answers[-1].location
        scope.add_seed(host_of(url))
        asked = [answer.url for answer in answers]
        if url in asked:
            circle = " → ".join([*asked[asked.index(url) :], url])
            answers.append(Fetched(url, Outcome.REDIRECTS, detail=f"in a circle: {circle}"))
            return answers
        if len(answers) > settings.max_redirects:
            problem = f"more than {settings.max_redirects} redirects in a row"
            answers.append(Fetched(url, Outcome.REDIRECTS, detail=problem))
            return answers


def _bare(host: str) -> str:
    """`www.` is only a way to write a host."""
    return host.removeprefix("www.")


def _some(hosts: Sequence[str]) -> str:
    more = len(hosts) - _NAMED
    return ", ".join(hosts[:_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _hosts(setting: str, patterns: Iterable[str]) -> frozenset[str]:
    return frozenset(_host(setting, pattern) for pattern in patterns)


def _host(setting: str, pattern: str) -> str:
    name = pattern.strip().removeprefix("*").removeprefix(".")
    host = host_of(f"http://{name}/") if name else ""
    if not host or any(character in name for character in "/?#@*\\ \t\r\n"):
        raise BadSetting(f"{setting}: {pattern!r} is not a host name; write it like 'example.org'.")
    # The canonical host leaves out port 80, which the pattern may name.
    return f"{host}:80" if name.endswith(":80") else host


def _within(hosts: frozenset[str], url: str, host: str) -> bool:
    name, colon, port = host.rpartition(":")
    if not colon or port.endswith("]"):
        name, port = host, "443" if url.startswith("https:") else "80"
    while name:
        if name in hosts or f"{name}:{port}" in hosts:
            return True
        name = "" if name.startswith("[") else name.partition(".")[2]
    return False


def _patterns(setting: str, patterns: Iterable[str]) -> re.Pattern[str] | None:
    """One expression for all; other than ASCII is escaped as it is in a canonical URL."""
    parts = []
    for pattern in patterns:
        if not pattern.strip():
            raise BadSetting(f"{setting}: a pattern is empty; write it like '*/news/*'.")
        try:
            part = fnmatch.translate(quote(pattern.strip(), safe=string.printable))
            re.compile(part)
        except (re.error, UnicodeEncodeError) as error:
            raise BadSetting(f"{setting}: {pattern!r} is not a pattern: {error}.") from error
        parts.append(part)
    return re.compile("|".join(parts)) if parts else None
