"""The numbers of a run, served at a port of this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from honeyguide.errors import CannotRun
from honeyguide.exposition import CONTENT_TYPE, Sample, exposition
from honeyguide.web.response import Answer
from honeyguide.web.server import serving

if TYPE_CHECKING:
    from honeyguide.crawl import Crawl


async def expose(samples: Callable[[], Sequence[Sample]], port: int, held: AsyncExitStack) -> None:
    """Until `held` ends."""
    headers = (("Content-Type", CONTENT_TYPE),)
    answers = serving(lambda _: Answer(200, headers, exposition(samples()).encode()), port)
    try:
        await held.enter_async_context(answers)
    except OSError as wrong:
        raise CannotRun(f"metrics_port: {port} cannot be served: {wrong.strerror or wrong}") from None


def samples_of(crawl: Crawl, visits: Mapping[str, int], visits_are: str) -> list[Sample]:
    """`visits` by outcome; `visits_are`: what these count."""
    return [
        Sample("pages_total", "Pages stored, earlier runs included.", crawl.pages),
        Sample("on_topic_pages_total", "Pages on topic, near-duplicates left out.", crawl.on_topic),
        *(Sample("visits_total", visits_are, n, "outcome", of) for of, n in visits.items()),
        Sample("page_limit", "Pages to stop after; 0 for no limit.", crawl.settings.pages),
        Sample("waiting_links", "Links that wait.", crawl.waiting),
        Sample("in_flight_requests", "Requests under way, and pages that are read.", crawl.in_flight),
        Sample("hosts", "Hosts that gave a page.", crawl.hosts),
        Sample("hosts_beyond_seeds", "Of these, hosts that no seed names.", crawl.hosts_beyond_seeds),
        Sample("resting_hosts", "Hosts left alone on account of a failure.", crawl.resting),
        Sample("retrying_pages", "Pages that failed for now while their hosts go on.", crawl.retrying),
        Sample("run_seconds", "Seconds of this run.", crawl.seconds),
        *(Sample("metric", "What the strategy counts.", n, "name", of) for of, n in crawl.metrics.items()),
    ]
