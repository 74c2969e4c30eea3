"""From one address to the page that stands behind its redirects."""

from __future__ import annotations

from honeyguide.config import Settings
from honeyguide.model import Fetched, Link, Outcome
from honeyguide.protocols import Web
from honeyguide.urls import host_of
from honeyguide.web.scope import Scope


async def follow(web: Web, url: str, settings: Settings) -> list[Fetched]:
    """All answers from this address to the last, redirect by redirect; every hop is checked as in a crawl."""
    scope = Scope(settings)
    answers: list[Fetched] = []
    while True:
        if problem := scope.why_not(url, host_of(url)):
            answers.append(Fetched(url, Outcome.SCOPE, detail=problem))
            return answers
        answers.append(await web.fetch(Link(len(answers), url, 0, hops=len(answers))))
        if answers[-1].outcome is not Outcome.REDIRECT:
            return answers
        url = answers[-1].location
        if len(answers) > settings.max_redirects:
            problem = f"more than {settings.max_redirects} redirects in a row"
            answers.append(Fetched(url, Outcome.REDIRECTS, detail=problem))
            return answers
