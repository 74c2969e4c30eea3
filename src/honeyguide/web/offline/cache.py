"""Where things are kept that can be worked out again."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path

from honeyguide.errors import BadInput, CannotRun


def cache_folder() -> Path:
    """`$XDG_CACHE_HOME/honeyguide`, or `~/.cache/honeyguide`; made when it is not there."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    folder = (Path(given) if os.path.isabs(given) else Path.home() / ".cache") / "honeyguide"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise CannotRun(
            f"{folder}: cannot be made: {wrong.strerror}; set XDG_CACHE_HOME to another folder"
        ) from wrong
    return folder


def file_identity(*files: Path) -> str:
    """Changes with the place, the size or the time of any of the files."""
    digest = blake2b(digest_size=16)
    for file in files:
        try:
            seen = file.stat()
        except OSError as wrong:
            raise BadInput(f"{file}: cannot be read: {wrong.strerror}") from wrong
        digest.update(f"{file.resolve()}\0{seen.st_size}\0{seen.st_mtime_ns}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
