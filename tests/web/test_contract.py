"""Every web keeps to the contract: live over HTTP, and the off-line ones in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.local_web import local_web

from honeyguide.config import Settings
from honeyguide.storage.warc import response_record
from honeyguide.testing import page_source_contract, web_contract
from honeyguide.web.live import LiveWeb
from honeyguide.web.offline import SimulatedWeb, fetched, open_web
from honeyguide.web.response import NOT_FOUND, Answer

HTML = (("Content-Type", "text/html"),)
FRONT, STORY, OLD = "http://a.example/", "http://b.example/story/", "http://a.example/old"
PAGES = {FRONT: f"<h1>Front</h1><a href='{STORY}'>story</a>", STORY: f"<h1>Story</h1><a href='{FRONT}'>front</a>"}
HERE: dict[str, Path] = {}
ADDRESS: list[str] = []
"""What the fixture below has made: the local server's address, an archive and a folder with the same pages."""


def answer(url: str) -> Answer:
    if url == OLD:
        return Answer(301, (("Location", FRONT),), location=FRONT)
    return Answer(200, HTML, PAGES[url].encode()) if url in PAGES else NOT_FOUND


@pytest.fixture(scope="module", autouse=True)
def _made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    HERE["warc"] = tmp_path_factory.mktemp("warc") / "pages.warc.gz"
    HERE["warc"].write_bytes(b"".join(response_record(fetched(url, answer(url))) for url in (*PAGES, OLD)))
    HERE["folder"] = tmp_path_factory.mktemp("folder")
    for url, html in PAGES.items():
        file = HERE["folder"].joinpath(url.removeprefix("http://"), "index.html")
        file.parent.mkdir(parents=True)
        file.write_text(html)
    with local_web(answer) as served:
        ADDRESS.append(served.address)
        yield


class Moving:
    """A source that knows no more than what it answers."""

    answer = staticmethod(answer)

    def latency(self, host: str) -> float:
        return 0.1


def live() -> LiveWeb:
    return LiveWeb(Settings(connect_to=ADDRESS[0], delay=0.0))


TestLiveWeb = web_contract(live, pages=list(PAGES), redirect=OLD)
TestSimulatedWeb = web_contract(lambda: SimulatedWeb(Moving()), pages=list(PAGES), redirect=OLD)
TestSynthetic = page_source_contract("synthetic:seed=5,pages=80,hosts=6,words=40,slow=0")
TestWarc = page_source_contract(lambda: open_web(f"warc:{HERE['warc']}"))
TestFolder = page_source_contract(lambda: open_web(f"folder:{HERE['folder']}"))
