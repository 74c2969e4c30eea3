"""Where the crawl begins: URLs that are typed or pasted, files, databases."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.form.fields import Fields, keeper, more, section, upload_button
from honeyguide.app.form.imports import FileGiven, seeds_of_database, seeds_of_file
from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.errors import without_passwords

_FILES = ".txt,.csv,.tsv,.xlsx,.xlsm,.db,.sqlite,.sqlite3,.list"


class SeedsSection:
    def __init__(self, fields: Fields) -> None:
        self._fields, self._draft = fields, fields.draft
        with section(1, t("new.seeds-title"), t("new.seeds-about")):
            self._typed = fields.text(
                "seeds", t("new.seeds"), "", keeper(fields.draft, "seeds"), t("new.seeds-hint"), lines=4
            )
            self._imported = ui.column().classes("w-full gap-1")
            upload_button(t("new.seeds-file"), self._take_files, accept=_FILES)
            with more(t("new.seeds-more")):
                self._column = ui.input(t("new.column")).props("outlined dense").classes("w-full")
                self._column.props["hint"] = t("new.column-hint")
                self._table = ui.input(t("new.table")).props("outlined dense").classes("w-full")
                self._table.props["hint"] = t("new.table-hint")
                self._database = (
                    ui.input(t("new.database")).props("outlined dense autocomplete=off").classes("w-full")
                )
                self._database.props["hint"] = t("new.database-hint")
                ui.button(t("new.read-database"), icon="storage", on_click=self._read_database).props(
                    "outline no-caps"
                )

    def show(self) -> None:
        """What the draft has now."""
        self._typed.set_value(self._draft.seeds)
        self._list()

    async def _take_files(self, given: list[FileGiven]) -> None:
        for file in given:
            found = await attempt(seeds_of_file, file, self._column.value.strip(), self._table.value.strip())
            self._add(file.name, found)

    async def _read_database(self) -> None:
        address = self._database.value
        found = await attempt(seeds_of_database, address, self._column.value, self._table.value)
        self._add(without_passwords(address.strip()), found)

    def _add(self, source: str, found: dict[str, str] | None) -> None:
        if found is None:
            return
        self._draft.imported[source] = found
        self._list()
        self._fields.refresh()

    def _list(self) -> None:
        self._imported.clear()
        with self._imported:
            for source, urls in self._draft.imported.items():
                with ui.row().classes("w-full items-center gap-2 flex-nowrap").props('data-part="imported"'):
                    ui.icon("description")
                    ui.label(t("new.imported", source=source, count=f"{len(urls):,}")).classes("break-all")
                    ui.button(icon="close", on_click=lambda source=source: self._remove(source)).props(
                        f'flat round dense aria-label="{t("new.remove")}"'
                    )

    def _remove(self, source: str) -> None:
        del self._draft.imported[source]
        self._list()
        self._fields.refresh()
