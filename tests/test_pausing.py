"""A crawl that is paused asks for nothing more, and goes on as if nothing had been."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.local_web import local_web, small_synthetic
from tests.plain_choices import RAIN

from honeyguide import Crawl, Settings, open_crawl
from honeyguide.model import EventKind

WEB = small_synthetic(seed=5)
PAGES = 120


def test_nothing_is_asked_for_between_pause_and_proceed(tmp_path: Path) -> None:
    with local_web(WEB.answer) as web:
        given = Settings(connect_to=web.address, delay=0.0, pages=PAGES, strategy="bfs", workers=0, encoder="none")
        crawl = Crawl(RAIN, WEB.seeds(4), tmp_path / "rain", given)
        asked: list[int] = []

        async def look() -> None:
            while not open_crawl(tmp_path / "rain").status().paused:
                await asyncio.sleep(0.02)
            asked.append(sum(web.requests.values()))
            await asyncio.sleep(0.3)
            asked.append(sum(web.requests.values()))
            crawl.proceed()

        async def walk() -> None:
            looking = None
            async for _ in crawl:
                if looking is None:
                    crawl.pause()
                    looking = asyncio.create_task(look())
            assert looking is not None
            await looking

        asyncio.run(asyncio.wait_for(walk(), 60))
    assert asked[0] == asked[1]
    assert crawl.pages == PAGES
    before = 0
    for event in open_crawl(tmp_path / "rain").events():
        before += event.kind is EventKind.PAGE
        if event.kind is EventKind.PAUSE:
            break
    assert 0 < before < PAGES
    assert not open_crawl(tmp_path / "rain").status().paused


def test_a_paused_crawl_can_be_stopped(tmp_path: Path) -> None:
    async def walk(crawl: Crawl) -> None:
        async for _ in crawl:
            crawl.pause()
            asyncio.get_running_loop().call_later(0.3, crawl.stop)

    with local_web(WEB.answer) as web:
        given = Settings(connect_to=web.address, delay=0.0, pages=PAGES, strategy="bfs", workers=0, encoder="none")
        asyncio.run(asyncio.wait_for(walk(Crawl(RAIN, WEB.seeds(4), tmp_path / "rain", given)), 60))
    now = open_crawl(tmp_path / "rain").status()
    assert (now.running, now.paused, now.why_stopped) == (False, False, "stopped by the user")
    assert now.pages < PAGES
