"""Letting a crawl go on: one that has reached its page limit is asked how many pages it shall have."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.texts import t
from honeyguide.app.work import answer_of, attempt
from honeyguide.workspace import CrawlSummary, State, Workspace

_MOST = 10_000_000


async def resume(workspace: Workspace, crawl: CrawlSummary) -> None:
    """With a higher limit where the old one is reached: it would end at once."""
    if crawl.state is not State.FINISHED or not crawl.page_limit or crawl.pages < crawl.page_limit:
        await attempt(workspace.resume, crawl.id)
        return
    with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
        ui.label(t("projects.more-pages", pages=f"{crawl.pages:,}")).classes("break-words")
        wanted = ui.number(
            t("projects.pages-in-all"), value=2 * crawl.pages, min=crawl.pages + 1, max=_MOST, precision=0
        ).props("autofocus")
        with ui.row().classes("w-full justify-end"):
            ui.button(t("common.cancel"), on_click=lambda: dialog.submit(None)).props("flat")
            ui.button(t("projects.resume"), on_click=lambda: dialog.submit(wanted.value))
    pages = await answer_of(dialog)
    if pages:
        await attempt(workspace.resume, crawl.id, pages=int(pages))
