"""What a crawl found: the table of all its pages, search, the pages worth marking, judging again, exports."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.exporting import export_dialog
from honeyguide.app.here import Here
from honeyguide.app.layout import crawl_tabs, frame
from honeyguide.app.long_work import long_work
from honeyguide.app.page_table import PageTable
from honeyguide.app.questions import Questions
from honeyguide.app.search_hits import SearchHits
from honeyguide.app.texts import t
from honeyguide.app.work import aside

_VIEWS = {"table": "table_rows", "search": "search", "ask": "psychology"}


async def page(here: Here) -> None:
    crawl = await aside(here.crawl)
    name = here.parameters["crawl"]
    query = here.query.get("q", "")
    with frame(f"{t('results.title')} · {crawl.path.name}"):
        crawl_tabs(name, crawl.path.name)
        with ui.row().classes("w-full items-center gap-2"):
            with ui.tabs().props("dense no-caps inline-label align=left").classes("max-w-full") as tabs:
                for view, icon in _VIEWS.items():
                    ui.tab(view, t(f"results.{view}"), icon)
            ui.space()
            words = t("results.export")
            ui.button(words, icon="download", on_click=lambda: export_dialog(name)).props("flat no-caps dense")
            again = ui.button(t("results.rejudge"), icon="gavel").props("flat no-caps dense")
        first = "search" if query else "table"
        with ui.tab_panels(tabs, value=first, animated=False).classes("w-full bg-transparent"):
            with ui.tab_panel("table").classes("px-0"):
                table = PageTable(crawl, name, here.query)
            with ui.tab_panel("search").classes("px-0"):
                hits = SearchHits(crawl, name, query)
            with ui.tab_panel("ask").classes("px-0"):
                questions = Questions(crawl, name)

        async def rejudge() -> None:
            done = await long_work(t("results.rejudge"), crawl.rejudge)
            if done is not None:
                joined, left = f"{done.joined:,}", f"{done.left:,}"
                ui.notify(t("results.rejudged", pages=f"{done.pages:,}", joined=joined, left=left), type="positive")
                await table.show()

        again.on_click(rejudge)
        shown = {"table": table.show, "search": hits.show, "ask": questions.show}
        tabs.on_value_change(lambda change: shown[change.value]())
        await shown[first]()
