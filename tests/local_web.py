"""A synthetic web on a real local server in a thread of the test, which notes every request."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from honeyguide.web.response import Answer
from honeyguide.web.server import Answers, serving
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb


class LocalWeb:
    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.requests: Counter[str] = Counter()
        self.address = ""

    def answer(self, url: str) -> Answer:
        self.requests[url] += 1
        return self.answers(url)

    def pages_requested(self) -> Counter[str]:
        return Counter({url: n for url, n in self.requests.items() if not url.endswith("/robots.txt")})


@contextmanager
def local_web(answers: Answers) -> Iterator[LocalWeb]:
    """Serve until the block ends."""
    web = LocalWeb(answers)
    loop = asyncio.new_event_loop()
    ready, done = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with serving(web.answer) as address:
            web.address = address
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield web
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()


def small_synthetic(**parameters: float) -> SyntheticWeb:
    import msgspec

    given = {"pages": 400, "hosts": 12, "slow": 0.0, "words": 150, **parameters}
    return SyntheticWeb(msgspec.convert(given, SyntheticParameters))
