"""Writes the report on a crawl: one HTML file with tables and charts that asks for nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from honeyguide import atomic
from honeyguide.insight.model import Analysis, Currency, Evolution, Hot, Trust


def write_report(
    path: Path,
    analysis: Analysis,
    trusts: Sequence[Trust],
    currencies: Sequence[Currency],
    hots: Sequence[Hot],
    evolutions: Sequence[Evolution],
    *,
    name: str,
    window: float,
    half_life: float,
) -> None:
    """`name`: what was crawled; `window`: that of `hots`, in seconds; `half_life`: that of `currencies`, in days."""
    from honeyguide.insight.report_page import page  # noqa: PLC0415

    atomic.write(path, page(analysis, trusts, currencies, hots, evolutions, name, window, half_life))
