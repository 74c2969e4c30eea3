"""How fast the encoders that are installed make vectors of texts, and what keeping them in int8 costs.

    OPENBLAS_NUM_THREADS=1 python bench/encoders.py [--texts 200] [--encoder use --encoder minilm]

Texts are anchors (of 2 to 5 words) and openings of pages (400 characters) of the synthetic web. Seconds are of the
processor. `together` hands over all texts in one call, `one by one` a text a call; `known` asks the cache again. The
last column is how far cosines of kept vectors are from those of the encoder's own: the mean, and the largest.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random

import numpy as np
from rich.console import Console
from rich.table import Table

from honeyguide import encoders
from honeyguide.encoders.vectors import Vectors, cleaned
from honeyguide.lab.pages import PageCache
from honeyguide.protocols import Encoder
from honeyguide.web.offline import open_web

LEAD = 400


def texts(many: int) -> dict[str, list[str]]:
    """Distinct ones of each kind."""
    web = open_web("synthetic:seed=7,pages=2000")
    with PageCache(web) as cache:
        pages = [page for url in web.urls()[:many] if (page := cache.page(url))]
    rng = Random(1)
    words = [" ".join(page.groups).split() for page in pages]
    anchors = {cleaned(" ".join(some[(at := rng.randrange(len(some))) : at + rng.randint(2, 5)])) for some in words}
    leads = {cleaned(" ".join(some)[:LEAD]) for some in words}
    return {"anchors": sorted(anchors - {""}), "openings": sorted(leads - {""})}


def rate(encode: Encoder, calls: Sequence[Sequence[str]]) -> float:
    """Texts a second."""
    began = time.process_time()
    for call in calls:
        encode.encode(call)
    return sum(map(len, calls)) / (time.process_time() - began)


def apart(encoder: Encoder, vectors: Vectors, some: Sequence[str]) -> tuple[float, float]:
    exact, kept = encoder.encode(some), vectors.encode(some)
    off = np.abs(exact @ exact.T - kept @ kept.T)
    return float(off.mean()), float(off.max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=200)
    parser.add_argument("--encoder", action="append", default=[])
    given = parser.parse_args()
    usable = [each.name for each in encoders.catalogue() if each.installed and each.dimensions]
    table = Table("encoder", "texts", "load, s", "together, /s", "one by one, /s", "known, /s", "cosine off by")
    kinds = texts(given.texts)
    for name in given.encoder or usable:
        for kind, some in kinds.items():
            encoder = encoders.make(name)
            assert encoder is not None
            began = time.process_time()
            encoder.encode(["a"])
            load = time.process_time() - began
            together, single = rate(encoder, [some]), rate(encoder, [[text] for text in some])
            vectors = Vectors(encoder)
            vectors.encode(some)
            known = rate(vectors, [some])
            mean, worst = apart(encoder, vectors, some[:500])
            rates = (f"{each:,.0f}" for each in (together, single, known))
            table.add_row(name, kind, f"{load:.1f}", *rates, f"{mean:.5f}, {worst:.4f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
