"""The web that settings ask for: the live one, or one that is made or replayed."""

from __future__ import annotations

from typing import Any

from honeyguide.config import Settings
from honeyguide.protocols import Web
from honeyguide.registry import build, methods_of
from honeyguide.web.live import LiveWeb
from honeyguide.web.offline import PageSource, SimulatedWeb, open_web
from honeyguide.web.offline.opening import checked
from honeyguide.web.scope import Scope

_START = 1_767_225_600.0
"""2026-01-01, when all pages of the built-in web are published: what is later than its visit counts as undated."""


def make_web(settings: Settings, web: Web | PageSource | type | str | None = None, scope: Scope | None = None) -> Web:
    """By name, from a class, or from one that is ready; without one, that of the settings."""
    given = settings.web if web is None else web
    scope = scope or Scope(settings)
    if isinstance(given, str) and not given:
        return LiveWeb(settings, scope=scope)
    opened: Any = open_web(given) if isinstance(given, str) else given
    if isinstance(opened, type):
        opened = build(opened, None, {"settings": settings})
    if not hasattr(opened, "fetch"):
        source: PageSource = checked(opened, ("answer", "latency"))
        return SimulatedWeb(source, delay=settings.delay, robots=settings.robots, scope=scope, start=_START)
    made: Web = checked(opened, methods_of(Web))
    return made
