"""What many topics say together: strategies compared topic by topic, with intervals over topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from honeyguide import strategies
from honeyguide.lab.label_choice import half_of
from honeyguide.lab.measures import holm, interval, means, ratio_interval, sign_flip
from honeyguide.lab.model import MEASURES, REFERENCES, Apart, Comparison, Row, Run, TopicFigures, TopicsReport

OURS = "none"
"""How a strategy that no paper describes begins what it says of its paper."""
_AUC, _HARVEST = MEASURES.index("label_auc"), MEASURES.index("label_harvest")
Table = Mapping[str, NDArray[np.float64]]
"""Of every strategy: a row for each topic, a column for each measure."""


def topics_report(runs: Sequence[Run], rows: Sequence[Row], sizes: Mapping[str, int], seed: int) -> TopicsReport:
    """`sizes`: the topics, and how many pages each has."""
    of_strategy = {
        row.strategy: means([run for run in runs if run.strategy == row.strategy], "label") for row in rows
    }
    table = {name: np.array([found[label] for label in sizes]) for name, found in of_strategy.items()}
    best = best_published(rows)
    others = [name for name in (best, "oracle") if name]
    return TopicsReport(
        best,
        tuple(
            each
            for other in others
            for each in _corrected([_compare(table, name, other, seed) for name in table if name != other])
        ),
        tuple(
            TopicFigures(
                label,
                half_of(label),
                pages,
                {name: float(figures[at, _AUC]) for name, figures in table.items()},
                {name: float(figures[at, _HARVEST]) for name, figures in table.items()},
            )
            for at, (label, pages) in enumerate(sizes.items())
        ),
    )


def best_published(rows: Sequence[Row]) -> str:
    own = [row for row in rows if row.strategy not in REFERENCES and is_published(row.strategy)]
    return max(own, key=lambda row: row.label_auc.mean).strategy if own else ""


def is_published(strategy: str) -> bool:
    return not strategies.make(strategy).paper.startswith(OURS)


def apart(ours: NDArray[np.float64], theirs: NDArray[np.float64], seed: int) -> Apart:
    """Of one measure, a number for each topic."""
    difference = ours - theirs
    low, high = interval(difference)
    some = bool(theirs.any())
    return Apart(
        float(difference.mean()),
        (float(low), float(high)),
        sign_flip(difference, seed),
        float(ours.mean() / theirs.mean()) if some else None,
        ratio_interval(ours, theirs) if some else None,
    )


def _compare(table: Table, name: str, other: str, seed: int) -> Comparison:
    auc, harvest = (apart(table[name][:, at], table[other][:, at], seed) for at in (_AUC, _HARVEST))
    return Comparison(name, other, auc, harvest)


def _corrected(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """With p-values corrected for the strategies that are compared with one, measure by measure."""
    found = {each.strategy: each for each in comparisons}
    own = [name for name in found if name not in REFERENCES]
    for measure in ("label_auc", "label_harvest"):
        aparts: list[Apart] = [getattr(found[name], measure) for name in own]
        for name, each, p in zip(own, aparts, holm([each.p for each in aparts]), strict=True):
            found[name] = replace(found[name], **{measure: replace(each, p_holm=p)})
    return list(found.values())
