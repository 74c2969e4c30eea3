"""Numbers by name as Prometheus reads them: its text exposition format, version 0.0.4."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Sample(NamedTuple):
    name: str
    help: str
    value: float
    label: str = ""
    """Its name …"""
    of: str = ""
    """… and its value."""


def exposition(samples: Sequence[Sample]) -> str:
    """Samples of one name stand together; a name that ends in `_total` only grows."""
    lines = []
    told = ""
    for each in samples:
        name = f"honeyguide_{each.name}"
        if each.name != told:
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {name} {each.help}", f"# TYPE {name} {kind}"]
            told = each.name
        label = f'{{{each.label}="{_escaped(each.of)}"}}' if each.label else ""
        lines.append(f"{name}{label} {each.value:g}" if each.value % 1 else f"{name}{label} {each.value:.0f}")
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
