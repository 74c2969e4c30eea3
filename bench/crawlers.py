"""The crawlers that throughput.py compares, each in a process of its own: crawlers.py NAME START-URL OUT-FOLDER."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

AT_ONCE = 64
RAIN_FILE = Path(__file__).parents[1] / "tests/data/rain-by-keywords.toml"
"""Judged by its words, as it was when no crawler here knew more: the default judge encodes every page (20 ms)."""


def honeyguide(start: str, out: Path) -> int:
    import uvloop

    from honeyguide.config import Settings
    from honeyguide.crawl import Crawl
    from honeyguide.topics.files import load_topic

    settings = Settings(
        strategy="ops",
        pages=0,
        delay=0.0,
        connections_per_host=8,
        concurrency=AT_ONCE,
        allow_private=True,
        encoder="none",
        store=os.environ.get("BENCH_STORE", ""),
        extract=False,  # what no other crawler here does: bench/extraction.py measures it
    )

    async def run() -> int:
        crawl = Crawl(load_topic(str(RAIN_FILE)), [start], out / "crawl", settings)
        async with aclosing(crawl.run()) as pages:
            async for _ in pages:
                pass
        return crawl.pages

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run())


def bare(start: str, out: Path) -> int:
    import aiohttp
    import turbohtml
    import uvloop
    from ada_url import join_url

    async def run() -> int:
        seen, waiting, pages = {start}, asyncio.Queue[str](), 0
        waiting.put_nowait(start)

        async def work(session: aiohttp.ClientSession) -> None:
            nonlocal pages
            while True:
                url = await waiting.get()
                async with session.get(url) as response:
                    body = await response.read()
                pages += 1
                for link in turbohtml.parse(body).find_all("a"):
                    href = link.attr("href")
                    target = join_url(url, href) if href else ""
                    if target.startswith("http") and target not in seen:
                        seen.add(target)
                        waiting.put_nowait(target)
                waiting.task_done()

        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            workers = [asyncio.create_task(work(session)) for _ in range(AT_ONCE)]
            await waiting.join()
            for worker in workers:
                worker.cancel()
        return pages

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(run())


def scrapy(start: str, out: Path) -> int:
    import scrapy as framework
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor

    pages = 0

    class Follow(framework.Spider):
        name = "follow"
        extractor = LinkExtractor()

        async def start(self) -> Any:
            yield framework.Request(start)

        def parse(self, response: Any) -> Any:
            nonlocal pages
            pages += 1
            yield {"url": response.url, "title": response.css("title::text").get()}
            for link in self.extractor.extract_links(response):
                yield framework.Request(link.url)

    process = CrawlerProcess(
        {
            "CONCURRENT_REQUESTS": AT_ONCE,
            "CONCURRENT_REQUESTS_PER_DOMAIN": AT_ONCE,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": False,
            "COOKIES_ENABLED": False,
            "RETRY_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "LOG_LEVEL": "ERROR",
            "LOGSTATS_INTERVAL": 0,
            "FEEDS": {str(out / "pages.jsonl"): {"format": "jsonlines"}},
        }
    )
    process.crawl(Follow)
    process.start()
    return pages


if __name__ == "__main__":
    name, start_url, folder = sys.argv[1:]
    print(
        json.dumps(
            {"pages": {"honeyguide": honeyguide, "bare": bare, "scrapy": scrapy}[name](start_url, Path(folder))}
        )
    )
