"""A crawl over HTTP of a web with planted events, so that there is something to list, to search and to understand."""

from __future__ import annotations

from pathlib import Path

import msgspec
from tests.local_web import local_web
from tests.plain_choices import RAIN

from honeyguide import Crawl, CrawlFolder, Settings, open_crawl
from honeyguide.web.synthetic import PLANTED, SyntheticWeb


def planted_crawl(folder: Path, pages: int) -> CrawlFolder:
    web = SyntheticWeb(msgspec.structs.replace(PLANTED, seed=3, pages=900, hosts=18, share=0.4, events=4, slow=0.0))
    with local_web(web.answer) as served:
        settings = Settings(strategy="ops", pages=pages, delay=0.0, workers=0, connect_to=served.address)
        Crawl(RAIN, web.seeds(8), folder, settings).finish()
    return open_crawl(folder)
