"""All pages of the application, each a module with one function `page(here)`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from honeyguide.app.here import Here
from honeyguide.app.pages import (
    compare,
    experiment,
    insight,
    link_map,
    live,
    new,
    ontology,
    projects,
    results,
    stored_page,
)

__all__ = ["PAGES", "Page"]


class Page(NamedTuple):
    path: str
    """Parts in braces come as `here.parameters`: `/crawls/{crawl}`."""
    build: Callable[[Here], Awaitable[None]]
    menu: str = ""
    """The key of its name in the header; empty when it is reached from other pages."""
    icon: str = ""
    tab: str = ""
    """The key of its name among the pages of a crawl; empty when it is none of them."""


PAGES = (
    Page("/", projects.page, "projects.title", "folder_open"),
    Page("/new", new.page, "new.title", "add_circle"),
    Page("/crawls/{crawl}", live.page, tab="live.tab", icon="dashboard"),
    Page("/crawls/{crawl}/results", results.page, tab="results.title", icon="table_rows"),
    Page("/crawls/{crawl}/pages/{number}", stored_page.page),
    Page("/crawls/{crawl}/page", stored_page.page),
    Page("/crawls/{crawl}/map", link_map.page, tab="map.title", icon="hub"),
    Page("/crawls/{crawl}/insight", insight.page, tab="insight.title", icon="insights"),
    Page("/compare", compare.page, "compare.title", "science"),
    Page("/compare/{experiment}", experiment.page),
    Page("/ontology", ontology.page, "ontology.title", "account_tree"),
    Page("/crawls/{crawl}/ontology", ontology.page, tab="ontology.title", icon="account_tree"),
)
