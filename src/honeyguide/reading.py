"""What a worker does with one response: unpack, decode, parse, judge, fingerprint, and pack it for the archive."""

from __future__ import annotations

from html import escape

import msgspec
from msgspec import Struct

from honeyguide.config import Settings
from honeyguide.model import Fetched, Outcome, Page, Relevance, Topic
from honeyguide.parsing.decoding import Broken, TooLarge, decode, decompress, looks_binary
from honeyguide.parsing.fingerprint import fingerprint
from honeyguide.parsing.html import parse
from honeyguide.protocols import PageScorer
from honeyguide.relevance.tag_vsm import TagVsm
from honeyguide.storage.warc import response_record
from honeyguide.topics.terms import Terms


class Reading(Struct, frozen=True):
    """A response understood, or why it could not be."""

    outcome: Outcome
    detail: str = ""
    page: Page | None = None
    relevance: Relevance | None = None
    fingerprint: int = 0
    warc: bytes = b""


class Reader:
    def __init__(self, topic: Topic, settings: Settings) -> None:
        self._settings = settings
        self._languages = frozenset(settings.languages or topic.languages)
        self._scorer: PageScorer = TagVsm(Terms(topic), topic.thresholds.page)

    def read(self, fetched: Fetched) -> Reading:
        """Judge one response; nothing that a page says makes this raise."""
        page = self.parse(fetched)
        warc = response_record(fetched)
        if isinstance(page, Reading):
            return msgspec.structs.replace(page, warc=warc)
        relevance = self.judge(page)
        lean = msgspec.structs.replace(page, groups=(), text=page.text if relevance.on_topic else "")
        return Reading(Outcome.PAGE, "", lean, relevance, fingerprint(page.text), warc)

    def parse(self, fetched: Fetched) -> Page | Reading:
        """The page of a response, or the reading that says why there is none."""
        headers = {name.lower(): value for name, value in fetched.headers}
        try:
            body = decompress(fetched.body, headers.get("content-encoding", ""), self._settings.max_decoded_bytes)
        except TooLarge:
            limit = self._settings.max_decoded_bytes
            return Reading(Outcome.TOO_LARGE, f"more than {limit:,} bytes after decompression")
        except Broken as wrong:
            return Reading(Outcome.BROKEN, str(wrong))
        if looks_binary(body):
            return Reading(Outcome.NOT_HTML, "binary content")
        content_type = headers.get("content-type", "")
        html = decode(body, content_type)
        if content_type.lower().startswith("text/plain"):
            html = f"<pre>{escape(html)}</pre>"
        x_robots = headers.get("x-robots-tag", "")
        return parse(html, fetched.url, max_links=self._settings.max_links, x_robots=x_robots)

    def judge(self, page: Page) -> Relevance:
        """On topic is what scores above the threshold, is in a wanted language, and wants to be found."""
        relevance = self._scorer.score(page)
        foreign = bool(self._languages and page.language and page.language not in self._languages)
        hidden = page.noindex and self._settings.honour_nofollow
        if relevance.on_topic and (foreign or hidden):
            return msgspec.structs.replace(relevance, on_topic=False)
        return relevance
