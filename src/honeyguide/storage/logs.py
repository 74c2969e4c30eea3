"""The log of a crawl in its folder: what happened, a line each, for who looks later or from elsewhere."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from honeyguide.storage.files import LOG

_LARGEST = 10_000_000
_FORMAT = logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%Y-%m-%dT%H:%M:%S%z")


class _LogFile(RotatingFileHandler):
    def handleError(self, record: logging.LogRecord) -> None:
        """A log that cannot be written, as on a full disk, ends nothing."""


@contextmanager
def logging_into(folder: Path | None, level: str) -> Iterator[logging.Logger]:
    """A logger for one run, which writes there and nowhere else; so do warnings of all parts of Honeyguide."""
    log = logging.Logger("honeyguide.run", level.upper())  # not by name: runs in one process have a log each
    if folder is None:
        log.addHandler(logging.NullHandler())
        yield log
        return
    file = _LogFile(folder / LOG, maxBytes=_LARGEST, backupCount=1, encoding="utf-8", errors="replace", delay=True)
    file.setFormatter(_FORMAT)
    log.addHandler(file)
    everyone = logging.getLogger("honeyguide")
    also = [file] if everyone.hasHandlers() or logging.lastResort is None else [file, logging.lastResort]
    for handler in also:
        everyone.addHandler(handler)
    try:
        yield log
    finally:
        for handler in also:
            everyone.removeHandler(handler)
        file.close()
