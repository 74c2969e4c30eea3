"""How the crawl searches, how far it goes, and how it behaves: strategy, limits, manners and everything else."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.form.draft import GROUPS, usual
from honeyguide.app.form.fields import Fields, described, grid, more, section
from honeyguide.app.form.parts import PartChoice
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.config import Settings, describe
from honeyguide.validation import expected, field_types

_FIRST = {"limits": ("pages", "time"), "manners": ("delay", "contact")}
"""Those that are shown at once; the others of a section are folded away."""


class SettingsSections:
    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._shown: dict[str, ui.input | ui.textarea] = {}
        with section(3, t("new.search-title"), t("new.search-about")):
            self._strategy = PartChoice(fields, "strategy", t("new.strategy"))
            with more(t("new.links-more")), ui.column().classes("w-full sm:col-span-2"):
                self._links = PartChoice(fields, "links", t("new.links"), t("new.links-own"))
        with section(4, t("new.limits-title"), t("new.limits-about")):
            with grid():
                for name in (name for names in _FIRST.values() for name in names):
                    self._field(name)
            for group, names in GROUPS.items():
                with more(t(f"new.group-{group}")):
                    for name in names:
                        if name not in _FIRST.get(group, ()):
                            self._field(name)

    def show(self) -> None:
        """What the draft has now."""
        self._strategy.show()
        self._links.show()
        for name, made in self._shown.items():
            made.set_value(str(self._fields.draft.settings[name]))

    def _field(self, name: str) -> None:
        value = self._fields.draft.settings[name]
        keep = self._fields.draft.settings
        if isinstance(value, bool):
            self._fields.switch(
                name, t(f"settings.{name}"), value, lambda new: keep.update({name: new}), said(describe()[name])
            )
            return
        hint = described(describe()[name], expected(field_types(Settings)[name]), str(usual(name)))
        self._shown[name] = self._fields.text(
            name, t(f"settings.{name}"), value, lambda new: keep.update({name: new}), hint
        )
