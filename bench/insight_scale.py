"""Can the analyses take 100,000 items? Seconds and peak memory, beside scikit-learn's TfidfVectorizer alone.

    python bench/insight_scale.py [--items 100000]

Items are made: about 370 words each, drawn from a subject that all share, from one of 200 sides of it, from a general
vocabulary of falling frequency, and, for two fifths of them, from one of a thousand events of very different size;
one in eight is Chinese, one in fifteen a copy, one in ten without a date; 5,000 hosts that cite each other. They are
written to a file first and read from there one by one, as from a crawl. The analyses and the peer each run in a
process of their own, on one core; seconds are CPU time. To reach: all of it in two minutes and 2 GB.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from honeyguide.model import Item
from honeyguide.parsing.fingerprint import fingerprint
from honeyguide.parsing.tokens import STOP_WORDS
from honeyguide.storage.items import HostGraph

WORDS, GENERAL, SUBJECT, SIDES, SIDE, OWN, HOSTS = 370, 60_000, 300, 200, 100, 25, 5_000
NOW, YEAR = 1_767_225_600.0, 365 * 86_400.0
_CHUNK = 1_000
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "en", "or")]


def word(number: int, chinese: bool) -> str:
    if chinese:
        return chr(0x4E00 + number % 3_000) + chr(0x4E00 + number // 3_000 + 7 * (number % 97))
    return "".join(_SYLLABLES[number // len(_SYLLABLES) ** place % len(_SYLLABLES)] for place in range(3)) + "s"


class Maker:
    """Items by the thousand."""

    def __init__(self, items: int, seed: int = 1) -> None:
        self.rng = rng = np.random.default_rng(seed)
        sizes: list[int] = []
        while sum(sizes) < 0.4 * items:
            sizes.append(min(items // 50, int(3 * (1.0 - rng.random()) ** -1.1)))
        self.event = np.zeros(items, np.int64)
        members = np.repeat(np.arange(1, len(sizes) + 1), sizes)
        self.event[: min(items, len(members))] = members[:items]
        rng.shuffle(self.event)
        self.events = len(sizes)
        self.started = NOW - rng.random(len(sizes) + 1) * 2 * YEAR
        self.side = rng.integers(SIDES, size=len(sizes) + 1)
        many = SUBJECT + SIDES * SIDE + GENERAL + (len(sizes) + 1) * OWN
        self.names = [np.array([word(n, chinese) for n in range(many)], object) for chinese in (False, True)]
        self.stops = np.array(sorted(stop for stop in STOP_WORDS if stop.isascii()), object)
        self.last: dict[int, str] = {}

    def items(self) -> Iterator[Item]:
        for start in range(0, len(self.event), _CHUNK):
            yield from self.chunk(start, self.event[start : start + _CHUNK])

    def drawn(self, event: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers of words, a row an item; -1 for a stop word."""
        rng, shape = self.rng, (len(event), WORDS)
        side = np.where(event > 0, self.side[event], rng.integers(SIDES, size=len(event)))[:, None]
        subject = (SUBJECT * rng.random(shape) ** 2).astype(np.int64)
        sided = SUBJECT + side * SIDE + (SIDE * rng.random(shape) ** 2).astype(np.int64)
        general = SUBJECT + SIDES * SIDE + (GENERAL ** rng.random(shape)).astype(np.int64) - 1
        own = (
            SUBJECT + SIDES * SIDE + GENERAL + event[:, None] * OWN + (OWN * rng.random(shape) ** 2).astype(np.int64)
        )
        kind = rng.random(shape)
        told = np.where(event > 0, 0.1, 0.0)[:, None]
        drawn = np.select([kind < told, kind < 0.2, kind < 0.3, kind < 0.6], [own, subject, sided, general], -1)
        return np.asarray(drawn, np.int64)

    def chunk(self, start: int, event: NDArray[np.int64]) -> Iterator[Item]:
        rng, drawn = self.rng, self.drawn(event)
        titles = np.where(event > 0, 1, 0)
        stops = self.stops[rng.integers(len(self.stops), size=drawn.shape)]
        for row, number in enumerate(range(start, start + len(event))):
            of = int(event[row])
            chinese = (of or number) % 8 == 0
            said = np.where(drawn[row] < 0, "的" if chinese else stops[row], self.names[chinese][drawn[row]])
            said[rng.integers(WORDS)] = f"{'名' if chinese else 'name'}{number}"
            joint = "" if chinese else " "
            content = "\n".join(joint.join(said[at : at + 60].tolist()) for at in range(0, WORDS, 60))
            if of and rng.random() < 0.2:
                content = self.last.setdefault(of, content)
            own = drawn[row][drawn[row] >= (SUBJECT + SIDES * SIDE + GENERAL if titles[row] else 0)][:6]
            host = int(HOSTS * rng.random() ** 2)
            age = rng.exponential(8 * 86_400.0) if of else rng.random() * 2 * YEAR
            at = min(NOW, self.started[of] + age) if of else NOW - age
            yield Item(
                number=number,
                url=f"http://host{host}.example/{number}",
                host=f"www.host{host}.example",
                title=joint.join(self.names[chinese][own].tolist()),
                language="zh" if chinese else "en",
                source=f"host{host}",
                author="",
                published=None if rng.random() < 0.1 else float(at),
                updated=None,
                fetched_at=NOW + number,
                relevance=0.5,
                fingerprint=fingerprint(content),
                content=content,
            )


