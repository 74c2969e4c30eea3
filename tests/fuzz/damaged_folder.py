"""The folder of a small crawl, with some of its bytes changed."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

from tests.fuzz.scratch import scratch_folder
from tests.plain_choices import RAIN

from honeyguide.config import Settings
from honeyguide.crawl import Crawl

SEED = "http://harbour-daily.example/"
SETTINGS = Settings(strategy="ops", web="synthetic:seed=7,pages=60", pages=12, workers=0, seed=1, encoder="none")
FILES = ("crawl.db", "settings.toml", "warc/00001.warc.gz", "search/meta.json", "search/honeyguide-format")


@cache
def whole() -> Path:
    folder = scratch_folder() / "whole"
    go_on(folder)
    return folder


def go_on(folder: Path) -> None:
    """Crawl, or find that all that was wanted is there."""
    Crawl(RAIN, [SEED], folder, SETTINGS).finish()


def with_bytes(data: bytes) -> Path:
    """A change is a number of a file, three bytes of an offset, a length and that many bytes."""
    folder = _copy()
    at = 0
    while at + 5 <= len(data):
        path = folder / FILES[data[at] % len(FILES)]
        content = bytearray(path.read_bytes()) if path.exists() else bytearray()
        start, length = int.from_bytes(data[at + 1 : at + 4]) % (len(content) + 1), data[at + 4]
        content[start : start + length] = data[at + 5 : at + 5 + length]
        path.write_bytes(content)
        at += 5 + length
    return folder


def _copy() -> Path:
    folder = scratch_folder() / "damaged"
    shutil.rmtree(folder, ignore_errors=True)
    return shutil.copytree(whole(), folder)
