"""How fast is search in a crawl of 100,000 pages, beside SQLite's own full-text search on the same texts?

    python bench/search.py [--pages 100000] [--rounds 20]

Half of the pages are English, half Chinese, 350 words each, drawn by Zipf's law: as in a focused crawl, some words
stand on nearly every page. A query is everything that the command does but start Python: parse, open index and
database, search, count, read the ten best pages, make their snippets; the same for FTS5. To reach: 50 ms.
"""

from __future__ import annotations

import argparse
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from honeyguide.config import Settings
from honeyguide.insight.search import search
from honeyguide.insight.snippets import patterns, snippet
from honeyguide.link_table import url_hash
from honeyguide.model import Topic
from honeyguide.parsing.tokens import searchable
from honeyguide.storage.database import Database
from honeyguide.storage.files import DATABASE, SEARCH
from honeyguide.storage.folder import connect, lay_out_or_check
from honeyguide.storage.query_builder import Filters
from honeyguide.storage.search_index import Entry, SearchIndex
from honeyguide.storage.search_query import parse
from honeyguide.storage.search_schema import Texts

WORDS = 350
TITLE = 8
HOSTS = 500
BETWEEN_COMMITS = 2048
"""Pages, as in a fast crawl."""
DAY = 86_400.0
START = 1_760_000_000.0


class Vocabulary:
    """Made-up words, the first ones on nearly every page."""

    def __init__(self, words: list[str], between: str) -> None:
        self.words = np.array(words)
        self.between = between
        chance = 1 / (np.arange(1, len(words) + 1) + 3.0) ** 1.05
        self._until = np.cumsum(chance / chance.sum())

    def text(self, rng: np.random.Generator, length: int) -> str:
        return self.between.join(self.words[self.draw(rng, length)])

    def draw(self, rng: np.random.Generator, length: int) -> NDArray[np.int64]:
        return np.searchsorted(self._until, rng.random(length)).clip(0, len(self.words) - 1)


def english(rng: np.random.Generator, size: int) -> Vocabulary:
    parts = [a + b for a in "bcdfghlmnprstvw" for b in "aeiou"]
    endings = ["", "", "s", "ing", "ed", "er"]
    made: dict[str, None] = {}
    while len(made) < size:
        made["".join(rng.choice(parts, rng.integers(2, 5))) + str(rng.choice(endings))] = None
    return Vocabulary(list(made), " ")


def chinese(rng: np.random.Generator, size: int) -> Vocabulary:
    characters = [chr(code) for code in rng.permutation(np.arange(0x4E00, 0x9000))[:2500]]
    made: dict[str, None] = {}
    while len(made) < size:
        made["".join(rng.choice(characters, rng.choice([1, 2, 2, 2, 3, 4])))] = None
    return Vocabulary(list(made), "")


Made = tuple[str, str, str]
"""Language, title, content."""


