"""Strategies compared: an experiment set up in a form, and all that were begun."""

from __future__ import annotations

import re
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.validation_element import ValidationElement

from honeyguide import demo, relevance, strategies
from honeyguide.app.comparing import StateBadge, experiments_of
from honeyguide.app.here import Here
from honeyguide.app.layout import frame
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.app.work import FAILURES, aside, follow, sentence
from honeyguide.experiments import ExperimentFile, Experiments, ExperimentSummary
from honeyguide.lab.model import REFERENCES
from honeyguide.model import DEFAULT_RELEVANCE

_DEMO, _SYNTHETIC = "demo", "synthetic"
_DEMO_SEED = 1
_LOOK = "outlined dense hide-bottom-space"
_PLACE = re.compile(r"(\w+\.\w+)(?:: )?")
_USUAL = ["guide", "bfs"]


async def page(here: Here) -> None:
    experiments = experiments_of(here.workspace)
    files = await aside(experiments.files)
    with frame(t("compare.title")):
        ui.label(t("compare.title")).classes("text-2xl font-semibold").props('role="heading" aria-level="1"')
        ui.label(t("compare.about")).classes("opacity-80 max-w-prose")
        _Form(experiments, files)
        ui.label(t("compare.begun")).classes("text-xl font-semibold").props('role="heading" aria-level="2"')
        empty = ui.label(t("compare.none")).classes("opacity-80")
        shelf = ui.column().classes("w-full gap-3")
        cards: dict[str, _Card] = {}

        def show(now: list[ExperimentSummary]) -> None:
            empty.set_visibility(not now)
            for gone in cards.keys() - {each.id for each in now}:
                cards.pop(gone).card.delete()
            for place, each in enumerate(now):
                if each.id not in cards:
                    with shelf:
                        cards[each.id] = _Card(each)
                    cards[each.id].card.move(shelf, place)
                cards[each.id].show(each)

        await follow(experiments.summaries, show)


