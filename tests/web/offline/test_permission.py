"""robots.txt of off-line webs: read at once, to the same effect as the live crawl's book of rules."""

from __future__ import annotations

import asyncio
import gzip

import pytest

from honeyguide.model import Link, Outcome
from honeyguide.web.offline import SimulatedWeb, open_web
from honeyguide.web.offline.simulated import Permission
from honeyguide.web.response import NOT_FOUND, Answer

RULES = b"User-agent: *\nDisallow: /no\nCrawl-delay: 7\n"
ANSWERS = {
    "plain": {"/robots.txt": Answer(200, body=RULES)},
    "packed": {"/robots.txt": Answer(200, body=gzip.compress(RULES))},
    "moved": {"/robots.txt": Answer(301, location="/rules.txt"), "/rules.txt": Answer(200, body=RULES)},
    "endless": {"/robots.txt": Answer(301, location="/robots.txt")},
    "missing": {},
    "failing": {"/robots.txt": Answer(503)},
    "crowded": {"/robots.txt": Answer(429)},
}


class Host:
    """One host that gives these answers, and a page for anything else."""

    def __init__(self, answers: dict[str, Answer]) -> None:
        self.answers = answers

    def answer(self, url: str) -> Answer:
        path = url.removeprefix("http://h.test")
        missing = NOT_FOUND if path.endswith(".txt") else Answer(200, (("Content-Type", "text/html"),), b"<p>page")
        return self.answers.get(path, missing)

    def latency(self, host: str) -> float:
        return 0.1


@pytest.mark.parametrize(
    ("kind", "yes", "no", "delay"),
    [
        ("plain", True, False, 7.0),
        ("packed", True, False, 7.0),
        ("moved", True, False, 7.0),
        ("endless", True, True, 0.0),
        ("missing", True, True, 0.0),
        ("failing", False, False, 0.0),
        ("crowded", False, False, 0.0),
    ],
)
def test_rules_are_those_of_the_source(kind: str, yes: bool, no: bool, delay: float) -> None:
    host = Host(ANSWERS[kind])
    permission = Permission(host)
    urls = ("http://h.test/yes", "http://h.test/no")
    assert [permission.allows(url) for url in urls] == [yes, no]
    assert permission.delay(urls[0]) == delay

    async def by_source() -> list[bool]:
        source = SimulatedWeb(host)
        found = []
        for at, url in enumerate(urls):
            came = await source.fetch(Link(at, url, 0))
            while came.postponed:  # robots.txt asks for seven seconds after it
                await source.sleep(came.retry_after or 0.0)
                came = await source.fetch(Link(at, url, 0))
            found.append(came.outcome is Outcome.PAGE)
        await source.close()
        return found

    assert asyncio.run(by_source()) == [yes, no]


def test_every_page_of_a_synthetic_web_may_be_fetched_but_not_all_private_ones() -> None:
    web = open_web("synthetic:seed=3,pages=600,hosts=30")
    permission = Permission(web)
    assert all(permission.allows(url) for url in web.urls())
    hosts = sorted({url.split("/")[2] for url in web.urls()})
    assert {permission.allows(f"http://{host}/private/1.html") for host in hosts} == {True, False}
