"""A dialog that asks for a format, and has the browser fetch the file from the API."""

from __future__ import annotations

from urllib.parse import urlencode

from nicegui import ui

from honeyguide.app.texts import t
from honeyguide.exports import FORMATS


def export_dialog(crawl: str) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
        ui.label(t("results.export")).classes("text-lg")
        formats = {each: t(f"results.format-{each}") for each in FORMATS}
        chosen = ui.select(formats, value="xlsx", label=t("results.format")).classes("w-full").props("outlined")
        relevant = ui.checkbox(t("results.only-relevant"), value=True)

        def download() -> None:
            asked = urlencode({"to": chosen.value, "relevant": str(relevant.value).lower()})
            ui.download(f"/api/crawls/{crawl}/export?{asked}")
            dialog.close()

        with ui.row().classes("w-full justify-end"):
            ui.button(t("common.cancel"), on_click=dialog.close).props("flat no-caps")
            ui.button(t("results.download"), icon="download", on_click=download).props("no-caps")
    dialog.on("hide", dialog.delete)
    dialog.open()
