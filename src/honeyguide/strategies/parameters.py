"""Parameters that several strategies have, with the same name, range and meaning."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

BOLTZMANN = 1.38e-23
"""k_b: the published 2·10²¹ K are 0.0276 in units of E."""

Candidates = Annotated[
    int, Meta(ge=1, le=500, description="links of a page that are looked at: those with the highest E")
]
HistogramWeight = Annotated[
    float, Meta(gt=0.0, le=1.0, description="how much one count of the histogram H lowers a link's E")
]
KeepsDiscarded = Annotated[
    bool, Meta(description="keep discarded links and reopen them, best first, when no other waits")
]
Kelvin = Annotated[
    float, Meta(ge=1.0, le=1e30, description="temperature in kelvin; with k_b = 1.38e-23, 2e21 K are 0.0276 of E")
]
LinkThreshold = Annotated[float, Meta(ge=0.0, le=1.0, description="links that score no more are discarded (IELP r2)")]
WalkerCount = Annotated[
    int, Meta(ge=1, le=1000, description="walkers side by side; 1 is the published loop, one page at a time")
]
