"""A strategy, link model or relevance model chosen from all there are, and its parameters with meaning and range."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.form.draft import REGISTRIES, Part, part_of
from honeyguide.app.form.fields import Fields, described, grid
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.registry import Parameter


class PartChoice:
    def __init__(self, fields: Fields, kind: str, label: str, empty: str = "") -> None:
        """`empty` names what is chosen with nothing, where that can be."""
        self._fields, self._kind = fields, kind
        self._part = fields.draft.parts[kind]
        names: dict[str, str] = {"": empty} if empty else {}
        names |= {name: name for name in REGISTRIES[kind].names()}
        with ui.column().classes("w-full gap-2").props(f'data-part="{kind}"'):
            self._select = ui.select(names, label=label, value=self._part.name, on_change=self._choose)
            self._select.props("outlined dense").classes("w-full sm:w-80")
            self._says = ui.label().classes("text-sm opacity-80")
            self._paper = ui.label().classes("text-xs opacity-70")
            self._parameters = grid()
        self._list()

    def show(self) -> None:
        """What the draft has now."""
        self._part = self._fields.draft.parts[self._kind]
        self._select.set_value(self._part.name)
        self._list()

    def _choose(self) -> None:
        if self._select.value != self._part.name:
            self._part = part_of(self._kind, str(self._select.value or ""))
            self._fields.draft.parts[self._kind] = self._part
            self._list()
            self._fields.refresh()

    def _list(self) -> None:
        self._fields.forget(f"{self._kind}.")
        self._parameters.clear()
        if not self._part.name:
            self._says.set_text("")
            self._paper.set_text("")
            return
        entry = REGISTRIES[self._kind].entry(self._part.name)
        self._says.set_text(said(entry.says))
        self._paper.set_text("" if entry.paper.startswith("none") else t("new.paper", paper=entry.paper))
        with self._parameters:
            for each in entry.parameters:
                self._parameter(self._part, each)

    def _parameter(self, part: Part, each: Parameter) -> None:
        key = f"{self._kind}.{each.name}"
        value = part.values[each.name]
        if isinstance(value, bool):
            self._fields.switch(
                key, each.name, value, lambda new: part.values.update({each.name: new}), said(each.meaning)
            )
            return
        hint = described(each.meaning, each.expects, str(each.default))
        self._fields.text(key, each.name, value, lambda new: part.values.update({each.name: new}), hint)
