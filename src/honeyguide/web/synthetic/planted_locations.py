"""Addresses of pages when events are planted: those with a date in them follow the planted time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from honeyguide.web.synthetic.layout import Layout
from honeyguide.web.synthetic.locations import Locations
from honeyguide.web.synthetic.parameters import SyntheticParameters
from honeyguide.web.synthetic.planting import Plan

ZONES = (UTC, timezone(timedelta(hours=8)))
"""In which English and Chinese sites tell the time."""


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
