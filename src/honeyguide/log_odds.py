"""Words that some texts hold and others do not: log-odds with a prior (Monroe, Colaresi and Quinn 2008, eq. 16–22).

Texts (stories, documents) that hold a word are counted, not how often it stands in them. So the variance is that of
all four counts [ours]: theirs leaves out the two of texts without the word, which may be few: what nearly all hold
would seem to tell much. Of three texts nothing could be told without a prior.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

TELLING = 1.64
"""Standard deviations: one in twenty by chance."""
PRIOR = 2.0
"""Stories with the word's share in both groups that are added to each."""


def contrast(here: Numbers, among: float, there: Numbers, of: float, prior: float = PRIOR) -> Numbers:
    """`here` of `among` stories hold each word, `there` of `of` others: their log-odds in standard deviations."""
    ratio, deviation = _compared(here, among, there, of, prior)
    return np.asarray(ratio / deviation, np.float64)


def log_odds(here: Numbers, among: float, there: Numbers, of: float, prior: float = PRIOR) -> Numbers:
    """The log-odds themselves: how much a word says, where `contrast` says how sure that is."""
    return _compared(here, among, there, of, prior)[0]


def _compared(here: Numbers, among: float, there: Numbers, of: float, prior: float) -> tuple[Numbers, Numbers]:
    share = (here + there + 0.5) / (among + of + 1.0)
    a, b = here + prior * share, among - here + prior * (1.0 - share)
    c, d = there + prior * share, of - there + prior * (1.0 - share)
    ratio = np.log(a) - np.log(b) - np.log(c) + np.log(d)
    return ratio, np.sqrt(1.0 / a + 1.0 / b + 1.0 / c + 1.0 / d)


def telling(here: Numbers, among: float, there: Numbers, of: float) -> list[int]:
    """Words that two stories or more hold here, and clearly more of them than there, the most telling first."""
    some = np.flatnonzero(here >= 2.0)
    scores = contrast(here[some], among, there[some], of)
    order = np.argsort(-scores, kind="stable")
    found: list[int] = some[order[scores[order] >= TELLING]].tolist()
    return found
