"""`honeyguide results`: the best pages of a crawl by relevance, trust, currency or date; shown, or as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec import to_builtins
from msgspec.structs import asdict

from honeyguide.cli.bar import Bar
from honeyguide.cli.export import PAGES, check_chunk_size, names, say_written, target
from honeyguide.cli.insight_options import now_is, say_unread
from honeyguide.cli.options import ChunkSize, Columns, Folder, Force, Json, Output, Top, Words
from honeyguide.cli.terminal import heading, print_json, reader_may_leave, say, stdout, styled
from honeyguide.errors import BadInput
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.insight.ranking import Result
    from honeyguide.model import StoredPage, TermEvidence

_INDENT = " " * 11
_WORDS = 30
_FOR, _AGAINST = 4, 2
"""Terms that are shown of those for a page, and of those against it."""


def results(
    folder: Folder,
    top: Top = "20",
    by: Annotated[
        Literal["relevance", "trust", "currency", "date"], typer.Option(help="What makes a page better than another.")
    ] = "relevance",
    to: Annotated[str, typer.Option(metavar="FORMAT", help=f"Write them to a file: {' | '.join(PAGES)}.")] = "",
    output: Output = None,
    force: Force = False,
    columns: Columns = "",
    chunk_size: ChunkSize = None,
    words: Words = False,
    json: Json = False,
) -> None:
    """Show the best pages on topic, with the reasons for each, or write them to a file.

    Example: honeyguide results demo-crawl --top 20 --by trust
    """
    from honeyguide import exports  # noqa: PLC0415
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    scored = by in ("trust", "currency")
    form = exports.Form(to, names(columns), chunk_size, words)
    place = target(output or Path(f"{folder.resolve().name}-top{exports.PAGES.get(to, '')}"), json=json)
    if to:
        check_chunk_size(to, chunk_size, PAGES)
        form.check(PAGES, scored=scored, streamed=not isinstance(place, Path))
    elif output or force or columns or chunk_size:
        raise BadInput(f"--output, --force, --columns and --chunk-size need --to FORMAT: {', '.join(PAGES)}")
    crawl = open_crawl(folder)
    if to and isinstance(place, Path):
        exports.destination(place, force=force, folder=to == "markdown")
    with Bar() as bar:
        ranked = crawl.results(by, top, progress=bar)
    if ranked.undated:
        have = "has" if ranked.undated == 1 else "have"
        say(f"{counted(ranked.undated, 'page')} on topic {have} no date before the crawl: left out", "magenta")
    if ranked.now:
        say(now_is(ranked.now, ranked.now_is), "dim")
    say_unread(folder, ranked.unread)
    if to and place:
        with reader_may_leave():
            written = exports.export_results(folder, crawl.settings, ranked, form, place, scored=scored)
        if json:
            print_json({**to_builtins(written), "by": by})
        else:
            say_written(written)
    elif json:
        print_json(
            [
                {**asdict(each.page), **(exports.divided(each.page) if words else {}), **_about(each)}
                for each in ranked
            ]
        )
    else:
        rank = 0
        for rank, each in enumerate(ranked, start=1):
            _show(rank, each)
            if words:
                _show_words(exports.divided(each.page))
        if not rank:
            say(f"{folder}: no page {'with a date' if by == 'date' else 'on topic'} yet.")


def _about(each: Result) -> dict[str, object]:
    own = ("evidence", "unit", "bias", "others", "total", "score", "reasons", "roles")
    return {name: getattr(each, name) for name in own}


def _show(rank: int, each: Result) -> None:
    page = each.page
    shown = page.relevance if each.score is None else each.score
    stdout().print(heading(rank, f"  {shown:.3f}  ", page.title), soft_wrap=True)
    about = " · ".join(filter(None, ("" if page.kind == "html" else page.kind.upper(), _when(page), page.source)))
    stdout().print(_INDENT, styled(page.url, "cyan"), "  ", styled(about, "dim"), sep="", soft_wrap=True)
    because = " · ".join(each.reasons) if each.reasons else _because(each)
    because = " · ".join(filter(None, (*each.roles, "marked by you" if page.mark else "", because)))
    stdout().print(_INDENT, styled(because, "dim"), sep="", soft_wrap=True)


def _show_words(divided: dict[str, tuple[str, ...]]) -> None:
    """The title, and the beginning of the content."""
    for found in divided.values():
        more = " …" if len(found) > _WORDS else ""
        stdout().print(_INDENT, styled(" / ".join(found[:_WORDS]) + more, "dim"), sep="", soft_wrap=True)


def _when(page: StoredPage) -> str:
    if not page.published:
        return "no date"
    when = page.published[:16].replace("T", " ")
    return f"{when}, updated {page.updated[:16].replace('T', ' ')}" if page.updated else when


def _named(term: TermEvidence) -> str:
    return f"{term.term} ×{sum(term.counts)}" if term.counts else term.term


def _because(each: Result) -> str:
    """What adds up to the score: what it starts from, the strongest terms for and against, and all others in one."""
    if not each.evidence:
        return ""
    speaking_for = [term for term in each.evidence if term.contribution > 0][:_FOR]
    against = [term for term in each.evidence if term.contribution < 0][:_AGAINST]
    parts = [("starts from", round(each.bias, 3))] if each.bias else []
    parts += [(_named(term), round(term.contribution, 3)) for term in speaking_for + against]
    others = round(round(each.total, 3) - sum(share for _, share in parts), 3)
    parts += [("other words", others)] if others else []
    told = " · ".join(f"{what} {share:+.3f}" for what, share in parts)
    return told if each.unit == "relevance" else f"{each.unit} {each.total:.3f}: {told}"
