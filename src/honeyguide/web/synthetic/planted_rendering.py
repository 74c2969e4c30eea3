"""How pages look when events are planted: bylines, updates, copies in another frame, spam patched together.

Addresses with a date in them follow the planted time, and nobody reliable links to a site that spams.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from honeyguide.web.synthetic import bylines
from honeyguide.web.synthetic.draws import stream
from honeyguide.web.synthetic.graph import Graph
from honeyguide.web.synthetic.hyperlinks import Hyperlink, Region
from honeyguide.web.synthetic.layout import Host, Layout
from honeyguide.web.synthetic.locations import Locations
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.planted_text import PlantedText
from honeyguide.web.synthetic.planting import Plan
from honeyguide.web.synthetic.rendering import Renderer
from honeyguide.web.synthetic.sites import RELIABLE, SPAMMING
from honeyguide.web.synthetic.text import Deck, Speech, sentences

ZONES = (UTC, timezone(timedelta(hours=8)))
"""In which English and Chinese sites tell the time."""
_POINTERS = 2
"""Sentences with a link that stay in the text of a planted page; a copy has none. The others go to the list."""
_PATCHED = 3
"""Of so many sentences of spam two come from reports."""


class PlantedGraph(Graph):
    def __init__(self, parameters: SyntheticParameters, layout: Layout, plan: Plan) -> None:
        super().__init__(parameters, layout)
        self.plan = plan

    def out_links(self, page: int) -> list[Hyperlink]:
        links = super().out_links(page)
        if self._quality(page) < RELIABLE:
            return links
        return [link for link in links if self._quality(link.target) > SPAMMING]

    def _quality(self, page: int) -> int:
        return self.plan.sites[self.layout.host_of(page).number].quality


class PlantedLocations(Locations):
    def __init__(self, parameters: SyntheticParameters, layout: Layout, plan: Plan) -> None:
        super().__init__(parameters, layout)
        self.plan = plan

    def local(self, page: int, at: float) -> datetime:
        """A moment in the time zone of the page's site."""
        return datetime.fromtimestamp(at, ZONES[self.layout.host_of(page).chinese])

    def day(self, page: int) -> date:
        planting = self.plan.plantings.get(page)
        return self.local(page, planting.at).date() if planting else super().day(page)

    def changed(self, page: int) -> datetime:
        """An old page that looks fresh says that it was changed on the last day."""
        planting = self.plan.plantings.get(page)
        if planting is None:
            return super().changed(page)
        last = self.plan.until - 6 * 3600 if self.plan.shown[page].fresh else planting.updated or planting.at
        return datetime.fromtimestamp(last, UTC)


class PlantedRenderer(Renderer):
    def __init__(
        self,
        parameters: SyntheticParameters,
        layout: Layout,
        graph: Graph,
        text: PlantedText,
        locations: PlantedLocations,
    ) -> None:
        super().__init__(parameters, layout, graph, text, locations)
        self.planted = text
        self.places = locations
        self.plan = text.plan

    def _change(self, page: int, source: int, deck: Deck, ready: Speech, said: list[str]) -> None:
        """A copy has an agency's line at its front and perhaps a sentence of its own; spam is patched together."""
        planting = self.plan.plantings.get(page)
        if planting is None:
            super()._change(page, source, deck, ready, said)
        elif planting.role == "copy":
            if len(said) >= 14:
                own, _ = sentences(deck, stream(self.p.seed, page, b"own", 40), 1, ready)
                said[len(said) // 2] = own[0]
            said[0] = self.planted.agency_line(page) + said[0]
        elif planting.role == "spam":
            taken = self.planted.patches(page, len(said) * 2 // _PATCHED)
            said[len(said) - len(taken) :] = taken

    def _arrange(self, page: int, regions: list[list[str]]) -> None:
        planting = self.plan.plantings.get(page)
        if planting is not None:
            kept = 0 if planting.role == "copy" else _POINTERS
            regions[Region.LIST][:0] = regions[Region.TEXT][kept:]
            del regions[Region.TEXT][kept:]

    def _declared(self, page: int, host: Host, title: str) -> str:
        shown = self.plan.shown.get(page)
        if shown is None:
            return ""
        return bylines.metas(shown, self.plan.sites[host.number].markup, title, *self._moments(page))

    def _by(self, page: int, host: Host, ready: Speech, traits: int) -> str:
        shown = self.plan.shown.get(page)
        if shown is None:
            return super()._by(page, host, ready, traits)
        markup = self.plan.sites[host.number].markup
        return bylines.line(shown, markup, host.chinese, host.style, *self._moments(page))

    def _crumbs(self, page: int, host: Host, kind: int) -> str:
        shown = self.plan.shown.get(page)
        crumbs = super()._crumbs(page, host, kind)
        if shown is None or not shown.fresh:
            return crumbs
        today = self.places.local(page, self.plan.until - 6 * 3600)
        return f"{crumbs} | {'今天是' if host.chinese else 'Today: '}{today:%Y-%m-%d}"

    def _moments(self, page: int) -> tuple[datetime | None, datetime | None]:
        shown = self.plan.shown[page]
        return (
            None if shown.published is None else self.places.local(page, shown.published),
            None if shown.updated is None else self.places.local(page, shown.updated),
        )
