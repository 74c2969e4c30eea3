"""Builds the web of ArchWiki in English and Chinese, and its labels, from Arch Linux's package of the wiki.

    python experiments/archwiki.py arch-wiki-docs-YYYYMMDD-1-any.pkg.tar.xz FOLDER

The package `arch-wiki-docs` holds the pages of a day by language (`usr/share/doc/arch-wiki/html/en/Kernel.html`); it
may be named as the folder that it was unpacked to. Written are `archwiki.warc.gz` and `archwiki.labels.tsv`. A label
is a category that a page stands in, or one above it; what the page itself says of its categories is cut out. Links to
pages that are not there lead to `/missing/`.
"""

from __future__ import annotations

import argparse
import re
import sys
import tarfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

from honeyguide.atomic import write_all
from honeyguide.model import Fetched, Outcome
from honeyguide.storage.warc import response_record

LANGUAGES = ("en", "zh-cn", "zh-tw")
_NAMED = """
en.ASUS en.Acer en.Arch_development en.Command-line en.Development en.Email en.Emulation
en.File_systems en.Graphics en.Internet_applications en.Kernel en.Multimedia en.Music
en.Programming_languages en.Protocols en.Software en.Software_projects en.Virtualization
en.Web_applications zh-cn.About_Arch zh-cn.Applications zh-cn.Arch_development
zh-cn.Desktop_environments zh-cn.File_systems zh-cn.Graphical_user_interfaces zh-cn.Hardware
zh-cn.Internet_applications zh-cn.Security zh-cn.System_administration zh-tw.System_administration
"""
LABELS = frozenset(_NAMED.split())
AT = 1_620_867_600.0
"""The pages that the figures are of carry 13 May 2021."""
FOOTER = re.compile(r'<div id="catlinks".*?</div>\s*</div>|<div id="catlinks".*?</div>', re.DOTALL)
LINK = re.compile(r'(?<=href=")([^"#]+\.html)(?=["#])')
CATEGORY = re.compile(r'href="[^"]*?Category(?::|%3A)([^"#]+?)\.html')
LANGUAGE = re.compile(r"_\((?:简体中文|正體中文|繁體中文)\)$")
Page = tuple[str, str]
"""Language and name."""


def files(source: Path) -> Iterator[tuple[PurePosixPath, bytes]]:
    """Pages of the package, or of the folder that it was unpacked to."""
    if source.is_dir():
        for file in sorted(source.rglob("*.html")):
            yield PurePosixPath(file.relative_to(source).as_posix()), file.read_bytes()
        return
    with tarfile.open(source) as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".html") and (inside := archive.extractfile(member)):
                yield PurePosixPath(member.name), inside.read()


def pages(source: Path) -> dict[Page, str]:
    """Those in our languages, those of categories among them."""
    found = {}
    for path, content in files(source):
        language = path.parent.name.lower()
        if language in LANGUAGES:
            found[language, path.name.removesuffix(".html")] = content.decode("utf-8", "replace")
    return dict(sorted(found.items()))


def address(page: Page) -> str:
    language, name = page
    return f"http://{language}.archwiki.test/title/{quote(name, safe='()')}"


def is_category(page: Page) -> bool:
    return page[1].startswith("Category:")


def without_categories(page: Page, html: str, known: Collection[Page]) -> str:
    """The page as it is kept: no footer, and every link to where it leads on this web."""

    def target(link: re.Match[str]) -> str:
        if "://" in link[1]:
            return link[1]
        language, _, name = unquote(link[1].removeprefix("../")).removesuffix(".html").rpartition("/")
        there = (language.lower() or page[0], name)
        return address(there) if there in known and not is_category(there) else f"/missing/{quote(name)}"

    return LINK.sub(target, FOOTER.sub("", html))


def categories(web: Mapping[Page, str]) -> dict[Page, frozenset[str]]:
    """Names of the categories of each page, with those above them."""
    own = {
        page: frozenset(unquote(name) for footer in FOOTER.findall(html) for name in CATEGORY.findall(footer))
        for page, html in web.items()
    }
    found = {}
    for page, named in own.items():
        every, waiting = set[str](), list(named)
        while waiting:
            name = waiting.pop()
            if name not in every:
                every.add(name)
                waiting += own.get((page[0], f"Category:{name}"), ())
        found[page] = frozenset(every)
    return found


def build(package: Path, folder: Path, labels: Collection[str] = LABELS) -> tuple[int, int]:
    """How many pages there are, and how many labels."""
    web = pages(package)
    articles = [page for page in web if not is_category(page)]
    if not articles:
        sys.exit(f"{package}: no page in {', '.join(LANGUAGES)} is in it: is it the package arch-wiki-docs?")
    above = categories(web)
    named = [
        (address(page), label)
        for page in articles
        for label in sorted(f"{page[0]}.{LANGUAGE.sub('', name)}" for name in above[page])
        if label in labels
    ]
    html = (("Content-Type", "text/html; charset=utf-8"),)
    archive = b"".join(
        response_record(
            Fetched(
                address(page), Outcome.PAGE, 200, "OK", html, without_categories(page, web[page], web).encode(), at=AT
            )
        )
        for page in articles
    )
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{url}\t{label}\n" for url, label in named)
    write_all({folder / "archwiki.warc.gz": archive, folder / "archwiki.labels.tsv": lines})
    return len(articles), len(named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, metavar="PACKAGE")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if not given.package.exists():
        sys.exit(f"{given.package} is not there")
    many, labelled = build(given.package, given.folder)
    print(f"{many:,} pages, {labelled:,} labels in {given.folder}")


if __name__ == "__main__":
    main()