def stored(path: Path) -> Iterator[Item]:
    decoder = msgspec.msgpack.Decoder(Item)
    with path.open("rb") as file:
        while size := file.read(4):
            yield decoder.decode(file.read(int.from_bytes(size)))


def store(path: Path, items: int) -> int:
    encoder, maker = msgspec.msgpack.Encoder(), Maker(items)
    with path.open("wb") as file:
        for item in track(maker.items(), "making items", items):
            data = encoder.encode(item)
            file.write(len(data).to_bytes(4) + data)
    return maker.events


def citations() -> HostGraph:
    rng = np.random.default_rng(2)
    ends = (HOSTS * rng.random((2, 10 * HOSTS)) ** 2).astype(np.int64)
    ends = np.unique(ends[:, ends[0] != ends[1]], axis=1)
    names = [f"www.host{number}.example" for number in range(HOSTS)]
    return HostGraph(names, ends[0], ends[1], rng.integers(1, 50, size=(ends.shape[1],)))


def analysed(path: Path) -> list[tuple[str, float]]:
    from honeyguide.insight.analysis import gather
    from honeyguide.insight.authority import host_authority
    from honeyguide.insight.currency import currency
    from honeyguide.insight.evolution import evolution
    from honeyguide.insight.hot import hot
    from honeyguide.insight.trust import trust

    steps: list[tuple[str, float]] = []
    clock = time.process_time()

    def lap(step: str) -> None:
        nonlocal clock
        steps.append((step, time.process_time() - clock))
        clock = time.process_time()

    for _ in stored(path):
        pass
    lap("(reading the file alone)")
    analysis = gather(stored(path), last_visit=NOW)
    lap(f"gather: {len(analysis.events):,} events, {len(analysis.vocabulary):,} words")
    trust(analysis, host_authority(citations()))
    lap("trust")
    currency(analysis)
    lap("currency")
    hottest = hot(analysis)
    lap(f"hot: {len(hottest):,} events")
    largest = max(analysis.events, key=lambda event: len(event.items))
    phases = evolution(analysis, largest.number).phases
    lap(f"evolution of the largest event: {len(largest.items):,} items, {len(phases)} phases")
    return steps


def peer(path: Path) -> list[tuple[str, float]]:
    from sklearn.feature_extraction.text import TfidfVectorizer

    clock = time.process_time()
    TfidfVectorizer().fit_transform(item.content for item in stored(path))
    return [("TfidfVectorizer", time.process_time() - clock)]


def measured(work: Callable[[Path], list[tuple[str, float]]], path: Path) -> tuple[list[tuple[str, float]], float]:
    """What it took step by step, and the peak memory in MB, in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_in_child, (work, path))


def _in_child(work: Callable[[Path], list[tuple[str, float]]], path: Path) -> tuple[list[tuple[str, float]], float]:
    return work(path), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=100_000)
    items = parser.parse_args().items
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "items"
        print(f"{items:,} items of {store(path, items):,} events, {path.stat().st_size / 1e6:.0f} MB")
        steps, memory = measured(analysed, path)
        other, others_memory = measured(peer, path)
    for step, seconds in [*steps, *other]:
        print(f"{seconds:8.1f} s  {step}")
    total = sum(seconds for step, seconds in steps if not step.startswith("("))
    print(f"all analyses: {total:.1f} s (to reach: 120), {memory:,.0f} MB (to reach: 2,000)")
    print(f"TfidfVectorizer alone: {other[0][1]:.1f} s, {others_memory:,.0f} MB; ratio {total / other[0][1]:.1f}")


if __name__ == "__main__":
    main()
