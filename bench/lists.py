"""What sitemaps and feeds do to focus, where links lead everywhere: pages truly on topic among the first 300.

`python bench/lists.py`: the table of docs/scope.md.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import msgspec

from honeyguide import Crawl, Settings, load_topic, open_crawl
from honeyguide.web.offline import SimulatedWeb
from honeyguide.web.offline.synthetic import SyntheticSource
from honeyguide.web.synthetic import SyntheticParameters

WEBS = (1, 2, 3)
CHOICES: tuple[tuple[str, ...], ...] = ((), ("sitemaps",), ("feeds",), ("sitemaps", "feeds"))
PLAIN = Settings(pages=300, concurrency=16, workers=0, extract=False, warc=False, encoder="none")


def found(seed: int, choice: tuple[str, ...]) -> tuple[int, int]:
    """Pages truly on topic, and lists that were read."""
    source = SyntheticSource(SyntheticParameters(seed=seed, pages=3000, hosts=30, words=200, listed=1.0))
    settings = msgspec.structs.replace(PLAIN, **dict.fromkeys(choice, True))

    async def run(out: Path) -> None:
        topic = load_topic("rainstorm-disaster")
        async for _ in Crawl(topic, source.web.seeds(4), out, settings, web=SimulatedWeb(source)):
            pass

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder, "crawl")))
        urls = [page.url for page in open_crawl(Path(folder, "crawl")).pages()]
    return sum(map(source.web.is_relevant, urls)), sum(url.endswith((".xml", ".xml.gz")) for url in urls)


if __name__ == "__main__":
    for choice in CHOICES:
        cells = [f"{on_topic} ({lists} lists)" for on_topic, lists in (found(seed, choice) for seed in WEBS)]
        print(f"{' and '.join(choice) or 'neither':<20}", *cells, flush=True)
