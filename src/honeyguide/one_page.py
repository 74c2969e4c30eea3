"""One page from the live web, a file, or standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from honeyguide.config import Settings
from honeyguide.errors import BadInput
from honeyguide.event_loop import finish
from honeyguide.model import Fetched, Outcome
from honeyguide.seeds import OTHER_FILES
from honeyguide.seeds.cells import url_of
from honeyguide.urls import canonical
from honeyguide.web.making import make_web
from honeyguide.web.scope import follow


def responses(source: str, settings: Settings, base: str = "") -> list[Fetched]:
    """What a URL, a file or standard input (`-`) answers: redirects, and the page last.

    `base` is the address of a page that comes from a file: its links are relative to it.
    """
    is_file = source == "-" or (not source.startswith(("http://", "https://")) and os.path.exists(source))
    if is_file:
        address = canonical(base or f"http://localhost/{Path(source).name}")
        if address is None:
            raise BadInput(f"'{base[:200]}' is not a URL; links cannot be relative to it")
        return [Fetched(address, Outcome.PAGE, 200, body=_content(source, settings.max_bytes))]
    names_file = Path(source).suffix.lower() in OTHER_FILES and "://" not in source
    url = "" if names_file else url_of(source)
    if not url:
        raise BadInput(f"'{source[:200]}' is neither a URL nor a file that can be read")

    return finish(_fetch(url, settings))


async def _fetch(url: str, settings: Settings) -> list[Fetched]:
    web = make_web(settings)
    try:
        return await follow(web, url, settings)
    finally:
        await web.close()


def _content(source: str, limit: int) -> bytes:
    try:
        if source == "-":
            content = sys.stdin.buffer.read(limit + 1)
        else:
            with open(source, "rb") as file:
                content = file.read(limit + 1)
    except OSError as error:
        raise BadInput(f"{source}: cannot be read: {error.strerror}") from None
    name = "standard input" if source == "-" else source
    if not content.strip():
        raise BadInput(f"{name}: is empty")
    if len(content) > limit:
        raise BadInput(f"{name}: is larger than {limit:,} bytes; --max-bytes allows more")
    return content
