"""`make pins`: measures anew what is pinned, shows what moved, and keeps it."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.lab import pins


def renew(measured: pins.Pins, file: Path = pins.FILE) -> None:
    print(pins.moved(pins.read(file), measured) or "nothing moved")
    pins.write(measured, file)


if __name__ == "__main__":
    with TemporaryDirectory() as cache, patch.dict(os.environ, XDG_CACHE_HOME=cache):
        renew(pins.measure())
