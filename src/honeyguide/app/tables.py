"""What Quasar's tables lack: words in the language of who looks, and heads that keys reach."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.texts import t

# The click on a button goes on to its cell, which sorts.
_HEAD = """
<q-th :props="props">
  <button v-if="props.col.sortable" type="button" class="bg-transparent border-0 p-0 cursor-pointer text-inherit"
    style="font: inherit; text-align: inherit">{{ props.col.label }}</button>
  <template v-else>{{ props.col.label }}</template>
</q-th>"""


def say(table: ui.table) -> None:
    """Its rows a leaf, where one is, that there is nothing."""
    table.props["rows-per-page-label"] = t("results.rows")
    table.props[":pagination-label"] = "(first, last, all) => `${first}–${last} / ${all}`"
    table.props["no-data-label"] = t("results.nothing")
    table.props("hide-selected-banner")


def finish(table: ui.table) -> None:
    """The same, and heads that sort at a key."""
    say(table)
    table.add_slot("header-cell", _HEAD)
