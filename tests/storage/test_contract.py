"""Every store keeps to the contract, and two stores of the same crawl know the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.storage.contract import CASES, STATE, Opens, fill, out_link, page_record, seed

from honeyguide.config import Settings
from honeyguide.model import Topic
from honeyguide.storage.memory import MemoryStore
from honeyguide.storage.store import SqliteStore

TOPIC = Topic("rain", {"rain": 1.0})


def sqlite(folder: Path) -> Opens:
    return lambda: SqliteStore.open(folder, TOPIC, Settings(), version="0.1", now=0.0)


def memory(_: Path) -> Opens:
    held: list[MemoryStore] = []

    def opens() -> MemoryStore:
        held.append(MemoryStore(held[-1] if held else None))
        return held[-1]

    return opens


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.parametrize("store", [sqlite, memory])
def test_store(store: Callable[[Path], Opens], case: Callable[[Opens], None], tmp_path: Path) -> None:
    case(store(tmp_path / "crawl"))


def test_a_store_in_memory_and_one_in_a_folder_know_the_same(tmp_path: Path) -> None:
    one, other = sqlite(tmp_path / "crawl")(), MemoryStore()
    fill(one)
    fill(other)
    assert one.restore() == other.restore()
    assert list(one.events()) == list(other.events())
    assert list(one.page_links()) == list(other.page_links())
    one.close()


def test_a_store_in_memory_may_keep_no_records_and_still_knows_the_links() -> None:
    store = MemoryStore(records=False)
    record = page_record(store, seed(store), out_link("http://a.example/"), out_link("http://b.example/"))
    store.add(record)
    assert store.commit(STATE) == [record]
    assert store.link(1).url == "http://b.example/"
    assert store.restore() is None
    assert list(store.events()) == []
    assert list(store.page_links()) == []
