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
        self._draft = fields.draft
        with section(1, t("new.seeds-title"), t("new.seeds-about")):
            self._typed = fields.text(
                "seeds", t("new.seeds"), "", keeper(fields.draft, "seeds"), t("new.seeds-hint"), lines=4
            )
            self._imports = UrlImports(fields, self._draft.imported, t("new.seeds-file"))

    def show(self) -> None:
        """What the draft has now."""
        self._typed.set_value(self._draft.seeds)
        self._imports.show()


class UrlImports:
    """URLs from files and databases, listed by where they came from."""

    def __init__(self, fields: Fields, known: dict[str, dict[str, str]], label: str) -> None:
        self._fields, self._known = fields, known
        self._list = ui.column().classes("w-full gap-1")
        upload_button(label, self._take_files, accept=_FILES)
        with more(t("new.seeds-more")):
            self._column = _plain(t("new.column"), t("new.column-hint"))
            self._table = _plain(t("new.table"), t("new.table-hint"))
            self._database = _plain(t("new.database"), t("new.database-hint"))
            ui.button(t("new.read-database"), icon="storage", on_click=self._read_database).props("outline no-caps")

    def show(self) -> None:
        self._list.clear()
        with self._list:
            for source, urls in self._known.items():
                with ui.row().classes("w-full items-center gap-2 flex-nowrap").props('data-part="imported"'):
                    ui.icon("description")
                    ui.label(t("new.imported", source=source, count=f"{len(urls):,}")).classes("break-all")
                    ui.button(icon="close", on_click=lambda source=source: self._remove(source)).props(
                        f'flat round dense aria-label="{t("new.remove")}"'
                    )

    async def _take_files(self, given: list[FileGiven]) -> None:
        for file in given:
            found = await attempt(seeds_of_file, file, self._column.value.strip(), self._table.value.strip())
            self._add(file.name, found)

    async def _read_database(self) -> None:
        address = self._database.value
        reach = self._fields.draft.reach
        found = await attempt(seeds_of_database, address, self._column.value, self._table.value, reach)
        self._add(without_passwords(address.strip()), found)

    def _add(self, source: str, found: dict[str, str] | None) -> None:
        if found is not None:
            self._known[source] = found
            self.show()
            self._fields.refresh()

    def _remove(self, source: str) -> None:
        del self._known[source]
        self.show()
        self._fields.refresh()


def _plain(label: str, hint: str) -> ui.input:
    made = ui.input(label).props("outlined dense autocomplete=off").classes("w-full")
    made.props["hint"] = hint
    return made
