"""An off-line web as a server gives it, where every request is plain HTTP and names the host."""

from __future__ import annotations

from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.response import Answer
from honeyguide.web.server import Answers


def over_http(web: PageSource) -> Answers:
    """Pages stored from https are given over http too, and an index file under its own name as well."""

    def answer(url: str) -> Answer:
        found = web.answer(url)
        if found.status == 404 and url.startswith("http://"):
            secure = web.answer(f"https://{url[7:]}")
            found = secure if secure.status != 404 else found
        folder = url.rpartition("/")[0] + "/"
        return web.answer(folder) if found.location == folder and found.status == 301 else found

    return answer
