"""What judging a page costs with every relevance model, and how long a trained topic takes to load.

    python bench/relevance.py [--warc ../shared/data/webs/wikispeedia.warc.gz]

Every model is trained by the same three example pages and judges the same parsed pages; without the archive, those of
the synthetic web. Milliseconds are of the processor, the best of three passes.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from honeyguide import relevance
from honeyguide.analysis import relevance_model
from honeyguide.lab.pages import PageCache
from honeyguide.lab.starts import document_of
from honeyguide.model import Document, Page, Topic
from honeyguide.parsing.tokens import content_words, tokens
from honeyguide.protocols import RelevanceModel
from honeyguide.topics.discriminative_terms import discriminative_words
from honeyguide.topics.files import load_topic
from honeyguide.training import train_topic, write_topic
from honeyguide.web.offline import open_web

PASSES = 3
BACKGROUND = 400


def parsed(spec: str, layout: str, pages: int) -> list[Page]:
    web = open_web(spec)
    chosen = Random(1).sample(sorted(web.urls()), min(pages, len(web)))
    with PageCache(web, layout) as cache:
        return [page for url in chosen if (page := cache.page(url))]


def best_of(work: Callable[[], object]) -> float:
    """Seconds of the processor, the best of three passes."""
    best = float("inf")
    for _ in range(PASSES):
        began = time.process_time()
        work()
        best = min(best, time.process_time() - began)
    return best


def judge_all(scorer: RelevanceModel, pages: Sequence[Page]) -> None:
    for page in pages:
        scorer.score(page)


def load_seconds(topic: Topic, folder: Path) -> tuple[float, int]:
    """To read the topic's files and make the model ready; and the bytes of its files."""
    written = write_topic(topic, folder / f"{topic.relevance}.toml")
    best = float("inf")
    for _ in range(PASSES):
        began = time.perf_counter()
        relevance_model(load_topic(str(written[0])))
        best = min(best, time.perf_counter() - began)
    return best, sum(file.stat().st_size for file in written)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warc", type=Path, default=Path("../shared/data/webs/wikispeedia.warc.gz"))
    parser.add_argument("--pages", type=int, default=600)
    given = parser.parse_args()
    spec = f"warc:{given.warc}" if given.warc.exists() else "synthetic:seed=7,pages=2000"
    by_layout = {layout: parsed(spec, layout, given.pages) for layout in ("tag-groups", "labels")}
    documents: list[Document] = [document_of(page) for page in by_layout["tag-groups"]]
    words = sum(len(tokens(document.text, document.language)) for document in documents) / len(documents)
    examples, background = documents[:3], documents[3 : 3 + BACKGROUND]
    topic = Topic("bench", discriminative_words(examples, background))
    table = Table(
        "model", *("ms a page", "ms a 1,000 words", "loads in ms", "KB"), title=f"{spec}, {len(documents)} pages"
    )
    with TemporaryDirectory() as folder:
        for name in relevance.names():
            trained = train_topic(topic, name, examples, background)
            scorer, pages = relevance_model(trained), by_layout[relevance.layout_of(name)]
            spent = best_of(partial(judge_all, scorer, pages)) / len(pages) * 1e3
            seconds, size = load_seconds(trained, Path(folder))
            cells = (f"{spent:.2f}", f"{spent / words * 1e3:.2f}", f"{seconds * 1e3:.0f}", f"{size / 1e3:,.0f}")
            table.add_row(name, *cells)
    console = Console()
    console.print(table)
    cutting = best_of(lambda: [content_words(document.text, document.language) for document in documents])
    console.print(
        f"A page has {words:,.0f} words on average; cutting it into those that carry meaning takes "
        f"{cutting / len(documents) * 1e3:.2f} ms of that."
    )


if __name__ == "__main__":
    main()
