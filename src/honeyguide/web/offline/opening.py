"""From what a person writes to a web: `synthetic:seed=7,pages=20000`, `warc:FILE…`, `folder:DIR`, or another's."""

from __future__ import annotations

import glob
import re
from pathlib import Path

from honeyguide.errors import BadInput, nearest
from honeyguide.registry import Registry
from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.synthetic import SyntheticParameters

EXAMPLES = {
    "synthetic": "synthetic:seed=7,pages=20000",
    "warc": "warc:pages.warc.gz",
    "folder": "folder:pages",
}
registry = Registry("honeyguide.webs", "web", {kind: f"{__name__}:_open_{kind}" for kind in EXAMPLES})
register = registry.register
checked = registry.checked


def open_web(spec: str, *, base: Path = Path()) -> PageSource:
    """Paths are relative to `base`; several WARC files are separated by commas, with quotation marks where needed."""
    kind, colon, rest = spec.partition(":")
    if kind not in registry.names():
        hint = nearest(kind, registry.names()) if colon else f"; write it like {' or '.join(EXAMPLES.values())}"
        raise BadInput(f"'{spec}' is no web{hint}")
    factory = registry.find(kind)
    if not callable(factory):
        raise BadInput(f"web '{kind}' must be a function (rest, base) that opens it, not {factory!r:.80}")
    web: PageSource = factory(rest, base)
    return web


def lasting(spec: str) -> str:
    """The same web from any folder: its files by their whole paths."""
    kind, _, rest = spec.partition(":")
    if kind not in ("warc", "folder") or not rest.strip():
        return spec
    whole = Path(rest).expanduser().absolute()
    if kind == "folder" or whole.exists():
        return f"{kind}:{whole}"
    paths = [str(Path(name).expanduser().absolute()) for name in _names(rest)]
    return "warc:" + ",".join('"' + path.replace('"', '""') + '"' for path in paths)


def _open_synthetic(rest: str, base: Path) -> PageSource:
    from honeyguide.web.offline.synthetic import SyntheticSource  # noqa: PLC0415

    return SyntheticSource(SyntheticParameters.parse(rest))


def _open_folder(rest: str, base: Path) -> PageSource:
    from honeyguide.web.offline.folder import FolderSource  # noqa: PLC0415

    folder = base / Path(_named(rest, "folder")).expanduser()
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder")
    return _with_pages(FolderSource(folder))


def _open_warc(rest: str, base: Path) -> PageSource:
    from honeyguide.web.offline.archive import WarcSource  # noqa: PLC0415

    return _with_pages(WarcSource(_archives(_named(rest, "warc"), base)))


def _with_pages(source: PageSource) -> PageSource:
    """The same; one without pages is refused here, before a crawl stores that it goes on with it."""
    source.urls()
    return source


def _named(rest: str, kind: str) -> str:
    if not rest.strip():
        what = "file" if kind == "warc" else "folder"
        raise BadInput(f"'{kind}:{rest}' names no {what}; write it like {EXAMPLES[kind]}")
    return rest


_NAME = re.compile(r'"((?:[^"]|"")+)"|([^,\s]+)')


def _names(named: str) -> list[str]:
    return [quoted.replace('""', '"') or plain for quoted, plain in _NAME.findall(named)]


def _archives(named: str, base: Path) -> list[Path]:
    """Files separated by commas or blanks; a folder stands for the archives in it, a pattern for what it matches."""
    whole = base / Path(named).expanduser()
    files: list[Path] = []
    for name in [named] if whole.exists() else _names(named):
        path = base / Path(name).expanduser()
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if file.name.endswith((".warc", ".warc.gz")))
        elif not path.exists() and any(sign in name for sign in "*?["):
            found = sorted(Path(match) for match in glob.glob(str(path)))
        elif path.is_file():
            found = [path]
        else:
            raise BadInput(f"{path}: there is no such file")
        if not found:
            raise BadInput(f"{path}: no WARC files there")
        files += found
    return files
