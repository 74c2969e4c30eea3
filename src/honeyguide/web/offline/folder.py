"""A web replayed from a folder of HTML files: every folder in it is a host, named after it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from honeyguide.errors import BadInput
from honeyguide.urls import resolve
from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.response import NOT_FOUND, Answer

_TYPES = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml"}
_INDEXES = ("index.html", "index.htm", "index.xhtml")
_LARGEST = 64_000_000


class FolderSource(PageSource):
    """`DIR/example.org/a/b.html` is `http://example.org/a/b.html`; an index file is its folder's page, and asking
    for it by name redirects there, as an address with a query does to the one without. Links out of the folder and
    hidden files are left alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    @property
    def spec(self) -> str:
        return f"folder:{self.folder}"

    @cached_property
    def identity(self) -> str:
        digest = blake2b(str(self.folder).encode("utf-8", "surrogateescape"), digest_size=16)
        rules = {str(path): str(path) for path in sorted(self.folder.glob("*/robots.txt")) if self._is_ours(path)}
        for name, path in {**self._pages, **rules}.items():
            seen = os.stat(path)
            digest.update(f"{name}\0{seen.st_size}\0{seen.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
        return f"folder-{digest.hexdigest()}"

    @cached_property
    def _found(self) -> tuple[dict[str, str], int]:
        pages: dict[str, str] = {}
        broken = 0
        for host in sorted(self.folder.iterdir()):
            if host.name.startswith(".") or not host.is_dir() or host.is_symlink():
                continue
            for path in _files(host):
                url = _url(host, path)
                if url is None or not self._is_ours(path):
                    broken += 1
                elif url not in pages:
                    pages[url] = str(path)
        if not pages:
            raise BadInput(
                f"{self.folder}: holds no pages; it wants a folder for every host, such as "
                f"{self.folder.name}/example.org/index.html"
            )
        return pages, broken

    def _is_ours(self, path: Path) -> bool:
        try:
            real = path.resolve(strict=True)
            fits = real.is_file() and real.stat().st_size <= _LARGEST and os.access(real, os.R_OK)
        except (OSError, RuntimeError):
            return False
        return fits and real.is_relative_to(self.folder)

    @property
    def _pages(self) -> dict[str, str]:
        return self._found[0]

    @property
    def broken(self) -> int:
        return self._found[1]

    def __len__(self) -> int:
        return len(self._pages)

    def urls(self) -> Sequence[str]:
        return self._urls

    @cached_property
    def _urls(self) -> list[str]:
        return list(self._pages)

    def answer(self, url: str) -> Answer:
        found = resolve(url)
        if found is None:
            return NOT_FOUND
        address, host = found
        address, query, _ = address.partition("?")
        path = self._pages.get(address)
        if path is not None and query:
            return _moved(address)
        if path is not None:
            return _file(path, _TYPES[os.path.splitext(path)[1].lower()])
        if address == f"http://{host}/robots.txt" and self._is_ours(rules := self.folder / host / "robots.txt"):
            return _file(str(rules), "text/plain")
        parent, _, name = address.rpartition("/")
        if name in _INDEXES and f"{parent}/" in self._pages:
            return _moved(f"{parent}/")
        if f"{address}/" in self._pages:
            return _moved(f"{address}/")
        return NOT_FOUND


def _files(host: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(host):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names, key=lambda name: (name not in _INDEXES, name)):
            if os.path.splitext(name)[1].lower() in _TYPES and not name.startswith("."):
                yield Path(folder, name)


def _url(host: Path, path: Path) -> str | None:
    inside = path.relative_to(host).as_posix()
    if path.name in _INDEXES and path.name == next(name for name in _INDEXES if (path.parent / name).exists()):
        inside = inside[: -len(path.name)]
    try:
        found = resolve(f"http://{host.name}/{quote(inside)}")
    except UnicodeEncodeError:
        return None
    return found[0] if found and found[1] == host.name.lower() else None


def _moved(to: str) -> Answer:
    return Answer(301, (("Location", to),), location=to)


def _file(path: str, kind: str) -> Answer:
    try:
        with open(path, "rb") as file:
            return Answer(200, (("Content-Type", kind),), file.read(_LARGEST))
    except OSError:
        return NOT_FOUND
