"""The harvest of a long crawl: no more numbers than of a short one, and the same however often it was read on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tests.plain_choices import RAIN

from honeyguide.config import Settings
from honeyguide.storage.harvest import POINTS, Harvest, harvest
from honeyguide.storage.store import FolderStore
from honeyguide.testing.records import page_record, seed

PAGES = 5 * POINTS


def test_a_curve_keeps_every_so_many_pages_and_none_is_counted_twice(tmp_path: Path) -> None:
    known = Harvest()
    with closing(FolderStore.open(tmp_path, RAIN, Settings(), version="test", now=0.0)) as store:
        for number in range(PAGES):
            link = seed(store, f"http://a.example/{number}")
            store.add(page_record(store, link, fingerprint=number.to_bytes(8)))
            if number % 130 == 0:
                store.commit({})
                known = harvest(tmp_path, known)
        store.commit({})
    known = harvest(tmp_path, known)
    assert known == harvest(tmp_path)
    assert known.step == 4
    assert POINTS <= len(known.curve) < 2 * POINTS
    # the fixture's pages 0, 3, 6, … are off topic; their relevance is 0.25, 0.5, 0.75
    assert known.curve == tuple((count, count - (count + 2) // 3) for count in range(4, PAGES + 1, 4))
    assert {band: pages for band, pages in enumerate(known.relevance) if pages} == {5: 334, 10: 333, 15: 333}
    assert [each.url for each in known.newest[:3]] == [f"http://a.example/{number}" for number in (998, 997, 995)]
