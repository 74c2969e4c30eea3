"""A web of forty addresses that never changes: a folder in `tests/data` was made by crawling it.

`python -m tests.storage.small_web FOLDER PAGES` crawls so many pages of it into a folder, one at a time.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from random import Random

import msgspec
from tests.local_web import local_web

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.model import Topic
from honeyguide.web.response import NOT_FOUND, Answer

TOPIC = Topic(
    name="floods",
    keywords={"flood": 1.0, "river": 0.6, "dam": 0.4},
    synonyms={"flood": ("洪水",)},
    relevance="tag-vsm",
)
SEEDS = ("http://a.example/0", "http://b.example/1", "http://busy.example/")
HTML = (("Content-Type", "text/html; charset=utf-8"),)
PAGES = 40
WORDS = tuple(
    a + b for a in ("mor", "tal", "ven", "sel", "kir", "dun") for b in ("an", "eth", "ok", "ir", "um", "as")
)
HOSTS = ("a.example", "b.example", "c.example")


def url(number: int) -> str:
    return f"http://{HOSTS[number % 3]}/{number}"


def answer(asked: str) -> Answer:
    if asked.endswith("/robots.txt"):
        return NOT_FOUND
    if asked == "http://busy.example/":
        return Answer(503, HTML, b"later")
    name = asked.rsplit("/", 1)[-1]
    number = int(name) if name.isdigit() else PAGES
    if number >= PAGES or asked != url(number) or number % 11 == 10:
        return NOT_FOUND
    if number % 13 == 12:
        target = url((number + 5) % PAGES)
        return Answer(301, (("Location", target),), b"", location=target)
    return Answer(200, HTML, _page(number).encode())


def _page(number: int) -> str:
    told = number - 7 if number in (17, 28) else number  # two copies
    about = ("flood", "river") if told % 3 else ("garden", "rose")
    rng = Random(told)
    text = " ".join(f"The {rng.choice(about)} {' '.join(rng.choices(WORDS, k=9))}." for _ in range(20))
    links = "".join(
        f"<li>Read <a href='{url(target % PAGES)}' rel='{rel}'>{about[target % 2]} {target % PAGES}</a> and more</li>"
        for target, rel in ((2 * number + 1, ""), (number + 3, "next"), (7 * number, ""))
    )
    claim = f"<link rel='canonical' href='{url(number - 3)}'>" if number == 20 else ""
    return (
        f"<html lang='en'><head><title>{about[0]} {told}</title>{claim}</head><body>"
        f"<h1>{about[0]} {told}</h1><p>{text}</p><h2>More</h2><ul>{links}</ul></body></html>"
    )


def crawl(address: str, out: Path, pages: int, **changes: object) -> Crawl:
    given = {"connect_to": address, "delay": 0.0, "workers": 0, "retries": 0, "concurrency": 1, "pages": pages}
    given["strategy"] = "shark"  # it keeps numbers with links
    made = Crawl(TOPIC, SEEDS, out, msgspec.convert({**given, **changes}, Settings))

    async def whole() -> None:
        async for _ in made:
            pass

    asyncio.run(whole())
    return made


if __name__ == "__main__":
    with local_web(answer) as web:
        print(crawl(web.address, Path(sys.argv[1]), int(sys.argv[2])).why_stopped)
