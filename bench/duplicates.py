"""How well near-duplicates are recognised: altered copies that should be, and pages of one site that should not.

    python bench/duplicates.py [--warc ../shared/data/webs/wikispeedia.warc.gz]

All pages are known before the first copy comes, as in a crawl. Copies are made of some of the articles: a changed
date, other navigation, one word, one sentence, and a tenth or a fifth of the sentences. In brackets: recognised, but
as a copy of another page. What is named among the untouched articles is listed, to be judged by eye.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path
from random import Random

from fastwarc import ArchiveIterator, WarcRecordType
from rich.console import Console
from rich.table import Table

from honeyguide.parsing.decoding import decode
from honeyguide.parsing.fingerprint import NearDuplicates, fingerprint
from honeyguide.parsing.html import parse

CHANGES = ("date", "navigation", "word", "sentence", "a tenth", "a fifth")


def altered(text: str, change: str, rng: Random) -> str:
    match change:
        case "date":
            return f"{text.replace('200', '199', 1)}\nLast updated on the 12th of March 2026, in the morning"
        case "navigation":
            return f"Home News Sport Weather Travel Contact\nAbout\nImprint\n{text}"
        case "word":
            words = text.split(" ")
            words[rng.randrange(len(words))] = "xylophone"
            return " ".join(words)
    sentences = re.split(r"(?<=[.!?]) ", text)
    many = {"sentence": 1, "a tenth": len(sentences) // 10, "a fifth": len(sentences) // 5}[change]
    for number in rng.sample(range(len(sentences)), max(1, many)):
        sentences[number] = f"A wholly different sentence about quite other matters, number {rng.random()}."
    return " ".join(sentences)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--warc", type=Path, default=Path("../shared/data/webs/wikispeedia.warc.gz"))
    warc = parser.parse_args().warc
    if not warc.exists():
        raise SystemExit(f"{warc} is not there; name another archive with --warc")
    texts: dict[str, str] = {}
    with warc.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            url = record.headers["WARC-Target-URI"]
            if "/index/" not in url:
                html = decode(record.reader.read(), record.http_content_type or "")
                texts[url] = parse(html, url, max_links=10).text
    started = time.process_time()
    prints = {url: fingerprint(text) for url, text in texts.items()}
    print(f"{len(texts):,} pages; fingerprint {(time.process_time() - started) / len(texts) * 1e3:.2f} ms a page")

    known, named = NearDuplicates(), []
    urls = list(prints)
    stands_for: list[int] = []
    """Of each page, that which is known in its place: mostly itself."""
    started = time.process_time()
    for number, url in enumerate(urls):
        found = known.find(prints[url])
        stands_for.append(number if found is None else found)
        if found is None:
            known.add(prints[url], number)
        else:
            named.append((urls[found], url))
    print(f"find and add {(time.process_time() - started) / len(texts) * 1e3:.2f} ms a page; {len(named)} named:")
    for one, other in named:
        print(f"  {one.rsplit('/', 1)[1]}  =  {other.rsplit('/', 1)[1]}")

    table = Table("length of the text", *CHANGES, title="share of altered copies that are recognised")
    articles = list(texts.values())
    for low, high in ((600, 1_500), (1_500, 5_000), (5_000, 10**9)):
        chosen = [number for number, text in enumerate(articles) if low <= len(text) < high][:400]
        shares = []
        for change in CHANGES:
            rng = Random(1)
            copies = {number: fingerprint(altered(articles[number], change, rng)) for number in chosen}
            found_as = {number: known.find(copy) for number, copy in copies.items()}
            hits = sum(found is not None for found in found_as.values())
            elsewhere = sum(found not in (None, stands_for[number]) for number, found in found_as.items())
            shares.append(f"{hits / len(chosen):.2f} ({elsewhere / len(chosen):.2f})")
        table.add_row(
            f"{low:,} to {high:,} ({len(chosen)})" if high < 10**9 else f"{low:,} up ({len(chosen)})", *shares
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
