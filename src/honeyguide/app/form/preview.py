"""One page fetched now, and why it is judged as it is."""

from __future__ import annotations

from nicegui import ui

from honeyguide.app.form.fields import Fields, section
from honeyguide.app.page_text import outside
from honeyguide.app.sentences import said, said_term
from honeyguide.app.texts import t
from honeyguide.app.work import attempt
from honeyguide.explanation import Explanation

_TERMS, _LINKS = 12, 5


class PreviewSection:
    def __init__(self, fields: Fields) -> None:
        self._draft = fields.draft
        with section(5, t("new.preview-title"), t("new.preview-about")):
            with ui.row().classes("w-full items-center gap-2 sm:flex-nowrap"):
                self._url = ui.input(t("new.preview-url")).props("outlined dense").classes("grow basis-60")
                self._url.on("keydown.enter", self._look)
                self._button = ui.button(t("new.preview"), icon="preview", on_click=self._look)
                self._button.props("outline no-caps")
            self._result = ui.column().classes("w-full gap-2").props('data-part="preview" aria-live="polite"')

    async def _look(self) -> None:
        self._button.props("loading")
        try:
            found = await attempt(self._draft.preview, self._url.value)
        finally:
            self._button.props(remove="loading")
        self._result.clear()
        if found is not None:
            with self._result:
                _show(found)


def _show(found: Explanation) -> None:
    if found.outcome != "page":
        ui.label(t("new.preview-failed", why=said(found.detail or found.outcome))).classes(
            "text-negative break-words"
        )
        return
    ui.label(found.title or t("new.no-title")).classes("text-base font-medium break-words")
    outside(found.final_url)
    with ui.row().classes("w-full items-center gap-2"):
        on = found.on_topic
        ui.badge(t("new.on-topic") if on else t("new.off-topic"), color="positive" if on else "secondary")
        ui.label(t("new.judged", relevance=f"{found.relevance:.3f}", threshold=f"{found.threshold:.3f}"))
        ui.label(found.model).classes("text-sm opacity-70")
    if not found.on_topic:
        ui.label(said(found.why_not)).classes("text-sm opacity-80 break-words")
    if found.terms:
        rows = [
            {
                "term": said_term(each.term),
                "count": str(sum(each.counts.values())) if each.counts else "",
                "weight": f"{each.weight:.2f}",
                "share": f"{each.contribution:+.4f}",
            }
            for each in found.terms[:_TERMS]
        ]
        sums = {"others": found.others, "bias": found.bias, "total": found.total}
        rows += [
            {"term": t(f"new.row-{name}"), "count": "", "weight": "", "share": f"{value:+.4f}"}
            for name, value in sums.items()
            if value
        ]
        _table(rows, ("term", "count", "weight", "share"))
    if found.links:
        ui.label(t("new.best-links", count=f"{found.links_found:,}")).classes("font-medium")
        rows = [
            {"score": f"{each.score:.3f}", "anchor": each.anchor, "url": each.url} for each in found.links[:_LINKS]
        ]
        _table(rows, ("score", "anchor", "url"))


def _table(rows: list[dict[str, str]], columns: tuple[str, ...]) -> None:
    described = [
        {
            "name": name,
            "label": t(f"new.column-{name}"),
            "field": name,
            "align": "left" if name in {"term", "anchor", "url"} else "right",
            "classes": "break-all whitespace-normal" if name in {"anchor", "url"} else "",
        }
        for name in columns
    ]
    ui.table(rows=rows, columns=described).props("dense flat bordered wrap-cells").classes("w-full")
