"""How well the elements of a page are found: 400 real articles, and 97 pages that were written for this.

    python bench/extraction.py [--data ARCHIVE.tar | --written] [--half NAME] [--sample N] [--wrong FIELD]
    python bench/extraction.py --dates
    python bench/extraction.py --undated warc:WEB.warc.gz --sample N

The articles (WCXB) are read from the archive as it is. Every other one belongs to the half that rules were looked at
with; the others are held out. The written pages (`tests/written_pages`) are in Chinese and English, in the style of
portals, blogs, encyclopedias and forums, in three encodings. trafilatura on its own, text and metadata in one call,
runs on the same pages in the same process, and the two take turns at going first. `--wrong title` lists what was
found beside what is true. `--dates` reads a page of 900 texts that could be dates, and one of the same size without.
`--undated` counts how many pages of a web that names neither are given a date or an author.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import re
import sys
import tarfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.decoding import decode
from honeyguide.parsing.html import parse
from honeyguide.urls import host_of

WORD = re.compile(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+")
QUOTES = str.maketrans("‘’“”", "''\"\"")
HALVES = ("tuning", "held-out")
FIELDS = (
    "precision",
    "recall",
    "F1",
    "title",
    "date",
    "if told",
    "clock",
    "author",
    "source",
    "source named",
    "ms a page",
)


class Article(NamedTuple):
    number: str
    url: str
    html: str
    truth: dict[str, Any]
    half: str
    written: bool = False


class Extracted(NamedTuple):
    title: str
    date: str
    author: str
    source: str
    text: str


def articles(archive: Path) -> Iterator[Article]:
    with tarfile.open(archive) as tar:
        names = {member.name: member for member in tar if member.isfile()}
        numbers = sorted(Path(name).stem for name in names if name.endswith(".json"))
        for place, number in enumerate(numbers):
            known = json.loads(_read(tar, names[f"dev/ground-truth/{number}.json"]))
            html = decode(gzip.decompress(_read(tar, names[f"dev/html/{number}.html.gz"])), "text/html")
            yield Article(number, known["url"], html, known["ground_truth"], HALVES[place % 2])


def written() -> Iterator[Article]:
    sys.path.append(str(Path(__file__).parents[1]))
    from tests.written_pages import held_out, looked_at, second, third

    sets = (looked_at.PAGES, held_out.PAGES, second.PAGES, third.PAGES)
    for half, pages in zip((*HALVES, "second", "third"), sets, strict=True):
        for page in pages:
            kind = f"{half}, {'English' if page.language == 'en' else 'Chinese'}"
            truth = {
                "title": page.title,
                "author": page.author,
                "source": page.source,
                "publish_date": page.published,
            }
            html = decode(page.encoded(), "text/html")
            yield Article(page.name, page.url, html, truth | {"main_content": page.text}, kind, written=True)


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()


def ours(article: Article) -> Extracted:
    found = article_of(parse(article.html, article.url, max_links=1000), article.html)
    named = "" if found.source == host_of(article.url).removeprefix("www.") else found.source  # the host is no name
    return Extracted(found.title, found.published, found.author, named, found.content)


def theirs(article: Article) -> Extracted:
    from trafilatura import bare_extraction

    found: Any = bare_extraction(article.html, url=article.url, with_metadata=True)
    if found is None:
        return Extracted("", "", "", "", "")
    said = (found.title, found.date, found.author, found.sitename, found.text)
    return Extracted(*(value or "" for value in said))


def overlap(found: str, true: str) -> tuple[float, float, float]:
    """Precision, recall and F1 over words as they are counted."""
    one, other = Counter(WORD.findall(found.lower())), Counter(WORD.findall(true.lower()))
    shared = (one & other).total()
    precision = shared / one.total() if one else 0.0
    recall = shared / other.total() if other else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if shared else 0.0


def same_line(found: str, true: str) -> bool:
    """The same but for white space, the shape of quotation marks, and composed characters."""
    one, other = (" ".join(unicodedata.normalize("NFKC", text).translate(QUOTES).split()) for text in (found, true))
    return one == other


def same_names(found: str, true: str) -> bool:
    """The same names in any order, in any case, whatever stands between them."""
    one, other = (
        {" ".join(WORD.findall(name.lower())) for name in re.split(r"[,;&|]|\band\b", text)} - {""}
        for text in (found, true)
    )
    return one == other


def scores(article: Article, found: Extracted, seconds: float) -> dict[str, float]:
    truth = article.truth
    measured = {"title": float(same_line(found.title, truth["title"]))}
    if truth.get("main_content"):
        measured |= zip(("precision", "recall", "F1"), overlap(found.text, truth["main_content"]), strict=True)
    if truth.get("publish_date"):
        measured["date"] = float(found.date[:10] == truth["publish_date"][:10])
        if found.date:
            measured["if told"] = measured["date"]
        if "T" in truth["publish_date"]:
            measured["clock"] = float(found.date[:16] == truth["publish_date"][:16])
    if truth.get("author") or article.written:  # of a written page it is known that it names nobody
        measured["author"] = float(same_names(found.author, truth["author"]))
    if article.written and truth["source"]:
        measured["source"] = float(same_line(found.source, truth["source"]))
    if not article.written:
        measured["source named"] = float(bool(found.source))
    return measured | {"ms a page": seconds * 1e3}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/extraction/wcxb-articles-dev.tar"))
    parser.add_argument("--written", action="store_true", help="the pages that were written for this")
    parser.add_argument("--dates", action="store_true", help="time of a page of 900 texts that could be dates")
    parser.add_argument("--undated", default="", metavar="WEB", help="a web whose pages have neither date nor author")
    parser.add_argument("--half", choices=(*HALVES, "second", "third"), default="", help="only this half")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only every Nth page of it")
    parser.add_argument(
        "--wrong", default="", metavar="FIELD", help="list what is wrong: title, date, clock, author, source or F1"
    )
    options = parser.parse_args()
    if not options.written and not options.dates and not options.undated and not options.data.exists():
        raise SystemExit(f"{options.data} is not there; name the archive with --data")
    logging.disable(logging.ERROR)
    if options.dates:
        many_dates()
        return
    if options.undated:
        without_either(options.undated, options.sample or 1)
        return
    systems: dict[str, Callable[[Article], Extracted]] = {"honeyguide": ours, "trafilatura": theirs}
    measured: dict[tuple[str, str], list[dict[str, float]]] = {}
    every = written() if options.written else articles(options.data)
    chosen = [each for each in every if each.half.startswith(options.half)][:: options.sample or 1]
    for system in systems.values():
        system(chosen[0])  # imports and dictionaries
    for place, article in enumerate(chosen):
        for name in sorted(systems, reverse=bool(place % 2)):
            started = time.process_time()
            found = systems[name](article)
            score = scores(article, found, time.process_time() - started)
            for half in (article.half,) if article.written else (article.half, "all"):
                measured.setdefault((half, name), []).append(score)
            if name == "honeyguide" and score.get(options.wrong, 1.0) < (0.85 if options.wrong == "F1" else 1.0):
                said = {
                    "title": (found.title, article.truth["title"]),
                    "date": (found.date, article.truth.get("publish_date")),
                    "clock": (found.date, article.truth.get("publish_date")),
                    "author": (found.author, article.truth.get("author")),
                    "source": (found.source, article.truth.get("source")),
                }
                print(
                    article.number, *said.get(options.wrong, (f"{score[options.wrong]:.2f}",)), article.url, sep=" | "
                )
    show(measured)


def show(measured: dict[tuple[str, str], list[dict[str, float]]]) -> None:
    fields = [field for field in FIELDS if any(field in row for rows in measured.values() for row in rows)]
    table = Table("half", "system", box=None)
    for field in ("pages", *fields):
        table.add_column(field, justify="right")
    for half in sorted({half for half, _ in measured}, key=lambda half: (half == "all", half)):
        for name in ("honeyguide", "trafilatura"):
            rows = measured[half, name]
            cells = [[row[field] for row in rows if field in row] for field in fields]
            means = [
                f"{sum(cell) / len(cell):.{1 if field == 'ms a page' else 4}f}" if cell else "-"
                for field, cell in zip(fields, cells, strict=True)
            ]
            table.add_row(half, name, str(len(rows)), *means)
    Console(width=170).print(table)


def without_either(source: str, every: int) -> None:
    """How many pages that have neither are given a date or an author?"""
    from honeyguide.web.offline import open_web

    web = open_web(source)
    urls = list(web.urls())[::every]
    print(f"{len(urls)} pages of {source}")
    for name, system in (("honeyguide", ours), ("trafilatura", theirs)):
        found = [system(Article(url, url, decode(web.answer(url).body, "text/html"), {}, "")) for url in urls]
        print(f"{name}: {sum(bool(f.date) for f in found)} a date, {sum(bool(f.author) for f in found)} an author")


def many_dates() -> None:
    """How much longer does a page of 900 texts that could be dates take than one of the same size?"""
    dated = "".join(f'<span class="date">{n % 28 + 1} Brumaire {2000 + n % 30} {n}</span>' for n in range(900))
    plain = "".join(f'<span class="data">as the river Brumaire rose {"abcdefgh"[n % 8]}</span>' for n in range(900))
    took = {}
    for name, inside in (("plain", plain[: len(dated)]), ("dated", dated)) * 2:  # the first time loads libraries
        article = Article(name, "http://a.example/", f"<html><body>{inside}</body></html>", {}, "")
        started = time.process_time()
        ours(article)
        took[name] = time.process_time() - started
    print(f"{len(dated):,} characters, 900 texts that could be dates: {took['dated']:.2f} s")
    print(f"the same size without: {took['plain']:.2f} s, a ratio of {took['dated'] / took['plain']:.1f}")


if __name__ == "__main__":
    main()
