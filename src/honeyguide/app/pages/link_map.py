"""The crawled graph around a page, of pages with a high rank, or of hosts; where each stands is computed here.

Only values of the chart's options come from pages: what draws them takes keys that begin with a colon for scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

from nicegui import background_tasks, ui
from nicegui.events import EChartPointClickEventArguments

from honeyguide.app.here import Here
from honeyguide.app.kept import Kept
from honeyguide.app.layout import crawl_tabs, frame
from honeyguide.app.long_work import Heard, bar_of
from honeyguide.app.texts import t
from honeyguide.app.work import aside, attempt
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.link_map import LinkMap, MapNode

_SIZES = (100, 300, 1_000, 2_000, 5_000)
_OF = ("hosts", "pages")
_NAMED = 12
"""Nodes whose names are always shown, if they are so far apart that no name stands on another."""
_WIDE, _HIGH = 0.6, 0.045
"""A name, where the map is 1 wide and high."""
_LONGEST_NAME = 60
_MANY = 1_500
"""From here on nodes are drawn plainly: the picture can still be moved with 5,000."""
_OFF, _ON = (0x94, 0xA3, 0xB8), (0xE0, 0x6C, 0x00)
_KEPT: Kept[LinkMap] = Kept(8)


async def page(here: Here) -> None:
    crawl = await aside(here.crawl)
    name = here.parameters["crawl"]
    given = here.query.get("around", "")
    around = int(given) if given.isdecimal() and len(given) < 19 else None
    middle = await aside(crawl.page, around) if around is not None else None
    with frame(f"{t('map.title')} · {crawl.path.name}"):
        crawl_tabs(name, crawl.path.name)
        if middle:
            ui.label(t("map.around", title=(middle.title or middle.url)[:200])).classes("[overflow-wrap:anywhere]")
        with ui.row().classes("w-full items-center gap-3"):
            what = ui.toggle({each: t(f"map.{each}") for each in _OF}, value="pages" if middle else "hosts")
            what.props("no-caps").set_visibility(middle is None)
            most = ui.select({each: f"{each:,}" for each in _SIZES}, value=300, label=t("map.most"))
            most.props("dense outlined options-dense").classes("w-32")
            said = ui.label().classes("opacity-80").props('role="status" data-count')
        ui.label(t("map.legend")).classes("text-sm opacity-80")
        place = ui.element("div").classes("w-full h-[70vh] min-h-96 relative border rounded border-gray-500/30")
        place.props(f'role="img" aria-label="{t("map.title")}" data-map')
        shown: list[LinkMap] = []
        with place:  # with the page, so that the browser loads what draws it while the server looks
            chart = ui.echart({}, on_point_click=lambda event: _open(name, shown[0], event)).classes("w-full h-full")
        asked = 0

        async def show() -> None:
            """First a sketch, where the crawl is large."""
            nonlocal asked
            asked += 1
            now, heard = asked, Heard()
            said.set_text("")
            with place:
                bar = bar_of(heard).classes("absolute top-0 left-0 z-10")
            hosts, size = what.value == "hosts" and middle is None, most.value
            for sketch in (True, False):
                made = partial(_made, crawl, around, hosts=hosts, most=size, sketch=sketch, heard=heard)
                found = await attempt(made)
                if now != asked or found is None:  # something else was asked for meanwhile
                    break
                shown[:] = [found]
                said.set_text(_count(found))
                chart.options.clear()
                chart.options.update(_options(found))
                chart.props(f'data-drawn="{"whole" if found.whole else "sketch"}"')
                if found.whole:
                    break
            bar.delete()

        async def begin() -> None:
            with place:
                await show()

        what.on_value_change(show)
        most.on_value_change(show)
        background_tasks.create(begin())


def _made(crawl: CrawlFolder, around: int | None, *, hosts: bool, most: int, sketch: bool, heard: Heard) -> LinkMap:
    key = (crawl.path, crawl.last_change, around, hosts, most)
    make = partial(crawl.link_map, around, hosts=hosts, most=most, sketch=sketch, progress=heard)
    if not sketch:
        return _KEPT.get(key, make)
    made = _KEPT.find(key) or make()
    return _KEPT.get(key, lambda: made) if made.whole else made


def _count(found: LinkMap) -> str:
    if not found.whole:
        return t("map.sketch")
    counts = {"shown": f"{len(found.nodes):,}", "total": f"{found.total:,}"}
    return t("map.count", **counts, links=f"{len(found.links):,}", all_links=f"{found.total_links:,}")


def _options(found: LinkMap) -> dict[str, Any]:
    """Coordinates are pixels of no screen: the chart fits them in."""
    many, named = len(found.nodes) > _MANY, _named(found.nodes)
    return {
        "animation": False,
        "tooltip": {"renderMode": "richText", "confine": True, "formatter": "{b}"},
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "roam": True,
                "scaleLimit": {"min": 0.3, "max": 60},
                "zoom": 0.9,
                "data": [_node(place, node, named=place in named) for place, node in enumerate(found.nodes)],
                "links": [{"source": source, "target": target} for source, target in found.links],
                "edgeSymbol": ["none", "none"] if many else ["none", "arrow"],
                "edgeSymbolSize": 5,
                "lineStyle": {"color": "#94a3b8", "opacity": 0.25 if many else 0.45, "width": 0.6},
                "emphasis": {"disabled": many, "focus": "adjacency", "scale": False},
            }
        ],
    }  # fmt: skip


def _named(nodes: Sequence[MapNode]) -> set[int]:
    """The places of those whose names are shown; the chart could find them too, in a third of the time it draws."""
    named: dict[int, MapNode] = {}
    for place, node in enumerate(nodes[: 4 * _NAMED]):
        free = all(abs(node.x - each.x) > _WIDE or abs(node.y - each.y) > _HIGH for each in named.values())
        if free and len(named) < _NAMED:
            named[place] = node
    return set(named)


def _node(place: int, node: MapNode, *, named: bool) -> dict[str, Any]:
    name = node.name[:_LONGEST_NAME] + ("…" if len(node.name) > _LONGEST_NAME else "")
    name = name.replace("{", "｛")  # the chart would take it for a variable or a style
    pages = (
        "" if node.number >= 0 else f"\n{t('map.of-host', on_topic=f'{node.on_topic:,}', pages=f'{node.pages:,}')}"
    )
    told = f"{name}\n{t('results.relevance')} {node.relevance:.3f} · PageRank {node.rank:.3f}{pages}"
    drawn = {
        "id": str(place),
        "name": told,
        "x": round(1000 * node.x, 1),
        "y": round(1000 * node.y, 1),
        "symbolSize": round(4 + 22 * node.rank**0.5, 1),
        "itemStyle": {"color": _colour(node.relevance)},
    }
    if named:
        drawn["label"] = {"show": True, "position": "right", "formatter": name, "color": "#64748b"}
    return drawn


def _colour(relevance: float) -> str:
    """From grey-blue to amber."""
    mixed = [round(low + (high - low) * relevance) for low, high in zip(_OFF, _ON, strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _open(crawl: str, found: LinkMap, event: EChartPointClickEventArguments) -> None:
    """A page is opened; a host shows its pages."""
    if event.data_type != "node" or not 0 <= event.data_index < len(found.nodes):
        return
    node = found.nodes[event.data_index]
    there = f"pages/{node.number}" if node.number >= 0 else f"results?{urlencode({'host': node.host})}"
    ui.navigate.to(f"/crawls/{crawl}/{there}")
