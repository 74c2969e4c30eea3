"""All crawls of the workspace: what each is doing, and stopping, resuming, copying and deleting it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from honeyguide.app.here import Here
from honeyguide.app.layout import frame
from honeyguide.app.resuming import resume
from honeyguide.app.sentences import said
from honeyguide.app.states import COLOURS
from honeyguide.app.texts import t
from honeyguide.app.work import answer_of, attempt, follow
from honeyguide.workspace import CrawlSummary, State, Workspace


async def page(here: Here) -> None:
    with frame(t("projects.title")):
        ui.label(t("projects.title")).classes("text-2xl font-semibold").props('role="heading" aria-level="1"')
        with ui.column().classes("gap-3") as empty:
            ui.label(t("projects.none")).classes("opacity-80")
            with ui.row().classes("gap-3"):
                ui.button(t("projects.try"), icon="auto_awesome").props('no-caps href="/new?demo=yes"')
                ui.button(t("new.title"), icon="add_circle").props('outline no-caps href="/new"')
            ui.label(t("new.demo-about")).classes("text-sm opacity-80")
        cards: dict[str, _Card] = {}
        shelf = ui.column().classes("w-full gap-3")

        def show(now: list[CrawlSummary]) -> None:
            empty.set_visibility(not now)
            for gone in cards.keys() - {each.id for each in now}:
                cards.pop(gone).card.delete()
            for each in now:
                if each.id not in cards:
                    with shelf:
                        cards[each.id] = _Card(here.workspace, each)
                cards[each.id].show(each)

        await follow(here.workspace.crawls, show)


class _Card:
    """One crawl; `show` changes what differs."""

    def __init__(self, workspace: Workspace, crawl: CrawlSummary) -> None:
        self._workspace, self._crawl = workspace, crawl
        self._shown: CrawlSummary | None = None
        with ui.card().classes("w-full gap-1").props(f'data-crawl="{crawl.id}"') as self.card:
            with ui.row().classes("w-full items-center gap-2"):
                ui.link(crawl.name, f"/crawls/{crawl.id}").classes("text-lg font-medium break-all")
                self._state = ui.badge()
                ui.space()
                words = t("results.title")
                ui.button(icon="table_rows").props(
                    f'flat round dense href="/crawls/{crawl.id}/results" aria-label="{words}"'
                ).tooltip(words)
                self._pause = self._button("pause", "pause", self._do(workspace.pause))
                self._resume = self._button("resume", "play_arrow", lambda: resume(workspace, self._crawl))
                self._stop = self._button("stop", "stop", self._do(workspace.stop))
                self._copy = self._button("duplicate", "content_copy", self._ask_name)
                self._delete = self._button("delete", "delete", self._ask_delete)
            self._topic = ui.label().classes("text-sm opacity-80 break-words")
            with ui.row().classes("gap-x-6 gap-y-1"):
                self._figures = {name: self._figure(name) for name in ("pages", "on-topic", "harvest", "activity")}
            self._why = ui.label().classes("text-sm opacity-80 break-words")

    def show(self, crawl: CrawlSummary) -> None:
        if crawl == self._shown:
            return
        self._crawl = self._shown = crawl
        self._state.set_text(t(f"projects.state-{crawl.state}"))
        self._state.props(f"color={COLOURS[crawl.state]}")
        self._topic.set_text(f"{crawl.topic} · {crawl.strategy}" if crawl.topic else crawl.path)
        of = f" / {crawl.page_limit:,}" if crawl.page_limit else ""
        speed = f" · {crawl.pages_per_second:.1f}/s" if crawl.pages_per_second else ""
        self._figures["pages"].set_text(f"{crawl.pages:,}{of}{speed}")
        self._figures["on-topic"].set_text(f"{crawl.on_topic:,}")
        self._figures["harvest"].set_text(f"{crawl.harvest_rate:.3f}")
        self._figures["activity"].set_text(crawl.last_activity[:19].replace("T", " ") or "–")
        ended = t("projects.ended", why=said(crawl.why_stopped)) if crawl.why_stopped else ""
        self._why.set_text(said(crawl.problem) or ended)
        runs, paused = crawl.state is State.RUNNING, crawl.state is State.PAUSED
        damaged = crawl.state is State.DAMAGED
        self._pause.set_visibility(runs)
        self._resume.set_visibility(not runs and not damaged)
        self._stop.set_visibility(runs or paused)
        self._copy.set_visibility(not damaged)
        self._delete.set_visibility(not runs and not paused)

    def _button(self, name: str, icon: str, do: Callable[[], object]) -> ui.button:
        words = t(f"projects.{name}")
        return ui.button(icon=icon, on_click=do).props(f'flat round dense aria-label="{words}"').tooltip(words)

    def _figure(self, name: str) -> ui.label:
        with ui.column().classes("gap-0"):
            ui.label(t(f"projects.{name}")).classes("text-xs opacity-70")
            return ui.label().classes("tabular-nums")

    def _do(self, work: Callable[[str], object]) -> Callable[[], object]:
        async def done() -> None:
            await attempt(work, self._crawl.id)

        return done

    async def _ask_name(self) -> None:
        with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
            ui.label(t("projects.duplicate-what", name=self._crawl.name)).classes("break-words")
            name = (
                ui.input(t("projects.new-name"), value=f"{self._crawl.name}-2").classes("w-full").props("autofocus")
            )
            with ui.row().classes("w-full justify-end"):
                ui.button(t("common.cancel"), on_click=lambda: dialog.submit(None)).props("flat")
                ui.button(t("projects.duplicate"), on_click=lambda: dialog.submit(name.value))
        chosen = await answer_of(dialog)
        if chosen:
            await attempt(self._workspace.duplicate, self._crawl.id, str(chosen))

    async def _ask_delete(self) -> None:
        """Twice: the second time its name must be typed."""
        crawl = self._crawl
        with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
            ui.label(t("projects.delete-sure", name=crawl.name, pages=f"{crawl.pages:,}")).classes("break-words")
            with ui.row().classes("w-full justify-end"):
                ui.button(t("common.cancel"), on_click=lambda: dialog.submit(False)).props("flat autofocus")
                ui.button(t("projects.delete"), on_click=lambda: dialog.submit(True)).props("color=negative")
        if not await answer_of(dialog):
            return
        with ui.dialog() as dialog, ui.card().classes("w-96 max-w-full"):
            ui.label(t("projects.delete-type", name=crawl.name)).classes("break-words")
            typed = ui.input(t("projects.name")).classes("w-full").props("autofocus")
            with ui.row().classes("w-full justify-end"):
                ui.button(t("common.cancel"), on_click=lambda: dialog.submit(False)).props("flat")
                sure = ui.button(t("projects.delete-for-good"), on_click=lambda: dialog.submit(True))
                sure.props("color=negative").bind_enabled_from(typed, "value", lambda value: value == crawl.name)
        if await answer_of(dialog):
            await attempt(self._workspace.delete, crawl.id)
