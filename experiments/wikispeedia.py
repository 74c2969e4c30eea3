"""Builds the web of Wikispeedia, and its labels, from what the Stanford Network Analysis Project offers for download.

    python experiments/wikispeedia.py wikispeedia_articles_html.tar.gz wikispeedia_paths-and-graph.tar.gz FOLDER

The first archive holds the pages (`wpcd/wp/a/Apple.htm`), with their pictures; the second `categories.tsv`, a line
`article TAB subject.A.B` for each subject of an article. Either may be named as the folder that it was unpacked to.
Written are `wikispeedia.warc.gz` and `wikispeedia.labels.tsv`; only articles on the subjects that `--subject` names
have labels.
"""

from __future__ import annotations

import argparse
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from honeyguide.atomic import write_all
from honeyguide.model import Fetched, Outcome
from honeyguide.storage.warc import response_record

HOST = "http://schools-wikipedia.test"
SUBJECTS = ("Science", "Geography", "Music")
PAGES = (".htm", ".html")
AT = 1_171_238_400.0
"""The selection is of February 2007."""


def files(source: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Pages and tables of an archive, or of the folder that it was unpacked to."""
    if source.is_dir():
        for file in sorted(source.rglob("*")):
            if _is_wanted(file.name):
                yield PurePosixPath(file.relative_to(source).as_posix()), file.read_bytes()
        return
    with tarfile.open(source) as archive:
        for member in archive:
            if member.isfile() and _is_wanted(member.name) and (inside := archive.extractfile(member)):
                yield PurePosixPath(member.name), inside.read()


def _is_wanted(name: str) -> bool:
    return name.endswith((*PAGES, "categories.tsv"))


def pages(source: Path) -> dict[str, bytes]:
    """By address, in its order. What lies beside `wp` (cover, licence, help) is no article and is left out."""
    found = {}
    for path, content in files(source):
        parts = path.parts
        if path.suffix in PAGES and "wp" in parts:
            inside = "/".join(parts[parts.index("wp") :])
            found[f"{HOST}/{quote(inside)}"] = content
    return dict(sorted(found.items()))


def labels(source: Path, urls: Sequence[str], subjects: Sequence[str]) -> list[tuple[str, str]]:
    """Address and label, for each of these subjects and those below them."""
    (table,) = [content for path, content in files(source) if path.name == "categories.tsv"] or [b""]
    known = {url.rpartition("/")[2].removesuffix(".htm"): url for url in urls if "/wp/index/" not in url}
    found = set()
    for line in table.decode("utf-8").splitlines():
        article, _, subject = line.partition("\t")
        named = subject.removeprefix("subject.")
        if named != subject and any(f"{named}.".startswith(f"{each}.") for each in subjects):
            found.add((known.get(quote(article), ""), subject))
    return sorted((url, subject) for url, subject in found if url)


def build(articles: Path, categories: Path, folder: Path, subjects: Sequence[str] = SUBJECTS) -> tuple[int, int]:
    """How many pages there are, and how many labels."""
    web = pages(articles)
    if not web:
        sys.exit(f"{articles}: no page below wpcd/wp is in it: is it wikispeedia_articles_html.tar.gz?")
    named = labels(categories, list(web), subjects)
    if not named:
        sys.exit(f"{categories}: no categories.tsv with these articles is in it: is it the one of paths and graph?")
    html = (("Content-Type", "text/html; charset=utf-8"),)
    answers = (Fetched(url, Outcome.PAGE, 200, "OK", html, body, at=AT) for url, body in web.items())
    archive = b"".join(map(response_record, answers))
    folder.mkdir(parents=True, exist_ok=True)
    write_all(
        {
            folder / "wikispeedia.warc.gz": archive,
            folder / "wikispeedia.labels.tsv": "".join(f"{url}\t{subject}\n" for url, subject in named),
        }
    )
    return len(web), len(named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("articles", type=Path, metavar="ARTICLES")
    parser.add_argument("categories", type=Path, metavar="CATEGORIES")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--subject", action="append", metavar="NAME", help=f"by default {', '.join(SUBJECTS)}")
    given = parser.parse_args()
    for source in (given.articles, given.categories):
        if not source.exists():
            sys.exit(f"{source} is not there")
    many, labelled = build(given.articles, given.categories, given.folder, given.subject or SUBJECTS)
    print(f"{many:,} pages, {labelled:,} labels in {given.folder}")


if __name__ == "__main__":
    main()
