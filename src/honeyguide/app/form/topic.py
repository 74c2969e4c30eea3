"""What the crawl looks for: keywords with weights, example pages, an ontology, the model that judges."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.form.draft import Keyword
from honeyguide.app.form.fields import Fields, grid, keeper, more, section, upload_button
from honeyguide.app.form.imports import (
    SHIPPED_ONTOLOGY,
    FileGiven,
    OntologyMade,
    ontology_built,
    ontology_named,
    ontology_of_file,
    topic_of_file,
)
from honeyguide.app.form.parts import PartChoice
from honeyguide.app.form.seeds import UrlImports
from honeyguide.app.texts import t
from honeyguide.app.work import answer_of, attempt
from honeyguide.model import Topic
from honeyguide.topic_building import parse_keywords
from honeyguide.topics.files import load_topic, shipped_topics

_MOST_ROWS = 150
"""Of the table: an ontology may bring thousands, which count all the same."""


class TopicSection:
    def __init__(self, fields: Fields) -> None:
        self._fields, self._draft = fields, fields.draft
        self._owl = b""
        self._documents: list[FileGiven] = []
        with section(2, t("new.topic-title"), t("new.topic-about")):
            with ui.row().classes("w-full items-center gap-2"):
                shipped = [name for name in shipped_topics() if name != SHIPPED_ONTOLOGY]
                self._begin = ui.select(shipped, label=t("new.begin-with"), on_change=self._take_shipped)
                self._begin.props("outlined dense").classes("w-64 max-w-full")
                upload_button(t("new.topic-file"), self._take_topic, accept=".toml")
            with grid():
                self._name = fields.text(
                    "topic", t("new.topic"), "", keeper(fields.draft, "topic"), t("new.topic-hint")
                )
                self._languages = fields.text(
                    "languages", t("new.languages"), "", keeper(fields.draft, "languages"), t("new.languages-hint")
                )
            ui.label(t("new.keywords")).classes("font-medium")
            self._rows = ui.column().classes("w-full gap-2").props('data-part="keywords"')
            fields.alert("keywords")
            with ui.row().classes("w-full items-center gap-2"):
                ui.button(t("new.add-keyword"), icon="add", on_click=self._add_row).props("outline no-caps")
                ui.button(t("new.paste-keywords"), icon="content_paste", on_click=self._paste).props("flat no-caps")
            ui.label(t("new.examples-title")).classes("font-medium pt-2")
            self._examples = fields.text(
                "examples", t("new.examples"), "", keeper(fields.draft, "examples"), t("new.examples-hint"), lines=3
            )
            UrlImports(fields, self._draft.imported_examples, t("new.examples-file"))
            with more(t("new.topic-more")):
                self._negative = fields.text(
                    "negative",
                    t("new.negative"),
                    "",
                    keeper(fields.draft, "negative"),
                    t("new.negative-hint"),
                    lines=3,
                )
                self._description = fields.text(
                    "description",
                    t("new.description"),
                    "",
                    keeper(fields.draft, "description"),
                    t("new.description-hint"),
                )
                self._threshold = fields.text(
                    "threshold", t("new.threshold"), "", keeper(fields.draft, "threshold"), t("new.threshold-hint")
                )
                self._anchors = ui.select(
                    {each: t(f"new.anchors-{each}") for each in ("words", "semantic")},
                    label=t("new.anchors"),
                    value="words",
                    on_change=lambda event: setattr(self._draft, "anchors", event.value),
                )
                self._anchors.props("outlined dense").classes("w-full")
            self._ontology_fields()
            self._relevance = PartChoice(fields, "relevance", t("new.relevance"))
        self._list()

    def show(self) -> None:
        """What the draft has now."""
        draft = self._draft
        self._name.set_value(draft.topic)
        self._languages.set_value(draft.languages)
        self._description.set_value(draft.description)
        self._threshold.set_value(draft.threshold)
        self._anchors.set_value(draft.anchors)
        self._relevance.show()
        self._list()

    def take(self, topic: Topic) -> None:
        """Begin with this topic."""
        self._draft.begin_with(topic)
        self.show()
        self._fields.refresh()

    def _ontology_fields(self) -> None:
        with more(t("new.ontology")):
            ui.label(t("new.ontology-about")).classes("text-sm opacity-80 sm:col-span-2")
            self._word = ui.input(t("new.word")).props("outlined dense").classes("w-full")
            self._word.props["hint"] = t("new.word-hint")
            with ui.column().classes("w-full gap-2"):
                upload_button(t("new.ontology-file"), self._take_ontology, accept=".owl,.rdf,.ttl,.xml")
                ui.button(t("new.ontology-shipped"), icon="park", on_click=self._take_shipped_ontology).props(
                    "outline no-caps"
                )
            with ui.column().classes("w-full gap-2"):
                upload_button(
                    t("new.documents"), self._take_documents, accept=".txt,.html,.htm,.md,.pdf", multiple=True
                )
                self._given = ui.label().classes("text-sm opacity-80")
                self._build = ui.button(t("new.build-ontology"), icon="account_tree", on_click=self._build_ontology)
                self._build.props("outline no-caps")
            with ui.column().classes("w-full gap-2"):
                self._made = ui.label().classes("text-sm").props('role="status"')
                self._save = ui.button(t("new.save-ontology"), icon="download", on_click=self._save_ontology)
                self._save.props("flat no-caps").set_visibility(False)

    def _list(self) -> None:
        """The table of keywords, made anew."""
        self._fields.forget("keyword.")
        self._rows.clear()
        with self._rows:
            for number, each in enumerate(self._draft.keywords[:_MOST_ROWS]):
                self._row(number, each)
            if (left := len(self._draft.keywords) - _MOST_ROWS) > 0:
                ui.label(t("new.more-keywords", count=f"{left:,}")).classes("text-sm opacity-80")

    def _row(self, number: int, each: Keyword) -> None:
        key = f"keyword.{number}"
        with ui.row().classes("w-full items-start gap-2 sm:flex-nowrap"):
            with ui.element("div").classes("grow basis-40"):
                self._fields.text(f"{key}.word", t("new.word-column"), each.word, keeper(each, "word"))
            with ui.element("div").classes("basis-24 w-24"):
                self._fields.text(f"{key}.weight", t("new.weight"), each.weight, keeper(each, "weight"))
            with ui.element("div").classes("grow basis-48"):
                self._fields.text(f"{key}.forms", t("new.forms"), each.forms, keeper(each, "forms"))
            ui.button(icon="delete_outline", on_click=lambda: self._remove(each)).props(
                f'flat round dense aria-label="{t("new.remove")}"'
            )

    def _add_row(self) -> None:
        self._draft.keywords.append(Keyword())
        self._list()

    def _remove(self, each: Keyword) -> None:
        self._draft.keywords.remove(each)
        self._list()
        self._fields.refresh()

    async def _paste(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("w-[32rem] max-w-full"):
            area = ui.textarea(t("new.paste-label")).props("outlined autofocus").classes("w-full")
            area.props["hint"] = t("new.paste-hint")
            with ui.row().classes("w-full justify-end"):
                ui.button(t("common.cancel"), on_click=lambda: dialog.submit(None)).props("flat")
                ui.button(t("new.paste-keywords"), on_click=lambda: dialog.submit(area.value))
        written = await answer_of(dialog)
        found = await attempt(parse_keywords, str(written)) if written else None
        if found:
            kept = [each for each in self._draft.keywords if each.word.strip() and each.word.strip() not in found]
            self._draft.keywords = [*kept, *(Keyword(word, f"{weight:g}") for word, weight in found.items())]
            self._list()
            self._fields.touch("keywords")
            self._fields.refresh()

    async def _take_shipped(self) -> None:
        if self._begin.value and (topic := await attempt(load_topic, str(self._begin.value))):
            self.take(topic)

    async def _take_topic(self, given: list[FileGiven]) -> None:
        if topic := await attempt(topic_of_file, given[0]):
            self.take(topic)

    async def _take_ontology(self, given: list[FileGiven]) -> None:
        self._show_ontology(await attempt(ontology_of_file, given[0], self._word.value))

    async def _take_shipped_ontology(self) -> None:
        self._show_ontology(await attempt(ontology_named, SHIPPED_ONTOLOGY))

    async def _take_documents(self, given: list[FileGiven]) -> None:
        self._documents = given
        self._given.set_text(t("new.documents-given", count=len(given)))

    async def _build_ontology(self) -> None:
        self._build.props("loading")
        try:
            made = await attempt(self._built)
        finally:
            self._build.props(remove="loading")
        self._show_ontology(made)

    def _built(self) -> OntologyMade:
        draft = self._draft
        return ontology_built(self._word.value, draft.examples_made(), self._documents, draft.settings_made())

    def _show_ontology(self, made: OntologyMade | None) -> None:
        if made is None:
            return
        self._owl = made.owl
        self._made.set_text(t("new.ontology-made", concepts=f"{made.concepts:,}"))
        self._save.set_visibility(True)
        self.take(made.topic)

    def _save_ontology(self) -> None:
        ui.download.content(self._owl, "ontology.owl")
