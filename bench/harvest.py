"""The picture in the README: label-judged harvest of `ops` and `bfs` on several built-in webs.

    python bench/harvest.py [--webs 8] [--pages 1000]      writes docs/harvest.svg

Each web has another seed; the line is the mean over the webs, the band one standard deviation to either side. Truth
is what the web says of the fetched URLs, asked after the crawl.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from contextlib import aclosing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.topics.files import load_topic
from honeyguide.web.offline import OfflineSource
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 760, 340, 60, 50, 40
COLOURS = {"ops": "#b45309", "bfs": "#64748b"}
NAMES = {"ops": "best first (ops)", "bfs": "breadth first (bfs)"}


async def harvest(strategy: str, seed: int, pages: int) -> NDArray[np.float64]:
    """Share of the pages fetched so far that are on topic, after each page."""
    web = SyntheticWeb(SyntheticParameters(seed=seed))
    settings = Settings(strategy=strategy, pages=pages, delay=0.0, workers=0, concurrency=16)
    with tempfile.TemporaryDirectory() as folder:
        crawl = Crawl(
            load_topic("rainstorm-disaster"),
            web.seeds(10),
            Path(folder) / "c",
            settings,
            OfflineSource(web, delay=0.0),
        )
        async with aclosing(crawl.run()) as found:
            truth = [web.is_relevant(page.url) async for page in found]
    return np.cumsum(truth) / np.arange(1, len(truth) + 1)


def draw(curves: dict[str, NDArray[np.float64]], top: float) -> str:
    pages = next(iter(curves.values())).shape[1]

    def x(page: float) -> float:
        return float(LEFT + (WIDTH - LEFT - 20) * page / pages)

    def y(share: float) -> float:
        return float(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share / top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">Pages on topic, of those fetched (judged by the truth; '
        f"{next(iter(curves.values())).shape[0]} webs, mean and one standard deviation)</text>",
    ]
    for step in range(5):
        share = top * step / 4
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y(share):.0f}" y2="{y(share):.0f}" stroke="#e2e8f0"/>'
        )
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.0f}" text-anchor="end">{share:.0%}</text>')
        page = pages * step // 4
        parts.append(f'<text x="{x(page):.0f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{page}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">pages fetched</text>')
    at = np.unique(np.linspace(10, pages - 1, 150).astype(int))
    for name, runs in curves.items():
        mean, spread = runs.mean(axis=0)[at], runs.std(axis=0, ddof=1)[at]
        upper = [f"{x(p):.1f},{y(min(top, m + s)):.1f}" for p, m, s in zip(at, mean, spread, strict=True)]
        lower = [f"{x(p):.1f},{y(max(0.0, m - s)):.1f}" for p, m, s in zip(at, mean, spread, strict=True)]
        middle = [f"{x(p):.1f},{y(m):.1f}" for p, m in zip(at, mean, strict=True)]
        colour = COLOURS[name]
        parts.append(f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{colour}" opacity="0.18"/>')
        parts.append(f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        label = f"{NAMES[name]}: {runs[:, -1].mean():.0%} ± {runs[:, -1].std(ddof=1):.0%} at the end"
        place = y(float(mean[len(at) // 2] + spread[len(at) // 2])) - 8
        parts.append(f'<text x="{WIDTH - 24}" y="{place:.0f}" text-anchor="end" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--webs", type=int, default=8)
    parser.add_argument("--pages", type=int, default=1000)
    given = parser.parse_args()
    curves: dict[str, list[NDArray[np.float64]]] = {name: [] for name in COLOURS}
    for seed in track(range(1, given.webs + 1), "webs"):
        for name, runs in curves.items():
            runs.append(asyncio.run(harvest(name, seed, given.pages)))
    shortest = min(len(run) for runs in curves.values() for run in runs)
    whole = {name: np.array([run[:shortest] for run in runs]) for name, runs in curves.items()}
    for name, values in whole.items():
        print(f"{name}: {values[:, -1].mean():.3f} ± {values[:, -1].std(ddof=1):.3f} after {shortest} pages")
    (Path(__file__).parent.parent / "docs" / "harvest.svg").write_text(draw(whole, 0.6), "utf-8")


if __name__ == "__main__":
    main()
