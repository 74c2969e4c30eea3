"""How much of a page's structure its Markdown keeps: headings, code, rows of tables, items of lists, links.

    python bench/markdown.py [--data FOLDER] [--half tuning|held-out] [--every N] [--missed KIND] [--crawl4ai PYTHON]

The pages: WCXB's 400 articles, ArchWiki in English and Chinese, Wikispeedia, and documentation pages that were
written for this (`tests/written_pages/documentation.py`). Every other page belongs to the half that rules were
looked at with; the others are held out. What is true is read with lxml and no code of ours: of WCXB those elements
whose text stands in the main text that people marked, of the others those inside of the element that holds the
main text. All systems' Markdown is read with markdown-it; trafilatura writes its own with formatting, links and
tables, crawl4ai (by an interpreter that has it) once of all that its scraper leaves, and once `fit`. An element is
kept when one of its kind says the same in letters and digits; a link must lead to the same address, too. Recall is
the share of true elements that are kept, precision the share of the written ones that are true, each over all pages
of a set. `cost` is the time for the structure, at export, by the time that reading the page took in the crawl.
"""

from __future__ import annotations

import argparse
import gzip
import json
import logging
import re
import subprocess
import sys
import tarfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from lxml import html as lxml_html
from markdown_it import MarkdownIt
from rich.console import Console
from rich.table import Table

from honeyguide.parsing.article.article import article_of
from honeyguide.parsing.article.main_blocks import main_blocks
from honeyguide.parsing.decoding import decode
from honeyguide.parsing.html import parse
from honeyguide.parsing.structure import structure
from honeyguide.storage.markdown_text import blocks_of_text, markdown
from honeyguide.urls import resolve
from honeyguide.web.offline.archive import WarcSource

HALVES = ("tuning", "held-out")
KINDS = ("headings", "code", "rows", "items", "links")
MAIN = ("mw-content-text", "bodyContent", "the-main-text")
LEFT_OUT = (
    "descendant::*[@id='toc' or @role='navigation' or contains(@class, 'mw-editsection')"
    " or contains(@class, 'noprint') or contains(@class, 'navbox') or contains(@class, 'headerlink')"
    " or contains(@class, 'lineno') or self::script or self::style or self::nav or self::button]"
)
LETTERS = re.compile(r"[\W_]+")
LONGEST = 60
"""Letters of an element that are compared."""
Elements = dict[str, Counter[str]]
Counts = dict[tuple[str, str, str], dict[str, list[int]]]
"""By set, half and system, then by kind: kept, true and written elements."""


class Page(NamedTuple):
    group: str
    half: str
    url: str
    html: str
    text: str | None
    """What people marked as the main text; None where an element holds it."""


def wcxb(archive: Path) -> Iterator[Page]:
    with tarfile.open(archive) as tar:
        names = {member.name: member for member in tar if member.isfile()}
        numbers = sorted(Path(name).stem for name in names if name.endswith(".json"))
        for place, number in enumerate(numbers):
            known = json.loads(_read(tar, names[f"dev/ground-truth/{number}.json"]))
            html = decode(gzip.decompress(_read(tar, names[f"dev/html/{number}.html.gz"])), "text/html")
            text = known["ground_truth"].get("main_content") or ""
            yield Page("WCXB", HALVES[place % 2], known["url"], html, text)


