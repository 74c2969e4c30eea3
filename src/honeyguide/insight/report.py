"""Writes the report on a crawl: one HTML file with tables and charts that asks for nothing from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from honeyguide.errors import CannotRun
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

    text = page(analysis, trusts, currencies, hots, evolutions, name, window, half_life)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as wrong:
        raise CannotRun(f"{wrong.filename}: cannot be written: {wrong.strerror}") from wrong
