"""Does the judge know its topic where few pages are about it, and where most are?

    python bench/judge_shares.py wikispeedia.warc.gz wikispeedia.labels.tsv [--exclude '*/index/*'] [--small]

For every label with twenty pages or more: three of them are the examples, half of them are judged together with pages
that are not about it and link to or from these, in a random order, as a crawl would bring them. With no such page, a
third as many, as many, twice as many, eight times as many. F1, precision and recall of what is judged on topic at the
end, means over labels. A hash of its name says in which half a label is; the judge's borders were set on the first.

With --small, sets of 12 to 300 pages of which 5 % to all are on topic, judged from keywords alone: those of the
experiment files, else the words of the label's own name (labels in Chinese have none then). F1 of what is said of
each page when it comes, and of all in the end.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import defaultdict
from fnmatch import fnmatch
from hashlib import md5
from pathlib import Path
from random import Random
from statistics import fmean

from rich.console import Console
from rich.progress import track
from rich.table import Table

from honeyguide.analysis import relevance_model
from honeyguide.encoders import open_vectors
from honeyguide.lab.pages import PageCache
from honeyguide.model import Relevance, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.relevance.everyday import everyday_texts
from honeyguide.relevance.judge import Judge
from honeyguide.relevance.judging import Judging
from honeyguide.relevance.page_features import counted, examples_of, features_of, unpack
from honeyguide.web.offline import open_web
from honeyguide.web.offline.labels import Labels, read_labels

FEWEST, EXAMPLES = 20, 3
OTHERS = {"none": 0.0, "a third": 1 / 3, "as many": 1.0, "twice as many": 2.0, "eight times": 8.0}
SIZES, SHARES = (12, 18, 30, 60, 120, 300), (0.05, 0.2, 0.5, 1.0)
EXPERIMENTS = Path(__file__).parent.parent / "experiments"


def is_held_out(label: str) -> bool:
    return md5(label.encode(), usedforsecurity=False).digest()[-1] % 2 == 1


class Pages:
    """What the judge asks of each page, and which pages are linked."""

    def __init__(self, archive: Path, excluded: str) -> None:
        self.web = open_web(f"warc:{archive}")
        self.vectors = open_vectors("use", Path.home() / ".cache/honeyguide/vectors.sqlite")
        judge = relevance_model(Topic("any", {"any": 1.0}), encoder=self.vectors)
        assert isinstance(judge, Judge)
        self.features: dict[str, bytes] = {}
        self.linked: defaultdict[str, set[str]] = defaultdict(set)
        with PageCache(self.web) as cache:
            for url in track(sorted(self.web.urls()), "pages", transient=True):
                page = None if fnmatch(url, excluded) else cache.page(url)
                if page is None or not (features := judge.features(page)):
                    continue
                self.features[url] = features
                for out in page.links:
                    self.linked[url].add(out.url)
                    self.linked[out.url].add(url)
        self.anything = [
            features_of(text, text, counted(content_words(text)), self.vectors) for text in everyday_texts()
        ]


def trial(pages: Pages, label: str, labels: Labels, others: float) -> tuple[float, float, float]:
    """F1, precision and recall."""
    rng = Random(label)
    on = [url for url in pages.features if label in labels.of(url)]
    rng.shuffle(on)
    examples, kept = on[:EXAMPLES], on[EXAMPLES : EXAMPLES + len(on) // 2]
    about = set(on)
    beside = sorted({url for page in kept for url in pages.linked[page] if url in pages.features} - about)
    judged = kept + rng.sample(beside, min(len(beside), int(others * len(kept))))
    rng.shuffle(judged)
    decision = Judging(pages.anything, [unpack(pages.features[url]) for url in examples], explains=False)
    for url in judged:
        decision.judge(Relevance(0.0, False, features=pages.features[url]), 0.0)
        decision.revise()
    found = {url for number, url in enumerate(judged) if decision.verdict(number).on_topic}
    right = len(found & about)
    return 2 * right / (len(found) + len(kept)), right / max(1, len(found)), right / len(kept)


def keywords_of(label: str) -> dict[str, float]:
    """Those that an experiment file gives it; else the words of its name, which is English."""
    for file in EXPERIMENTS.glob("*.toml"):
        given: dict[str, dict[str, float]] = tomllib.loads(file.read_text("utf-8"))["judge"].get("keywords", {})
        if label in given:
            return given[label]
    name = "" if label.startswith("zh-") else label.rpartition(".")[2].replace("_", " ")
    return {word: 1.0 for word in content_words(name) if len(word) > 2}


def small_trial(pages: Pages, label: str, labels: Labels, size: int, share: float) -> tuple[float, float] | None:
    """F1 of what is said of pages as they come, and in the end; None where there are not enough on topic."""
    rng, keywords = Random(f"{label} {size} {share}"), keywords_of(label)
    on = [url for url in pages.features if label in labels.of(url)]
    rng.shuffle(on)
    kept = on[: max(1, round(size * share))]
    if len(on) < max(FEWEST, round(size * share)) or not keywords:
        return None
    beside = sorted({url for page in kept for url in pages.linked[page] if url in pages.features} - set(on))
    elsewhere = [url for url in pages.features if url not in set(on) | set(beside)]
    rng.shuffle(beside)
    judged = kept + (beside + rng.sample(elsewhere, size))[: size - len(kept)]
    rng.shuffle(judged)
    words = examples_of(Topic("any", keywords), pages.vectors)
    decision = Judging(pages.anything, words, keywords=True, explains=False)
    first: list[bool] = []
    for number, url in enumerate(judged):
        said = decision.judge(Relevance(0.0, False, features=pages.features[url]), 0.0)
        first.append((decision.verdict(number) if decision.revise() is not None else said).on_topic)
    decision.settle()
    last = [decision.verdict(number).on_topic for number in range(size)]
    about = set(kept)
    both = [
        sum(on_topic for on_topic, url in zip(said, judged, strict=True) if url in about) for said in (first, last)
    ]
    return 2 * both[0] / (sum(first) + len(kept)), 2 * both[1] / (sum(last) + len(kept))


def small(pages: Pages, labels: Labels, names: list[str]) -> Table:
    table = Table(
        "pages", *(f"{share:.0%} on topic" for share in SHARES), title="F1 as they come → in the end, labels"
    )
    for size in track(SIZES, "from keywords", transient=True):
        cells = []
        for share in SHARES:
            found = [f1 for name in names if (f1 := small_trial(pages, name, labels, size, share))]
            first, last = (fmean(column) for column in zip(*found, strict=True)) if found else (0.0, 0.0)
            cells.append(f"{first:.3f} → {last:.3f}, {len(found)}" if found else "")
        table.add_row(str(size), *cells)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--half", choices=("development", "held-out"), default="held-out")
    parser.add_argument("--exclude", default="", metavar="PATTERN")
    parser.add_argument("--small", action="store_true", help="small sets of pages, from keywords alone")
    asked = parser.parse_args()
    pages = Pages(asked.archive, asked.exclude)
    labels = read_labels(asked.labels, pages.web)
    sized = [name for name in labels.names() if sum(name in labels.of(url) for url in pages.features) >= FEWEST]
    half = [name for name in sized if is_held_out(name) == (asked.half == "held-out")]
    if asked.small:
        Console().print(small(pages, labels, half))
        return
    table = Table("other pages", "F1", "precision", "recall", title=f"{len(half)} labels, {asked.half}")
    for name, others in OTHERS.items():
        found = [trial(pages, label, labels, others) for label in track(half, name, transient=True)]
        table.add_row(name, *(f"{fmean(column):.3f}" for column in zip(*found, strict=True)))
    Console().print(table)


if __name__ == "__main__":
    main()
