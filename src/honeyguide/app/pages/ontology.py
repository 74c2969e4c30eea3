"""An ontology: its pictures, its relations and weights, which can be changed, and the files it becomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.validation_element import ValidationElement

from honeyguide.app.here import Here
from honeyguide.app.layout import crawl_tabs, frame
from honeyguide.app.ontology_charts import lattice_chart, tree_chart
from honeyguide.app.sentences import said
from honeyguide.app.tables import finish
from honeyguide.app.texts import t
from honeyguide.app.work import FAILURES, aside, attempt, sentence
from honeyguide.errors import BadInput
from honeyguide.ontology_editing import KINDS, EditedOntology, Ontologies, Relation, Weights
from honeyguide.workspace import State

_LOOK = "outlined dense hide-bottom-space"
_ROWS = 10
_MOST_OFFERED = 500
_MOST_STEPS = 100
_SHARES = Weights.__struct_fields__


async def page(here: Here) -> None:
    ontologies = Ontologies(here.workspace)
    crawl, chosen = here.parameters.get("crawl", ""), here.query.get("open", "")
    files, crawls = await aside(ontologies.files), await aside(here.workspace.crawls)
    if not crawl:
        chosen = chosen or next((each.id for each in files), "")
    edited = await aside(ontologies.of_crawl, crawl) if crawl else await aside(ontologies.open, chosen)
    ways = {_of_file(each.id): f"{each.name} · {each.where}" for each in files}
    sound = [each for each in crawls if each.state is not State.DAMAGED]
    ways |= {_of_crawl(each.id): t("ontology.of-crawl", crawl=each.name) for each in sound}
    with frame(t("ontology.title")):
        if crawl:
            crawl_tabs(crawl, next(each.name for each in crawls if each.id == crawl))
        else:
            ui.label(t("ontology.title")).classes("text-2xl font-semibold").props('role="heading" aria-level="1"')
        ui.label(t("ontology.about")).classes("opacity-80 max-w-prose")
        select = ui.select(ways, label=t("ontology.which"), value=_of_crawl(crawl) if crawl else _of_file(chosen))
        select.props(_LOOK).classes("w-full sm:w-96")
        select.on_value_change(lambda event: ui.navigate.to(event.value))
        _Editor(ontologies, edited)


def _of_file(ontology: str) -> str:
    return f"/ontology?open={ontology}"


def _of_crawl(crawl: str) -> str:
    return f"/crawls/{crawl}/ontology"


class _Editor:
    """The ontology as it is now, the steps that led to it, and everything that shows it."""

    def __init__(self, ontologies: Ontologies, edited: EditedOntology) -> None:
        self._ontologies, self._now = ontologies, edited
        self._before: list[EditedOntology] = []
        with ui.row().classes("w-full items-center gap-2"):
            self._facts = ui.label().classes("opacity-80")
            ui.space()
            self._undo = ui.button(t("ontology.undo"), icon="undo", on_click=self._go_back).props("flat no-caps")
            ui.button(t("ontology.save"), icon="save", on_click=self._ask_save).props("no-caps")
            ui.button(t("ontology.owl"), icon="download", on_click=self._download_owl).props("outline no-caps")
        with ui.tabs().classes("w-full").props("no-caps align=left inline-label outside-arrows") as tabs:
            for name, icon in (
                ("tree", "account_tree"),
                ("lattice", "hub"),
                ("relations", "link"),
                ("weights", "scale"),
            ):
                ui.tab(name, t(f"ontology.{name}"), icon)
        with ui.tab_panels(tabs, value="tree", animated=False).classes("w-full bg-transparent"):
            self._tree = self._panel("tree")
            self._lattice = self._panel("lattice")
            with self._panel("relations"):
                self._relations = _Relations(self)
            with self._panel("weights"):
                self._weights = _WeightTable(self)
        self._show()

    @property
    def now(self) -> EditedOntology:
        return self._now

    def _panel(self, name: str) -> ui.tab_panel:
        return ui.tab_panel(name).classes("w-full px-0 gap-3")

    async def change(self, work: Callable[[], EditedOntology], field: ValidationElement[Any] | None = None) -> bool:
        """A step, when it is sound; what is wrong is said beside the field, or in a message."""
        if field is not None:
            field.error = None
            try:
                made: EditedOntology | None = await aside(work)
            except FAILURES as wrong:
                field.error = said(sentence(wrong))
                return False
        else:
            made = await attempt(work)
        if made is None:
            return False
        self._before = [*self._before[-_MOST_STEPS:], self._now]
        self._now = made
        self._show()
        return True

    def _go_back(self) -> None:
        if self._before:
            self._now = self._before.pop()
            self._show()

    def _show(self) -> None:
        ontology, picture = self._now.ontology, self._now.lattice()
        facts = {"root": ontology.root, "concepts": len(ontology.concepts), "relations": len(ontology.relations)}
        self._facts.set_text(t("ontology.facts", **facts))
        self._undo.set_enabled(bool(self._before))
        self._tree.clear()
        with self._tree:
            ui.label(t("ontology.tree-note")).classes("text-xs opacity-80")
            with ui.element("div").classes("w-full overflow-x-auto"):
                tree_chart(self._now, t("ontology.tree")).classes("min-w-[40rem]")
        self._lattice.clear()
        with self._lattice:
            left = t("ontology.lattice-left", number=picture.left_out) if picture.left_out else ""
            ui.label(f"{t('ontology.lattice-note')} {left}").classes("text-xs opacity-80")
            with ui.element("div").classes("w-full overflow-x-auto"):
                lattice_chart(picture, t("ontology.lattice")).classes("min-w-[60rem]")
        self._relations.show(self._now)
        self._weights.show(self._now)

    async def _download_owl(self) -> None:
        text = await attempt(lambda: self._now.owl)
        if text is not None:
            ui.download.content(text, "ontology.owl", "application/rdf+xml")

    async def _ask_save(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
            ui.label(t("ontology.save-what")).classes("break-words")
            name = ui.input(t("ontology.name")).classes("w-full").props(f"{_LOOK} autofocus")
            replace = ui.checkbox(t("ontology.replace")).classes("text-sm")

            async def save() -> None:
                name.error = None
                wanted, over = str(name.value or "").strip(), bool(replace.value)
                try:
                    path = await aside(self._ontologies.save, self._now, wanted, replace_it=over)
                except FAILURES as wrong:
                    name.error = said(sentence(wrong))
                    return
                ui.notify(t("ontology.saved", path=path), type="positive", timeout=8_000)
                dialog.close()

            with ui.row().classes("w-full justify-end"):
                ui.button(t("common.cancel"), on_click=dialog.close).props("flat")
                ui.button(t("ontology.save-now"), on_click=save)
        dialog.on("hide", dialog.delete)
        dialog.open()


class _Relations:
    """All relations; one is taken out by its row, another made of three fields; concepts come and go."""

    def __init__(self, editor: _Editor) -> None:
        self._editor = editor
        kinds = {kind: t(f"ontology.kind-{kind}") for kind in KINDS}
        with ui.card().classes("w-full gap-3"):
            ui.label(t("ontology.add-relation")).classes("font-medium")
            with _grid():
                self._source = _field("source")
                self._kind = ui.select(kinds, label=t("ontology.kind"), value=KINDS[0]).props(_LOOK)
                self._target = _field("target")
                ui.button(t("ontology.add"), icon="add", on_click=self._add).props("no-caps outline").classes(
                    "self-start"
                )
        with ui.card().classes("w-full gap-3"):
            ui.label(t("ontology.add-concept")).classes("font-medium")
            with _grid():
                self._name = _field("new-concept")
                self._new_kind = ui.select(kinds, label=t("ontology.kind"), value=KINDS[0]).props(_LOOK)
                self._parent = _field("parent")
                made = ui.button(t("ontology.add-the-concept"), icon="add", on_click=self._add_concept)
                made.props("no-caps outline").classes("self-start")
        with ui.card().classes("w-full gap-3"):
            ui.label(t("ontology.add-word")).classes("font-medium")
            with _grid():
                self._concept = _field("concept")
                self._word = _field("word")
                ui.button(t("ontology.add-the-word"), icon="add", on_click=self._add_word).props(
                    "no-caps outline"
                ).classes("self-start")
                ui.button(t("ontology.drop-concept"), icon="remove", on_click=self._drop).props(
                    "no-caps outline color=negative"
                ).classes("self-start")
        columns = [_column(name, t(f"ontology.{name}")) for name in ("source", "kind", "target")]
        find = ui.input(t("ontology.find")).props(f"{_LOOK} clearable").classes("w-full sm:w-96")
        self._table = ui.table(columns=columns, rows=[], row_key="id", selection="single", pagination=_ROWS)
        finish(self._table)
        self._table.classes("w-full").props("dense flat bordered").props["data-table"] = "relations"
        self._table.bind_filter_from(find, "value")
        ui.button(t("ontology.take-out"), icon="delete", on_click=self._take_out).props(
            "no-caps outline color=negative"
        ).bind_enabled_from(self._table, "selected", bool)

    def show(self, now: EditedOntology) -> None:
        rows = [
            {"id": str(number), "source": each.source, "kind": t(f"ontology.kind-{each.kind}"), "target": each.target}
            for number, each in enumerate(now.ontology.relations)
        ]
        self._table.selected.clear()
        self._table.update_rows(rows)
        names = sorted(now.ontology.concepts)[:_MOST_OFFERED]
        for field in (self._source, self._target, self._parent, self._concept):
            field.set_autocomplete(names)

    async def _add(self) -> None:
        kind, source, target = str(self._kind.value), str(self._source.value or ""), str(self._target.value or "")
        if await self._editor.change(lambda: self._editor.now.with_relation(kind, source, target), self._source):
            self._source.set_value("")

    async def _add_concept(self) -> None:
        name, kind, parent = str(self._name.value or ""), str(self._new_kind.value), str(self._parent.value or "")
        if await self._editor.change(lambda: self._editor.now.with_concept(name, kind, parent), self._name):
            self._name.set_value("")

    async def _add_word(self) -> None:
        name, word = str(self._concept.value or "").strip(), str(self._word.value or "")
        if await self._editor.change(lambda: self._editor.now.with_synonym(name, word), self._word):
            self._word.set_value("")

    async def _drop(self) -> None:
        name = str(self._concept.value or "").strip()
        if await self._editor.change(lambda: self._editor.now.without_concept(name), self._concept):
            self._concept.set_value("")

    async def _take_out(self) -> None:
        if self._table.selected:
            relation: Relation = self._editor.now.ontology.relations[int(self._table.selected[0]["id"])]
            await self._editor.change(lambda: self._editor.now.without_relation(relation))


class _WeightTable:
    """The shares of the five factors, and the weight of every keyword, which can be set."""

    def __init__(self, editor: _Editor) -> None:
        self._editor = editor
        with ui.card().classes("w-full gap-3"):
            ui.label(t("ontology.shares")).classes("font-medium")
            with ui.element("div").classes("grid grid-cols-2 sm:grid-cols-6 gap-3 w-full items-start"):
                self._shares = {name: _field(f"share-{name}") for name in _SHARES}
                ui.button(t("ontology.use"), icon="check", on_click=self._use).props("no-caps outline").classes(
                    "self-start"
                )
        with ui.card().classes("w-full gap-3"):
            ui.label(t("ontology.set-weight")).classes("font-medium")
            with _grid():
                self._word = _field("keyword")
                self._weight = _field("weight")
                ui.button(t("ontology.set"), icon="check", on_click=self._set).props("no-caps outline").classes(
                    "self-start"
                )
                ui.button(t("ontology.unset"), icon="restart_alt", on_click=self._unset).props(
                    "no-caps flat"
                ).classes("self-start")
        columns = [_column("word", t("ontology.keyword")), _column("weight", t("ontology.weight"), right=True)]
        columns += [_column("given", t("ontology.given")), _column("words", t("ontology.words"))]
        find = ui.input(t("ontology.find")).props(f"{_LOOK} clearable").classes("w-full sm:w-96")
        self._table = ui.table(columns=columns, rows=[], row_key="word", pagination=_ROWS)
        finish(self._table)
        self._table.classes("w-full").props("dense flat bordered wrap-cells").props["data-table"] = "weights"
        self._table.bind_filter_from(find, "value")

    def show(self, now: EditedOntology) -> None:
        topic = now.topic
        rows = [
            {
                "word": word,
                "weight": round(weight, 4),
                "given": t("ontology.by-hand") if word in now.given else "",
                "words": ", ".join(topic.synonyms.get(word, ())),
            }
            for word, weight in topic.keywords.items()
        ]
        self._table.update_rows(rows)
        self._word.set_autocomplete(sorted(topic.keywords)[:_MOST_OFFERED])
        for name, field in self._shares.items():
            field.set_value(f"{getattr(now.shares, name):g}")

    async def _use(self) -> None:
        typed = {name: str(field.value or "") for name, field in self._shares.items()}
        await self._editor.change(
            lambda: self._editor.now.with_shares(Weights(**{name: _number(value) for name, value in typed.items()})),
            self._shares[_SHARES[0]],
        )

    async def _set(self) -> None:
        word, weight = str(self._word.value or "").strip(), str(self._weight.value or "")
        await self._editor.change(lambda: self._editor.now.with_weight(word, _number(weight)), self._weight)

    async def _unset(self) -> None:
        word = str(self._word.value or "").strip()
        await self._editor.change(lambda: self._editor.now.with_weight(word, None), self._word)


def _number(typed: str) -> float:
    try:
        return float(typed)
    except ValueError:
        raise BadInput(f"'{typed[:40]}' is no number") from None


def _grid() -> ui.element:
    return ui.element("div").classes("grid grid-cols-1 sm:grid-cols-4 gap-3 w-full items-start")


def _field(key: str) -> ui.input:
    return ui.input(t(f"ontology.{key}")).props(_LOOK).classes("w-full")


def _column(name: str, label: str, *, right: bool = False) -> dict[str, Any]:
    return {"name": name, "label": label, "field": name, "sortable": True, "align": "right" if right else "left"}
