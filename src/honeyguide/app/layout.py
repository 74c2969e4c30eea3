"""What stands around every page: where one can go, light or dark, English or Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Literal

from nicegui import context, ui

from honeyguide.app.texts import COOKIE, LANGUAGES, language, t

_THEME = "honeyguide_theme"
_THEMES = {"auto": None, "light": False, "dark": True}
_ICONS = {"auto": "brightness_auto", "light": "light_mode", "dark": "dark_mode"}
_DARK = """
.body--dark .q-page-container { --q-primary: #d97706 }
.body--dark .q-page-container a:not(.text-primary) { color: #93c5fd }
.body--dark .q-btn--outline, .body--dark .q-btn--flat { --q-primary: #fbbf24 }
.body--dark .text-negative, .body--dark .q-field--error { --q-negative: #ff8a80 }
"""
"""Colours that are too dark to be read on dark."""
_SPOKEN: dict[str, Literal["en-GB", "zh-CN"]] = {"en": "en-GB", "zh": "zh-CN"}
_MENU: list[tuple[str, str, str]] = []
_TABS: list[tuple[str, str, str]] = []


def fill_menu(entries: list[tuple[str, str, str]]) -> None:
    """Path, key of its name and icon of every page that the header leads to."""
    _MENU[:] = entries


def fill_tabs(entries: list[tuple[str, str, str]]) -> None:
    """Path, key of its name and icon of every page about one crawl."""
    _TABS[:] = entries


def crawl_tabs(crawl: str, name: str) -> None:
    """The name of a crawl, and the ways to all that is shown of it."""
    here = context.client.request.url.path
    with ui.row().classes("w-full items-center gap-x-4 gap-y-1"):
        ui.label(name).classes("text-2xl font-semibold break-all").props('role="heading" aria-level="1"')
        with ui.element("nav").classes("flex flex-wrap gap-1").props(f'aria-label="{t("common.tabs")}"'):
            for path, words, icon in _TABS:
                there = path.format(crawl=crawl)
                button = ui.button(t(words), icon=icon).props(f'flat no-caps dense href="{there}"')
                if there == here:
                    button.props('aria-current="page"').classes("bg-amber-500/20")


@contextmanager
def frame(title: str) -> Iterator[None]:
    """The page with its header; what is made within stands in the middle."""
    theme = context.client.request.cookies.get(_THEME, "auto")
    theme = theme if theme in _THEMES else "auto"
    ui.page_title(f"{title} · Honeyguide")
    ui.dark_mode(_THEMES[theme])
    ui.colors(primary="#b45309", secondary="#475569", accent="#0f766e")
    ui.add_head_html(f"<style>{_DARK}</style>")  # `add_css` would be a script, which has no nonce
    _speak()
    here = context.client.request.url.path
    with ui.header().classes("items-center gap-x-1 gap-y-0 px-3 py-1 flex-wrap"):
        ui.link("Honeyguide", "/").classes("text-lg font-semibold text-white no-underline mr-2")
        with ui.element("nav").classes("flex flex-wrap items-center gap-1").props(f'aria-label="{t("common.menu")}"'):
            for path, name, icon in _MENU:
                button = ui.button(icon=icon).props(f'flat no-caps dense color=white href="{path}"')
                button.props["aria-label"] = t(name)
                with button:
                    ui.label(t(name)).classes("max-sm:hidden ml-2")
                if path == here:
                    button.props('aria-current="page"').classes("bg-white/20")
        ui.space()
        following = _next(theme)
        ui.button(icon=_ICONS[theme], on_click=lambda: _choose(_THEME, following)).props(
            f'flat round dense color=white aria-label="{t(f"common.theme-{theme}")}"'
        ).tooltip(t(f"common.theme-{theme}"))
        for code, name in LANGUAGES.items():
            if code != language():
                ui.button(name, on_click=lambda code=code: _choose(COOKIE, code)).props(
                    f'flat no-caps dense color=white lang="{code}"'
                )
    with ui.column().classes("w-full max-w-6xl mx-auto px-3 py-3 gap-3"):
        yield


def no_page(sentence: str) -> None:
    """What stands where a page would: why there is none, and a way back."""
    ui.label(t("common.problem")).classes("text-2xl font-semibold").props('role="heading" aria-level="1"')
    ui.label(sentence).classes("text-lg break-words").props('role="alert"')
    ui.link(t("common.back"), "/")


def _next(theme: str) -> str:
    names = list(_THEMES)
    return names[(names.index(theme) + 1) % len(names)]


def _choose(cookie: str, value: str) -> None:
    ui.run_javascript(
        f"document.cookie = '{cookie}={value}; path=/; max-age=31536000; SameSite=Strict'; location.reload()"
    )


def _speak() -> None:
    """What NiceGUI and Quasar say by themselves, and what the page says that its language is."""
    of_all = context.client.page
    context.client.page = copy(of_all)
    context.client.page.language = _SPOKEN[language()]
