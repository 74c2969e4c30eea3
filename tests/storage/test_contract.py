"""Every store keeps to the contract, and two stores of the same crawl know the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
from tests.storage.counted import counted

from honeyguide.config import Settings
from honeyguide.model import Relevance, Topic
from honeyguide.storage import results
from honeyguide.storage.memory import MemoryStore
from honeyguide.storage.page_links import pack
from honeyguide.storage.results import status
from honeyguide.storage.store import FolderStore
from honeyguide.testing import store_contract
from honeyguide.testing.records import STATE, failure, fill, out_link, page_record, seed

TOPIC = Topic("rain", {"rain": 1.0}, relevance="tag-vsm")


def sqlite(folder: Path, now: float = 30.0) -> Callable[[], FolderStore]:
    return lambda: FolderStore.open(folder, TOPIC, Settings(), version="0.1", now=now)


_held: dict[Path, MemoryStore] = {}


def memory(folder: Path) -> MemoryStore:
    """What was committed under this name, gone on from."""
    _held[folder] = MemoryStore(_held.get(folder))
    return _held[folder]


TestFolderStore = store_contract("folder")
TestMemoryStore = store_contract(memory)


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


def test_a_clock_that_was_set_back_makes_no_rest_longer(tmp_path: Path) -> None:
    store = sqlite(tmp_path / "crawl", now=4000.0)()
    store.add(failure(seed(store), final=False, at=4001.0, again_at=4006.0))
    store.commit(STATE)
    store.close()
    for now, until in ((4003.0, 4006.0), (401.0, 406.0)):
        store = sqlite(tmp_path / "crawl", now=now)()
        found = store.restore()
        store.close()
        assert found is not None
        assert found.rests == [(0, until)]


def test_a_link_that_is_visited_again_is_settled_once(tmp_path: Path) -> None:
    opens = sqlite(tmp_path / "crawl")
    store = opens()
    link = seed(store)
    for _ in range(2):
        store.add(failure(link, final=True, again_at=9.0))
        store.add(failure(link, final=True, again_at=9.0))
        store.commit(STATE)
    store.close()
    store = opens()
    store.add(page_record(store, link, at=12.0))
    store.commit(STATE)
    store.close()
    assert status(tmp_path / "crawl") == counted(tmp_path / "crawl")
    assert status(tmp_path / "crawl").waiting == 0


def test_of_a_link_with_several_pages_readers_take_the_newest(tmp_path: Path) -> None:
    store = sqlite(tmp_path / "crawl")()
    link, other = seed(store), seed(store, "http://b.example/")
    for number, title in enumerate(("first", "second")):
        record = page_record(store, link, out_link(link.url), out_link(other.url), at=10.0 + number)
        assert record.page
        page = msgspec.structs.replace(record.page, title=title)
        relevance = Relevance(0.5, on_topic=True, matched_terms=(number,))
        packed = pack(page, relevance)
        store.add(msgspec.structs.replace(record, page=page, relevance=relevance, packed_links=packed))
    store.commit(STATE)
    given = list(store.page_links())
    store.close()
    assert [page.title for page in results.pages(tmp_path / "crawl", relevant=True)] == ["second"]
    assert [page.title for _, page, _ in results.numbered(tmp_path / "crawl", [link.id])] == ["second"]
    assert [(each.relevance.matched_terms, each.targets) for each in given] == [((0,), (1,)), ((1,), (1,))]
