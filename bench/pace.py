"""Is a crawl slowed by one attacker in it? Pages a second from six innocent hosts, as a share of those without.

    python bench/pace.py [--runs 2] [CASE ...]

The attackers are those of `tests/hostile/server.py`, as subdomains of one domain or as domains of one address; each
run takes six seconds, just after one without the attacker. Where the page is the attack, articles are extracted. To
reach: 0.9 in every case.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

CASES = (
    "continue", "hints", "robots-continue", "dollars", "wildcards", "allowed", "subdomains",
    "silent", "drip", "drip-pages", "large", "dates", "deep", "attributes", "formatting", "bomb", "near-bomb",
    "reflect", "reflect-far", "redirect",
)  # fmt: skip
NAMES = {"subdomains": "{number}.{case}.evil.example", "domains": "{number}-{case}.example"}


def main() -> None:
    sys.path.append(str(Path(__file__).parents[1]))
    from tests.hostile.heavy_pages import BODIES
    from tests.hostile.pace import Pace
    from tests.hostile.server import hostile_web

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="all of them when none is named")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument(
        "--names", choices=list(NAMES), default="subdomains", help="how the attacker's hosts are called"
    )
    given = parser.parse_args()
    for _ in range(given.runs):
        with tempfile.TemporaryDirectory() as folder, hostile_web() as web:
            for case in given.cases or CASES:
                kept = Pace(web, Path(folder) / case).of(case, NAMES[given.names], extract=case in BODIES)
                print(f"{case:16} {kept:.2f}  load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
