"""`honeyguide lexicon`: which words a crawl can compare by meaning, and how to add more."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from honeyguide.cli.bar import Bar
from honeyguide.cli.options import Json
from honeyguide.cli.tables import table
from honeyguide.cli.terminal import print_json, say, stdout, styled

if TYPE_CHECKING:
    from honeyguide.model import Topic

lexicon = typer.Typer(no_args_is_help=True, help="Add a lexicon that you have, or list those that are there.")


@lexicon.command()
def add(
    language: Annotated[Literal["en", "zh"], typer.Argument(help="Language of its words.")],
    path: Annotated[Path, typer.Argument(metavar="PATH", help="Its file or folder.")],
    json: Json = False,
) -> None:
    """Compile WordNet, an Open Multilingual Wordnet, HowNet or Cilin, so that crawls can use it.

    Example: honeyguide lexicon add en /usr/share/wordnet
    """
    from honeyguide.lexicons import open_lexicons  # noqa: PLC0415
    from honeyguide.lexicons.adding import add, entry_of  # noqa: PLC0415
    from honeyguide.lexicons.folder import HOW_TO_GET, KINDS, LANGUAGES  # noqa: PLC0415

    with Bar("compiling", quick=True) as bar:
        added = entry_of(add(language, path, progress=bar))
    if json:
        print_json(added)
        return
    words = f"{added.words:,} words of {added.concepts:,} concepts"
    stdout().print(styled(f"{LANGUAGES[language]}: {KINDS[added.kind]} with {words}"), soft_wrap=True)
    for sentence in set(open_lexicons().missing).difference(HOW_TO_GET.values()):
        say(sentence)


@lexicon.command("list")
def list_(json: Json = False) -> None:
    """List the lexicons that are there, and say what is missing and how to get it.

    Example: honeyguide lexicon list
    """
    from honeyguide.lexicons import open_lexicons  # noqa: PLC0415
    from honeyguide.lexicons.adding import entries  # noqa: PLC0415
    from honeyguide.lexicons.folder import KINDS, LANGUAGES, lexicon_folder  # noqa: PLC0415

    found, opened = entries(), open_lexicons()
    if json:
        vectors = opened.word_vectors is not None
        folder = str(lexicon_folder())
        print_json({"folder": folder, "lexicons": found, "vectors": vectors, "missing": opened.missing})
        return
    shown = table("language", "lexicon", right=("words", "concepts"), wide="compiled from")
    for each in found:
        language, kind = LANGUAGES[each.language], KINDS[each.kind]
        shown.add_row(language, kind, f"{each.words:,}", f"{each.concepts:,}", styled(each.source))
    if opened.word_vectors is not None:
        shown.add_row("both", "word vectors", "", "", "wordllama")
    stdout().print(shown)
    for sentence in opened.missing:
        say(sentence)


def say_what_is_missing(topic: Topic, links: str = "") -> None:
    """For a topic, or a link model, that compares anchors by meaning: what would make the comparison better."""
    if "semantic" not in (topic.anchors, links.partition(":")[0]):
        return
    from honeyguide.lexicons import open_lexicons  # noqa: PLC0415
    from honeyguide.lexicons.adding import missing_for  # noqa: PLC0415

    forms = [*topic.keywords, *(form for all_ in topic.synonyms.values() for form in all_)]
    for sentence in missing_for(open_lexicons().missing, forms):
        say(sentence)
