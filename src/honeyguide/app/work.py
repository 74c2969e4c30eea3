"""What pages share: reading off the event loop, following what changes, telling what went wrong in a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from nicegui import ui

from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.errors import HoneyguideError, NotThere, Untrusted, without_passwords
from honeyguide.storage.errors import DatabaseError

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")

FAILURES = (HoneyguideError, DatabaseError, OSError)
"""What may be told to a person; all else is a bug."""


async def aside(work: Callable[Parameters, Value], *given: Parameters.args, **named: Parameters.kwargs) -> Value:
    """Do blocking work, such as reading a store, in a thread; the page stays quick meanwhile."""
    return await asyncio.to_thread(work, *given, **named)


async def attempt(
    work: Callable[Parameters, Value], *given: Parameters.args, **named: Parameters.kwargs
) -> Value | None:
    """The same for what a person asked for: what goes wrong is shown, and None comes back.

    Where it needs settings of a folder that may be a stranger's, they are shown and asked about first.
    """
    try:
        return await aside(work, *given, **named)
    except Untrusted as wrong:
        if not await _trusts(wrong):
            return None
        return await attempt(work, *given, **named, **wrong.settings)  # type: ignore[arg-type]
    except FAILURES as wrong:
        complain(wrong)
        return None


async def _trusts(wrong: Untrusted) -> bool:
    with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
        ui.label(t("common.trust-what")).classes("break-words")
        for name, value in wrong.settings.items():
            ui.label(f"{name} = {value}").classes("font-mono text-sm break-all")
        ui.label(t("common.trust-why")).classes("text-sm opacity-80 break-words")
        with ui.row().classes("w-full justify-end"):
            ui.button(t("common.cancel"), on_click=lambda: dialog.submit(False)).props("flat autofocus")
            ui.button(t("common.trust"), on_click=lambda: dialog.submit(True)).props("color=negative")
    return bool(await answer_of(dialog))


async def answer_of(dialog: ui.dialog) -> Any:
    """What was chosen, or None; the dialog is gone then, as it is when the page was left meanwhile."""
    try:
        return await dialog
    finally:
        put_away(dialog)


def put_away(dialog: ui.dialog) -> None:
    """Delete it, unless it went with its page."""
    if not dialog.is_deleted:
        dialog.delete()


def complain(wrong: BaseException) -> None:
    """Show in one sentence what went wrong, in the place of what went wrong before."""
    ui.notify(
        said(sentence(wrong)),
        type="negative",
        multi_line=True,
        timeout=10_000,
        actions=[{"label": t("common.close"), "color": "white"}],
        group="wrong",
        badgeClass="hidden",
    )


def sentence(wrong: BaseException) -> str:
    """What went wrong, as the source says it."""
    if isinstance(wrong, OSError):
        return without_passwords(f"{wrong.filename or t('common.machine')}: {wrong.strerror or wrong}")
    return without_passwords(str(wrong))


async def follow(
    read: Callable[[], Value],
    show: Callable[[Value], None],
    seconds: float = 1.0,
    gone: Callable[[NotThere], None] | None = None,
) -> None:
    """Show what is read, now and every so many seconds when it is not what it was; ends with the page, or when what
    is read is no longer there, which `gone` hears of.

    `show` is handed the whole and changes only what differs: NiceGUI sends elements that were changed, and no others.
    """
    seen: list[Value] = []
    busy = False

    async def look() -> None:
        nonlocal busy
        if busy:
            return
        busy = True
        try:
            now = await aside(read)
        except FAILURES as wrong:
            if not seen:
                complain(wrong)
            elif gone is not None and isinstance(wrong, NotThere):
                again.deactivate()
                gone(wrong)
            return
        finally:
            busy = False
        if not seen or seen[0] != now:
            seen[:] = [now]
            show(now)

    await look()
    again = ui.timer(seconds, look)
