"""What the papers printed: their tables as data, and what their figures say where no number stands beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PAPERS = {
    "ielp": "Focused Crawler Strategy Based on Improved Energy Landscape Paving Algorithm",
    "wse": "A novel focused crawler combining Web space evolution and domain ontology",
    "hyb": "An Improved Focused Web Crawler based on Hybrid Similarity",
    "news": (
        "Research on Model of Network Information Extraction "
        "Based on Improved Topic-Focused Web Crawler Key Technology"
    ),
    "svm": "a focused crawler by SVM classification and HITS, of which the abstract is left and no title",
}
"""By the names that stand for them elsewhere, in capital letters."""


def spelled_out(paper: str) -> str:
    """What a name stands for: `IELP: Focused Crawler …`."""
    return f"{paper.upper()}: {PAPERS[paper]}"


PAGES = 15_000
"""Pages of a crawl in IELP 4.2 and WSE 7.2."""


class Accuracy(NamedTuple):
    """A row of IELP Table 2."""

    LG: int
    accuracy: float
    AR: float
    seconds: int


IELP_TABLE_2: Mapping[str, Accuracy] = {
    "BFS": Accuracy(1899, 0.1265, 0.3951, 6896),
    "OPS": Accuracy(9053, 0.6035, 0.5692, 7212),
    "FCSA": Accuracy(10596, 0.7064, 0.6392, 7833),
    "ELP": Accuracy(10026, 0.6684, 0.6212, 7742),
    "IELP": Accuracy(11976, 0.7984, 0.6812, 8579),
}
"""IELP 4.2, at 15,000 pages."""
IELP_R2, IELP_R2S = 0.12, (0.1, 0.12, 0.15, 0.2, 0.25, 0.3)
"""IELP 4: the threshold of links that was chosen, and between which values it was sought; the steps are ours."""
IELP_LEADS_FROM = 4000
"""IELP 4.2, Figs. 1 and 2: beyond so many pages IELP is above the other four."""


class Harvest(NamedTuple):
    """A row of WSE Tables 3 and 4."""

    M: int
    HR: float
    AR: float
    SD: float


_CRAWLERS = ("BFS", "OPS", "FCSA", "On-ITS", "MOACO", "FCWSEO")


def _at(*rows: tuple[int, float, float, float]) -> Mapping[str, Harvest]:
    return {name: Harvest(*row) for name, row in zip(_CRAWLERS, rows, strict=True)}


# fmt: off
WSE_TABLE_3: Mapping[int, Mapping[str, Harvest]] = {
    1000: _at((184, 0.184, 0.412, 0.266), (744, 0.744, 0.601, 0.226), (796, 0.796, 0.710, 0.183),
              (673, 0.673, 0.688, 0.509), (619, 0.619, 0.717, 0.282), (434, 0.434, 0.715, 0.166)),
    3000: _at((666, 0.222, 0.379, 0.286), (2349, 0.783, 0.641, 0.186), (2256, 0.752, 0.682, 0.171),
              (2182, 0.727, 0.729, 0.536), (2033, 0.678, 0.752, 0.216), (1644, 0.548, 0.730, 0.161)),
    5000: _at((720, 0.144, 0.286, 0.256), (3950, 0.790, 0.674, 0.149), (4130, 0.826, 0.707, 0.156),
              (3897, 0.779, 0.731, 0.441), (3473, 0.695, 0.770, 0.185), (3137, 0.627, 0.749, 0.179)),
    7000: _at((721, 0.103, 0.270, 0.254), (4718, 0.674, 0.606, 0.210), (5738, 0.820, 0.699, 0.172),
              (5815, 0.831, 0.714, 0.361), (5039, 0.720, 0.780, 0.170), (4642, 0.667, 0.765, 0.172)),
    9000: _at((855, 0.095, 0.309, 0.279), (5157, 0.573, 0.583, 0.207), (6241, 0.693, 0.633, 0.203),
              (7403, 0.823, 0.725, 0.315), (6528, 0.725, 0.775, 0.160), (6870, 0.763, 0.784, 0.165)),
    11000: _at((946, 0.086, 0.278, 0.265), (5662, 0.515, 0.576, 0.210), (7715, 0.701, 0.648, 0.199),
               (8753, 0.796, 0.717, 0.320), (7880, 0.716, 0.774, 0.150), (8841, 0.804, 0.791, 0.160)),
    13000: _at((988, 0.076, 0.255, 0.253), (6240, 0.480, 0.563, 0.204), (8840, 0.680, 0.646, 0.197),
               (9989, 0.768, 0.723, 0.359), (9514, 0.732, 0.777, 0.143), (10473, 0.806, 0.815, 0.159)),
    15000: _at((990, 0.066, 0.226, 0.255), (6645, 0.443, 0.563, 0.202), (10596, 0.706, 0.663, 0.195),
               (11705, 0.780, 0.721, 0.385), (11126, 0.742, 0.778, 0.137), (12162, 0.811, 0.822, 0.157)),
}
"""WSE 7.2, by pages fetched (N). As printed: at 7,000 pages M and HR of FCWSEO do not agree (4642 / 7000 = 0.663)."""
# fmt: on
WSE_HOURS: Mapping[str, float] = {
    "BFS": 7.56,
    "OPS": 9.17,
    "FCSA": 10.95,
    "On-ITS": 9.21,
    "MOACO": 11.43,
    "FCWSEO": 11.64,
    "FCWSE": 11.35,
}
"""The column Time/h of WSE Tables 3 and 4, at 15,000 pages."""
WSE_TABLE_4: Mapping[str, Harvest] = {
    "FCWSE": Harvest(11747, 0.783, 0.714, 0.164),
    "FCWSEO": Harvest(12162, 0.811, 0.822, 0.157),
}
"""WSE 7.2, at 15,000 pages: without and with the ontology."""
WSE_PICKER_ORDER = (("NFCS", "CDC"),)
"""WSE 6.2, Fig. 3: which picks the better pages among those that do not dominate one another."""
WSE_TAUS = (0.1, 0.15, 0.2, 0.25)
WSE_TABLE_5: Mapping[float, tuple[float | None, ...]] = {
    0.6: (0.643, 0.779, 0.871, None),
    0.65: (0.536, 0.724, 0.835, None),
    0.7: (0.468, 0.695, 0.811, None),
}
"""WSE 7.3: harvest rates by η (rows) and τ (columns) at 15,000 pages; None where it could not fetch so many."""

HYB_GAIN = 0.10
"""HYB 3.3.2 and 4: hybrid similarity is nearly so much above the traditional one."""
HYB_ORDER = (("hybrid", "traditional"), ("hybrid", "anchor"))
"""HYB 3.3.2, Figs. 3–5: what is above what, on each of three websites."""


class Extraction(NamedTuple):
    """A row of NEWS Table 1."""

    searched: int
    related: int
    unrelated: int
    unsearched: int
    searching: int
    """Seconds."""
    extracting: int


NEWS_TABLE_1: Mapping[str, Extraction] = {
    "universal": Extraction(4685, 2954, 1731, 140, 1044, 1328),
    "improved": Extraction(3373, 3357, 16, 84, 773, 830),
}
"""NEWS 5.2: the universal crawler and the improved topic-focused one."""
NEWS_PRECISION_ORDER = (("improved", "best first"),)
"""NEWS 5.2, Fig. 8: the two curves run side by side, the improved one a little higher."""
NEWS_RECALL_ORDER = (("improved", "best first"),)
"""NEWS 5.2, Fig. 9: alike for the first pages, the improved one clearly higher later."""
SVM_ORDER = (("SVM and HITS", "best first"),)
"""SVM, abstract: its strategy raises harvest rate and recall; over what stands in the part that is lost."""
