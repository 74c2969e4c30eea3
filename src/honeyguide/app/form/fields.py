"""Fields that keep what is typed in a draft, and say beside them what is wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from nicegui import events, ui
from nicegui.elements.mixins.validation_element import ValidationElement

from honeyguide.app.form.draft import Draft
from honeyguide.app.form.imports import LARGEST, FileGiven
from honeyguide.app.sentences import said
from honeyguide.app.texts import t
from honeyguide.workspace import Workspace

_LOOK = "outlined dense hide-bottom-space"


class Fields:
    """All fields of a form. A problem is shown once its field was changed, or when the whole form is asked for."""

    def __init__(self, draft: Draft, workspace: Workspace) -> None:
        self.draft, self._workspace = draft, workspace
        self._fields: dict[str, ValidationElement[str]] = {}
        self._alerts: dict[str, ui.label] = {}
        self._touched: set[str] = set()
        self._asked = False
        self._listeners: list[Callable[[dict[str, str]], None]] = []

    def text(
        self, key: str, label: str, value: str, keep: Callable[[str], None], hint: str = "", *, lines: int = 1
    ) -> ui.input | ui.textarea:
        """A field of one line or of several."""
        made = ui.input(label, value=value) if lines == 1 else ui.textarea(label, value=value)
        made.props(_LOOK).classes("w-full")
        if lines > 1:
            made.props(f"rows={lines}")
        if hint:
            made.props["hint"] = hint
        return self._watch(key, made, keep)

    def switch(self, key: str, label: str, value: bool, keep: Callable[[bool], None], hint: str = "") -> None:
        with ui.column().classes("gap-0 w-full"):
            made = ui.switch(label, value=value)
            made.on_value_change(lambda event: self._changed(key, lambda: keep(bool(event.value))))
            if hint:
                ui.label(hint).classes("text-xs opacity-70 pl-3")

    def alert(self, *keys: str) -> None:
        """Where problems are said that belong to no single field."""
        label = ui.label().classes("text-sm text-negative").props('role="alert"')
        label.set_visibility(False)
        for key in keys:
            self._alerts[key] = label

    def forget(self, prefix: str) -> None:
        """Fields that are gone."""
        for known in (self._fields, self._alerts):
            for key in [key for key in known if key.startswith(prefix)]:
                del known[key]

    def on_refresh(self, listener: Callable[[dict[str, str]], None]) -> None:
        self._listeners.append(listener)

    def touch(self, key: str) -> None:
        self._touched.add(key)

    def ask(self) -> dict[str, str]:
        """Show all that is wrong, from now on."""
        self._asked = True
        return self.refresh()

    def refresh(self) -> dict[str, str]:
        problems = self.draft.problems(self._workspace)
        for key, made in self._fields.items():
            wrong = problems.get(key)
            made.error = said(wrong) if wrong and self._tells(key) else None
        told: dict[ui.label, str] = dict.fromkeys(self._alerts.values(), "")
        for key, label in self._alerts.items():
            if key in problems and self._tells(key):
                told[label] = told[label] or said(problems[key])
        for label, words in told.items():
            label.set_text(words)
            label.set_visibility(bool(words))
        for listener in self._listeners:
            listener(problems)
        return problems

    def _tells(self, key: str) -> bool:
        return self._asked or key in self._touched

    def _watch(self, key: str, made: ui.input | ui.textarea, keep: Callable[[str], None]) -> ui.input | ui.textarea:
        self._fields[key] = made.without_auto_validation()  # type: ignore[assignment]
        made.on_value_change(lambda event: self._changed(key, lambda: keep(str(event.value or ""))))
        return made

    def _changed(self, key: str, keep: Callable[[], None]) -> None:
        keep()
        self._touched.add(key)
        self.refresh()


def described(meaning: str, expects: str, default: str) -> str:
    """What a value means, what it may be, and what it is when nobody says; as the command line has it."""
    parts = [said(meaning)]
    if not expects.startswith("text"):
        parts.append(said(expects))
    if default:
        parts.append(t("new.default", default=default))
    return " · ".join(parts)


def keeper(of: object, name: str) -> Callable[[str], None]:
    """Keeps what is typed as this attribute."""
    return lambda value: setattr(of, name, value)


@contextmanager
def section(number: int, title: str, about: str) -> Iterator[None]:
    """A numbered part of the form."""
    with ui.card().classes("w-full gap-3").props(f'role="region" aria-label="{title}"'):
        with ui.row().classes("w-full items-start gap-3 flex-nowrap"):
            ui.label(str(number)).classes(
                "rounded-full bg-primary text-white w-7 h-7 shrink-0 flex items-center justify-center font-semibold"
            ).props('aria-hidden="true"')
            with ui.column().classes("gap-0"):
                ui.label(title).classes("text-lg font-semibold").props('role="heading" aria-level="2"')
                ui.label(about).classes("text-sm opacity-80")
        yield


@contextmanager
def more(title: str) -> Iterator[None]:
    """What most people leave as it is."""
    with ui.expansion(title).classes("w-full border border-gray-400/40 rounded").props("dense dense-toggle"), grid():
        yield


def grid() -> ui.element:
    """Fields side by side where there is room."""
    return ui.element("div").classes("grid grid-cols-1 sm:grid-cols-2 gap-x-4 gap-y-3 w-full items-start")


def upload_button(
    label: str,
    take: Callable[[list[FileGiven]], Awaitable[None]],
    *,
    accept: str,
    multiple: bool = False,
) -> ui.button:
    """A button that asks for files and hands over what they hold; too large ones are refused here and there."""

    async def taken(event: events.MultiUploadEventArguments) -> None:
        given = []
        for file in event.files:
            if file.size() > LARGEST:
                refuse()
                return
            given.append(FileGiven(file.name, await file.read()))
        upload.reset()
        await take(given)

    def refuse() -> None:
        ui.notify(t("new.upload-refused", size=f"{LARGEST // 1_000_000}"), type="negative")

    upload = ui.upload(
        multiple=True, max_file_size=LARGEST, on_multi_upload=taken, on_rejected=refuse, auto_upload=True
    )
    upload.props(f'accept="{accept}" max-files={200 if multiple else 1}').classes("hidden")
    button = ui.button(label, icon="upload_file").props("outline no-caps")
    button.on("click", js_handler=f"() => getElement({upload.id}).$refs.qRef.pickFiles()")
    return button
