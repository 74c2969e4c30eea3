"""The table of all pages of a crawl: sorted, filtered and paged by the store, so that the browser holds one leaf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import asdict
from nicegui import ui
from nicegui.events import GenericEventArguments

from honeyguide.app.page_filters import PageFilters
from honeyguide.app.page_text import moment
from honeyguide.app.tables import say
from honeyguide.app.texts import many, t
from honeyguide.app.work import FAILURES, attempt, complain
from honeyguide.crawl_folder import CrawlFolder, PageList, PageRow

ROWS = 50
_LEAVES = (20, 50, 100, 200)
_SORTED = "relevance"
_COLUMNS = (
    "title", "relevance", "on_topic", "mark", "host", "published", "language", "source", "author", "depth", "status",
    "fetched_at", "duplicate", "url", "number",
)  # fmt: skip
_FIRST = ("title", "relevance", "on_topic", "mark", "host", "published", "language")
"""Shown unless somebody chooses others …"""
_NARROW = ("title", "relevance", "mark")
"""… and on a phone."""
_MIDDLE = {"on_topic", "mark", "duplicate", "language"}
_RIGHT = {"relevance", "depth", "status", "number"}
_WRAPPED = {"title": "whitespace-normal min-w-44 max-w-[30rem]"} | dict.fromkeys(
    ("host", "source", "author", "url"), "whitespace-normal max-w-64"
)


class PageRows(ui.table, component="page_rows.js"):
    """Quasar's table with cells of our own."""


class PageTable:
    """The table with its filters; the address says what it shows, so that one can come back to it."""

    def __init__(self, crawl: CrawlFolder, crawl_id: str, query: Mapping[str, str]) -> None:
        self._crawl, self._id = crawl, crawl_id
        self._filters = PageFilters(query, self._filtered)
        self._shows = 0
        given = query.get("leaf", "")
        self._state: dict[str, Any] = {
            "page": int(given) if given.isdecimal() and len(given) < 9 and int(given) else 1,
            "rowsPerPage": ROWS,
            "sortBy": query.get("sort", _SORTED),
            "descending": query.get("descending", "yes") != "no",
            "rowsNumber": 0,
        }
        self._build()

    def _build(self) -> None:
        with ui.row().classes("w-full items-center gap-3"):
            self._count = ui.label().classes("font-medium").props('role="status" data-count')
            ui.space()
            chosen = ui.select({name: _label(name) for name in _COLUMNS}, value=list(_FIRST), multiple=True)
            words = t("results.columns")
            chosen.props(f'dense outlined options-dense display-value="{words}" aria-label="{words}"').classes("w-40")
        self._table = PageRows(
            columns=[_column(name) for name in _COLUMNS], rows=[], row_key="number", pagination=dict(self._state)
        )
        self._table.classes("w-full").props("flat bordered dense binary-state-sort")
        self._table.props["rows-per-page-options"] = list(_LEAVES)
        say(self._table)
        self._table.props["visible-columns"] = list(_FIRST)
        self._table.props["says"] = {way: t(f"results.mark-{way}") for way in ("on", "off")}
        self._table.on("request", self._asked)
        self._table.on("mark", self._mark)
        chosen.on_value_change(lambda change: self._table.props.__setitem__("visible-columns", change.value))

    async def show(self) -> None:
        """Read the leaf and show it: first what is known at once, then in full."""
        self._shows += 1
        now = self._shows
        try:
            wanted = self._filters.wanted()
        except FAILURES as wrong:
            complain(wrong)
            return
        for at_once in (True, False):
            found = await attempt(self._leaf, wanted, at_once=at_once)
            if found is None or now != self._shows:  # somebody asked for something else meanwhile
                return
            if found.pages or found.counted:
                await self._fill(found)
            if found.counted:
                return

    def _leaf(self, wanted: Mapping[str, Any], *, at_once: bool) -> PageList:
        state = self._state
        return self._crawl.list_pages(
            sort=state["sortBy"] or "fetched_at",
            descending=state["descending"],
            offset=(state["page"] - 1) * state["rowsPerPage"],
            limit=state["rowsPerPage"],
            at_once=at_once,
            **wanted,
        )

    async def _fill(self, found: PageList) -> None:
        state = self._state
        if not found.pages and found.total:  # fewer than there were
            state["page"] = -(-found.total // state["rowsPerPage"])
            await self.show()
            return
        state["rowsNumber"] = found.total
        words = "results.count" if found.counted else "results.counting"
        with_copies = found.total and "duplicates" not in self._filters.query()
        told = (many(words, found.total), t("results.with-duplicates") if with_copies else "")
        self._count.set_text(" · ".join(filter(None, told)))
        self._table.props["no-data-label"] = t("results.nothing" if self._filters.query() else "results.none-yet")
        self._table.rows = [self._row(row) for row in found.pages]
        self._table.pagination = dict(state)

    def _row(self, row: PageRow) -> dict[str, Any]:
        moments = {"published": moment(row.published), "fetched_at": moment(row.fetched_at)}
        return asdict(row) | moments | {"href": f"/crawls/{self._id}/pages/{row.number}"}

    async def _filtered(self) -> None:
        self._state["page"] = 1
        self._tell_address()
        await self.show()

    async def _asked(self, event: GenericEventArguments) -> None:
        asked = event.args["pagination"]
        if asked["sortBy"] != self._state["sortBy"] or asked["descending"] != self._state["descending"]:
            asked["page"] = 1
        rows = asked["rowsPerPage"] if asked["rowsPerPage"] in _LEAVES else ROWS
        self._state |= {
            "page": max(1, int(asked["page"])),
            "rowsPerPage": rows,
            "sortBy": asked["sortBy"] if asked["sortBy"] in _COLUMNS else None,
            "descending": bool(asked["descending"]),
        }
        self._tell_address()
        await self.show()

    async def _mark(self, event: GenericEventArguments) -> None:
        number, way = event.args
        for row in self._table.rows:
            if row["number"] == number:
                now = None if row["mark"] == way else way == "on"
                if await attempt(self._crawl.mark, row["url"], now):
                    await self.show()
                    ui.notify(t("results.marked" if now is not None else "results.unmarked"), type="positive")
                return

    def _tell_address(self) -> None:
        """What is shown, so that going back or reloading shows it again."""
        shown = self._filters.query()
        if self._state["page"] > 1:
            shown["leaf"] = str(self._state["page"])
        if (self._state["sortBy"], self._state["descending"]) != (_SORTED, True):
            shown |= {"sort": str(self._state["sortBy"]), "descending": "yes" if self._state["descending"] else "no"}
        path = f"/crawls/{self._id}/results"
        ui.navigate.history.replace(f"{path}?{urlencode(shown)}" if shown else path)


def _label(name: str) -> str:
    return t("page.title") if name == "title" else t(f"results.{name}")


def _column(name: str) -> dict[str, Any]:
    side = "right" if name in _RIGHT else "center" if name in _MIDDLE else "left"
    hidden = "" if name in _NARROW else "max-sm:hidden"
    return {
        "name": name,
        "field": name,
        "label": _label(name),
        "align": side,
        "sortable": True,
        "classes": f"{hidden} {_WRAPPED.get(name, '')}",
        "headerClasses": hidden,
    }
