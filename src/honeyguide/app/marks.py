"""Two buttons that say what a page is: on topic or off topic; the one that holds, clicked again, takes it back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.crawl_folder import CrawlFolder

_LOOKS = {"on": ("thumb_up", "positive"), "off": ("thumb_down", "negative")}


def mark_buttons(crawl: CrawlFolder, url: str, mark: str, then: Callable[[], Awaitable[None]] | None = None) -> None:
    """`then` is awaited after a mark was set or taken back."""
    held = mark
    buttons: dict[str, ui.button] = {}

    def show() -> None:
        for way, (_, colour) in _LOOKS.items():
            buttons[way].props(f"color={colour if held == way else 'grey'}")
            buttons[way].props(f"aria-pressed={'true' if held == way else 'false'}")

    async def say(way: str) -> None:
        nonlocal held
        now = "" if held == way else way
        if await attempt(crawl.mark, url, now == "on" if now else None):
            held = now
            show()
            ui.notify(t("results.marked" if now else "results.unmarked"), type="positive")
            if then:
                await then()

    with ui.row().classes("no-wrap gap-1"):
        for way, (icon, _) in _LOOKS.items():
            words = t(f"results.mark-{way}")
            button = ui.button(icon=icon, on_click=lambda way=way: say(way))
            buttons[way] = button.props(f'flat round dense aria-label="{words}"').tooltip(words)
    show()
