"""How the search index grows while a crawl runs. Whatever happens to it, the crawl goes on: it can be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from honeyguide.storage.database import Database
from honeyguide.storage.search_index import Entry, SearchFailed, SearchIndex, catch_up, caught_up
from honeyguide.storage.search_schema import Searchable


class SearchWriter:
    def __init__(
        self,
        folder: Path,
        database: Database,
        searchable: Searchable | None,
        failed: Callable[[str], None],
    ) -> None:
        """Without `searchable` nothing grows; `failed` hears why the index was given up."""
        self._failed = failed
        self._database, self._searchable = database, searchable
        self._index: SearchIndex | None = None
        if searchable:
            with self._given_up_when_it_fails():
                self._index = caught_up(folder, database, searchable)

    def add(self, entries: Iterable[Entry]) -> None:
        """Of pages whose commit is done."""
        with self._given_up_when_it_fails():
            if self._index:
                for entry in entries:
                    self._index.add(entry)

    def catch_up(self) -> None:
        """With what others committed to the database."""
        with self._given_up_when_it_fails():
            if self._index and self._searchable:
                catch_up(self._index, self._database, self._searchable)

    def commit(self) -> None:
        with self._given_up_when_it_fails():
            if self._index:
                self._index.commit()

    def close(self) -> None:
        with self._given_up_when_it_fails():
            if self._index:
                self._index.close()
        self._index = None

    @contextmanager
    def _given_up_when_it_fails(self) -> Iterator[None]:
        try:
            yield
        except SearchFailed as wrong:
            self._index = None
            self._failed(str(wrong))
