"""Work that takes a while: done in a thread, with a bar that shows how far it is."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import TypeVar

from nicegui import ui

from honeyguide.app.work import attempt, put_away

Value = TypeVar("Value")
_LOOK_SECONDS = 0.25


class Heard:
    """What `progress` was last told, for who looks now and then."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._last = ("", 0, 0)

    def __call__(self, what: str, done: int, of: int) -> None:
        with self._lock:
            self._last = (what, done, of)

    def share(self) -> float | None:
        """In [0, 1]; None when it is not known."""
        with self._lock:
            _, done, of = self._last
        return min(1.0, done / of) if of else None


async def long_work(title: str, work: Callable[..., Value]) -> Value | None:
    """Do work that takes `progress=` behind a dialog; what goes wrong is shown, and None comes back."""
    heard = Heard()
    with ui.dialog().props("persistent") as dialog, ui.card().classes("w-96 max-w-full"):
        ui.label(title).classes("text-lg")
        bar_of(heard)
    dialog.open()
    try:
        return await attempt(partial(work, progress=heard))
    finally:
        put_away(dialog)


def bar_of(heard: Heard) -> ui.linear_progress:
    """A bar that follows; it goes to and fro while nobody knows how far."""
    bar = ui.linear_progress(show_value=False).props("indeterminate rounded size=8px")

    def look() -> None:
        share = heard.share()
        if share is None:
            bar.props("indeterminate")
        else:
            bar.props(remove="indeterminate")
            bar.set_value(share)

    ui.timer(_LOOK_SECONDS, look)
    return bar
