"""How strategies look in pictures: each its colour and dashes; references are grey and broken."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from honeyguide.lab.model import REFERENCES
from honeyguide.reporting.plot_style import COLOURS, DASHES

GREYS: dict[str, tuple[str, Any]] = {
    "random": ("#8A8A8A", (0, (1, 1.5))),
    "oracle-greedy": ("#757575", (0, (5, 3))),
    "oracle": ("#4D4D4D", (0, (5, 2, 1, 2))),
}


def looks(names: Sequence[str]) -> dict[str, tuple[str, Any]]:
    """Colour and dashes of every strategy; references are grey and broken."""
    own = [name for name in names if name not in REFERENCES]
    chosen = {
        name: (COLOURS[i % len(COLOURS)], DASHES[i // len(COLOURS) % len(DASHES)]) for i, name in enumerate(own)
    }
    return chosen | {name: GREYS[name] for name in names if name in REFERENCES}
