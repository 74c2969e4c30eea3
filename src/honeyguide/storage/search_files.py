"""The files of the search index: opened where they can be used, made anew where not."""

from __future__ import annotations

import logging
import shutil
from contextlib import suppress
from pathlib import Path

import tantivy

from honeyguide.storage.folder import SEARCH
from honeyguide.storage.search_schema import MARK, Damaged, analyzer, is_ours, last_visit, mark, schema, sound

_log = logging.getLogger(__name__)


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
    """What is found next is drawn from the database anew: for those who change what stands there."""
    with suppress(OSError):
        _remove(folder / SEARCH)


def _remove(path: Path) -> None:
    """Its mark first: a kill leaves no index that lacks files and passes for one."""
    if path.is_dir() and not path.is_symlink():
        (path / MARK).unlink(missing_ok=True)
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
