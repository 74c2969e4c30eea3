"""The end of the form: what the crawl is called, what is still wrong, saving and starting it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from honeyguide.app.form.fields import Fields, keeper
from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.workspace import CrawlSummary, Workspace


class Launch:
    def __init__(self, fields: Fields, workspace: Workspace, demo: Callable[[], object]) -> None:
        self._fields, self._draft, self._workspace = fields, fields.draft, workspace
        with ui.card().classes("w-full gap-3 lg:sticky lg:top-16").props(f'role="region" aria-label="{t("new.go")}"'):
            ui.label(t("new.go")).classes("text-lg font-semibold").props('role="heading" aria-level="2"')
            self._name = fields.text("name", t("new.name"), "", keeper(fields.draft, "name"), t("new.name-hint"))
            self._figures = ui.label().classes("text-sm opacity-80")
            self._wrong = ui.label().classes("text-sm text-negative").props('role="alert"')
            self._start = ui.button(t("new.start"), icon="play_arrow", on_click=self._begin)
            self._start.props("no-caps").classes("w-full max-lg:hidden")
            self._save = ui.button(t("new.save"), icon="download", on_click=self._download)
            self._save.props("outline no-caps").classes("w-full")
            ui.label(t("new.save-about")).classes("text-xs opacity-70")
            ui.separator()
            ui.label(t("new.demo-about")).classes("text-sm opacity-80")
            ui.button(t("new.demo"), icon="auto_awesome", on_click=demo).props("flat no-caps").classes("w-full")
        with ui.element("div").classes("lg:hidden fixed bottom-0 inset-x-0 z-10 p-2"):  # else it is far down
            self._at_hand = ui.button(t("new.start"), icon="play_arrow", on_click=self._begin)
            self._at_hand.props("no-caps").classes("w-full")
        fields.on_refresh(self._told)

    def show(self) -> None:
        """What the draft has now."""
        self._name.set_value(self._draft.name)

    def offer(self) -> None:
        """Nothing is left to fill in: Enter starts it."""
        for each in (self._start, self._at_hand):  # one of them is not shown, and takes no focus
            ui.run_javascript(f"getHtmlElement({each.id}).focus({{preventScroll: true}})")

    def _told(self, problems: dict[str, str]) -> None:
        draft = self._draft
        count = 0 if "seeds" in problems else len(draft.seeds_made())
        words = sum(1 for each in draft.keywords if each.word.strip())
        self._figures.set_text(
            t("new.figures", seeds=f"{count:,}", keywords=words, strategy=draft.parts["strategy"].name)
        )
        if not problems:
            self._wrong.set_text("")

    async def _begin(self) -> None:
        if self._refused():
            return
        begun = await self._while_busy(self._started, self._start, self._at_hand)
        if isinstance(begun, CrawlSummary):
            ui.navigate.to(f"/crawls/{begun.id}")

    async def _download(self) -> None:
        if self._refused():
            return
        packed = await self._while_busy(self._draft.files, self._save)
        if isinstance(packed, bytes):
            ui.download.content(packed, f"{self._draft.name.strip()}.zip", "application/zip")

    def _started(self) -> CrawlSummary:
        made = self._draft.make()
        return self._workspace.start(made.topic, made.seeds, self._draft.name.strip(), made.settings)

    def _refused(self) -> bool:
        problems = self._fields.ask()
        if problems:
            self._wrong.set_text(t("new.wrong", count=len(problems)))
        return bool(problems)

    async def _while_busy(self, work: Callable[[], object], *buttons: ui.button) -> object:
        for each in buttons:
            each.props("loading")
        try:
            return await attempt(work)
        finally:
            for each in buttons:
                each.props(remove="loading")
