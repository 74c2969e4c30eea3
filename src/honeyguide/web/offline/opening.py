"""From what a person writes to a web: `synthetic:seed=7,pages=20000`, `warc:FILE…`, `folder:DIR`."""

from __future__ import annotations

import glob
import re
from pathlib import Path

from honeyguide.errors import BadInput, nearest
from honeyguide.web.offline.page_source import PageSource
from honeyguide.web.synthetic import SyntheticParameters

KINDS = {
    "synthetic": "synthetic:seed=7,pages=20000",
    "warc": "warc:pages.warc.gz",
    "folder": "folder:pages",
}
"""What a web is made from, with an example."""


def open_web(spec: str, *, base: Path = Path()) -> PageSource:
    """Paths are relative to `base`; several WARC files are separated by commas, with quotation marks where needed."""
    kind, colon, rest = spec.partition(":")
    if kind not in KINDS:
        hint = nearest(kind, KINDS) if colon else f"; write it like {' or '.join(KINDS.values())}"
        raise BadInput(f"'{spec}' is no web{hint}")
    if kind == "synthetic":
        from honeyguide.web.offline.synthetic import SyntheticSource  # noqa: PLC0415

        return SyntheticSource(SyntheticParameters.parse(rest))
    if not rest.strip():
        raise BadInput(f"'{spec}' names no {'file' if kind == 'warc' else 'folder'}; write it like {KINDS[kind]}")
    if kind == "folder":
        from honeyguide.web.offline.folder import FolderSource  # noqa: PLC0415

        folder = base / Path(rest).expanduser()
        if not folder.is_dir():
            raise BadInput(f"{folder}: there is no such folder")
        return FolderSource(folder)
    from honeyguide.web.offline.archive import WarcSource  # noqa: PLC0415

    return WarcSource(_archives(rest, base))


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
