"""`honeyguide extract`: the article on a page, or on every page of a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import FETCHING, resolve, with_settings
from honeyguide.cli.lexicon import say_what_is_missing
from honeyguide.cli.options import Base, ConfigFile
from honeyguide.cli.tables import show_facts
from honeyguide.cli.terminal import print_json, print_json_line, say, stdout, styled
from honeyguide.errors import NothingFetched
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.config import Settings
    from honeyguide.model import Article, Topic

_SHOWN = 1200
"""Characters of the content on a terminal."""


@with_settings("encoder", "languages", "max_decoded_bytes", "max_links", *FETCHING)
def extract(
    page: Annotated[
        str,
        typer.Argument(
            metavar="URL|FILE|DIR|-", help="A page: its address, a file, - for stdin; or a folder of pages."
        ),
    ],
    *,
    topic: Annotated[str, typer.Option(help="A topic file or a shipped topic: say how relevant each page is.")] = "",
    base: Base = "",
    config_file: ConfigFile = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON; of a folder one object a line.")] = False,
    **flags: Any,
) -> None:
    """Show who published what and when: title, time, source, author, main text, keywords and links of a page.

    Example: honeyguide extract https://example.org/story.html --topic rainstorm-disaster --json
    """
    from honeyguide.extraction import extract as extract_page  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    settings = resolve(flags, config_file).settings
    wanted = load_topic(topic) if topic else None
    if wanted is not None:
        say_what_is_missing(wanted)
    if "://" not in page and page != "-" and os.path.isdir(page):
        _folder(Path(page), base, wanted, settings, json=json)
        return
    found = extract_page(page, topic=wanted, base=base, settings=settings)
    if json:
        print_json(found)
    else:
        _show(found)


def _folder(folder: Path, base: str, topic: Topic | None, settings: Settings, *, json: bool) -> None:
    from honeyguide.extraction import extract_folder  # noqa: PLC0415

    left_out: list[str] = []
    read = 0
    with Bar() as bar:
        for each in extract_folder(folder, topic=topic, base=base, settings=settings, progress=bar):
            if each.article is None:
                left_out.append(f"{each.name}: {each.problem}")
            else:
                read += 1
                _show_one(each.name, each.article, json=json)
    for sentence in left_out[:10]:
        say(f"left out: {sentence}", "magenta")
    say(f"{counted(read, 'page')}, {len(left_out):,} left out", "dim")
    if not read:
        raise NothingFetched(f"{folder}: no page in it can be read")


def _show_one(name: str, found: Article, *, json: bool) -> None:
    if json:
        print_json_line(found)
        return
    when = styled(f"{found.published[:10] or '(no date)':<10}  ", "dim")
    where = styled(f"  {found.source} · {name}", "cyan")
    stdout().print(when, styled(found.title, "bold", 100), where, sep="", soft_wrap=True)


def _show(found: Article) -> None:
    keywords = " · ".join(f"{each.term} {each.weight:.2f}" for each in found.keywords[:12])
    facts = (
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
    )
    show_facts((name, value) for name, value in facts if value)
    stdout().print()
    for line in found.content[:_SHOWN].split("\n"):
        stdout().print(styled(line), soft_wrap=True)
    if len(found.content) > _SHOWN:
        stdout().print(styled(f"… {len(found.content) - _SHOWN:,} more characters; --json has all", "dim"))
