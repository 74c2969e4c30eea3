"""`honeyguide extract`: the elements of pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide import config
from honeyguide.cli.flags import given, with_settings
from honeyguide.cli.lexicon import say_what_is_missing
from honeyguide.cli.status import pages
from honeyguide.cli.terminal import print_json, print_json_line, say, stdout, styled
from honeyguide.cli.try_ import answers
from honeyguide.errors import BadInput, CannotRun

if TYPE_CHECKING:
    from honeyguide.analysis import PageAnalyzer
    from honeyguide.model import Article, Fetched

_MOST_FILES = 200_000
_SHOWN = 1200
"""Characters of the content on a terminal."""
_PAGES = frozenset((".html", ".htm", ".xhtml", ".shtml"))


@with_settings(
    "languages",
    "user_agent",
    "contact",
    "robots",
    "timeout",
    "max_bytes",
    "max_decoded_bytes",
    "max_links",
    "max_redirects",
    "allow_private",
    "connect_to",
)
def extract(
    page: Annotated[
        str,
        typer.Argument(
            metavar="URL|FILE|DIR|-", help="A page: its address, a file, - for stdin; or a folder of pages."
        ),
    ],
    *,
    topic: Annotated[str, typer.Option(help="A topic file or a shipped topic: say how relevant each page is.")] = "",
    base: Annotated[
        str, typer.Option(metavar="URL", help="Address of a page from a file: its links are relative to it.")
    ] = "",
    config_file: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings file; honeyguide.toml when it is here.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON; of a folder one object a line.")] = False,
    **flags: Any,
) -> None:
    """Show who published what and when: title, time, source, author, main text, keywords and links of a page.

    Example: honeyguide extract https://example.org/story.html --topic rainstorm-disaster --json
    """
    from honeyguide.analysis import PageAnalyzer  # noqa: PLC0415
    from honeyguide.model import Outcome, Topic  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    settings = config.load(given(flags), file=config_file, environ=os.environ).settings
    wanted = load_topic(topic) if topic else None
    if wanted is not None:
        say_what_is_missing(wanted)
    reader = PageAnalyzer(wanted or Topic("none", {}), settings)
    if "://" not in page and page != "-" and os.path.isdir(page):
        _folder(Path(page), base, reader, settings, judged=wanted is not None, json=json)
        return
    fetched = answers(page, base, settings)[-1]
    if fetched.outcome is not Outcome.PAGE:
        raise CannotRun(f"{fetched.url}: no page to read: {fetched.detail or fetched.outcome}")
    found = _elements(fetched, reader, judged=wanted is not None)
    if isinstance(found, str):
        raise CannotRun(f"{fetched.url}: no page to read: {found}")
    if json:
        print_json(found)
    else:
        _show(found)


def _elements(fetched: Fetched, reader: PageAnalyzer, *, judged: bool) -> Article | str:
    """The elements of a response, or why it has none."""
    from honeyguide.model import Page  # noqa: PLC0415
    from honeyguide.parsing.article.article import article_of  # noqa: PLC0415

    html, page = reader.html(fetched), reader.parse(fetched)
    if not isinstance(html, str) or not isinstance(page, Page):
        failed = html if not isinstance(html, str) else page
        return failed.detail or failed.outcome  # type: ignore[union-attr]
    at = datetime.fromtimestamp(fetched.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if fetched.at else ""
    relevance = round(reader.judge(page).score, 6) if judged else None
    return article_of(page, html, relevance=relevance, fetched_at=at)


def _folder(
    folder: Path, base: str, reader: PageAnalyzer, settings: config.Settings, *, judged: bool, json: bool
) -> None:
    from honeyguide.cli.lab import Bar  # noqa: PLC0415
    from honeyguide.urls import canonical  # noqa: PLC0415

    if base and canonical(base) is None:
        raise BadInput(f"'{base[:200]}' is not a URL; links cannot be relative to it")
    files = list(_files(folder))
    if not files:
        raise BadInput(f"{folder}: holds no page; its files should end in {', '.join(sorted(_PAGES))}")
    if len(files) > _MOST_FILES:
        raise BadInput(f"{folder}: holds more than {_MOST_FILES:,} pages; give a part of them")
    left_out: list[str] = []
    read = 0
    with Bar() as bar:
        for number, path in enumerate(files, start=1):
            inside = path.relative_to(folder).as_posix()
            try:
                (fetched,) = answers(str(path), f"{base.rstrip('/')}/{inside}" if base else "", settings)
                found = _elements(fetched, reader, judged=judged)
            except BadInput as wrong:
                found = str(wrong)
            if isinstance(found, str):
                left_out.append(f"{inside}: {found}")
            else:
                read += 1
                _show_one(inside, found, json=json)
            bar.watch("pages read", number, len(files))
    for sentence in left_out[:10]:
        say(f"left out: {sentence}", "yellow")
    say(f"{pages(read)}, {len(left_out):,} left out", "dim")
    if not read:
        raise CannotRun(f"{folder}: no page in it can be read")


def _files(folder: Path) -> Iterator[Path]:
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(inside, name)
            if path.suffix.lower() in _PAGES and not name.startswith(".") and path.is_file():
                yield path


def _show_one(name: str, found: Article, *, json: bool) -> None:
    if json:
        print_json_line(found)
        return
    line = styled(f"{found.published[:10] or '(no date)':<10}  ", "dim").append_text(styled(found.title, "bold", 100))
    stdout().print(line.append("  ").append_text(styled(f"{found.source} · {name}", "cyan")), soft_wrap=True)


def _show(found: Article) -> None:
    from rich.table import Table  # noqa: PLC0415

    grid = Table.grid(padding=(0, 2))
    keywords = " · ".join(f"{each.term} {each.weight:.2f}" for each in found.keywords[:12])
    for name, value in (
        ("URL", found.url),
        ("title", found.title or "(none)"),
        ("published", found.published or "cannot be told"),
        ("updated", found.updated),
        ("source", found.source),
        ("author", found.author or "(none named)"),
        ("language", found.language or "cannot be told"),
        ("keywords", keywords or "(none)"),
        ("relevance", "" if found.relevance is None else f"{found.relevance:.4f}"),
        ("links", f"{len(found.hyperlinks):,}"),
        ("content", f"{len(found.content):,} characters, {len(found.content_words):,} words"),
    ):
        if value:
            grid.add_row(styled(name, "bold"), styled(value))
    stdout().print(grid)
    stdout().print()
    for line in found.content[:_SHOWN].split("\n"):
        stdout().print(styled(line), soft_wrap=True)
    if len(found.content) > _SHOWN:
        stdout().print(styled(f"… {len(found.content) - _SHOWN:,} more characters; --json has all", "dim"))
