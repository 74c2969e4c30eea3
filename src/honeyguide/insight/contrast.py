"""Words that some stories hold and others do not: log-odds with a prior (Monroe, Colaresi and Quinn 2008).

Stories that hold a word are counted, not how often it stands in them, and the variance is that of both sides of the
odds [ours]: what nearly all stories hold tells nothing. Of three stories nothing could be told without a prior.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

TELLING = 1.64
"""Standard deviations: one in twenty by chance."""
PRIOR = 2.0
"""Stories with the word's share in both groups that are added to each."""


def contrast(here: Numbers, among: float, there: Numbers, of: float) -> Numbers:
    """`here` of `among` stories hold each word, `there` of `of` others: their log-odds in standard deviations."""
    share = (here + there + 0.5) / (among + of + 1.0)
    a, b = here + PRIOR * share, among - here + PRIOR * (1.0 - share)
    c, d = there + PRIOR * share, of - there + PRIOR * (1.0 - share)
    ratio = np.log(a) - np.log(b) - np.log(c) + np.log(d)
    return np.asarray(ratio / np.sqrt(1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d), np.float64)


def telling(here: Numbers, among: float, there: Numbers, of: float) -> list[int]:
    """Words that two stories or more hold here, and clearly more of them than there, the most telling first."""
    some = np.flatnonzero(here >= 2.0)
    scores = contrast(here[some], among, there[some], of)
    order = np.argsort(-scores, kind="stable")
    found: list[int] = some[order[scores[order] >= TELLING]].tolist()
    return found
