"""The built-in web, served on loopback from a process of its own, and a crawl of it over real HTTP.

The crawl never sees which pages are on topic: the truth is asked for afterwards, with the URLs that were stored.
"""

from __future__ import annotations

import shutil
import tomllib
from functools import partial
from pathlib import Path

from msgspec import Struct

from honeyguide import atomic
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadFolder
from honeyguide.storage import folder as layout
from honeyguide.storage.files import DEMO_MARK, LOCK, foreign
from honeyguide.storage.lock import locked
from honeyguide.storage.results import pages
from honeyguide.topics.files import load_topic
from honeyguide.web.server import Answers, ServerProcess
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

TOPIC = "rainstorm-disaster"
SEEDS = 10
EVENTS = 5
"""Planted in the built-in web."""
MARK = DEMO_MARK


class Truth(Struct, frozen=True):
    """How the built-in web itself judges what was found."""

    pages: int
    relevant: int

    @property
    def harvest_rate(self) -> float:
        return self.relevant / self.pages if self.pages else 0.0


def _parameters(seed: int) -> SyntheticParameters:
    return SyntheticParameters(seed=seed, events=EVENTS)


def web(seed: int) -> SyntheticWeb:
    """The built-in web: a few events are planted in it, so that there is something to understand."""
    return SyntheticWeb(_parameters(seed))


def web_name(seed: int) -> str:
    """The same web as the setting `web` names it."""
    return f"synthetic:seed={seed},events={EVENTS}"


def serving(seed: int) -> ServerProcess:
    """The built-in web in a process of its own; enter it, and it has an `address`."""
    return ServerProcess(partial(_answers, _parameters(seed)))


def crawl(address: str, out: Path, *, pages: int, seed: int, strategy: str, workers: int = -1) -> Crawl:
    """A crawl of the built-in web that is served at this address, ready to run."""
    settings = Settings(
        strategy=strategy,
        seed=seed,
        pages=pages,
        delay=0.0,
        connect_to=address,
        workers=workers,
    )
    return Crawl(load_topic(TOPIC), web(seed).seeds(SEEDS), out, settings)


def judge(folder: Path, seed: int) -> Truth:
    """What the built-in web says of the stored pages."""
    built_in = web(seed)
    relevant = [built_in.is_relevant(page.url) for page in pages(folder, relevant=False)]
    return Truth(len(relevant), sum(relevant))


def mark(folder: Path, seed: int) -> None:
    """Note that a folder is a demo's, and of which web."""
    with locked(folder):
        layout.is_crawl(folder)
        atomic.write(folder / MARK, f"# a crawl of the built-in web\nseed = {seed}\n")


def seed_of(folder: Path) -> int | None:
    """The web that a former demo in this folder crawled; None when it holds no demo."""
    try:
        found = tomllib.loads((folder / MARK).read_text("utf-8")).get("seed")
    except (OSError, ValueError):
        return None
    return found if isinstance(found, int) else None


def clear(folder: Path) -> None:
    """Empty the folder of a former demo; anything else is refused and left as it is."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if seed_of(folder) is None:
        raise BadFolder(f"{folder}: is there already and is no former demo; name another folder with --keep")
    with locked(folder):
        entries = {entry.name: entry for entry in folder.iterdir() if entry.name != LOCK}
        if others := foreign(folder):
            raise BadFolder(f"{folder}: holds other files ({others[0]} …); name another folder with --keep")
        for name in sorted(entries, key=MARK.__eq__):  # the mark last
            if entries[name].is_dir() and not entries[name].is_symlink():
                shutil.rmtree(entries[name])
            else:
                entries[name].unlink()


def _answers(parameters: SyntheticParameters) -> Answers:
    return SyntheticWeb(parameters).answer