class _Form:
    """What to compare, and where; what is wrong is said beside its field."""

    def __init__(self, experiments: Experiments, files: list[ExperimentFile]) -> None:
        self._experiments = experiments
        self._files = {each.path: each for each in files}
        with ui.card().classes("w-full gap-3").props('data-form="compare"'):
            with ui.element("div").classes("grid grid-cols-1 sm:grid-cols-2 gap-x-4 gap-y-3 w-full items-start"):
                webs = {_DEMO: t("compare.web-demo"), _SYNTHETIC: t("compare.web-synthetic")}
                webs |= {path: t("compare.web-file", name=each.name) for path, each in self._files.items()}
                self._web = ui.select(webs, label=t("compare.web"), value=_DEMO, on_change=self._web_chosen)
                self._web.props(_LOOK).classes("w-full")
                self._label = self._text("label", hint="label-hint")
                self._seed = self._text("seed", "7")
                self._size = self._text("web-pages", "2000")
                self._strategies = ui.select(
                    [*strategies.registry.names(), *REFERENCES],
                    label=t("compare.strategies"),
                    value=_USUAL,
                    multiple=True,
                    with_input=True,
                    new_value_mode="add-unique",
                )
                self._strategies.props(f"{_LOOK} use-chips").classes("w-full sm:col-span-2")
                self._strategies.props["hint"] = t("compare.strategies-hint")
                self._pages = self._text("pages", "300", hint="pages-hint")
                self._repeats = self._text("repeats", "3", hint="repeats-hint")
                self._relevance = ui.select(
                    relevance.registry.names(), label=t("compare.relevance"), value=DEFAULT_RELEVANCE
                )
                self._relevance.props(_LOOK).classes("w-full")
                self._name = self._text("name", "comparison")
            with ui.row().classes("w-full items-center gap-3"):
                self._go = ui.button(t("compare.start"), icon="play_arrow", on_click=self._start).props("no-caps")
                self._wrong = ui.label().classes("text-sm text-negative break-words").props('role="alert"')
        self._fields: dict[str, ValidationElement[Any]] = {
            "web.source": self._size,
            "topic.relevant": self._label,
            "topic.relevance": self._relevance,
            "run.strategies": self._strategies,
            "run.pages": self._pages,
            "run.repeats": self._repeats,
        }
        self._web_chosen()

    def _text(self, key: str, value: str = "", hint: str = "") -> ui.input:
        made = ui.input(t(f"compare.{key}"), value=value).props(_LOOK).classes("w-full")
        if hint:
            made.props["hint"] = t(f"compare.{hint}")
        return made

    def _web_chosen(self) -> None:
        """A file of the workspace fills in what it says."""
        chosen = str(self._web.value)
        for field in (self._seed, self._size):
            field.set_visibility(chosen == _SYNTHETIC)
        if chosen not in self._files:
            return
        tables = self._files[chosen].tables
        run, topic = tables["run"], tables.get("topic", {})
        if isinstance(named := run.get("strategies"), list):
            known = list(dict.fromkeys([*self._strategies.options, *map(str, named)]))
            self._strategies.set_options(known, value=list(map(str, named)))
        self._pages.set_value(str(run.get("pages", "2x")))
        self._repeats.set_value(str(run.get("repeats", 5)))
        relevant = topic.get("relevant", "")
        self._label.set_value(relevant if isinstance(relevant, str) else ", ".join(map(str, relevant)))
        if (judge := topic.get("relevance", DEFAULT_RELEVANCE)) in self._relevance.options:
            self._relevance.set_value(judge)

    def _tables(self) -> dict[str, dict[str, Any]]:
        chosen = str(self._web.value)
        labels = [each.strip() for each in str(self._label.value or "").split(",") if each.strip()]
        tables: dict[str, dict[str, Any]] = {
            "topic": {"relevance": self._relevance.value},
            "run": {
                "strategies": tuple(map(str, self._strategies.value or ())),
                "pages": _number(self._pages),
                "repeats": _number(self._repeats),
            },
        }
        if labels:
            tables["topic"]["relevant"] = labels[0] if len(labels) == 1 else tuple(labels)
        if chosen == _DEMO:
            tables["web"] = {"source": demo.web_name(_DEMO_SEED)}
        elif chosen == _SYNTHETIC:
            size = f"seed={_plain(self._seed)},pages={_plain(self._size)}"
            tables["web"] = {"source": f"synthetic:{size}"}
        return tables

    async def _start(self) -> None:
        for field in (*self._fields.values(), self._name):
            field.error = None
        self._wrong.set_text("")
        tables, file = self._tables(), str(self._web.value)
        file = file if file in self._files else ""
        try:
            await aside(self._experiments.check, tables, file)
        except FAILURES as wrong:
            self._tell(sentence(wrong))
            return
        self._go.disable()
        try:
            begun = await aside(self._experiments.start, str(self._name.value or "").strip(), tables, file)
        except FAILURES as wrong:
            self._name.error = said(sentence(wrong))
            return
        finally:
            self._go.enable()
        ui.navigate.to(f"/compare/{begun.id}")

    def _tell(self, wrong: str) -> None:
        """Beside the field that the sentence begins with."""
        place = _PLACE.match(wrong)
        field = self._fields.get(place[1]) if place else None
        if place is None or field is None:
            self._wrong.set_text(said(wrong))
            return
        field.error = said(wrong[place.end() :])
        if field is self._size and not self._size.visible:
            self._wrong.set_text(said(wrong[place.end() :]))


def _plain(field: ui.input) -> str:
    return str(field.value or "").strip()


def _number(field: ui.input) -> int | str:
    """What was typed; the check says what is wrong with text."""
    typed = _plain(field)
    return int(typed) if re.fullmatch(r"-?[0-9]{1,18}", typed) else typed


class _Card:
    """One experiment; `show` changes what differs."""

    def __init__(self, now: ExperimentSummary) -> None:
        self._shown: ExperimentSummary | None = None
        with ui.card().classes("w-full gap-1") as self.card:
            self.card.props["data-experiment"] = now.id
            with ui.row().classes("w-full items-center gap-2"):
                ui.link(now.name, f"/compare/{now.id}").classes("text-lg font-medium break-all")
                self._state = StateBadge()
            ui.label(f"{', '.join(now.strategies)} · {now.web}").classes("text-sm opacity-80 break-words")
            self._problem = ui.label().classes("text-sm break-words")

    def show(self, now: ExperimentSummary) -> None:
        if now != self._shown:
            self._shown = now
            self._state.show(now)
            self._problem.set_text(now.problem)
