"""One page of a crawl: its elements, why it scores what it scores, how it was found, and where it leads."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from honeyguide.app.here import Here
from honeyguide.app.layout import crawl_tabs, frame
from honeyguide.app.marks import mark_buttons
from honeyguide.app.page_text import foreign, inside, marked, moment, outside
from honeyguide.app.sentences import said, said_term
from honeyguide.app.tables import finish
from honeyguide.app.texts import t
from honeyguide.app.work import aside, attempt
from honeyguide.crawl_folder import CrawlFolder, Step
from honeyguide.errors import NotThere
from honeyguide.explanation import Explanation
from honeyguide.page_view import PageView

_ELEMENTS = ("author", "published", "updated", "source", "host", "language", "fetched_at", "status", "depth")
_MOST_TERMS = 15
_SHOWN_SHARE = 0.0005
"""What is less is zero in three digits."""
_LINKS = 20
"""A leaf of the list of out-links."""


async def page(here: Here) -> None:
    crawl = await aside(here.crawl)
    view = await aside(crawl.view, _which(here))
    name = here.parameters["crawl"]
    with frame(view.page.title or view.page.url):
        crawl_tabs(name, crawl.path.name)
        with ui.row().classes("w-full items-center gap-2 text-warning").props('role="status"') as hint:
            told = ui.label().classes("break-words").props("data-part=judge-again")
            inside(f"/crawls/{name}/results", t("results.rejudge"))

        async def show_hint() -> None:
            marks = await attempt(crawl.unheard_marks)
            told.set_text(t("page.judge-again", count=f"{marks:,}") if marks else "")
            hint.set_visibility(bool(marks))

        _head(crawl, name, view, show_hint)
        await show_hint()
        with ui.row().classes("w-full items-start gap-6"):
            with ui.column().classes("grow basis-96 min-w-0 gap-4"):
                _text(view)
            with ui.column().classes("grow basis-80 min-w-0 gap-4 sm:max-w-md"):
                await _score(crawl, view)
                _elements(view)
                _way(name, view.way)
        await _out_links(crawl, name, view.number)


def _which(here: Here) -> int | str:
    """By its number, or its URL where the address has none."""
    given = here.parameters.get("number")
    if given is None:
        return here.query.get("url", "")
    if not given.isdecimal() or len(given) > 18:
        raise NotThere(t("page.no-number", given=given[:40]))
    return int(given)


def _head(crawl: CrawlFolder, name: str, view: PageView, marked: Callable[[], Awaitable[None]]) -> None:
    page = view.page

    async def changed() -> None:
        await _verdict(crawl, view.number, badge)
        await marked()

    with ui.row().classes("w-full items-start gap-3 no-wrap"):
        with ui.column().classes("grow min-w-0 gap-1"):
            heading = foreign(page.title or page.url, "h2", "text-xl font-semibold m-0 line-clamp-6")
            heading.props("data-title")
            outside(page.url, classes="text-sm")
        mark_buttons(crawl, page.url, page.mark, changed)
    with ui.row().classes("items-center gap-2"):
        badge = ui.badge()
        _show_verdict(badge, on_topic=page.on_topic)
        ui.label(f"{t('results.relevance')} {page.relevance:.3f}").classes("tabular-nums")
        if page.duplicate_of:
            ui.badge(t("page.near-duplicate"), color="warning")
        ui.button(t("page.map"), icon="hub").props(
            f'flat no-caps dense href="/crawls/{name}/map?around={view.number}"'
        )


async def _verdict(crawl: CrawlFolder, number: int, badge: ui.badge) -> None:
    now = await attempt(crawl.page, number)
    if now:
        _show_verdict(badge, on_topic=now.on_topic)


def _show_verdict(badge: ui.badge, *, on_topic: bool) -> None:
    badge.set_text(t("page.on-topic" if on_topic else "page.off-topic"))
    badge.props(f"color={'positive' if on_topic else 'grey-7'}")


def _section(title: str) -> None:
    ui.label(title).classes("text-lg font-medium").props('role="heading" aria-level="3"')


def _text(view: PageView) -> None:
    _section(t("page.text"))
    with ui.column().classes("w-full gap-2").props("data-text"):
        if not view.text:
            ui.label(t("page.no-text")).classes("opacity-80")
        marked(view.text, view.hits, view.against)


async def _score(crawl: CrawlFolder, view: PageView) -> None:
    _section(t("page.score"))
    with ui.column().classes("w-full gap-1").props("data-score"):
        if not view.evidence:
            ui.label(t("page.no-evidence")).classes("opacity-80")
        parts = _parts(view)
        if parts:
            _bars(parts)
            _total(view)
        more = ui.column().classes("w-full gap-1")
        button = ui.button(t("page.explain"), icon="help_outline").props("flat no-caps dense")

    async def explain() -> None:
        button.disable()
        found = await attempt(crawl.explain, view.number)
        button.delete()
        if found:
            with more:
                _explanation(found)

    button.on_click(explain)


def _parts(view: PageView) -> list[tuple[str, float]]:
    """What adds up to the score: what it starts from, the terms that contributed most, and all others in one."""
    start = [(t("page.start"), view.bias)] if abs(view.bias) >= _SHOWN_SHARE else []
    shown = start + [(said_term(each.term), each.contribution) for each in view.evidence[:_MOST_TERMS]]
    others = view.total - sum(share for _, share in shown)
    return [*shown, (t("page.others"), others)] if shown and abs(others) >= _SHOWN_SHARE else shown


def _total(view: PageView) -> None:
    """Below the bars, as below a sum; where they are no relevance, what relevance that is."""
    of_unit = "" if view.unit == "relevance" else f" ({said(view.unit)})"
    with ui.row().classes("w-full no-wrap gap-2 justify-between border-t border-gray-500/30 pt-1 text-sm"):
        ui.label(t("page.together") + of_unit)
        ui.label(f"{view.total:+.3f}").classes("tabular-nums font-medium")
    if of_unit:
        ui.label(t("page.comes-to", relevance=f"{view.page.relevance:.3f}")).classes("text-sm opacity-80")


def _bars(terms: Sequence[tuple[str, float]]) -> None:
    largest = max((abs(share) for _, share in terms), default=0.0) or 1.0
    for term, share in terms:
        with ui.row().classes("w-full items-center no-wrap gap-2"):
            foreign(term, "span", "w-28 shrink-0 text-sm text-right").props("data-share")
            with ui.element("div").classes("grow h-3 rounded bg-gray-500/15"):
                colour = "bg-amber-500" if share >= 0 else "bg-sky-500"
                bar = ui.element("div").classes(f"h-3 rounded {colour}")
                bar.style(f"width: {100 * abs(share) / largest:.1f}%")
            ui.label(f"{share:+.3f}").classes("w-16 shrink-0 text-sm tabular-nums text-right")


def _explanation(found: Explanation) -> None:
    lines = [
        (t("page.model"), found.model),
        (t("page.now"), f"{found.relevance:.3f}"),
        (t("page.threshold"), f"{found.threshold:.3f}"),
        (t("page.bias"), f"{found.bias:+.3f}"),
        (t("page.others"), f"{found.others:+.3f}"),
        (t("page.total"), f"{found.total:+.3f} ({said(found.unit)})"),
    ]
    _pairs([*lines, (t("page.why-not"), said(found.why_not))])
    if any(found.by_group.values()):
        ui.label(t("page.by-group")).classes("text-sm opacity-80")
        _bars([(said(group), share) for group, share in found.by_group.items()])


def _pairs(lines: Sequence[tuple[str, str]]) -> None:
    with ui.element("dl").classes("grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 m-0 w-full text-sm"):
        for name, value in lines:
            if value:
                foreign(name, "dt", "opacity-70")
                foreign(value, "dd", "m-0 min-w-0")


def _elements(view: PageView) -> None:
    page = view.page
    _section(t("page.elements"))
    lines = [(t(f"results.{name}"), moment(str(getattr(page, name)))) for name in _ELEMENTS]
    lines += [
        (t("page.keywords"), ", ".join(page.keywords)),
        (t("page.description"), page.description),
        (t("page.duplicate-of"), page.duplicate_of),
    ]
    _pairs(lines)


def _way(name: str, way: Sequence[Step]) -> None:
    _section(t("page.way"))
    with ui.element("ol").classes("m-0 pl-5 list-decimal w-full").props("data-way"):
        for step in way:
            with ui.element("li").classes("min-w-0"):
                _step(name, step)
    if len(way) == 1:
        ui.label(t("page.seed")).classes("text-sm opacity-80")


def _step(name: str, step: Step) -> None:
    if step.relevance is None:
        foreign(step.url, "span", "text-sm opacity-80")
        return
    inside(f"/crawls/{name}/pages/{step.number}", step.title or step.url, "text-sm")
    ui.label(f"{step.relevance:.3f}").classes("text-xs opacity-70 tabular-nums inline ml-2")


async def _out_links(crawl: CrawlFolder, name: str, number: int) -> None:
    """Read after the page is shown: it takes a look at every citation of the crawl."""
    _section(t("page.out-links"))
    place = ui.column().classes("w-full")
    with place:
        ui.spinner()

    async def show() -> None:
        found = await attempt(crawl.out_links, number)
        place.clear()
        with place:
            if not found:
                ui.label(t("page.no-links")).classes("opacity-80")
                return
            rows = [
                {
                    "place": at,
                    "href": f"/crawls/{name}/pages/{step.number}" if step.relevance is not None else "",
                    "title": step.title or step.url,
                    "url": step.url,
                    "anchor": step.anchor,
                    "relevance": step.relevance,
                }
                for at, step in enumerate(found)
            ]
            columns = [
                {"name": each, "field": each, "label": t(f"page.{each}"), "align": "left", "sortable": True}
                for each in ("anchor", "title", "relevance")
            ]
            table = ui.table(columns=columns, rows=rows, row_key="place", pagination=_LINKS)
            table.classes("w-full").props("flat bordered dense wrap-cells data-out-links")
            finish(table)
            for cell, slot in _CELLS.items():
                table.add_slot(f"body-cell-{cell}", slot)

    ui.timer(0, show, once=True)


# Values of rows are bound as text; nothing of a page is ever part of a template.
_CELLS = {
    "anchor": """
<q-td :props="props"><span dir="auto" class="[overflow-wrap:anywhere]">{{ props.value }}</span></q-td>""",
    "title": """
<q-td :props="props">
  <a v-if="props.row.href" :href="props.row.href" dir="auto" class="text-primary [overflow-wrap:anywhere]"
     >{{ props.value }}</a>
  <span v-else class="[overflow-wrap:anywhere] opacity-80">{{ props.row.url }}</span></q-td>""",
    "relevance": """
<q-td :props="props" class="tabular-nums">{{ props.value == null ? '–' : props.value.toFixed(3) }}</q-td>""",
}
