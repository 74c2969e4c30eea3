"""The pages whose mark would teach the judge most, to be marked one after the other."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.marks import mark_buttons
from honeyguide.app.page_text import foreign, inside, outside
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.marking.asking import Question

_COUNT = 10


class Questions:
    def __init__(self, crawl: CrawlFolder, crawl_id: str) -> None:
        self._crawl, self._id = crawl, crawl_id
        ui.label(t("results.ask-why")).classes("opacity-80")
        self._list = ui.column().classes("w-full gap-3")
        self._asked = False

    async def show(self) -> None:
        """Ask, once: marked pages leave the list only when it is asked for again."""
        if self._asked:
            return
        self._asked = True
        with self._list:
            waiting = ui.spinner(size="lg")
        asked = await attempt(self._crawl.ask, _COUNT)
        waiting.delete()
        self._list.clear()
        with self._list:
            for question in asked or ():
                self._one(question)
            if not asked:
                ui.label(t("results.nothing"))
            ui.button(t("results.ask-again"), icon="refresh", on_click=self._again).props("flat no-caps")

    async def _again(self) -> None:
        self._asked = False
        await self.show()

    def _one(self, question: Question) -> None:
        with ui.card().classes("w-full gap-1").props("data-question"):
            with ui.row().classes("w-full items-start no-wrap gap-2"):
                with ui.column().classes("gap-0 grow min-w-0"):
                    there = f"/crawls/{self._id}/pages/{question.number}"
                    inside(there, question.title or question.url, "font-medium")
                    outside(question.url, classes="text-xs opacity-70")
                mark_buttons(self._crawl, question.url, "")
            foreign(said(question.why), classes="text-sm opacity-80")
