"""What Quasar's tables say by themselves, in the language of who looks."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.texts import t


def in_words(table: ui.table) -> None:
    """Its rows a leaf, where one is, and that there is nothing."""
    table.props["rows-per-page-label"] = t("results.rows")
    table.props[":pagination-label"] = "(first, last, all) => `${first}–${last} / ${all}`"
    table.props["no-data-label"] = t("results.nothing")
    table.props("hide-selected-banner")