def pages(count: int, vocabularies: tuple[Vocabulary, Vocabulary], rng: np.random.Generator) -> Iterator[Made]:
    for number in range(count):
        vocabulary = vocabularies[number % 2]
        content = "\n".join(vocabulary.text(rng, WORDS // 7) for _ in range(7))
        yield "en" if number % 2 == 0 else "zh", vocabulary.text(rng, TITLE), content


def fill(folder: Path, made: Iterator[Made], count: int) -> dict[str, float]:
    """A crawl with these pages, its search index, and the same texts in FTS5."""
    folder.mkdir()
    lay_out_or_check(folder, Topic("bench", {"word": 1.0}), Settings(), "bench")
    database = connect(folder, write=True)
    database.execute("PRAGMA synchronous = OFF")
    database.executemany("INSERT INTO hosts VALUES (?, ?)", [(n, f"www.site{n}.example") for n in range(HOSTS)])
    fts = sqlite3.connect(folder / "fts.db", isolation_level=None)
    fts.execute("PRAGMA synchronous = OFF")
    fts.execute("CREATE VIRTUAL TABLE pages USING fts5(title, content, content='', tokenize='porter unicode61')")
    index = SearchIndex(folder)
    spent = dict.fromkeys(("cut", "add", "commit", "longest commit", "fts", "cpu"), 0.0)
    todo = iter(track(made, "pages", total=count))
    number = 0
    while batch := list(islice(todo, BETWEEN_COMMITS)):
        texts: list[Texts] = []
        with _charged(spent, "cut"):
            texts = [searchable(title, content, language) for language, title, content in batch]
        cpu = time.process_time()
        with _charged(spent, "add"):
            for place, ((language, _, _), text) in enumerate(zip(batch, texts, strict=True), start=number):
                host, moment, relevance = _attributes(place)
                index.add(Entry(place, place, f"www.site{host}.example", moment, relevance, language, text))
        before = spent["commit"]
        with _charged(spent, "commit", time.perf_counter):
            index.commit()
        spent["longest commit"] = max(spent["longest commit"], spent["commit"] - before)
        spent["cpu"] += time.process_time() - cpu
        _into_database(database, batch, number)
        with _charged(spent, "fts"):
            fts.execute("BEGIN")
            rows = [(place, text[0], text[1]) for place, text in enumerate(texts, start=number)]
            fts.executemany("INSERT INTO pages (rowid, title, content) VALUES (?, ?, ?)", rows)
            fts.execute("COMMIT")
        number += len(batch)
    before = time.perf_counter()
    index.close()
    spent["close"] = time.perf_counter() - before
    database.close()
    fts.close()
    return spent


@contextmanager
def _charged(spent: dict[str, float], name: str, clock: Callable[[], float] = time.thread_time) -> Iterator[None]:
    before = clock()
    yield
    spent[name] += clock() - before


def _attributes(number: int) -> tuple[int, float, float]:
    return number % HOSTS, START + number % 365 * DAY, number % 101 / 100


def _into_database(database: Database, batch: list[Made], start: int) -> None:
    links, visits, kept, elements = [], [], [], []
    for number, (language, title, content) in enumerate(batch, start=start):
        host, moment, relevance = _attributes(number)
        url = f"http://www.site{host}.example/{number}.html"
        links.append((number, url, host, 1, -1, 0, url_hash(url)))
        visits.append((number, number, START, 0.1, "page", 200, 1, 1, None, "", None, None, None))
        kept.append((number, number, relevance, 1, None, b"", language, title, "", "", 0, "[]", content, None))
        day = time.strftime("%Y-%m-%d", time.gmtime(moment))
        elements.append((number, title, day, "", moment, "Bench", "", language, content, "[]", b""))
    database.execute("BEGIN")
    for table, rows in (("links", links), ("visits", visits), ("pages", kept), ("elements", elements)):
        database.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    database.execute("COMMIT")


Asked = tuple[str, str, Filters]
"""For Honeyguide, for FTS5, and with what filters."""


def queries(kind: str, vocabularies: tuple[Vocabulary, Vocabulary], made: list[Made], turn: int) -> Asked:
    rng = np.random.default_rng([turn, sum(kind.encode())])
    en, zh = (vocabulary.words for vocabulary in vocabularies)
    few = Filters(since=START + 100 * DAY, until=START + 200 * DAY, min_relevance=0.3, hosts=("example",))
    common = [str(word) for word in rng.choice(en[:30], 3, replace=False)]
    rarer = [str(word) for word in rng.choice(en[30:3000], 3, replace=False)]
    long = [str(word) for word in zh[:200] if len(word) >= 2]
    text = made[2 * turn % len(made)][2].split()
    place = int(rng.integers(0, len(text) - 3))
    both = [str(word) for word in rng.choice(long, 2, replace=False)]
    cut = [" ".join(searchable(word, "", "zh")[0].split()) for word in both]
    mixed = f"{common[0]} {rarer[0]} {rarer[1]}"
    asked: dict[str, Asked] = {
        "a common word": (common[0], common[0], Filters()),
        "three words": (mixed, mixed, Filters()),
        "three common words": (" ".join(common), " ".join(common), Filters()),
        "a phrase": (f'"{text[place]} {text[place + 1]}"', f'"{text[place]} {text[place + 1]}"', Filters()),
        "one of three (OR)": (" OR ".join(common), " OR ".join(common), Filters()),
        "a common word, filtered": (common[0], common[0], few),
        "a Chinese word": (both[0], cut[0], Filters()),
        "two Chinese words": (" ".join(both), " ".join(cut), Filters()),
        "a Chinese phrase": (f"「{''.join(both)}」", f'"{" ".join(cut)}"', Filters()),
        "a prefix": (f"{rarer[0][:3]}*", f"{rarer[0][:3]}*", Filters()),
    }
    return asked[kind]


KINDS = (
    "a common word",
    "three words",
    "three common words",
    "a phrase",
    "one of three (OR)",
    "a common word, filtered",
    "a Chinese word",
    "two Chinese words",
    "a Chinese phrase",
    "a prefix",
)


class Took(NamedTuple):
    """Milliseconds of CPU time and of the clock, and how many pages were found."""

    cpu: float
    clock: float
    found: int


def timed(run: Callable[[], int]) -> Took:
    cpu, clock = time.process_time(), time.perf_counter()
    found = run()
    return Took((time.process_time() - cpu) * 1e3, (time.perf_counter() - clock) * 1e3, found)


def ask_us(folder: Path, asked: Asked) -> int:
    text, _, filters = asked
    return search(folder, text, filters).total


def ask_fts(folder: Path, asked: Asked) -> int:
    text, match, filters = asked
    terms = [term for group in parse(text, searchable).groups for term in group]
    with closing(sqlite3.connect(folder / "fts.db")) as fts:
        fts.execute("ATTACH ? AS crawl", (str(folder / DATABASE),))
        joined, where, values = "", "", []
        if filters:
            joined = "JOIN crawl.elements e ON e.link = pages.rowid JOIN crawl.pages p ON p.visit = pages.rowid"
            where = "AND e.moment >= ? AND e.moment < ? AND p.relevance >= ?"
            values = [filters.since, filters.until, filters.min_relevance]
        found = f"FROM pages {joined} WHERE pages MATCH ? {where}"
        best = f"SELECT pages.rowid {found} ORDER BY bm25(pages, 3.0, 1.0) LIMIT 10"
        for (link,) in fts.execute(best, (match, *values)).fetchall():
            query = "SELECT content FROM crawl.elements WHERE link = ?"
            snippet(fts.execute(query, (link,)).fetchone()[0], patterns(terms))
        (total,) = fts.execute(f"SELECT count(*) {found}", (match, *values)).fetchone()
    return int(total)


def size(path: Path) -> float:
    return sum(each.stat().st_size for each in path.rglob("*") if each.is_file()) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    given = parser.parse_args()
    home = Path(tempfile.mkdtemp())
    try:
        run(home / "crawl", given.pages, given.rounds)
    finally:
        shutil.rmtree(home)


def run(folder: Path, count: int, rounds: int) -> None:
    rng = np.random.default_rng(1)
    vocabularies = english(rng, 40_000), chinese(rng, 40_000)
    made = list(islice(pages(count, vocabularies, np.random.default_rng(2)), 200))
    spent = fill(folder, pages(count, vocabularies, np.random.default_rng(2)), count)
    each = 1e3 / count
    print(f"cutting texts, in a worker: {spent['cut'] * each:.3f} ms a page")
    print(f"adding, in the crawl's main process: {spent['add'] * each:.3f} ms a page")
    longest = f"longest {spent['longest commit'] * 1e3:.0f} ms"
    print(
        f"commits, every {BETWEEN_COMMITS} pages without a pause: {spent['commit'] * each:.3f} ms a page, {longest}"
    )
    print(f"CPU of adding and committing, all threads: {spent['cpu'] * each:.3f} ms a page")
    print(f"closing: {spent['close']:.1f} s")
    print(f"index: {size(folder / SEARCH):.0f} MB")
    print(f"FTS5: {spent['fts'] * each:.3f} ms a page, {(folder / 'fts.db').stat().st_size / 1e6:.0f} MB")
    table = Table("query", "pages found", "CPU ms", "95 %", "clock ms", "95 %", "FTS5 CPU ms", "FTS5 / ours")
    everything: list[Took] = []
    theirs: list[Took] = []
    for kind in KINDS:
        asked = [queries(kind, vocabularies, made, turn) for turn in range(rounds)]
        ours = [timed(partial(ask_us, folder, each)) for each in asked]
        other = [timed(partial(ask_fts, folder, each)) for each in asked]
        table.add_row(kind, f"{median(each.found for each in ours):,.0f}", *_figures(ours, other))
        everything += ours
        theirs += other
    table.add_row("all", "", *_figures(everything, theirs), style="bold")
    Console(width=110).print(table)


def _figures(ours: list[Took], other: list[Took]) -> list[str]:
    cpu, clock = [each.cpu for each in ours], [each.clock for each in ours]
    mine, their = median(cpu), median(each.cpu for each in other)
    tails = np.percentile(cpu, 95), np.percentile(clock, 95)
    figures = mine, tails[0], median(clock), tails[1], their, their / mine
    return [f"{each:.1f}" for each in figures]


if __name__ == "__main__":
    main()
