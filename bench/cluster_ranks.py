"""How far is the topic PageRank that each shard reckons from that of the whole crawl, after the same pages?

    OPENBLAS_NUM_THREADS=1 python bench/cluster_ranks.py [--pages 2000] [--shards 4 16 64]

Pages of a synthetic web are taken breadth first and go through what a crawl does with them: once undivided, and once
by the shard that owns each, which tells the others. Compared are the ranks of all links that were not fetched: by the
rank correlation (Spearman) inside of each shard, and of all of them together, where each shard divides by the
largest rank that it knows of as its link model does; and by how many of the tenth that ranks highest are the same.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from honeyguide import links
from honeyguide.analysis import AnalyzedPage, PageAnalyzer
from honeyguide.config import Settings
from honeyguide.core.answers import Answers
from honeyguide.core.referrals import Partition, unpacked
from honeyguide.lab.pages import PageCache
from honeyguide.links.comprehensive import Comprehensive
from honeyguide.model import Fetched, Outcome, Page, Topic
from honeyguide.records import Message
from honeyguide.storage.memory import MemoryStore
from honeyguide.urls import host_of
from honeyguide.web.offline import open_web
from honeyguide.web.scope import Scope

WEBS = {
    "sparse": "synthetic:seed=5,pages=8000,hosts=600,links=1.8,navigation=0",
    "dense": "synthetic:seed=5,pages=8000,hosts=400",
}
TOPIC = Topic("rain", {"rain": 1.0, "storm": 1.0, "flood": 1.0, "typhoon": 1.0, "disaster": 0.5}, relevance="tag-vsm")
SETTINGS = Settings()
TOP = 0.1


class Ranked:
    """What one shard, or the whole crawl, knows of links."""

    def __init__(self, partition: Partition | None) -> None:
        self.store = MemoryStore()
        model = links.make("cre", TOPIC)
        assert isinstance(model, Comprehensive)
        self.model = model
        self.fetched: set[str] = set()
        self._answers = Answers(SETTINGS, self.store, Scope(SETTINGS), model, None, partition=partition)
        self._analyzer = PageAnalyzer(TOPIC, SETTINGS)

    def page(self, page: Page) -> Sequence[Message]:
        self.fetched.add(page.url)
        link = self.store.link_table.add(page.url, host_of(page.url), 0, -1)
        analyzed = AnalyzedPage(Outcome.PAGE, "", page, self._analyzer.judge(page))
        record, _ = self._answers.page(link, Fetched(page.url, Outcome.PAGE, 200), analyzed)
        self.model.refresh()
        return record.messages

    def hear(self, message: bytes) -> None:
        self._answers.referral(unpacked(message), 0.0)
        self.model.refresh()

    def ranks(self) -> dict[str, float]:
        """Of the links that were not fetched, by address, divided by the largest rank that this shard knows of."""
        rank = self.model.pagerank.compute()
        known = (self.store.link(number) for number in range(len(rank)))
        scaled = (rank / max(rank.max(), self.model.largest)).tolist()
        return {link.url: scaled[link.id] for link in known if link.parent >= 0 and link.url not in self.fetched}


def breadth_first(cache: PageCache, many: int) -> Iterator[Page]:
    queue = deque(cache.web.urls()[:3])
    seen = set(queue)
    while queue and many:
        if page := cache.page(queue.popleft()):
            many -= 1
            yield page
            new = [out.url for out in page.links if out.url not in seen]
            seen.update(new)
            queue.extend(new)


def compare(whole: NDArray[np.float64], own: NDArray[np.float64]) -> tuple[float, float]:
    """Rank correlation, and the share of the highest tenth that is the same."""
    many = max(1, int(TOP * len(whole)))
    tops = [set(np.argsort(-each, kind="stable")[:many].tolist()) for each in (whole, own)]
    return float(spearmanr(whole, own).statistic), len(tops[0] & tops[1]) / many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=2_000)
    parser.add_argument("--shards", type=int, nargs="+", default=[4, 16, 64])
    given = parser.parse_args()
    print("| web | shards | inside of a shard: correlation | same tenth | of all: correlation | same tenth |")
    print("|---|---|---|---|---|---|")
    for name, source in WEBS.items():
        with PageCache(open_web(source)) as cache:
            pages = list(breadth_first(cache, given.pages))
        undivided = Ranked(None)
        for page in pages:
            undivided.page(page)
        whole = undivided.ranks()
        for shards in given.shards:
            parts = [Ranked(Partition(number, shards)) for number in range(shards)]
            owner = Partition(0, shards).owner
            for page in pages:
                for shard, message in parts[owner(host_of(page.url))].page(page):
                    parts[shard].hear(message)
            inside, known, told = [], [], []
            for own in (part.ranks() for part in parts if part.model.pagerank.pages):
                pair = np.array([whole[url] for url in own]), np.array(list(own.values()))
                if len(own) >= 1 / TOP:
                    inside.append((*compare(*pair), len(own)))
                known.append(pair[0])
                told.append(pair[1])
            by_shard = np.array(inside)
            correlation, same = np.average(by_shard[:, :2], axis=0, weights=by_shard[:, 2])
            all_correlation, all_same = compare(np.concatenate(known), np.concatenate(told))
            figures = correlation, same, all_correlation, all_same
            print(f"| {name} | {shards} | " + " | ".join(f"{each:.2f}" for each in figures) + " |", flush=True)


if __name__ == "__main__":
    main()
