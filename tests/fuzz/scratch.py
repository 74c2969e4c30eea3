"""One folder for all files that targets read, gone with the process; in memory where that can be."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path


@cache
def scratch_folder() -> Path:
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="honeyguide-fuzz-", dir=memory))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def scratch(name: str, data: bytes) -> Path:
    path = scratch_folder() / name
    path.write_bytes(data)
    return path
