"""The truth about pages: which label a URL has. A crawl never sees it; the lab judges by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from honeyguide.errors import BadInput, nearest
from honeyguide.text_files import read_text
from honeyguide.urls import canonical
from honeyguide.web.offline.simulated import Answering, led_to

LARGEST = 1_000_000_000
_REMEMBERED = 100_000
_NONE: frozenset[str] = frozenset()


class Labels:
    """A page has one label, several or none."""

    def __init__(
        self,
        pages: Mapping[str, Sequence[str]],
        of: Callable[[str], frozenset[str]],
        *,
        main: str = "",
        unknown: int = 0,
    ) -> None:
        self._pages = pages
        self._of = lru_cache(_REMEMBERED)(of)  # every crawl of an experiment asks for the same pages
        self.main = main
        """The label that counts as on topic when none is named; empty where there is no such label."""
        self.unknown = unknown
        """Labelled URLs that were lost with broken records."""

    def of(self, url: str) -> frozenset[str]:
        """The labels of the page at a canonical URL."""
        return self._of(url)

    def names(self) -> Sequence[str]:
        """All labels that a page of the web has, in alphabetical order."""
        return sorted(self._pages)

    def pages(self, label: str) -> Sequence[str]:
        """Canonical URLs of the pages with this label, always in the same order."""
        return self._pages.get(label, ())

    def require(self, label: str) -> Sequence[str]:
        """The same, for a label that a person has named."""
        if label not in self._pages:
            raise BadInput(f"label '{label}': no page of this web has it{nearest(label, self._pages)}")
        return self._pages[label]


class Pages(Answering, Protocol):
    @property
    def broken(self) -> int: ...

    def urls(self) -> Iterable[str]: ...


def read_labels(path: Path, web: Pages) -> Labels:
    """From lines of `url TAB label`; a line that begins with `#` says nothing. The label of a redirect is its goal's.

    Labels of URLs that the web does not have are refused, since recall would count pages that nobody can find;
    but as many as the web has broken records may have been lost with those: they are counted and left out.
    """
    lines = read_text(path, "labels", LARGEST).split("\n")
    pages: dict[str, dict[str, None]] = {}
    of: dict[str, frozenset[str]] = {}
    known = frozenset(web.urls())
    unknown: dict[str, None] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        url, _, label = line.partition("\t")
        url, label = url.strip(), label.partition("\t")[0].strip()
        if not label:
            raise BadInput(f"{path}, line {number}: wants a URL, a tab and a label, not '{line[:80]}'")
        found = _page(url, web, known)
        if not found:
            unknown.setdefault(url)
            continue
        pages.setdefault(label, {}).setdefault(found)
        of[found] = of.get(found, _NONE) | {label}
    if len(unknown) > web.broken:
        raise BadInput(
            f"{path}: {len(unknown):,} of {len(unknown) + len(of):,} labelled URLs are not in this web, "
            f"such as {next(iter(unknown))[:200]}"
        )
    if not of:
        raise BadInput(f"{path}: holds no labels")
    return Labels(
        {label: tuple(found) for label, found in pages.items()},
        lambda url: of.get(url, _NONE),
        unknown=len(unknown),
    )


def _page(url: str, web: Pages, known: Set[str]) -> str:
    """The page that an address leads to; empty when there is none."""
    found = canonical(url)
    return led_to(web, found, known.__contains__) if found else ""
