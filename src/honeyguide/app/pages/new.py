"""A new crawl, as a form that is filled in from top to bottom."""

from __future__ import annotations

from nicegui import ui

from honeyguide import demo
from honeyguide.app.form.draft import Draft
from honeyguide.app.form.fields import Fields
from honeyguide.app.form.launch import Launch
from honeyguide.app.form.preview import PreviewSection
from honeyguide.app.form.seeds import SeedsSection
from honeyguide.app.form.settings import SettingsSections
from honeyguide.app.form.topic import TopicSection
from honeyguide.app.here import Here
from honeyguide.app.layout import frame
from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.errors import BadInput
from honeyguide.topics.files import load_topic
from honeyguide.workspace import Workspace

_DEMO_SEED, _DEMO_PAGES = 1, 1000


async def page(here: Here) -> None:
    draft = Draft(here.workspace.reach)
    fields = Fields(draft, here.workspace)

    async def fill_in() -> None:
        """The built-in web, as `honeyguide demo` crawls it."""
        if await attempt(_demo, draft, here.workspace) is None:
            return
        for each in (seeds, topic, settings, launch):
            each.show()
        fields.refresh()
        launch.offer()

    with frame(t("new.title")):
        ui.label(t("new.title")).classes("text-2xl font-semibold").props('role="heading" aria-level="1"')
        with ui.element("div").classes("grid grid-cols-1 lg:grid-cols-3 gap-3 w-full items-start"):
            with ui.column().classes("lg:col-span-2 w-full gap-3"):
                seeds = SeedsSection(fields)
                topic = TopicSection(fields)
                settings = SettingsSections(fields)
                PreviewSection(fields)
            with ui.column().classes("w-full gap-3 lg:h-full"):
                launch = Launch(fields, here.workspace, fill_in)
        fields.refresh()
        if here.query.get("demo"):
            await fill_in()


def _demo(draft: Draft, workspace: Workspace) -> bool:
    draft.begin_with(load_topic(demo.TOPIC))
    draft.seeds = "\n".join(demo.web(_DEMO_SEED).seeds(demo.SEEDS))
    draft.settings |= {"web": demo.web_name(_DEMO_SEED), "delay": "0", "pages": str(_DEMO_PAGES)}
    draft.name = _free_name(workspace, "demo")
    return True


def _free_name(workspace: Workspace, name: str) -> str:
    for number in range(1, 1000):
        tried = name if number == 1 else f"{name}-{number}"
        try:
            workspace.check_name(tried)
        except BadInput:
            continue
        return tried
    return ""
