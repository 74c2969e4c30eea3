"""Search in the texts of a crawl: the pages that answer, each with the part that does."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.page_text import foreign, inside, marked
from honeyguide.app.texts import many, t
from honeyguide.app.work import attempt
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.insight.search import Answer, Hit

_FIRST, _MORE, _MOST = 20, 40, 1_000


class SearchHits:
    """A field for the query, and what it finds below."""

    def __init__(self, crawl: CrawlFolder, crawl_id: str, query: str = "") -> None:
        self._crawl, self._id, self._top = crawl, crawl_id, _FIRST
        with ui.row().classes("w-full items-center gap-2 no-wrap"):
            self._query = ui.input(t("results.query"), value=query).classes("grow")
            self._query.props("outlined dense clearable autofocus maxlength=500 data-query").on(
                "keydown.enter", self.ask
            )
            ui.button(t("results.search"), icon="search", on_click=self.ask).props("no-caps")
        ui.label(t("results.query-help")).classes("text-xs opacity-70")
        self._found = ui.column().classes("w-full gap-4")

    async def ask(self) -> None:
        self._top = _FIRST
        await self.show()

    async def show(self) -> None:
        if not self._query.value:
            self._found.clear()
            return
        answer = await attempt(self._crawl.search, self._query.value, top=self._top)
        self._found.clear()
        if answer is not None:
            with self._found:
                self._list(answer)

    def _list(self, answer: Answer) -> None:
        ui.label(many("results.count", answer.total)).classes("font-medium").props('role="status"')
        if answer.degraded_reason:
            foreign(answer.degraded_reason, classes="text-sm text-warning")
        for hit in answer.pages:
            self._hit(hit)
        if answer.total > len(answer.pages) and self._top < _MOST:
            ui.button(t("results.more"), on_click=self._further).props("flat no-caps")

    async def _further(self) -> None:
        self._top = min(self._top + _MORE, _MOST)
        await self.show()

    def _hit(self, hit: Hit) -> None:
        with ui.column().classes("w-full gap-0").props("data-hit"):
            inside(f"/crawls/{self._id}/pages/{hit.number}", hit.title or hit.url, "text-lg")
            about = [
                hit.host,
                hit.published[:10],
                hit.source if hit.source != hit.host else "",
                f"{hit.relevance:.3f}",
            ]
            foreign(" · ".join(each for each in about if each), classes="text-xs opacity-70")
            marked(hit.snippet, hit.hits)
