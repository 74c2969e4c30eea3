"""`honeyguide search`: the pages of a crawl that answer a query."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import heading, print_json, say, stdout, styled
from honeyguide.cli.timestamps import length
from honeyguide.errors import BadInput
from honeyguide.reporting.text import counted
from honeyguide.timestamps import seconds

if TYPE_CHECKING:
    from honeyguide.insight.search import Hit

_AGO = "hdw"
_INDENT = " " * 12


def search(
    folder: Folder,
    query: Annotated[
        str, typer.Argument(metavar="QUERY", help='Words, "phrases", OR, -without, title:word, begin*.')
    ],
    *,
    host: Annotated[
        list[str] | None, typer.Option(metavar="HOST", help="Only from this host or domain; may be repeated.")
    ] = None,
    since: Annotated[
        str, typer.Option(metavar="DATE", help="Published then or later: 2026-07-01, 2026-07-01T08:00, 7d, 24h.")
    ] = "",
    until: Annotated[str, typer.Option(metavar="DATE", help="Published then or earlier.")] = "",
    min_relevance: Annotated[float, typer.Option(metavar="X", help="Relevance to the topic, 0 to 1.")] = 0.0,
    language: Annotated[
        list[str] | None, typer.Option(metavar="L", help="Only in this language (en, zh …); may be repeated.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, max=1_000, help="How many pages.")] = 10,
    json: Json = False,
) -> None:
    """Search in the pages on topic, the best answer first.

    Example: honeyguide search demo-crawl '"heavy rain" flood OR 洪水 -drill' --since 30d
    """
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    if not 0 <= min_relevance <= 1:
        raise BadInput(f"--min-relevance: {min_relevance:g} is not between 0 and 1")
    now = time.time()
    first, last = _moment("--since", since, now), _moment("--until", until, now, end=True)
    if first and last and first >= last:
        raise BadInput(f"--since {since.strip()} is later than --until {until.strip()}: nothing can lie between")
    crawl = CrawlFolder(folder)
    with Bar(quick=True) as bar:
        answer = crawl.search(
            query,
            hosts=host or (),
            since=first,
            until=last,
            min_relevance=min_relevance,
            languages=language or (),
            top=top,
            progress=bar,
        )
    if answer.degraded_reason:
        say(answer.degraded_reason)
    if json:
        print_json(answer.pages)
    elif answer.total:
        _show(answer.pages)
        say(counted(answer.total, "page") + (f", the best {len(answer.pages)} shown" if answer.total > top else ""))
    if not answer.total:
        without = (
            f"; {counted(answer.unfiltered, 'page')} without the filters"
            if host or since or until or min_relevance or language
            else ""
        )
        newest = next(iter(crawl.results("date", 1)), None) if since and answer.unfiltered else None
        old = f"; the newest page on topic is of {newest.page.published[:10]}" if newest else ""
        say(f"{folder}: no page answers this query{without}{old}.")


def _show(pages: tuple[Hit, ...]) -> None:
    for rank, page in enumerate(pages, start=1):
        stdout().print(heading(rank, f" {page.score:>6.2f}  ", page.title), soft_wrap=True)
        stdout().print(_INDENT, styled(page.url, "cyan"), sep="", soft_wrap=True)
        known = " · ".join(filter(None, (page.published, page.source)))
        stdout().print(_INDENT, styled(known or page.host, "dim"), sep="", soft_wrap=True)
        if page.snippet:
            text = styled(page.snippet)
            for start, end in page.hits:
                text.stylize("bold magenta", start, end)
            stdout().print(_INDENT, text, sep="", soft_wrap=True)


def _moment(flag: str, given: str, now: float, *, end: bool = False) -> datetime | None:
    """Of a bare day its beginning, or its end."""
    text = given.strip()
    if not text:
        return None
    if text[0].isdecimal() and text[-1].lower() in _AGO:
        return datetime.fromtimestamp(now - length(flag, text), UTC)
    try:
        return datetime.fromtimestamp(seconds(text, end=end), UTC)
    except BadInput as wrong:
        raise BadInput(f"{flag}: {wrong}, or 7d or 24h for so long ago") from None
