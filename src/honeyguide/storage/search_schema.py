"""What is in the full-text index of a crawl: fields and terms; and its files, made anew where they cannot be used."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import tantivy
from tantivy import Filter, Query, SchemaBuilder, TextAnalyzer, TextAnalyzerBuilder, Tokenizer
from tantivy.tantivy import __version__

from honeyguide.errors import CannotRun
from honeyguide.storage.files import SEARCH

FORMAT = 2
"""Of what is in the index, and of how texts are cut: a higher one has every index built anew."""
MARK = "honeyguide-format"

TITLE, CONTENT = "title", "content"
BY_CHARACTER = {TITLE: "title_spelt", CONTENT: "content_spelt"}
"""Where a field is once more, with Chinese character by character: a phrase is found however it is cut into words."""

_DETAIL = 200
_log = logging.getLogger(__name__)

Texts = tuple[str, str, str, str]
"""Title and content, words with a space between them; and both once more by_character, see `model.Extract.index`."""
Searchable = Callable[[str, str, str], Texts]
"""Makes them of title, content and language."""


class Damaged(CannotRun):
    """The index is not what was written."""


@contextmanager
def sound() -> Iterator[None]:
    """Around whatever reads the index."""
    try:
        yield
    except BaseException as wrong:
        if isinstance(wrong, ValueError) or type(wrong).__name__ == "PanicException":  # which cannot be imported
            raise Damaged(f"the search index cannot be read: {one_line(wrong)}") from None
        raise


def one_line(wrong: BaseException) -> str:
    return " ".join(str(wrong).split())[:_DETAIL]


def schema() -> tantivy.Schema:
    build = SchemaBuilder()
    build.add_integer_field("link", fast=True)
    build.add_integer_field("visit", fast=True, indexed=True)
    for field in (TITLE, CONTENT, *BY_CHARACTER.values()):
        build.add_text_field(field, tokenizer_name="words")
    build.add_text_field("host", tokenizer_name="raw", index_option="basic")
    build.add_text_field("language", tokenizer_name="raw", index_option="basic")
    build.add_integer_field("published", fast=True)
    build.add_float_field("relevance", fast=True)
    return build.build()


@cache
def analyzer(*, stems: bool = True) -> TextAnalyzer:
    """From a text with a space between two words to terms: small letters, é as e, English words by their stem."""
    build = TextAnalyzerBuilder(Tokenizer.whitespace()).filter(Filter.lowercase()).filter(Filter.ascii_fold())
    return build.filter(Filter.stemmer("english")).build() if stems else build.build()


def domains(host: str) -> list[str]:
    """A host and the domains that it belongs to: a search on `example.org` takes `news.example.org` too."""
    name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
    found = [host] if host != name else []
    if ":" in name or name.replace(".", "").isdigit():
        return [*found, name]
    labels = name.split(".")
    return [*found, *(".".join(labels[start:]) for start in range(len(labels)))]


def last_visit(searcher: tantivy.Searcher) -> int:
    hits = searcher.search(Query.all_query(), limit=1, count=False, order_by_field="visit").hits
    return int(hits[0][0]) if hits else -1


def is_ours(path: Path) -> bool:
    """Whether an index is there that this version can read; one that leads elsewhere is none."""
    try:
        if any(file.is_symlink() for file in path.iterdir()):
            return False
        return (path / MARK).read_text("utf-8") == mark()
    except (OSError, ValueError):
        return False


def mark() -> str:
    return f"honeyguide {FORMAT}, tantivy {__version__.rpartition(', ')[2]}\n"


def opened(path: Path) -> tantivy.Index | None:
    """None when there is no index, or none that can be used."""
    if not is_ours(path):
        return None
    try:
        with sound():
            index = tantivy.Index.open(str(path))
            index.config_reader("manual")
            last_visit(index.searcher())
    except Damaged:
        return None
    index.register_tokenizer("words", analyzer())
    return index


def created(path: Path) -> tantivy.Index:
    if path.exists():
        _log.warning("%s: this search index cannot be used; it is made anew from the database", path)
    _remove(path)
    path.mkdir()
    index = tantivy.Index(schema(), path=str(path))
    index.config_reader("manual")
    index.register_tokenizer("words", analyzer())
    (path / MARK).write_text(mark(), "utf-8")
    return index


def discard(folder: Path) -> None:
    """What is found next is drawn from the database anew: for those who change what stands there.

    An index without its mark, of which some is left, is as good as none.
    """
    try:
        _remove(folder / SEARCH)
    except OSError as wrong:
        if is_ours(folder / SEARCH):
            raise CannotRun(
                f"{folder / SEARCH}: this search index must go and cannot be removed: {wrong.strerror}"
            ) from wrong


def _remove(path: Path) -> None:
    """Its mark first: a kill leaves no index that lacks files and passes for one."""
    if path.is_dir() and not path.is_symlink():
        (path / MARK).unlink(missing_ok=True)
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
