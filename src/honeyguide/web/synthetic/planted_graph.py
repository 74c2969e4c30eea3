"""Which page links to which when events are planted: nobody reliable links to a site that spams."""

from __future__ import annotations

from honeyguide.web.synthetic.graph import Graph
from honeyguide.web.synthetic.hyperlinks import Hyperlink
from honeyguide.web.synthetic.layout import Layout
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.planting import Plan
from honeyguide.web.synthetic.sites import RELIABLE, SPAMMING


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
