"""The waiting link that promises most by what the crawl has learnt so far [ours]: best-first on its own model."""

from __future__ import annotations

from honeyguide.strategies.prioritized import BestFirst


class Guide(BestFirst):
    paper = "none [ours]"
    link_model = "guide"
    hosts_earn_pages = True
    """What it learnt may be wrong of a whole host: see `Settings.per_host`."""
