"""What is asked of the pages that a table shows: a field for each column, and the same in the page's address."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.value_element import ValueElement

from honeyguide.app.texts import t
from honeyguide.errors import BadInput

_FIRST = ("contains", "on_topic", "mark", "min_relevance")
_MORE = (
    "max_relevance", "title", "url", "host", "source", "author", "since", "until", "language", "max_depth", "status",
    "duplicates",
)  # fmt: skip
_CHOICES = {"on_topic": ("", "yes", "no"), "mark": ("", "any", "on", "off"), "duplicates": ("", "no")}
_TRUE = {"yes": True, "no": False}
_NUMBERS = {"min_relevance": float, "max_relevance": float, "max_depth": int, "status": int}
_WAIT_MS = 350
"""From the last key to the answer."""


class PageFilters:
    """Fields in a row, the rarer ones behind a button; `changed` is awaited when one changes."""

    def __init__(self, query: Mapping[str, str], changed: Callable[[], Awaitable[None]]) -> None:
        self._changed = changed
        self._clearing = False
        self._fields: dict[str, ValueElement[str | None]] = {}
        given = {name for name in (*_FIRST, *_MORE) if query.get(name)}
        with ui.column().classes("w-full gap-2").props(f'role="search" aria-label="{t("results.filters")}"'):
            with ui.row().classes("w-full items-center gap-2"):
                for name in _FIRST:
                    self._add(name, query.get(name, ""))
                more = ui.button(t("results.more-filters"), icon="tune").props("flat no-caps dense")
                ui.button(t("results.clear"), icon="filter_alt_off", on_click=self.clear).props("flat no-caps dense")
            self._rest = ui.row().classes("w-full items-center gap-2")
            self._rest.set_visibility(False)
            if not given.isdisjoint(_MORE):
                self._show_rest(query)
            more.on_click(lambda: self._show_rest({}))

    def query(self) -> dict[str, str]:
        """What is filled in, as the address has it."""
        return {name: str(field.value).strip() for name, field in self._fields.items() if field.value}

    def wanted(self) -> dict[str, Any]:
        """The same as `CrawlFolder.list_pages` takes it."""
        return {name: _meant(name, value) for name, value in self.query().items()}

    async def clear(self) -> None:
        self._clearing = True
        for field in self._fields.values():
            field.value = ""
        self._clearing = False
        await self._changed()

    def _show_rest(self, query: Mapping[str, str]) -> None:
        """Or hide it; made when it is first wanted, since most do without."""
        if not self._rest.default_slot.children:
            with self._rest:
                for name in _MORE:
                    self._add(name, query.get(name, ""))
        self._rest.set_visibility(not self._rest.visible)

    def _add(self, name: str, value: str) -> None:
        words = t(f"results.filter-{name}")
        field: ValueElement[str | None]
        if name in _CHOICES:
            choices = {each: t(f"results.{name}-{each or 'all'}") for each in _CHOICES[name]}
            field = ui.select(choices, value=value if value in choices else "", label=words)
            field.props("dense outlined options-dense")
        else:
            field = ui.input(words, value=value).props(f"dense outlined clearable debounce={_WAIT_MS} maxlength=300")
            if name in _NUMBERS:
                field.props("inputmode=decimal")
            elif name in {"since", "until"}:
                field.props("type=date stack-label")
        field.classes("w-64 max-sm:w-full" if name == "contains" else "w-40 max-sm:w-[47%]").props(
            f'data-filter="{name}"'
        )
        field.on_value_change(self._filled)
        self._fields[name] = field

    async def _filled(self) -> None:
        if not self._clearing:
            await self._changed()


def _meant(name: str, value: str) -> object:
    if name in {"on_topic", "duplicates"}:
        return _TRUE.get(value)
    if name not in _NUMBERS:
        return value
    try:
        return _NUMBERS[name](value.replace(",", "."))
    except ValueError:
        raise BadInput(t("results.no-number", value=value[:40], field=t(f"results.filter-{name}"))) from None
