"""Documents from anywhere: folders, text, HTML, tables, lists of URLs, live pages, crawls and WARC files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from honeyguide import config
from honeyguide.config import Settings
from honeyguide.corpus.fetched_pages import FetchedPages
from honeyguide.corpus.pages import Note, PageReader, archived, crawled, fetch_pages
from honeyguide.corpus.tables import TABLES, Row, only_urls, rows_of, urls_of_table
from honeyguide.corpus.texts import HTML, LARGEST, TEXT, check_encoding, document, plain_text
from honeyguide.errors import BadInput
from honeyguide.model import Document
from honeyguide.progress import Progress, silent
from honeyguide.seeds import KINDS, OTHER_FILES, read_seeds
from honeyguide.seeds.cells import shown, url_of
from honeyguide.storage.files import has_database
from honeyguide.text_files import files_in, read_bytes

__all__ = ["Note", "check_table", "read_documents"]

MOST_DOCUMENTS = 200_000
MOST_CHARACTERS = 500_000_000
_FILES = {*KINDS, *OTHER_FILES, *TABLES, *(TEXT - {""}), ".warc", ".pdf"}
"""A name that ends so is a file, not a host, unless it has a scheme."""
_DATABASES = ("postgresql://", "postgres://")
_BETWEEN_WORDS = 20
"""Documents between two words to whoever watches."""


def read_documents(
    sources: Sequence[str],
    *,
    encoding: str = "",
    label: str = "",
    column: str = "",
    table: str = "",
    main_text: bool = False,
    fetched: Path | None = None,
    settings: Settings | None = None,
    progress: Progress = silent,
    note: Note = lambda sentence: None,
) -> list[Document]:
    """All documents of the sources, in order; never none.

    `encoding` holds for text that is not UTF-8 and does not say what it is; `label` for documents that have none of
    their own. URLs are fetched one at a time from each host, within scope and robots.txt, as `settings` say;
    `column` and `table` say where spreadsheets and databases hold them. `main_text` leaves menus and the like out of
    pages. `fetched` is a file that keeps live pages as they came: what it holds is not fetched again.
    """
    if not sources:
        raise BadInput("there are no documents: name a folder, a file, a URL, the folder of a crawl, or a WARC file")
    check_encoding(encoding)
    pages = PageReader(settings or config.settings(), encoding, main_text=main_text)
    corpus = _Corpus(
        encoding, settings or config.settings(), progress, note, column, table, pages, FetchedPages(fetched)
    )
    documents: list[Document] = []
    characters = 0
    for source in sources:
        before = len(documents)
        for each in corpus.read(source):
            characters += len(each.text)
            if len(documents) >= MOST_DOCUMENTS or characters > MOST_CHARACTERS:
                raise BadInput(
                    f"{shown(source)}: the documents are more than {MOST_DOCUMENTS:,}, or longer than "
                    f"{MOST_CHARACTERS:,} characters together; give a part of them"
                )
            documents.append(_labelled(each, label))
            if len(documents) % _BETWEEN_WORDS == 0:
                progress("documents read", len(documents), 0)
        if len(documents) == before:
            why = f": {corpus.first_left_out}" if corpus.first_left_out else ""
            raise BadInput(f"{shown(source)}: holds no document with any words{why}")
    progress("documents read", len(documents), len(documents))
    return documents


def check_table(sources: Sequence[str], column: str, table: str) -> None:
    """Refuse a column or a table that none of the sources can have."""
    kinds = [KINDS.get(Path(source).suffix.lower(), "") for source in sources]
    has_tables = any(source.startswith(_DATABASES) for source in sources)
    if table and not has_tables and not {"xlsx", "sqlite"} & set(kinds):
        raise BadInput(f"table '{shown(table)}' was asked for, but no source is a workbook or a database")
    if column and not has_tables and not any(kinds):
        raise BadInput(f"column '{shown(column)}' was asked for, but no source is a table or a database")


def _labelled(each: Document, label: str) -> Document:
    return msgspec.structs.replace(each, label=label) if label and not each.label else each


class _Corpus:
    def __init__(
        self,
        encoding: str,
        settings: Settings,
        progress: Progress,
        note: Note,
        column: str,
        table: str,
        pages: PageReader,
        kept: FetchedPages,
    ) -> None:
        self._encoding = encoding
        self._column = column
        self._table_name = table
        self._described: dict[str, str] = {}
        """What sources say of the pages that they name."""
        self._settings = settings
        self._progress = progress
        self._note = note
        self._pages = pages
        self._kept = kept
        self.first_left_out = ""

    def read(self, source: str) -> Iterator[Document]:
        """Documents with words; what has none is left out."""
        self.first_left_out = ""
        for each in self._all(source):
            if each.words:
                told = self._described.get(each.name, "")
                yield msgspec.structs.replace(each, description=told) if told else each
            else:
                self._leave_out(f"{each.name}: says nothing")

    def _all(self, source: str) -> Iterable[Document]:
        if source.startswith(_DATABASES):
            return self._fetch_listed(self._listed(source, self._table_name))
        if source == "-" or source.startswith(("http://", "https://")):
            return self._fetch_listed(read_seeds([source], stdin=sys.stdin))
        try:
            mode = os.stat(source).st_mode
        except (OSError, ValueError) as wrong:
            url = url_of(source)
            if url and Path(source).suffix.lower() not in _FILES:
                return self._fetch([(url, "")])
            why = (getattr(wrong, "strerror", None) or "not a file name").lower()
            raise BadInput(
                f"'{shown(source)}' is neither a URL nor a file or folder that can be read: {why}"
            ) from None
        if not stat.S_ISDIR(mode):
            return self._file(Path(source))
        if has_database(Path(source)):
            return crawled(Path(source), self._pages, self._leave_out)
        return self._folder(Path(source))

    def _folder(self, folder: Path) -> Iterator[Document]:
        """Its first level of sub-folders names the labels; hidden files and links to folders are left alone."""
        others = 0
        for path in files_in(folder):
            inside = path.relative_to(folder)
            if path.suffix.lower() not in TEXT | HTML or not path.is_file():
                others += 1
                continue
            label = inside.parts[0] if len(inside.parts) > 1 else ""
            each = self._one(path, inside.as_posix(), label)
            if each is None:
                others += 1
            else:
                yield each
        if others:
            self._leave_out(f"{folder}: {others:,} other files are neither text nor HTML")

    def _file(self, path: Path) -> Iterable[Document]:
        suffix = path.suffix.lower()
        if path.name.lower().endswith((".warc", ".warc.gz")):
            return archived(path, self._pages, self._leave_out)
        if suffix in TABLES and not (self._column and suffix in KINDS):
            return self._table(path, suffix)
        if suffix in KINDS:
            return self._fetch_listed(self._listed(str(path), "" if suffix in TABLES else self._table_name))
        if suffix in (".json", ".gz", ".zip", ".xz", ".bz2"):
            how = "write one object a line, as .jsonl" if suffix == ".json" else "unpack it"
            raise BadInput(f"{path}: cannot be read as documents; {how}")
        each = self._one(path, path.name)
        if each is None:
            raise BadInput(f"{path}: is not text; save it as plain text or HTML")
        if suffix not in HTML and (urls := only_urls(each.text)):
            return self._fetch_listed(urls)
        return [each]

    def _one(self, path: Path, name: str, label: str = "") -> Document | None:
        """One file, one document; None when it is not text at all."""
        content = read_bytes(path, "one document; split it", LARGEST)
        if path.suffix.lower() in HTML:
            made = self._pages.document_of_html(content, name, label)
            return None if isinstance(made, str) else made
        text = plain_text(content, str(path), self._encoding)
        return None if text is None else document(name, text, label)

    def _table(self, path: Path, suffix: str) -> Iterator[Document]:
        content = read_bytes(path, "one table; split it", TABLES[suffix])
        text = plain_text(content, str(path), self._encoding)
        if text is None:
            raise BadInput(f"{path}: is not text; save it as {suffix} in UTF-8")
        rows = rows_of(text, str(path), suffix)
        if rows is None:
            yield from self._fetch_listed(urls_of_table(path) if text.strip() else {})
            return
        without_text: list[Row] = []
        for row in rows:
            if row.text:
                yield document(row.name, row.text, row.label)
            elif row.url:
                without_text.append(row)
            if row.url and row.description:
                self._described.setdefault(row.url, row.description)
        yield from self._fetch([(row.url, row.label) for row in without_text])

    def _listed(self, source: str, table: str) -> dict[str, str]:
        return read_seeds([source], column=self._column, table=table, stdin=sys.stdin)

    def _fetch_listed(self, urls: Mapping[str, str]) -> Iterator[Document]:
        self._described.update({url: said for url, said in urls.items() if said})
        return self._fetch([(url, "") for url in urls])

    def _fetch(self, wanted: Sequence[tuple[str, str]]) -> Iterator[Document]:
        if wanted:
            yield from fetch_pages(wanted, self._settings, self._pages, self._kept, self._leave_out, self._progress)

    def _leave_out(self, sentence: str) -> None:
        self.first_left_out = self.first_left_out or sentence
        self._note(sentence)
