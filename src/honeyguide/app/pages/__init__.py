"""All pages of the application, each a module with one function `page(here)`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from honeyguide.app.here import Here
from honeyguide.app.pages import live, new, projects

__all__ = ["PAGES", "Page"]


class Page(NamedTuple):
    path: str
    """Parts in braces come as `here.parameters`: `/crawls/{crawl}`."""
    build: Callable[[Here], Awaitable[None]]
    menu: str = ""
    """The key of its name in the header; empty when it is reached from other pages."""
    icon: str = ""


PAGES = (
    Page("/", projects.page, "projects.title", "folder_open"),
    Page("/new", new.page, "new.title", "add_circle"),
    Page("/crawls/{crawl}", live.page),
)