def _read(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(member)
    assert file is not None
    return file.read()


def archived(path: Path, group: str, every: int) -> Iterator[Page]:
    web = WarcSource([path])
    for place, url in enumerate(islice(sorted(web.urls()), 0, None, every)):
        answer = web.answer(url)
        html = decode(answer.body, dict(answer.headers).get("Content-Type", "text/html"))
        if "<" in html and answer.status == 200:
            yield Page(group, HALVES[place % 2], url, html, None)


def written() -> Iterator[Page]:
    sys.path.append(str(Path(__file__).parents[1]))
    from tests.written_pages.documentation import HELD_OUT, LOOKED_AT

    for half, pages in zip(HALVES, (LOOKED_AT, HELD_OUT), strict=True):
        for name, html in pages.items():
            yield Page("written", half, f"http://docs.example/{name}/page.html", html, None)


def truth(page: Page) -> Elements | None:
    """What stands in the main text; None where nobody can tell where that is."""
    tree = lxml_html.document_fromstring(page.html)
    base = tree.xpath("string(//base/@href)") or page.url
    title = _letters(tree.xpath("string(//h1)"))
    if page.text is None:
        roots = [each for name in MAIN for each in tree.xpath("//*[@id=$name]", name=name)][:1]
    else:
        roots = tree.xpath("//body")
    if not roots:
        return None
    for each in roots[0].xpath(LEFT_OUT):
        each.drop_tree()
    marked = _letters(page.text) if page.text is not None else None
    found: Elements = {kind: Counter() for kind in KINDS}

    def add(kind: str, said: str, more: str = "") -> None:
        letters = _letters(said)
        if letters and (marked is None or letters in marked):
            found[kind][letters[:LONGEST] + more] += 1

    for element in roots[0].iter():
        match element.tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                if _letters(element.text_content()) != title:
                    add("headings", element.text_content())
            case "pre":
                if not re.fullmatch(r"[\d\s]*", element.text_content()):
                    add("code", element.text_content())
            case "tr":
                if _is_data(element):
                    add("rows", "".join(cell.text_content() for cell in element.xpath("td|th")))
            case "li":
                if not element.xpath("ancestor::table"):
                    add("items", _own_text(element))
            case "a":
                href = element.get("href") or ""
                if (target := _target(href, base, page.url)) and _letters(element.text_content()):
                    add("links", element.text_content(), f" {target}")
    return found


def _is_data(row: Any) -> bool:
    table = row.xpath("ancestor::table[1]")
    if not table or row.xpath("ancestor::table[2]") or table[0].xpath("descendant::table|descendant::pre"):
        return False
    return bool(table[0].xpath("descendant::th")) and len(row.xpath("td|th")) > 1


def _own_text(item: Any) -> str:
    """The first line of an item."""
    said = [item.text or ""]
    for child in item:
        if child.tag in ("ul", "ol", "dl", "pre", "table", "br", "div", "p") and "".join(said).strip():
            break
        said += [child.text_content() if isinstance(child.tag, str) else "", child.tail or ""]
        if child.tag == "p":
            break
    return "".join(said)


def read(text: str, page: Page) -> Elements:
    """What Markdown says, as a reader of Markdown has it."""
    found: Elements = {kind: Counter() for kind in KINDS}
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tree = lxml_html.document_fromstring(page.html)
    title = _letters(tree.xpath("string(//h1)"))
    base = tree.xpath("string(//base/@href)") or page.url
    row: list[str] | None = None
    opened, in_item = "", False
    for token in parser.parse(text):
        if token.type in ("fence", "code_block"):
            found["code"][_letters(token.content)[:LONGEST]] += 1
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close" and row is not None:
            if said := _letters("".join(row)):
                found["rows"][said[:LONGEST]] += 1
            row = None
        elif token.type == "list_item_open":
            in_item = True
        elif token.type == "inline":
            said = "".join(child.content for child in token.children or () if not child.type.endswith("_open"))
            if row is not None:
                row.append(said)
            elif opened == "heading_open" and _letters(said) != title:
                found["headings"][_letters(said)[:LONGEST]] += 1
            elif in_item and _letters(said):
                found["items"][_letters(said)[:LONGEST]] += 1
            in_item = False
            _add_links(token.children or (), found["links"], base, page.url)
        opened = token.type
    return found


def _add_links(children: Iterable[Any], links: Counter[str], base: str, url: str) -> None:
    target, said = "", ""
    for child in children:
        if child.type == "link_open":
            target, said = _target(child.attrs["href"], base, url), ""
        elif child.type == "link_close":
            if target and _letters(said):
                links[f"{_letters(said)[:LONGEST]} {target}"] += 1
            target = ""
        else:
            said += child.content


def _target(href: str, base: str, url: str) -> str:
    found = resolve(href.strip(), base) if href and not href.startswith("#") else None
    return found[0] if found and found[0] != url else ""


def _letters(text: str) -> str:
    return LETTERS.sub("", text).lower()


def ours(page: Page) -> tuple[str, float, float]:
    """Markdown, the seconds that reading took, and those for the structure."""
    started = time.process_time()
    content = article_of(parse(page.html, page.url, max_links=1000), page.html).content
    between = time.process_time()
    blocks = main_blocks(structure(page.html, page.url), content)
    text = markdown(blocks or blocks_of_text(content))
    return text, between - started, time.process_time() - between


def theirs(page: Page) -> str:
    from trafilatura import extract

    options: dict[str, Any] = {"include_formatting": True, "include_links": True, "include_tables": True}
    return extract(page.html, url=page.url, output_format="markdown", **options) or ""


class Crawl4ai:
    """crawl4ai in a process of its own, with the interpreter that has it."""

    def __init__(self, python: str) -> None:
        script = Path(__file__).with_name("crawl4ai_markdown.py")
        self._process = subprocess.Popen(
            [python, "-P", str(script)], encoding="utf-8", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        print(f"crawl4ai {self._answer()}")

    def __call__(self, page: Page) -> dict[str, str]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"url": page.url, "html": page.html}) + "\n")
        self._process.stdin.flush()
        written = self._answer()
        return {"crawl4ai": written["raw"], "crawl4ai fit": written["fit"]}

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("crawl4ai ended without an answer")
        return json.loads(line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--half", choices=HALVES, default="", help="only this half")
    parser.add_argument(
        "--every", type=int, default=30, metavar="N", help="of ArchWiki and Wikispeedia, every Nth page"
    )
    parser.add_argument("--missed", choices=KINDS, default="", help="list what is true and not kept")
    parser.add_argument("--crawl4ai", default="", metavar="PYTHON", help="an interpreter that has crawl4ai")
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    pages = [*written()]
    if (archive := options.data / "extraction/wcxb-articles-dev.tar").exists():
        pages += wcxb(archive)
    for name, group in (("archwiki", "ArchWiki"), ("wikispeedia", "Wikispeedia")):
        if (warc := options.data / f"webs/{name}.warc.gz").exists():
            pages += archived(warc, group, options.every)
    counts: Counts = {}
    seconds: dict[tuple[str, str], list[float]] = {}
    ours(pages[0])
    crawl4ai = Crawl4ai(options.crawl4ai) if options.crawl4ai else None
    for page in pages:
        true = truth(page) if options.half in ("", page.half) else None
        if true is None:
            continue
        text, reading, structuring = ours(page)
        cost = seconds.setdefault((page.group, page.half), [0.0, 0.0, 0.0])
        for place, more in enumerate((1.0, reading, structuring)):
            cost[place] += more
        systems = {"honeyguide": text, "trafilatura": theirs(page), **(crawl4ai(page) if crawl4ai else {})}
        for system, wrote in systems.items():
            found = read(wrote, page)
            row = counts.setdefault((page.group, page.half, system), {kind: [0, 0, 0] for kind in KINDS})
            for kind in KINDS:
                both = (found[kind] & true[kind]).total()
                for place, more in enumerate((both, true[kind].total(), found[kind].total())):
                    row[kind][place] += more
            if system == "honeyguide" and options.missed and (lost := true[options.missed] - found[options.missed]):
                print(page.url, *lost, sep="\n    ")
    show(counts, seconds)


def show(counts: Counts, seconds: dict[tuple[str, str], list[float]]) -> None:
    table = Table("set", "half", "pages", "system", box=None)
    for kind in (*KINDS, "cost"):
        table.add_column(kind, justify="right")
    for (group, half, system), row in sorted(counts.items()):
        pages, reading, structuring = seconds[group, half]
        cells = [
            f"{both / true if true else 0:.2f} / {both / written if written else 0:.2f} of {true}" if true else "-"
            for both, true, written in (row[kind] for kind in KINDS)
        ]
        cost = f"{structuring / reading:.3f}" if system == "honeyguide" else ""
        table.add_row(group, half, f"{pages:.0f}", system, *cells, cost)
    Console(width=190).print(table)
    print("recall / precision of so many true elements; cost: time for the structure by the time of reading")


if __name__ == "__main__":
    main()
