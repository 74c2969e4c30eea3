"""The whole link graph of an off-line web: for the lab's truth, never for a strategy that is judged."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from honeyguide import atomic
from honeyguide.lab.code_digest import READING, digest_of
from honeyguide.lab.pages import LARGEST_WEB, PageCache
from honeyguide.progress import Progress
from honeyguide.web.offline import PageSource, cache_folder
from honeyguide.web.offline.simulated import Permission, led_to


class PageNumbers:
    """Numbers of pages, in the order of `urls`, found by any address that leads to them."""

    def __init__(
        self, web: PageSource, urls: Sequence[str], may_fetch: Callable[[str], bool] = lambda url: True
    ) -> None:
        self.web = web
        self.may_fetch = may_fetch
        """Whether a redirect may be followed at this address."""
        self._numbers = {url: number for number, url in enumerate(urls)}
        self._elsewhere: dict[str, int] = {}

    def of(self, url: str) -> int:
        """The page at a canonical URL, redirects followed; -1 for none."""
        number = self._numbers.get(url)
        if number is None:
            number = self._elsewhere.get(url)
        if number is None:
            goal = led_to(self.web, url, self._numbers.__contains__, self.may_fetch)
            number = self._elsewhere[url] = self._numbers[goal] if goal else -1
        return number


class LinkGraph:
    """Pages are numbered in the order of `web.urls()`; row p of `matrix` holds the pages that p links to."""

    def __init__(self, web: PageSource, matrix: csr_array) -> None:
        self.web = web
        self.urls = list(web.urls())
        self.matrix = matrix
        self.number = _numbers(web, self.urls).of

    def __len__(self) -> int:
        return len(self.urls)

    def reachable(self, seeds: Iterable[int], allowed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Pages that links lead to from the seeds, over allowed pages only; the seeds among them."""
        reached = np.zeros(len(self), np.bool_)
        edge = np.unique(np.fromiter(seeds, np.int32))
        starts, targets = self.matrix.indptr, self.matrix.indices
        while len(edge):
            reached[edge] = True
            spans = [targets[starts[page] : starts[page + 1]] for page in edge.tolist()]
            found = np.unique(np.concatenate(spans))
            edge = found[allowed[found] & ~reached[found]]
        return reached


def link_graph(cache: PageCache, jobs: int, progress: Progress) -> LinkGraph | None:
    """Of a web that is not too large for it; kept on disk."""
    web = cache.web
    if len(web) > LARGEST_WEB:
        return None
    folder = cache_folder() / "graphs"
    folder.mkdir(exist_ok=True)
    code = digest_of(*READING, "web/robots.py", "web/offline", "lab/graph.py")
    file = folder / f"{web.identity}-{code}.npz"
    if file.exists():
        try:
            with np.load(file) as kept:
                return LinkGraph(web, _matrix(kept["starts"], kept["targets"]))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            file.unlink(missing_ok=True)
    starts, targets = _links(cache, jobs, progress)
    stream = io.BytesIO()
    np.savez(stream, starts=starts, targets=targets)
    atomic.write(file, stream.getvalue())
    return LinkGraph(web, _matrix(starts, targets))


def _numbers(web: PageSource, urls: Sequence[str]) -> PageNumbers:
    """A redirect that robots.txt disallows leads a crawl nowhere."""
    return PageNumbers(web, urls, Permission(web).allows)


def _matrix(starts: NDArray[np.int32], targets: NDArray[np.int32]) -> csr_array:
    pages = len(starts) - 1
    return csr_array((np.ones(len(targets), np.float32), targets, starts), shape=(pages, pages))


def _links(cache: PageCache, jobs: int, progress: Progress) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    web = cache.web
    urls = web.urls()
    if urls and web.links(urls[0]) is None:
        cache.fill(jobs, progress)
    number_of = _numbers(web, urls).of
    starts, found = [0], []
    for at, url in enumerate(urls):
        known = web.links(url)
        targets = {number_of(target) for target in (followed(cache, url) if known is None else known)}
        found.append(np.array(sorted(targets - {-1, at}), np.int32))
        starts.append(starts[-1] + len(found[-1]))
        if at % 1000 == 999 and known is not None:
            progress("pages read", at + 1, len(urls))
    return np.array(starts, np.int32), np.concatenate(found) if found else np.zeros(0, np.int32)


def followed(cache: PageCache, url: str) -> Sequence[str]:
    """The links of a page that a crawler follows: not those marked nofollow, but its meta refresh."""
    page = cache.page(url)
    if page is None:
        return ()
    links = [] if page.nofollow else [link.url for link in page.links if not link.nofollow]
    return [*links, page.refresh] if page.refresh else links
