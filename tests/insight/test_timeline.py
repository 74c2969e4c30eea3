"""An event's items in the order of time, and its stories as vectors."""

from math import hypot, log

import numpy as np
import pytest
from tests.insight.by_hand import Told, analysis_of

from honeyguide.insight.timeline import timeline


def test_a_time_line_worked_by_hand() -> None:
    analysis = analysis_of(
        [
            Told("a.example", "2025-03-05T08:00:00Z", 1, words=["all", "dam"]),
            Told("b.example", "2025-03-03T08:00:00Z", 1, words=["all", "flood", "flood", "dam"]),
            Told("c.example", "2025-03-31T12:00:00Z", 1, words=["all"]),  # now
            Told("d.example", "2025-03-05T23:00:00Z", 1, story=1, words=["all", "flood", "flood", "dam"]),
            Told("e.example", "2025-03-04T08:00:00Z", 1, words=["all", "flood", "once"]),
            Told("f.example", "", 1),
            Told("g.example", "2025-03-31T12:00:01Z", 1),  # not yet
            Told("h.example", "2025-03-09", 1, fetched="2025-03-01T00:00:00Z"),  # after it was read
        ]
    )
    line = timeline(analysis, analysis.events[0])
    assert line.items.tolist() == [1, 4, 0, 3, 2]
    assert (line.days - line.days[0]).tolist() == [0, 1, 2, 2, 28]
    assert line.story.tolist() == [0, 1, 2, 0, 3]
    assert line.told.tolist() == [0, 1, 2, 4]
    assert line.undated == 3
    # `once` stands in one story; `all` in all four, ln(4/4) = 0; dam and flood in two each, ln 2, so that in the
    # first story they weigh 1 and 1 + ln 2; the last has nothing that sets it apart.
    assert [analysis.vocabulary[word] for word in line.words] == ["all", "dam", "flood"]
    assert line.holds.toarray().tolist() == [[1, 1, 1], [1, 0, 1], [1, 1, 0], [1, 0, 0]]
    twice = 1 + log(2)
    expected = [[0, 1 / hypot(1, twice), twice / hypot(1, twice)], [0, 0, 1], [0, 1, 0], [0, 0, 0]]
    assert line.vectors.toarray() == pytest.approx(np.array(expected), abs=1e-6)
