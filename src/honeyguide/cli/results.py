"""`honeyguide results`: the best pages of a crawl by relevance, trust, currency or date; shown, or as a file."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from honeyguide.cli.export import PAGES, ChunkSize, Force, Output, destination, known, write_pages
from honeyguide.cli.status import Folder, Json, pages
from honeyguide.cli.terminal import command, print_json, say, stdout, styled
from honeyguide.errors import BadInput

if TYPE_CHECKING:
    from honeyguide.model import StoredPage, TermEvidence
    from honeyguide.storage.export import Row

_INDENT = " " * 11


class By(StrEnum):
    RELEVANCE = "relevance"
    TRUST = "trust"
    CURRENCY = "currency"
    DATE = "date"


class Ranked(NamedTuple):
    """A page in its place."""

    page: StoredPage
    evidence: tuple[TermEvidence, ...]
    score: float | None = None
    """Of trust or currency …"""
    reasons: tuple[str, ...] = ()
    """… with its grounds in words."""


def results(
    folder: Folder,
    top: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many pages.")] = 20,
    by: Annotated[By, typer.Option(help="What makes a page better than another.")] = By.RELEVANCE,
    to: Annotated[str, typer.Option(metavar="FORMAT", help=f"Write them to a file: {' | '.join(PAGES)}.")] = "",
    output: Output = None,
    force: Force = False,
    chunk_size: ChunkSize = None,
    json: Json = False,
) -> None:
    """Show the best pages on topic, with the reasons for each, or write them to a file.

    Example: honeyguide results demo-crawl --top 20 --by trust
    """
    from msgspec import to_builtins  # noqa: PLC0415
    from msgspec.structs import asdict  # noqa: PLC0415

    from honeyguide.storage.folder import check  # noqa: PLC0415

    if to:
        known(to, chunk_size, PAGES)
    elif output or force or chunk_size:
        raise BadInput(f"--output, --force and --chunk-size need --to FORMAT: {', '.join(PAGES)}")
    check(folder)
    path = destination(f"{folder.resolve().name}-top{PAGES[to]}", output, force=force) if to else None
    ranked = _ranked(folder, top, by)
    if path:
        from honeyguide.storage.export import COLUMNS, RANKED  # noqa: PLC0415

        scored = by in (By.TRUST, By.CURRENCY)
        rows = (_row(each, scored=scored) for each in ranked)
        written = write_pages(rows, to, path, chunk_size, RANKED if scored else COLUMNS)
        if json:
            print_json({**to_builtins(written), "by": by})
        else:
            written.say()
    elif json:
        print_json(
            [
                {**asdict(each.page), "evidence": each.evidence, "score": each.score, "reasons": each.reasons}
                for each in ranked
            ]
        )
    else:
        rank = 0
        for rank, each in enumerate(ranked, start=1):
            _show(rank, each)
        if not rank:
            say(f"{folder}: no page on topic yet." if by is not By.DATE else f"{folder}: no page with a date yet.")


def _ranked(folder: Path, top: int, by: By) -> Iterator[Ranked]:
    from honeyguide.storage.results import best, newest, undated  # noqa: PLC0415

    if by is By.RELEVANCE:
        return (Ranked(*found) for found in best(folder, top))
    if by is By.DATE:
        without = undated(folder)
        if without.pages:
            have = "has" if without.pages == 1 else "have"
            say(f"{pages(without.pages)} on topic {have} no date before the crawl: left out", "yellow")
        _say_unread(folder, without.unread)
        return (Ranked(*found) for found in newest(folder, top))
    return _analysed(folder, top, by)


def _analysed(folder: Path, top: int, by: By) -> Iterator[Ranked]:
    from honeyguide.cli.lab import Bar  # noqa: PLC0415
    from honeyguide.insight.analysis import analyse  # noqa: PLC0415
    from honeyguide.insight.authority import host_authority  # noqa: PLC0415
    from honeyguide.insight.currency import currency  # noqa: PLC0415
    from honeyguide.insight.trust import trust  # noqa: PLC0415
    from honeyguide.storage.items import host_graph  # noqa: PLC0415
    from honeyguide.storage.results import numbered  # noqa: PLC0415

    with Bar() as bar:
        analysis = analyse(folder, progress=bar.watch)
        grounds: list[tuple[float, int, tuple[str, ...]]]
        if by is By.TRUST:
            found = trust(analysis, host_authority(host_graph(folder)))
            grounds = [(each.score, each.item, tuple(reason.says for reason in each.reasons)) for each in found]
        else:
            grounds = [(each.score, each.item, each.says) for each in currency(analysis)]
    _say_unread(folder, analysis.unread)
    items = analysis.items
    grounds.sort(key=lambda each: (-each[0], -items[each[1]].relevance, each[1]))
    told = {items[place].number: (score, says) for score, place, says in grounds}
    for number, page, evidence in islice(numbered(folder, told), top):
        yield Ranked(page, evidence, *told[number])


def _say_unread(folder: Path, unread: int) -> None:
    if unread:
        draws = command("index", folder)
        say(f"the elements of {pages(unread)} on topic are not known: {draws} draws them", "yellow")


def _row(each: Ranked, *, scored: bool) -> Row:
    from msgspec.structs import asdict  # noqa: PLC0415

    return asdict(each.page) | ({"score": each.score, "reasons": "; ".join(each.reasons)} if scored else {})


def _show(rank: int, each: Ranked) -> None:
    from rich.text import Text  # noqa: PLC0415

    page = each.page
    shown = page.relevance if each.score is None else each.score
    head = Text(f"{rank:>3}", "dim").append(f"  {shown:.3f}  ", "green")
    stdout().print(head.append_text(styled(page.title or "(no title)", "bold")), soft_wrap=True)
    about = " · ".join(filter(None, (_when(page), page.source)))
    stdout().print(_INDENT, styled(page.url, "cyan"), "  ", styled(about, "dim"), sep="", soft_wrap=True)
    because = " · ".join(each.reasons) if each.reasons else _because(each.evidence)
    stdout().print(_INDENT, styled(because, "dim"), sep="", soft_wrap=True)


def _when(page: StoredPage) -> str:
    if not page.published:
        return "no date"
    when = page.published[:16].replace("T", " ")
    return f"{when}, updated {page.updated[:16].replace('T', ' ')}" if page.updated else when


def _because(evidence: tuple[TermEvidence, ...]) -> str:
    best = sorted(evidence, key=lambda each: -each.contribution)[:4]
    return " · ".join(f"{each.term} ×{sum(each.counts)} {each.contribution:.3f}" for each in best)
